/** What is different from backgammon: cards with a figure, tiles for the score, and the rest in words. */

import { h } from "../dom.js";
import { withTerms } from "../terms.js";
import { number, t } from "../words.js";
import { drawFigure, isWide } from "./figure.js";
import { figureText, said } from "./say.js";

/** @import {Figure, GameBook, Line} from "./types.js" */

/** The set-up has the large board, so it needs no card. */
const SHOWN_ABOVE = new Set(["start"]);

/** @param {GameBook} book @param {string} theme */
export function differences(book, theme) {
  const figures = book.figures.filter(({ group }) => !group);
  const drawn = new Set(figures.map(({ field }) => field));
  const rest = book.differences.filter(({ field }) => !drawn.has(field) && field !== "score");
  const score = book.differences.find(({ field }) => field === "score");
  const words = rest.filter(({ field }) => !SHOWN_ABOVE.has(field));
  return [
    h(
      "div",
      { class: "rule-cards" },
      figures.map((figure) => figureCard(book, figure, theme)),
      score && scoreCard(book, score, theme),
    ),
    words.length > 0 && h("ul", { class: "panel also" }, words.map(inWords)),
  ];
}

/** How many things are different: cards and lines. @param {GameBook} book */
export function countOf(book) {
  return new Set(book.differences.map(({ field, says }) => field || says.code)).size;
}

/** @param {GameBook} book @param {Figure} figure @param {string} theme */
function figureCard(book, figure, theme) {
  const title = figureText(figure, "title");
  const text = figureText(figure, "text");
  const picture = drawFigure(book.board, figure, theme, `${title}. ${text}`);
  return h(
    "article",
    { class: isWide(figure) ? "panel rule-card wide" : "panel rule-card" },
    picture,
    h("div", null, h("h3", null, title), h("p", null, withTerms(text)), figure.rule && ruleLink(figure.rule)),
  );
}

/** @param {string} rule */
function ruleLink(rule) {
  return h("a", { class: "rule-id", href: `#${rule}`, "aria-label": t(rule) }, rule);
}

/** @param {GameBook} book @param {Line} line @param {string} theme */
function scoreCard(book, line, theme) {
  const names = ["rulepage.single", "rulepage.double", "rulepage.triple"].slice(0, book.score);
  const tiles = names.map((name, at) => h("span", null, h("b", null, number(at + 1)), t(name)));
  const tray = h("div", { class: "tiles themed", "data-theme": theme, "aria-hidden": "true" }, tiles);
  return h(
    "article",
    { class: "panel rule-card beside" },
    tray,
    h("div", null, h("h3", null, said(line.title)), h("p", null, withTerms(said(line.says)))),
  );
}

/** @param {Line} line */
function inWords(line) {
  return h("li", null, h("b", null, said(line.title)), h("span", null, withTerms(said(line.says))));
}
