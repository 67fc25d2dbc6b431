/** The head of every page: the name, the ways to the main pages, sound and settings. */

import { fill, h, icon, link } from "./dom.js";
import { seededSign } from "./seeded.js";
import { BOOK, CURVE, GRID, LIST, PEN, PLAY, TARGET } from "./icons.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";

/** Name of the text, address, drawing for narrow screens. @type {[string, string, string][]} */
const WAYS = [
  ["nav.play", "/", PLAY],
  ["nav.games", "/games", GRID],
  ["nav.matches", "/matches", LIST],
  ["nav.review", "/review", CURVE],
  ["nav.editor", "/editor", PEN],
  ["nav.learn", "/learn", BOOK],
  ["nav.train", "/train", TARGET],
];

/** Which way leads to where the pages of an address belong, by its first word.
 * @type {Record<string, string>} */
const HOMES = {
  "": "/",
  new: "/",
  match: "/",
  join: "/",
  games: "/games",
  print: "/games",
  matches: "/matches",
  statistics: "/matches",
  decisions: "/matches",
  review: "/review",
  editor: "/editor",
  position: "/editor",
  learn: "/learn",
  glossary: "/learn",
  book: "/learn",
  train: "/train",
};

/** A review is a page of a match, too. @param {string | null} pattern */
function homeOf(pattern) {
  const words = pattern?.split("/") ?? [];
  return HOMES[words.includes("review") ? "review" : (words[1] ?? "none")];
}

const SLIDERS = "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4";
const SPEAKER = "M4 9v6h4l5 4V5L8 9z";
const LOUD = `${SPEAKER}M17 9a4 4 0 0 1 0 6M19.5 6.5a8 8 0 0 1 0 11`;
const SILENT = `${SPEAKER}M17 9.5l5 5M22 9.5l-5 5`;

/** @param {string | null} pattern of the page that is open */
export function showHeader(pattern) {
  const top = document.getElementById("top");
  if (!top) return;
  const home = homeOf(pattern);
  const ways = WAYS.map(([key, href, path]) => {
    const here = href === home && (pattern === href ? "page" : "true");
    return h("li", null, link(href, [icon(path), t(key)], { "aria-current": here || null }));
  });
  const mark = h("img", { src: "/favicon.svg", alt: "", width: 24, height: 24 });
  fill(
    top,
    link("/", [mark, h("span", null, "Fullprime")], { class: "brand" }),
    h("nav", { "aria-label": t("nav.label") }, h("ul", null, ways)),
    h("div", { class: "end" }, seededSign(), soundButton(), settingsLink(pattern)),
  );
}

function soundButton() {
  const press = () => void change({ sounds: !settings.sounds }).catch(() => {});
  const label = t("nav.sound");
  const looks = { type: "button", class: "icon-button sound", onclick: press, title: label };
  const button = h("button", { ...looks, "aria-label": label });
  document.addEventListener("settings", followSounds); // once, however often the head is drawn
  showSounds(button);
  return button;
}

function followSounds() {
  const button = document.querySelector("#top .sound");
  if (button) showSounds(button);
}

/** @param {Element} button */
function showSounds(button) {
  button.setAttribute("aria-pressed", String(settings.sounds));
  fill(button, icon(settings.sounds ? LOUD : SILENT));
}

/** @param {string | null} pattern */
function settingsLink(pattern) {
  const label = t("nav.settings");
  const here = pattern === "/settings" ? "page" : null;
  const looks = { class: "icon-button", title: label, "aria-label": label, "aria-current": here };
  return link("/settings", icon(SLIDERS), looks);
}
