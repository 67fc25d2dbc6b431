/**
 * Sizes, in units of which a checker takes 60, and the names of places.
 *
 * A place has a key: the viewer's number of a point, or `bar0`, `off1`, `hand0` with the seat whose
 * checkers lie there.
 */

/** @import {Area, Box, Place, Seat, Shape} from "./types.js" */

export const CHECKER = 60; // 58 of them are seen
export const EDGE = 20; // a checker on edge, with the gap to the next
export const CUBE = 56;
export const DIE = 52;

/** The key of a place that `seat` calls so.
 * @param {Shape} board @param {Seat} viewer @param {Seat} seat @param {Place} place */
export function keyOf(board, viewer, seat, place) {
  if (typeof place !== "number") return `${place === "lost" ? "off" : place}${seat}`;
  return String(seat === viewer ? place : board.across[place - 1]);
}

/** How `seat` calls the place with this key; null if it belongs to the other.
 * @param {Shape} board @param {Seat} viewer @param {Seat} seat @param {string} key */
export function placeOf(board, viewer, seat, key) {
  const point = Number(key);
  if (point) return seat === viewer ? point : board.across[point - 1];
  return key.endsWith(String(seat)) ? /** @type {Place} */ (key.slice(0, -1)) : null;
}

/** The nearest of the places, at most `reach` away: fingers are wider than points.
 * @param {Area[]} areas @param {number} x @param {number} y @param {number} reach */
export function nearest(areas, x, y, reach) {
  let best = null;
  let least = reach;
  for (const area of areas) {
    const { w, h } = area.box;
    const [mx, my] = middle(area.box);
    const [dx, dy] = [Math.abs(x - mx), Math.abs(y - my)];
    const outside = Math.hypot(Math.max(0, dx - w / 2), Math.max(0, dy - h / 2));
    const far = outside + Math.hypot(dx, dy) / 1000; // of two that are touched the nearer
    if (far <= least) [best, least] = [area, far];
  }
  return best;
}

/** The next place in a direction, for a cursor.
 * @param {Area[]} areas @param {Area} from @param {number} dx @param {number} dy */
export function towards(areas, from, dx, dy) {
  let best = from;
  let least = Infinity;
  const [x, y] = middle(from.box);
  for (const area of areas) {
    const [ax, ay] = middle(area.box);
    const along = (ax - x) * dx + (ay - y) * dy;
    const far = along + 3 * (Math.abs((ax - x) * dy) + Math.abs((ay - y) * dx));
    if (along > 6 && far < least) [best, least] = [area, far];
  }
  return best;
}

/** @param {Box} box */
function middle({ x, y, w, h }) {
  return [x + w / 2, y + h / 2];
}
