/** What is drawn over the board to guide the eye: sources, targets, the last play. */

import { copyOf } from "./defs.js";
import { CHECKER, EDGE, keyOf } from "./geometry.js";
import { label, make, rect } from "./svg.js";

/** @import {Area, Checker, Layout, Played, Seat, Shape, Spot, Tone} from "./types.js" */
/**
 * @typedef {object} Seen  What marks are drawn on.
 * @property {Layout} layout
 * @property {Checker[]} checkers
 * @property {Shape} board
 * @property {Seat} viewer
 * @property {Seat} light  The seat with the light checkers.
 */

/** Where the next checker would lie: behind those that are there.
 * @param {Area} area @param {Seen} seen @returns {Spot} */
export function nextSpot(area, { checkers, layout }) {
  const here = checkers.filter((checker) => checker.key === area.key);
  const last = here.at(-1);
  const step = area.edge ? EDGE : layout.checker;
  const taken = last ? Math.abs(last.x - area.x) + Math.abs(last.y - area.y) + step : 0;
  const depth = Math.min(taken, area.room + (here.length > 4 && !area.edge ? step / 2 : 0));
  return { x: area.x + area.dx * depth, y: area.y + area.dy * depth };
}

/** @param {Seen} seen @param {Seat} seat @returns {Tone} */
export function toneOf({ light }, seat) {
  return seat === light ? "light" : "dark";
}

/** A checker that is not there yet. @param {Spot} at @param {number} size @param {Tone} tone */
export function ghost({ x, y }, size, tone) {
  const transform = `translate(${x} ${y}) scale(${size / CHECKER})`;
  return copyOf(`checker-${tone}`, { class: "ghost", transform });
}

/** A legal target: a translucent checker in a ring, and the numbers that lead there.
 * @param {Area} area @param {Seen} seen @param {Seat} seat @param {number[]} numbers
 * @param {boolean} over  A checker is held over it. */
export function targetMark(area, seen, seat, numbers, over) {
  const kind = over ? "target over" : "target";
  const size = seen.layout.checker;
  if (area.edge)
    return [rect(`${kind} tray-target`, inset(area.box, 2), 8), ...tag(besideTray(area), numbers)];
  const at = nextSpot(area, seen);
  const small = Math.min(1, area.box.h / size);
  return [
    ghost(at, size * small, toneOf(seen, seat)),
    make("circle", { class: kind, cx: at.x, cy: at.y, r: (size / 2 - 2.5) * small }),
    ...tag(tagSpot(area, at, size, widthOf(wordsOf(numbers))), numbers),
  ];
}

/** Beside the checker, as far from it whichever way the stack grows.
 * @param {Area} area @param {Spot} at @param {number} size @param {number} width
 * @returns {Spot} */
function tagSpot({ dx, dy, away }, { x, y }, size, width) {
  if (away) return { x, y };
  const [aside, beyond] = [size / 2 + width / 2 + 4, size * 0.74];
  return { x: x + dx * aside, y: y + dy * beyond };
}

/** @param {Area} area @returns {Spot} */
function besideTray({ box, dy }) {
  return { x: box.x + box.w / 2, y: dy > 0 ? box.y + box.h - 18 : box.y + 18 };
}

/** @param {Spot} at @param {number[]} numbers */
function tag({ x, y }, numbers) {
  if (!numbers.length) return [];
  const words = wordsOf(numbers);
  const width = widthOf(words);
  const box = { x: -width / 2, y: -11, w: width, h: 22 };
  return [
    make(
      "g",
      { class: "tag", transform: `translate(${x} ${y})` },
      rect("", box, 7),
      label("", 0, 0.5, words),
    ),
  ];
}

/** @param {number[]} numbers */
function wordsOf(numbers) {
  const alike = numbers.length > 2 && new Set(numbers).size === 1;
  return alike ? `${numbers.length}×${numbers[0]}` : numbers.join("+");
}

/** @param {string} words */
function widthOf(words) {
  return 16 + 9 * words.length;
}

/** @param {{x: number, y: number, w: number, h: number}} box @param {number} by */
function inset({ x, y, w, h }, by) {
  return { x: x + by, y: y + by, w: w - 2 * by, h: h - 2 * by };
}

/** A ring on a checker.
 * @param {Checker} checker @param {string} kind @param {number} r  In checkers.
 * @param {number} [high]  How far it is lifted. */
export function ringMark({ x, y, size }, kind, r, high = 0) {
  return make("circle", { class: kind, cx: x, cy: y - high, r: r * size });
}

/** The cursor of the keyboard. @param {Area} area */
export function cursorMark({ box }) {
  return rect("cursor", inset(box, 2), 8);
}

/** Where a checker has left, unless those that stay lie so close that it would cross them.
 * @param {Area} area @param {Seen} seen */
function emptyPlace(area, seen) {
  const size = seen.layout.checker;
  const { x, y } = nextSpot(area, seen);
  const last = seen.checkers.findLast(({ key }) => key === area.key);
  if (last && Math.hypot(last.x - x, last.y - y) < size * 0.9) return [];
  return [make("circle", { class: "left", cx: x, cy: y, r: size / 2 - 5 })];
}

/** A play: an empty place where a checker left, a ring around each that arrived.
 * @param {Seen} seen @param {Played} play @param {string} kind  Of the rings. */
export function playMarks(seen, { seat, steps }, kind) {
  const { layout, checkers, board, viewer } = seen;
  /** @type {Map<string, number>} */
  const arrived = new Map();
  /** @type {Set<string>} */
  const left = new Set();
  for (const step of steps) {
    const [from, to] = step.map((place) => keyOf(board, viewer, seat, place));
    const passing = arrived.get(from);
    if (passing) arrived.set(from, passing - 1);
    else left.add(from);
    arrived.set(to, (arrived.get(to) ?? 0) + 1);
  }
  return layout.areas.flatMap((area) => {
    if (!Number(area.key)) return [];
    const count = arrived.get(area.key) ?? 0;
    if (left.has(area.key) && !count) return emptyPlace(area, seen);
    const mine = checkers.filter((other) => other.key === area.key && other.seat === seat);
    return mine.slice(mine.length - count).map((checker) => ringMark(checker, kind, 0.46));
  });
}
