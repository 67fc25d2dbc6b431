/** All rolls as squares in the colors of luck, and as a list with their plays. */

import { h } from "../dom.js";
import { localPlay } from "../game/history.js";
import { diceGlyphs, dieGlyph } from "../game/glyphs.js";
import { isRoll, strength } from "../editor/roll-map.js";
import { number, signed, t } from "../words.js";
import { closeness } from "./close.js";

/** @import {BookRoll} from "./types.js" */
/** @typedef {{choose: (roll: BookRoll) => void, look: (roll: BookRoll | null) => void}} Hands */

const FACES = [1, 2, 3, 4, 5, 6];
/** Where the arrow keys lead: so many faces down and across. @type {Record<string, [number, number]>} */
const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Where both dice may show the same, or a roll is not possible, a square stays empty.
 * @param {BookRoll[]} rolls @param {{light: boolean, now: string | null, label: string}} looks
 * @param {Hands} hands */
export function rollGrid(rolls, { light, now, label }, hands) {
  const weights = rolls.reduce((sum, { weight }) => sum + weight, 0);
  const mean = rolls.reduce((sum, { weight, best }) => sum + weight * best.equity, 0) / weights;
  /** @type {Map<string, HTMLButtonElement>} */
  const squares = new Map();
  const square = (/** @type {number} */ first, /** @type {number} */ second) => {
    const roll = rolls.find(({ dice }) => isRoll(dice, first, second));
    if (!roll) return h("span");
    const made = squareButton(roll, roll.best.equity - mean, roll.roll === now, hands);
    squares.set(`${first}${second}`, made);
    return made;
  };
  const head = (/** @type {number} */ face) => h("span", { class: "roll-head" }, dieGlyph(face, light));
  const grid = h(
    "div",
    { class: "roll-map", role: "group", "aria-label": label },
    h("span"),
    FACES.map(head),
    FACES.flatMap((first) => [head(first), ...FACES.map((second) => square(first, second))]),
  );
  grid.addEventListener("keydown", (event) => move(squares, event));
  oneStop([...squares.values()]);
  return grid;
}

/** Tab goes to one square, the arrow keys to the others. @param {HTMLButtonElement[]} squares */
function oneStop(squares) {
  const stop = squares.find((each) => each.getAttribute("aria-current")) ?? squares[0];
  for (const each of squares) each.tabIndex = each === stop ? 0 : -1;
}

/** @param {Map<string, HTMLButtonElement>} squares @param {KeyboardEvent} event */
function move(squares, event) {
  const way = KEYS[event.key];
  const here = [...squares].find(([, square]) => square === event.target)?.[0];
  if (!way || !here) return;
  event.preventDefault();
  let [row, column] = [Number(here[0]), Number(here[1])];
  for (let left = 6; left > 0; left--) {
    row += way[0];
    column += way[1];
    const next = squares.get(`${row}${column}`);
    if (next) return next.focus();
  }
}

/** @param {BookRoll} roll @param {number} luck @param {boolean} now @param {Hands} hands */
function squareButton(roll, luck, now, { choose, look }) {
  const [a, b] = roll.dice;
  const values = { a, b, play: playText(roll.best.play), equity: signed(roll.best.equity) };
  const made = h(
    "button",
    {
      type: "button",
      class: luck < 0 ? "square unlucky" : "square lucky",
      "aria-label": t("editor.rolls.square", values),
      "aria-current": now ? "true" : null,
      onclick: () => choose(roll),
      onmouseenter: () => look(roll),
      onmouseleave: () => look(null),
      onfocus: () => look(roll),
      onblur: () => look(null),
    },
    shortEquity(roll.best.equity),
  );
  made.style.setProperty("--strength", `${strength(luck)}%`);
  return made;
}

/** @param {number} equity */
function shortEquity(equity) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return number(equity, { signDisplay: "exceptZero", ...digits }).replace("-", "\u2212");
}

/** Every roll with its best play, and a sign where another is as good.
 * @param {BookRoll[]} rolls @param {{light: boolean, now: string | null}} looks @param {Hands} hands */
export function rollList(rolls, { light, now }, { choose, look }) {
  const rows = rolls.map((roll) => {
    const how = closeness(roll.second);
    const row = h(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-roll": roll.roll,
        "aria-current": roll.roll === now ? "true" : null,
        onclick: () => choose(roll),
        onmouseenter: () => look(roll),
        onmouseleave: () => look(null),
        onfocus: () => look(roll),
        onblur: () => look(null),
      },
      h("span", { class: "dice", role: "img", "aria-label": [...roll.dice].sort((a, b) => b - a).join("-") }, diceGlyphs(roll.dice, light)),
      h("span", { class: "notation" }, playText(roll.best.play)),
      h("span", { class: "number faint" }, signed(roll.best.equity)),
      how === "open" || how === "close" ? h("i", { class: `lead ${how}`, title: t(`book.${how}.short`) }, t(`book.${how}.sign`)) : h("i"),
    );
    return h("li", null, row);
  });
  return [h("ol", { class: "book-rolls" }, rows), legend(rolls)];
}

/** What the signs mean that are there. @param {BookRoll[]} rolls */
function legend(rolls) {
  const found = rolls.map(({ second }) => closeness(second));
  const signs = /** @type {const} */ (["open", "close"]).filter((how) => found.includes(how));
  const parts = signs.map((how) => h("span", null, h("i", { class: `lead ${how}` }, t(`book.${how}.sign`)), ` ${t(`book.${how}.short`)}`));
  return parts.length > 0 && h("p", { class: "faint hint book-legend" }, parts);
}

/** @param {string} play */
export function playText(play) {
  return play === "(no play)" ? t("list.none") : localPlay(play);
}
