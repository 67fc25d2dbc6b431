/** What was begun, with its boards; for those who have begun nothing, where to begin. */

import { fill, h, icon, link } from "../dom.js";
import { matchPicture } from "../games/mini.js";
import { BOOK, GRID, PEN } from "../icons.js";
import { listedGame, opponentText, scoreText, stateMark, targetText } from "../match-card.js";
import { t } from "../words.js";

/** @typedef {import("../match-card.js").Listed} Listed */

const MOST = 3;

/** @param {HTMLElement} section @param {import("../types.js").Catalogue} all
 * @param {Listed[]} matches all of mine, the newest first */
export function showContinue(section, all, matches) {
  const open = matches.filter((match) => match.state !== "over");
  section.setAttribute("aria-labelledby", "begun"); // not before: its heading comes now
  if (open.length === 0) return showFirst(section);
  fill(
    section,
    h(
      "div",
      { class: "section-title" },
      h("h2", { id: "begun" }, t("start.begun")),
      h("small", null, t("start.all", { n: open.length })),
      link("/matches", t("start.matches"), { class: "more end" }),
    ),
    h(
      "ul",
      { class: "continue" },
      open.slice(0, MOST).map((match) => h("li", null, continueCard(all, match))),
    ),
  );
}

/** @param {import("../types.js").Catalogue} all @param {Listed} match */
function continueCard(all, match) {
  return link(
    `/match/${match.id}`,
    [
      matchPicture(all, match),
      h("strong", null, listedGame(match)),
      h("small", null, `${opponentText(match)} · ${targetText(match.target)}`),
      h("span", { class: "score number" }, scoreText(match)),
      stateMark(match),
    ],
    { class: "continue-card panel" },
  );
}

/** Name of the texts, address, drawing. @type {[string, string, string][]} */
const FIRST = [
  ["learn", "/learn", BOOK],
  ["games", "/games", GRID],
  ["editor", "/editor", PEN],
];

/** @param {HTMLElement} section */
function showFirst(section) {
  const cards = FIRST.map(([name, href, path]) => {
    const texts = [
      h("strong", null, t(`first.${name}`)),
      h("small", null, t(`first.${name}.about`)),
    ];
    return h("li", null, link(href, [icon(path), ...texts], { class: "first-card panel" }));
  });
  fill(
    section,
    h("div", { class: "section-title" }, h("h2", { id: "begun" }, t("first.title"))),
    h("ul", { class: "continue" }, cards),
  );
}
