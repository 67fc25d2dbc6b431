/** Which checkers lie where in every place. Nothing here draws. */

import { EDGE, placeOf } from "./geometry.js";

/** @import {Area, Checker, Place, Row, Seat, Shape} from "./types.js" */
/** @typedef {{seat: Seat, checkers: number, held: boolean}} Group */

const MANY = 5; // more than so many are counted for the viewer
const PINNED = 0.5; // how much of a prisoner is seen, in checkers

/** How many checkers of a seat lie in a place. @param {Row} row @param {Place} place */
export function countAt(row, place) {
  if (typeof place === "number") return row.points[place - 1] ?? 0;
  return place === "lost" ? 0 : row[place];
}

/** Is the bar in use, or does the game have one? @param {Shape} board @param {Row[]} rows */
export function hasBar(board, rows) {
  return board.views[0].bar.length > 0 || rows.some((row) => row.bar > 0);
}

/** Everything on the board, from the rim inwards in every place.
 * @param {{areas: Area[], checker: number}} layout @param {Shape} board @param {Seat} viewer
 * @param {Row[]} rows */
export function checkers({ areas, checker: size }, board, viewer, rows) {
  return areas.flatMap((area) => {
    const seats = [viewer, 1 - viewer];
    const found = seats.flatMap((seat) => groupAt(area, board, viewer, seat, rows[seat]));
    found.sort((a, b) => Number(b.held) - Number(a.held)); // prisoners lie below
    return area.edge
      ? found.flatMap((group) => onEdge(area, group, size))
      : spread(area, found, size);
  });
}

/** @param {Area} area @param {Shape} board @param {Seat} viewer @param {Seat} seat
 * @param {Row} row */
function groupAt(area, board, viewer, seat, row) {
  const place = placeOf(board, viewer, seat, area.key);
  if (place === null || !countAt(row, place)) return [];
  const held = typeof place === "number" && row.pinned.includes(place);
  return [{ seat, checkers: countAt(row, place), held }];
}

/** High stacks overlap, and the last checker of a color bears its number.
 * @param {Area} area @param {Group[]} found @param {number} size */
function spread(area, found, size) {
  const between = found[0]?.held ? PINNED * size : size;
  const changes = Math.max(found.length - 1, 0);
  const alike = found.reduce((sum, group) => sum + group.checkers - 1, 0);
  const apart = Math.min(size, (area.room - changes * between) / Math.max(alike, 1));
  /** @type {Checker[]} */
  const list = [];
  let depth = 0;
  for (const { seat, checkers, held } of found) {
    for (let number = 1; number <= checkers; number++) {
      if (list.length) depth += number === 1 ? between : apart;
      const high = area.supply ? !area.label : number > MANY && apart < size - 0.01;
      const last = number === checkers && high;
      const at = { x: area.x + area.dx * depth, y: area.y + area.dy * depth };
      const count = last ? checkers : 0;
      list.push({ seat, key: area.key, ...at, count, held, away: !!area.away, size });
    }
  }
  return list;
}

/** @param {Area} area @param {Group} group @param {number} size @returns {Checker[]} */
function onEdge(area, { seat, checkers }, size) {
  const apart = Math.min(EDGE, area.room / Math.max(checkers - 1, 1));
  const [w, h] = [area.edge, apart - 1.6];
  return Array.from({ length: checkers }, (_, number) => {
    const y = area.y + area.dy * apart * number;
    return { seat, key: area.key, x: area.x, y, w, h, count: 0, held: false, away: false, size };
  });
}
