/**
 * Where everything lies, in units in which a checker is 40 wide.
 *
 * A place has a key: the viewer's number of a point, or `bar0`, `off1`, `hand0` with the seat whose
 * checkers lie there. Boards of points and rings make the same kind of layout, so that nothing else
 * asks which of them it is.
 */

import { pointsLayout } from "./points.js";
import { ringLayout } from "./ring.js";

/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").BoardShape} BoardShape */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/**
 * @typedef {object} Area  A place on the picture.
 * @property {string} key
 * @property {Box} box  What belongs to it for a finger.
 * @property {number} x  The middle of its first checker.
 * @property {number} y
 * @property {number} dx  The direction in which further checkers follow.
 * @property {number} dy
 * @property {number} room  How far the last may be from the first.
 * @property {number} [edge]  Checkers stand on edge, this wide.
 * @property {{x: number, y: number, text: string}} [label]
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {Area[]} areas
 * @property {[Box, Box]} dice  Where the viewer's and the enemy's dice lie.
 * @property {(owner: Seat | null) => {x: number, y: number}} cube
 * @property {{x: number, y: number}[]} turn  Where the mark of the viewer's, of the enemy's turn is.
 * @property {() => SVGElement[]} draw  The empty board.
 *
 * @typedef {object} Look
 * @property {Seat} seat  Who looks.
 * @property {boolean} homeLeft
 * @property {boolean} compact  Narrow and upright: trays above and below instead of beside.
 * @property {boolean} bar  Is there a bar?
 */

export const CHECKER = 40;

/**
 * @param {BoardShape} board
 * @param {Look} look
 * @returns {Layout}
 */
export function layout(board, look) {
  return board.kind === "ring" ? ringLayout(board, look) : pointsLayout(board, look);
}

/**
 * The key of a place that `seat` calls so.
 * @param {BoardShape} board
 * @param {Seat} viewer
 * @param {Seat} seat
 * @param {Place} place
 */
export function keyOf(board, viewer, seat, place) {
  if (typeof place !== "number") return `${place === "lost" ? "off" : place}${seat}`;
  return String(seat === viewer ? place : board.across[place - 1]);
}

/**
 * How `seat` calls the place with this key; null if it belongs to the other.
 * @param {BoardShape} board
 * @param {Seat} viewer
 * @param {Seat} seat
 * @param {string} key
 * @returns {Place | null}
 */
export function placeOf(board, viewer, seat, key) {
  const point = Number(key);
  if (point) return seat === viewer ? point : board.across[point - 1];
  return key.endsWith(String(seat)) ? /** @type {Place} */ (key.slice(0, -1)) : null;
}

/**
 * The nearest of the places, at most `reach` away: fingers are wider than points.
 * @param {Area[]} areas
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 * @returns {Area | null}
 */
export function nearest(areas, x, y, reach) {
  let best = null;
  let least = reach;
  for (const area of areas) {
    const far = distance(area.box, x, y) + middleDistance(area.box, x, y) / 1000;
    if (far <= least) [best, least] = [area, far];
  }
  return best;
}

/**
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
function distance(box, x, y) {
  const dx = Math.max(box.x - x, 0, x - box.x - box.w);
  const dy = Math.max(box.y - y, 0, y - box.y - box.h);
  return Math.hypot(dx, dy);
}

/**
 * @param {Box} box
 * @param {number} x
 * @param {number} y
 */
function middleDistance(box, x, y) {
  return Math.hypot(box.x + box.w / 2 - x, box.y + box.h / 2 - y);
}

/**
 * The next place in a direction, for a cursor.
 * @param {Area[]} areas
 * @param {Area} from
 * @param {number} dx
 * @param {number} dy
 * @returns {Area}
 */
export function towards(areas, from, dx, dy) {
  let best = from;
  let least = Infinity;
  const [x, y] = middle(from.box);
  for (const area of areas) {
    const [ax, ay] = middle(area.box);
    const along = (ax - x) * dx + (ay - y) * dy;
    const aside = Math.abs((ax - x) * dy) + Math.abs((ay - y) * dx);
    if (along > 4 && along + 3 * aside < least) [best, least] = [area, along + 3 * aside];
  }
  return best;
}

/**
 * @param {Box} box
 * @returns {[number, number]}
 */
function middle(box) {
  return [box.x + box.w / 2, box.y + box.h / 2];
}
