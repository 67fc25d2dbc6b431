/** What a review says of a match, in a few figures: PR with its bar, luck, the worst error. */

import { h, link } from "../dom.js";
import { decisionAddress, reviewAddress } from "../review/address.js";
import { choiceText } from "../review/said.js";
import { SIGNS } from "../review/sizes.js";
import { number, signed, t } from "../words.js";

/**
 * @typedef {object} Worst the most expensive decision of a player
 * @property {string} played
 * @property {string} best
 * @property {number} error
 * @property {"doubtful" | "error" | "blunder"} size
 * @property {"checker" | "double" | "take"} kind
 * @property {number} game from 0
 * @property {number} turn from 1
 * @property {[number, number] | null} dice
 *
 * @typedef {object} Rating what the list of matches says of me
 * @property {number | null} pr
 * @property {number | null} interval
 * @property {number} decisions
 * @property {number} luck
 * @property {Worst | null} worst
 * @property {number} seat
 */

/** Up to these PRs a bar is green, then yellow. */
const [GOOD, FAIR] = [7, 9];
/** The bar of this PR is full. */
const WHOLE = 14;

/** @param {number} pr */
export function prText(pr) {
  return number(pr, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** @param {number} luck */
export function luckText(luck) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return number(luck, { signDisplay: "exceptZero", ...digits }).replace("-", "\u2212");
}

/** Its sign and what it cost. @param {Worst} worst */
export function sizeMark({ size, error }) {
  const sign = h("span", { "aria-hidden": "true" }, SIGNS[size]);
  const name = h("span", { class: "unseen" }, t(`mark.${size}`));
  return h("b", { class: `cost is-${size} number` }, sign, name, " ", signed(-error));
}

/** The PR, and a bar that is the longer the more was lost. @param {number} pr */
export function rateBar(pr) {
  const bar = h("i", { class: pr <= GOOD ? "is-good" : pr <= FAIR ? "is-fair" : "is-poor" });
  bar.style.setProperty("--share", String(Math.min(1, pr / WHOLE)));
  return bar;
}

/** @param {string} id of a match @param {Worst} worst a decision of it */
export function worstAddress(id, { game, turn, kind }) {
  return reviewAddress(id, decisionAddress(game + 1, turn, kind));
}

/** Three cells of a row; dashes while there is nothing to say.
 * @param {import("../match-card.js").Listed} match @param {string} about the match, for those who
 *   listen */
export function ratedCells({ id, review, reviewing, state, imported }, about) {
  if (!review) {
    const over = state === "over" || imported;
    const first = reviewing ? waiting() : over ? reviewLink(id, about) : nothing("rated");
    return [first, nothing("luck"), nothing("worst")];
  }
  return [rateCell(id, review, about), luckCell(review), worstCell(id, review, about)];
}

/** Nothing is known of me there, or no review was made. @param {string} id @param {string} about */
function reviewLink(id, about) {
  const label = t("matches.review");
  return link(reviewAddress(id), label, { class: "rated more", "aria-label": `${label}: ${about}` });
}

/** Figures are still to come; null: they are all there. @param {import("../match-card.js").Listed[]} matches */
export function stillReviewing(matches) {
  const n = matches.filter(({ reviewing }) => reviewing).length;
  if (!n) return null;
  const sign = h("i", { class: "spinner", "aria-hidden": "true" });
  return h("p", { class: "still-reviewing faint", role: "status" }, sign, t("matches.still_reviewing", { n }));
}

function waiting() {
  const text = t("matches.reviewing");
  const sign = h("i", { class: "spinner", "aria-hidden": "true" });
  return h("span", { class: "rated waits", title: text }, sign, h("span", { class: "unseen" }, text));
}

/** @param {string} name */
function nothing(name) {
  return h("span", { class: `${name} no-figure faint`, "aria-hidden": "true" }, h("span", null, "–"));
}

/** Seen where the columns have no heads. @param {string} name */
function columnName(name) {
  return h("span", { class: "column-name" }, `${t(`matches.column.${name}`)} `);
}

/** @param {string} id @param {Rating} review @param {string} about */
function rateCell(id, { pr, interval, decisions }, about) {
  if (pr === null) return nothing("rated");
  const range = interval === null ? "" : ` ± ${prText(interval)}`;
  const title = t("matches.decisions", { n: decisions });
  const figure = h("b", { class: "number" }, prText(pr));
  const spoken = `${t("matches.review")}: ${about}. PR ${prText(pr)}`;
  const looks = { class: "rated", title: `PR ${prText(pr)}${range}, ${title}`, "aria-label": spoken };
  const name = columnName("pr");
  return link(reviewAddress(id), [name, figure, rateBar(pr)], looks);
}

/** @param {Rating} review */
function luckCell({ luck }) {
  return h("span", { class: "luck number" }, columnName("luck"), luckText(luck));
}

/** @param {string} id @param {Rating} review @param {string} about */
function worstCell(id, { worst }, about) {
  if (!worst) return h("span", { class: "worst faint" }, t("matches.no_error"));
  const done = choiceText(worst.kind, worst.played);
  const play = h("bdi", { class: "number", dir: worst.kind === "checker" ? "ltr" : null }, done);
  const spoken = `${t("matches.column.worst")}, ${about}: ${done}, ${t(`mark.${worst.size}`)}, ${signed(-worst.error)}`;
  return link(worstAddress(id, worst), [play, " ", sizeMark(worst)], { class: "worst", "aria-label": spoken });
}
