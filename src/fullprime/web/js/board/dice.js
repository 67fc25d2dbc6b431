/** The dice, and how many of their numbers are still to be played. */

import { label, make } from "./svg.js";

/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {{number: number, times: number, used: boolean}} Die  `times` 0: just a die. */

const SIZE = 34;
const GAP = 8;
/** @type {Record<number, [number, number][]>} */
const SPOTS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
};

/**
 * What to show of a roll: the two dice, a doublet as often as it counts, or, where more numbers
 * than that are to be played, each number with how many times.
 * @param {number[]} dice  In the order in which they are played.
 * @param {number[]} all  The numbers of the turn; empty if nobody knows.
 * @param {number[]} left  Those that are still to be played.
 * @returns {Die[]}
 */
export function shownDice(dice, all, left) {
  const plain = [...all].sort().join() === [...dice].sort().join();
  if (!all.length || plain) {
    const open = [...left];
    return dice.map((number) => ({ number, times: 0, used: all.length > 0 && !take(open, number) }));
  }
  if (all.length <= 4 && all.every((number) => number === all[0])) {
    const played = all.length - left.length;
    return all.map((number, at) => ({ number, times: 0, used: at < played }));
  }
  return [...new Set(all)].map((number) => {
    const times = left.filter((other) => other === number).length;
    return { number, times, used: times === 0 };
  });
}

/** @param {number[]} numbers @param {number} number */
function take(numbers, number) {
  const at = numbers.indexOf(number);
  if (at >= 0) numbers.splice(at, 1);
  return at >= 0;
}

/**
 * @param {Die[]} dice
 * @param {Box} box
 * @param {number} seat  Whose throw it is.
 */
export function drawDice(dice, box, seat) {
  const counted = dice.some((die) => die.times > 1);
  const step = SIZE + GAP + (counted ? 18 : 0);
  const across = Math.max(1, Math.min(dice.length, Math.floor((box.w + GAP) / step)));
  const down = Math.ceil(dice.length / across);
  const scale = Math.min(1, box.w / (across * step));
  return dice.map((die, number) => {
    const row = Math.floor(number / across);
    const inRow = Math.min(across, dice.length - row * across);
    const x = box.x + box.w / 2 + ((number % across) - (inRow - 1) / 2) * step * scale;
    const y = box.y + box.h / 2 + (row - (down - 1) / 2) * (SIZE + GAP);
    const place = make("g", { transform: `translate(${x - (counted ? 9 : 0)} ${y}) scale(${scale})` });
    place.append(drawDie(die, seat));
    return place;
  });
}

/** @param {Die} die @param {number} seat */
function drawDie({ number, times, used }, seat) {
  const half = SIZE / 2;
  const element = make("g", { class: `die seat${seat}${used ? " used" : ""}`, "data-die": number });
  element.append(make("rect", { x: -half, y: -half, width: SIZE, height: SIZE, rx: 7 }));
  if (!SPOTS[number]) element.append(label("sum", 0, 0, number));
  for (const [x, y] of SPOTS[number] ?? []) element.append(make("circle", { cx: 9 * x, cy: 9 * y, r: 3.4 }));
  if (times > 1) element.append(make("text", { class: "times", x: half + 4, y: 0 }, `×${times}`));
  return element;
}
