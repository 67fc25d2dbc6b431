/** What is different from backgammon: cards with a figure, tiles for the score, and the rest in words. */

import { h, link } from "../dom.js";
import { withTerms } from "../terms.js";
import { number, t } from "../words.js";
import { RATIOS, drawFigure, isWide } from "./figure.js";
import { figureText, said } from "./say.js";

/** @import {Figure, GameBook, Line} from "./types.js" */

/** @param {GameBook} book @param {string} theme */
export function differences(book, theme) {
  const figures = book.figures.filter(({ group }) => !group);
  const shown = new Set(figures.map(({ field }) => field));
  const score = book.differences.find(({ field }) => field === "score");
  // The set-up has the large board, so it is said again only where nothing else is different.
  const told = new Set([...shown, "score", ...(book.differences.length > 1 ? ["start"] : [])]);
  const words = book.differences.filter(({ field }) => !told.has(field));
  const cards = [...figures.map((figure) => ({ figure })), ...(score ? [{ score }] : [])];
  return [
    cards.length > 0 && h("div", { class: "rule-cards" }, arranged(cards).map((card) => drawn(book, card, theme))),
    h("ul", { class: "panel also" }, words.map(inWords), theRest()),
  ];
}

/** What is not said is as in the game that all others are compared with. */
function theRest() {
  const way = link("/games/backgammon", t("rulepage.rest.link"));
  return h("li", null, h("b", null, t("rulepage.rest")), h("span", null, way));
}

/**
 * @typedef {{figure?: Figure, score?: Line}} Content
 * @typedef {Content & {place: "over" | "beside" | "wide" | "whole"}} Placed
 */

const WHOLE = /** @type {const} */ ("whole");

/** Rows of three cards with the picture over the text, then rows of two: those that are left over
 * have it beside the text, as the score has, unless a wide one stands next to it. The last of an
 * odd number takes the whole row.
 * @param {Content[]} cards @returns {Placed[]} */
export function arranged(cards) {
  const isNarrow = (/** @type {Content} */ { figure }) => figure !== undefined && !isWide(figure);
  const narrow = cards.filter(isNarrow);
  const left = narrow.splice(narrow.length - (narrow.length % 3));
  const second = [...left, ...cards.filter((card) => !isNarrow(card))];
  return [
    ...narrow.map((card) => ({ ...card, place: /** @type {const} */ ("over") })),
    ...second.map((card, at) => ({ ...card, place: placeIn(second, at) })),
  ];
}

/** @param {Content[]} row of pairs @param {number} at @returns {Placed["place"]} */
function placeIn(row, at) {
  const [card, beside] = [row[at], row[at % 2 ? at - 1 : at + 1]];
  if (!beside) return "whole";
  const wide = [card, beside].some((each) => each?.figure && isWide(each.figure));
  return wide && card?.figure ? "wide" : "beside";
}

/** @param {GameBook} book @param {Placed} card @param {string} theme */
function drawn(book, { figure, score, place }, theme) {
  if (figure) return figureCard(book, figure, theme, place);
  return scoreCard(book, /** @type {Line} */ (score), theme, place);
}

/** How many things are different: cards and lines. @param {GameBook} book */
export function countOf(book) {
  return new Set(book.differences.map(({ field, says }) => field || says.code)).size;
}

/** @param {GameBook} book @param {Figure} figure @param {string} theme
 * @param {Placed["place"]} place */
function figureCard(book, figure, theme, place) {
  const title = figureText(figure, "title");
  const text = figureText(figure, "text");
  const ratio = RATIOS[place === "whole" ? "wide" : place];
  const picture = drawFigure(book.board, figure, { theme, ratio, label: `${title}. ${text}` });
  return h(
    "article",
    { class: `panel rule-card ${place}` },
    picture,
    h("div", null, h("h3", null, title), h("p", null, withTerms(text)), figure.rule && ruleLink(figure.rule)),
  );
}

/** @param {string} rule */
function ruleLink(rule) {
  const text = t("rulepage.rule");
  return h("a", { class: "rule-id", href: `#${rule}`, "aria-label": `${text}: ${t(rule)}` }, text);
}

/** @param {GameBook} book @param {Line} line @param {string} theme
 * @param {Placed["place"]} place */
function scoreCard(book, line, theme, place) {
  const names = ["rulepage.single", "rulepage.double", "rulepage.triple"].slice(0, book.score);
  const tiles = names.map((name, at) => h("span", null, h("b", null, number(at + 1)), t(name)));
  const tray = h("div", { class: "tiles themed", "data-theme": theme, "aria-hidden": "true" }, tiles);
  return h(
    "article",
    { class: `panel rule-card ${place}` },
    tray,
    h("div", null, h("h3", null, said(line.title)), h("p", null, withTerms(said(line.says)))),
  );
}

/** @param {Line} line */
function inWords(line) {
  return h("li", null, h("b", null, said(line.title)), h("span", null, withTerms(said(line.says))));
}
