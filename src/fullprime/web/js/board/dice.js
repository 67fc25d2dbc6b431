/** The dice, and how many of their numbers are still to be played. */

import { label, make } from "./svg.js";

/** @import {Box, Die, Seat} from "./types.js" */

const SIZE = 34;
const STEP = SIZE + 8;
/** Where the spots of each number are, in a square of nine places. */
const SPOTS = ["", "4", "08", "048", "0268", "02468", "035268"];

/** What to show of a roll: the two dice, a doublet as often as it counts, or, where more numbers
 * than that are to be played, each number with how many times.
 * @param {number[]} dice  In the order in which they are played.
 * @param {number[]} all  The numbers of the turn; empty if they are unknown.
 * @param {number[]} left  Those that are still to be played.
 * @returns {Die[]} */
export function shownDice(dice, all, left) {
  if (!all.length) return dice.map((number) => ({ number, times: 0, used: false }));
  if (all.length <= 4 && all.every((number) => number === all[0])) {
    return all.map((number, at) => ({ number, times: 0, used: at < all.length - left.length }));
  }
  if ([...all].sort().join() === [...dice].sort().join()) {
    return dice.map((number) => ({ number, times: 0, used: !left.includes(number) }));
  }
  return [...new Set(left.length ? left : all)].map((number) => {
    const times = left.filter((other) => other === number).length;
    return { number, times, used: times === 0 };
  });
}

/** The numbers as players say them: the throw, or the doublet that follows it in games with stages.
 * @param {{dice?: number[] | null, left?: number[]}} state @returns {number[]} */
export function toPlay({ dice, left = [] }) {
  if (!dice || !left.length || dice.every((number) => left.includes(number))) return dice ?? [];
  return [left[0], left[left.length - 1]];
}

/** Does it matter which die is played first? With a referee a step names no die.
 * @param {{dice?: number[] | null, left?: number[], free?: boolean}} state */
export function canSwap(state) {
  return !state.free && new Set(toPlay(state)).size > 1;
}

/** @param {Die[]} dice @param {Box} box @param {Seat} seat  Whose throw it is. */
export function drawDice(dice, box, seat) {
  const words = dice.some((die) => die.times > 1) ? 26 : 0;
  const step = STEP + words;
  const down = Math.ceil((dice.length * step) / (box.w + 8));
  const across = Math.ceil(dice.length / down);
  const scale = down > 1 ? 0.8 : 1;
  return dice.map((die, number) => {
    const row = Math.floor(number / across);
    const inRow = Math.min(across, dice.length - row * across);
    const x = box.x + (box.w - words) / 2 + ((number % across) - (inRow - 1) / 2) * step * scale;
    const y = box.y + box.h / 2 + (row - (down - 1) / 2) * STEP * scale;
    const transform = `translate(${x} ${y}) scale(${scale})`;
    return make("g", { transform }, drawDie(die, seat));
  });
}

/** @param {Die} die @param {Seat} seat */
function drawDie({ number, times, used }, seat) {
  const half = SIZE / 2;
  const element = make("g", { class: `die seat${seat}${used ? " used" : ""}`, "data-die": number });
  element.append(make("rect", { x: -half, y: -half, width: SIZE, height: SIZE, rx: 7 }));
  for (const spot of SPOTS[number] ?? "") {
    const [cx, cy] = [9 * ((Number(spot) % 3) - 1), 9 * (Math.floor(Number(spot) / 3) - 1)];
    element.append(make("circle", { cx, cy, r: 3.4 }));
  }
  if (times > 1) element.append(label("times", half + 4, 0, `×${times}`));
  return element;
}
