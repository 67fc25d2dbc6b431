/** The dice of a match: the luck of either player game by game, and the rolls that mattered most. A
 * dialog over the review; a roll leads to its turn. */

import { button, fill, h } from "../dom.js";
import { diceGlyphs } from "../game/glyphs.js";
import { boardColors } from "../game/table.js";
import { luckText } from "../matches/rated.js";
import { number, t } from "../words.js";

/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").Roll} Roll */
/** @typedef {Roll & {game: number, luck: number}} Known */
/** @typedef {object} Around
 * @property {[string, string]} names by seat
 * @property {number} viewer the seat that comes first
 * @property {number} white
 * @property {(address: string) => void} go to a turn */

const CLOSE = "\u00d7";
/** Rolls of either player that are listed. */
const MOST = 5;

/** @param {Report} report @param {Around} around */
export function showLuck(report, around) {
  const dialog = h("dialog", { class: "luck-map themed", ...boardColors(), "aria-labelledby": "luck-title" });
  const close = button(CLOSE, () => dialog.close(), { class: "quiet icon-button", "aria-label": t("luck.close") });
  const go = (/** @type {Known} */ roll) => {
    dialog.close();
    around.go(`${roll.game}.${roll.turn}`);
  };
  const seats = around.viewer ? [1, 0] : [0, 1];
  const rolls = knownRolls(report);
  fill(
    dialog,
    h("div", { class: "panel-head" }, h("h2", { id: "luck-title" }, t("luck.title")), close),
    h(
      "div",
      { class: "luck-body" },
      byGame(report, rolls, seats, around.names),
      h("div", { class: "luck-lists" }, seats.map((seat) => greatest(rolls, seat, around, go))),
      h("p", { class: "faint" }, t("review.luck.about")),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Report} report @returns {Known[]} those with a measure of luck */
export function knownRolls({ games }) {
  return games.flatMap(({ rolls }, at) =>
    rolls.flatMap((roll) => (roll.luck === null ? [] : [{ ...roll, luck: roll.luck, game: at + 1 }])),
  );
}

/** @param {Known[]} rolls @param {number} seat @param {number} [game] */
export function luckSum(rolls, seat, game) {
  const mine = rolls.filter((roll) => roll.player === seat && (game === undefined || roll.game === game));
  return mine.reduce((sum, { luck }) => sum + luck, 0);
}

/** @param {Report} report @param {Known[]} rolls @param {number[]} seats @param {[string, string]} names */
function byGame({ games }, rolls, seats, names) {
  const most = Math.max(0.01, ...games.flatMap((_, at) => seats.map((seat) => Math.abs(luckSum(rolls, seat, at + 1)))));
  const cell = (/** @type {number} */ luck) => {
    const bar = h("i", { class: luck < 0 ? "unlucky" : "lucky", "aria-hidden": "true" });
    bar.style.setProperty("--share", String(Math.min(1, Math.abs(luck) / most)));
    return h("td", null, luckText(luck), bar);
  };
  const row = (/** @type {string} */ name, /** @type {number | undefined} */ game) =>
    h("tr", null, h("th", { scope: "row" }, name), seats.map((seat) => cell(luckSum(rolls, seat, game))));
  const head = h("tr", null, h("td"), seats.map((seat) => h("th", { scope: "col" }, h("bdi", null, names[seat ? 1 : 0]))));
  const rows = games.map((_, at) => row(t("luck.game", { n: at + 1 }), at + 1));
  const whole = games.length > 1 ? h("tfoot", null, row(t("luck.all"), undefined)) : null;
  return h("table", { class: "luck-table number" }, h("thead", null, head), h("tbody", null, rows), whole);
}

/** The rolls that helped or hurt a player most. @param {Known[]} rolls @param {number} seat
 * @param {Around} around @param {(roll: Known) => void} go */
function greatest(rolls, seat, { names, white }, go) {
  const mine = rolls.filter(({ player }) => player === seat).sort((a, b) => b.luck - a.luck);
  const best = mine.slice(0, MOST).filter(({ luck }) => luck > 0);
  const worst = mine.slice(-MOST).filter(({ luck }) => luck < 0).reverse();
  const line = (/** @type {Known} */ roll) => {
    const place = t("review.turn", { game: roll.game, turn: roll.turn });
    const looks = { type: "button", class: "quiet", onclick: () => go(roll), "aria-label": `${place}, ${roll.dice.map((die) => number(die)).join("-")}: ${luckText(roll.luck)}` };
    const value = h("b", { class: roll.luck < 0 ? "number unlucky" : "number lucky" }, luckText(roll.luck));
    return h("li", null, h("button", looks, h("span", { class: "dice" }, diceGlyphs(roll.dice, seat === white)), h("span", { class: "faint" }, place), value));
  };
  const list = (/** @type {string} */ key, /** @type {Known[]} */ found) => found.length > 0 && [h("h4", null, t(key)), h("ol", null, found.map(line))];
  return h("section", null, h("h3", null, h("bdi", null, names[seat ? 1 : 0])), list("luck.best", best), list("luck.worst", worst));
}
