/** What every roll is worth: 36 squares in the colors of luck. A click chooses the dice. */

import { fill, h } from "../dom.js";
import { diceGlyphs, dieGlyph } from "../game/glyphs.js";
import { number, signed, t } from "../words.js";

/** @typedef {import("./verdict.js").Question} Question */
/** @typedef {{dice: [number, number], weight: number, play: string, steps: import("../game/analysis.js").Ranked["steps"],
 *   equity: number, luck: number}} RolledSquare */
/** @typedef {{mean: number, rolls: RolledSquare[], plies: number}} RollMap */

const FACES = [1, 2, 3, 4, 5, 6];
/** Luck from which on a color is as strong as it gets. */
const STRONGEST = 0.5;

/** @param {RollMap} map @param {Question} question
 * @param {{choose: (dice: [number, number]) => void, look: (square: RolledSquare | null) => void}} how
 *   `look`: a square is pointed at, or none */
export function rollMap({ mean, rolls, plies }, { black }, { choose, look }) {
  const line = h("p", { class: "roll-line", "aria-hidden": "true" });
  const rest = t("editor.rolls.mean", { equity: signed(mean) });
  const point = (/** @type {RolledSquare | null} */ square) => {
    look(square);
    if (!square) return fill(line, rest);
    fill(line, diceGlyphs(square.dice, !black), h("b", null, playOf(square)), ` ${signed(square.equity)}`);
  };
  const square = (/** @type {number} */ first, /** @type {number} */ second) => {
    const roll = rolls.find((each) => isRoll(each.dice, first, second));
    return roll ? squareButton(roll, [first, second], choose, point) : h("span");
  };
  point(null);
  const head = (/** @type {number} */ face) => h("span", { class: "roll-head" }, dieGlyph(face, !black));
  return [
    h(
      "div",
      { class: "panel-head" },
      h("h2", null, t("editor.rolls")),
      h("small", null, t("editor.best_at", { depth: t("analysis.plies", { n: plies }) })),
    ),
    h(
      "div",
      { class: "roll-map", role: "group", "aria-label": t("editor.rolls") },
      h("span"),
      FACES.map(head),
      FACES.flatMap((first) => [head(first), ...FACES.map((second) => square(first, second))]),
    ),
    line,
  ];
}

/** @param {number[]} dice @param {number} first @param {number} second */
export function isRoll(dice, first, second) {
  const [a, b] = dice;
  return (a === first && b === second) || (a === second && b === first);
}

/** How strong the color of a square is, in percent. @param {number} luck */
export function strength(luck) {
  return Math.round(Math.min(1, Math.abs(luck) / STRONGEST) * 100);
}

/** @param {RolledSquare} roll */
function playOf({ play, steps }) {
  return steps.length ? play : t("list.none");
}

/** @param {RolledSquare} roll @param {[number, number]} dice
 * @param {(dice: [number, number]) => void} choose
 * @param {(square: RolledSquare | null) => void} point */
function squareButton(roll, dice, choose, point) {
  const [first, second] = dice;
  const values = { a: first, b: second, play: playOf(roll), equity: signed(roll.equity) };
  const made = h(
    "button",
    {
      type: "button",
      class: roll.luck < 0 ? "square unlucky" : "square lucky",
      "aria-label": t("editor.rolls.square", values),
      onclick: () => choose(dice),
      onmouseenter: () => point(roll),
      onmouseleave: () => point(null),
      onfocus: () => point(roll),
      onblur: () => point(null),
    },
    short(roll.equity),
  );
  made.style.setProperty("--strength", `${strength(roll.luck)}%`);
  return made;
}

/** Two digits are all that a square has room for. @param {number} equity */
function short(equity) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return number(equity, { signDisplay: "exceptZero", ...digits }).replace("-", "\u2212");
}
