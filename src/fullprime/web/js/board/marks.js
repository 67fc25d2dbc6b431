/** What is drawn over the board to guide the eye: sources, targets, the last play, arrows. */

import { CHECKER, EDGE, keyOf } from "./geometry.js";
import { make, rect } from "./svg.js";

/** @import {Area, Checker, Played, Seat, Shape, Spot} from "./types.js" */
/** @typedef {{areas: Area[], checkers: Checker[], board: Shape, viewer: Seat}} Seen */

/** Where the next checker would lie: behind those that are there.
 * @param {Area} area @param {Checker[]} checkers @returns {Spot} */
function nextSpot(area, checkers) {
  const here = checkers.filter((checker) => checker.key === area.key);
  const last = here.at(-1);
  const step = area.edge ? EDGE : CHECKER;
  const taken = last ? Math.abs(last.x - area.x) + Math.abs(last.y - area.y) + step : 0;
  const depth = Math.min(taken, area.room + (here.length > 4 && !area.edge ? step / 2 : 0));
  return { x: area.x + area.dx * depth, y: area.y + area.dy * depth };
}

/** A legal target: a ring with a dot, so that its shape shows it and not its color alone.
 * @param {Area} area @param {Checker[]} checkers
 * @param {boolean} over  A checker is held over it. */
export function targetMark(area, checkers, over) {
  const kind = over ? "target over" : "target";
  if (area.edge) return rect(`${kind} tray-target`, area.box, 5);
  const { x, y } = nextSpot(area, checkers);
  const ring = make("circle", { r: CHECKER / 2 - 5 });
  const dot = make("circle", { class: "dot", r: 4 });
  return make("g", { class: kind, transform: `translate(${x} ${y})` }, ring, dot);
}

/** A ring on a checker. @param {Checker} checker @param {string} kind @param {number} [r] */
export function ringMark({ seat, x, y }, kind, r = CHECKER / 2 - 3) {
  return make("circle", { class: `${kind} seat${seat}`, cx: x, cy: y, r });
}

/** The cursor of the keyboard. @param {Area} area */
export function cursorMark({ box: { x, y, w, h } }) {
  return rect("cursor", { x: x + 1.5, y: y + 1.5, w: w - 3, h: h - 3 }, 6);
}

/** The last play: an empty place where a checker left, a ring inside each that arrived.
 * @param {Seen} seen @param {Played} play */
export function lastMarks({ areas, checkers, board, viewer }, { seat, steps }) {
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
  return areas.flatMap((area) => {
    if (!Number(area.key)) return [];
    const count = arrived.get(area.key) ?? 0;
    if (left.has(area.key) && !count) {
      const { x, y } = nextSpot(area, checkers);
      return [make("circle", { class: "left", cx: x, cy: y, r: CHECKER / 2 - 4 })];
    }
    const mine = checkers.filter((other) => other.key === area.key && other.seat === seat);
    return mine.slice(mine.length - count).map((checker) => ringMark(checker, "arrived", 13));
  });
}

/** Arrows for a suggested play. @param {Seen} seen @param {Played} play */
export function arrows({ areas, checkers, board, viewer }, { seat, steps }) {
  return steps.flatMap((step) => {
    const keys = step.map((place) => keyOf(board, viewer, seat, place));
    const [from, to] = keys.map((key) => areas.find((area) => area.key === key));
    if (!from || !to) return [];
    const own = checkers.findLast(({ key, seat: whose }) => key === from.key && whose === seat);
    return [arrow(own ?? from, nextSpot(to, checkers))];
  });
}

/** @param {Spot} from @param {Spot} to */
function arrow(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  /** @param {number} turn @param {number} length */
  const back = (turn, length) =>
    `${to.x - length * Math.cos(angle + turn)} ${to.y - length * Math.sin(angle + turn)}`;
  const shaft = make("path", { d: `M${from.x} ${from.y}L${back(0, 10)}` });
  const head = `M${to.x} ${to.y}L${back(0.5, 18)}L${back(-0.5, 18)}Z`;
  return make("g", { class: "arrow" }, shaft, make("path", { class: "head", d: head }));
}
