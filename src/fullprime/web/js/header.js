/** The head of every page: the name and the ways to the main pages. */

import { fill, h, icon, link } from "./dom.js";
import { t } from "./words.js";

/** Name of the text, address, drawing. @type {[string, string, string][]} */
const WAYS = [
  ["nav.play", "/new", "M8 5l11 7-11 7z"],
  ["nav.games", "/games", "M4 6h16M4 12h16M4 18h10"],
  ["nav.editor", "/editor", "M4 20l4-1 11-11-3-3L5 16zM14 7l3 3"],
  [
    "nav.settings",
    "/settings",
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5" +
      "M9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5",
  ],
];

/** @param {string | null} pattern of the page that is open */
export function showHeader(pattern) {
  const top = document.getElementById("top");
  if (!top) return;
  const ways = WAYS.map(([key, href, path]) =>
    h("li", null, way(t(key), href, path, pattern === href)),
  );
  const mark = h("img", { src: "/favicon.svg", alt: "", width: 24, height: 24 });
  fill(
    top,
    link("/", [mark, h("span", null, "Fullprime")], { class: "brand" }),
    h("nav", { "aria-label": t("nav.label") }, h("ul", null, ways)),
  );
}

/** @param {string} label @param {string} href @param {string} path @param {boolean} here */
function way(label, href, path, here) {
  const content = [icon(path), h("span", null, label)];
  return link(href, content, { "aria-current": here ? "page" : null, title: label });
}
