/** The numbers behind the curve of a match: where every turn lies, how the match stood, and luck. */

import { lastTurn } from "./stops.js";

/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./stops.js").Stop} Stop */

/**
 * @typedef {object} Curve everything from 0 to 1; to the right with time, up for the viewer
 * @property {[number, number][]} line
 * @property {{x: number, game: number}[]} games where each begins
 * @property {{x: number, luck: number}[]} luck from -1 to 1
 * @property {number} most the points at the upper edge; 1 where the curve is a chance
 */

/** Luck of this size fills its bar at least. */
const GREAT_LUCK = 0.5;
/** Places closer than this are one. */
const NEAR = 1e-9;

/** @param {Report} report @param {number} viewer @param {boolean} money points instead of chances
 * @returns {Curve} */
export function curveOf(report, viewer, money) {
  const starts = startsOf(report);
  const whole = starts.at(-1) ?? 1;
  const sign = viewer ? -1 : 1;
  let before = 0;
  /** @type {[number, number][]} */
  const line = [];
  report.games.forEach(({ curve, winner, points }, at) => {
    for (const { turn, value } of curve) {
      const x = ((starts[at] ?? 0) + turn - 1) / whole;
      line.push([x, money ? before + sign * value : viewer ? 1 - value : value]);
    }
    if (winner !== null) before += (winner === viewer ? 1 : -1) * (points ?? 0);
  });
  const most = money ? nice(Math.max(1, ...line.map(([, y]) => Math.abs(y)))) : 1;
  return {
    line: money ? line.map(([x, y]) => [x, (y / most + 1) / 2]) : line,
    games: report.games.map((_, at) => ({ x: (starts[at] ?? 0) / whole, game: at + 1 })),
    luck: luckOf(report, starts, viewer),
    most,
  };
}

/** Where the games begin, in turns; the last number is where all end. @param {Report} report */
function startsOf({ games }) {
  const starts = [0];
  for (const game of games) starts.push((starts.at(-1) ?? 0) + Math.max(1, lastTurn(game)));
  return starts;
}

/** @param {Report} report @param {number[]} starts @param {number} viewer */
function luckOf({ games }, starts, viewer) {
  const whole = starts.at(-1) ?? 1;
  const all = games.flatMap(({ rolls }, at) =>
    rolls.flatMap(({ turn, player, luck }) =>
      luck === null ? [] : [{ x: ((starts[at] ?? 0) + turn - 0.5) / whole, luck: player === viewer ? luck : -luck }],
    ),
  );
  const most = Math.max(GREAT_LUCK, ...all.map(({ luck }) => Math.abs(luck)));
  return all.map(({ x, luck }) => ({ x, luck: luck / most }));
}

/**
 * @typedef {{game: number, turn: number, value: number}} Stand how the match stood before a turn
 * @typedef {{low: Stand, high: Stand, swing: Stand, after: number}} Turns the worst and the best
 *   that it ever was, and the turn that changed most, with what it was after it
 */

/** What is worth telling of a curve of chances. @param {Report} report @param {number} viewer
 * @returns {Turns | null} null: nothing was played */
export function turnsOf(report, viewer) {
  const stands = report.games.map(({ curve }, at) =>
    curve.map(({ turn, value }) => ({ game: at + 1, turn, value: viewer ? 1 - value : value })),
  );
  const before = stands.flatMap((game) => game.slice(0, -1));
  const steps = stands.flatMap((game) => game.slice(1).map(({ value }, at) => value - (game[at]?.value ?? value)));
  const [low, high] = [least(before, ({ value }) => value), least(before, ({ value }) => -value)];
  const largest = least(steps.map((step, at) => ({ step, at })), ({ step }) => -Math.abs(step));
  const swing = largest && before[largest.at];
  return low && high && swing ? { low, high, swing, after: swing.value + largest.step } : null;
}

/** @template T @param {T[]} all @param {(each: T) => number} value */
function least(all, value) {
  return all.reduce((/** @type {T | undefined} */ best, each) => (best && value(best) <= value(each) ? best : each), undefined);
}

/** Where stops lie. @param {Report} report @returns {(stop: Stop) => number} */
export function placesOf(report) {
  const starts = startsOf(report);
  const whole = starts.at(-1) ?? 1;
  return ({ game, turn }) => {
    const start = starts[game - 1] ?? 0;
    return Math.min(starts[game] ?? start + 1, start + turn - 1) / whole;
  };
}

/** How high the curve is there; at a border, as the later game begins or as the earlier one ends.
 * @param {Curve} curve @param {number} x @param {boolean} [ends] */
export function heightAt({ line }, x, ends = false) {
  const found = ends ? line.find(([at]) => at >= x - NEAR) : line.findLast(([at]) => at <= x + NEAR);
  return (found ?? line.at(ends ? -1 : 0))?.[1] ?? 0.5;
}

/** A round number of points that is not smaller. @param {number} value */
export function nice(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 5, 8, 10].map((step) => step * unit).find((step) => step >= value - NEAR) ?? value;
}
