/** Which checkers lie where: a list of spots for every place. Nothing here draws. */

import { CHECKER, placeOf } from "./geometry.js";

/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./types.js").BoardShape} BoardShape */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Seat} Seat */
/**
 * @typedef {object} Spot  One checker.
 * @property {Seat} seat
 * @property {string} key
 * @property {number} x
 * @property {number} y
 * @property {number} [w]  On edge: its sizes.
 * @property {number} [h]
 * @property {number} count  Shown on it if more than 0.
 * @property {boolean} held  It lies under an enemy.
 *
 * @typedef {{seat: Seat, checkers: number, held: boolean}} Group
 */

const PINNED = 0.5; // how much of a prisoner is seen, in checkers
const EDGE = 13;

/**
 * How many checkers of a seat lie in a place.
 * @param {Row} row
 * @param {import("./types.js").Place} place
 */
export function countAt(row, place) {
  if (typeof place === "number") return row.points[place - 1] ?? 0;
  return place === "lost" ? 0 : row[place];
}

/**
 * Everything on the board, from the rim inwards in every place.
 * @param {Area[]} areas
 * @param {BoardShape} board
 * @param {Seat} viewer
 * @param {[Row, Row]} rows
 * @returns {Spot[]}
 */
export function spots(areas, board, viewer, rows) {
  return areas.flatMap((area) => spread(area, groups(area, board, viewer, rows)));
}

/**
 * Prisoners come before those who hold them, else the viewer's checkers before the enemy's.
 * @param {Area} area
 * @param {BoardShape} board
 * @param {Seat} viewer
 * @param {[Row, Row]} rows
 * @returns {Group[]}
 */
function groups(area, board, viewer, rows) {
  const found = [];
  for (const seat of /** @type {Seat[]} */ ([viewer, 1 - viewer])) {
    const place = placeOf(board, viewer, seat, area.key);
    const checkers = place === null ? 0 : countAt(rows[seat], place);
    const held = typeof place === "number" && rows[seat].pinned.includes(place);
    if (checkers) found.push({ seat, checkers, held });
  }
  return found.sort((a, b) => Number(b.held) - Number(a.held));
}

/**
 * High stacks overlap, and the last checker of a colour bears its number.
 * @param {Area} area
 * @param {Group[]} found
 * @returns {Spot[]}
 */
function spread(area, found) {
  if (area.edge) return found.flatMap((group) => onEdge(area, group));
  const between = found[0]?.held ? PINNED * CHECKER : CHECKER;
  const changes = Math.max(found.length - 1, 0);
  const all = found.reduce((sum, group) => sum + group.checkers, 0);
  const alike = Math.max(all - 1 - changes, 1);
  const apart = Math.min(CHECKER, (area.room - changes * between) / alike);
  /** @type {Spot[]} */
  const list = [];
  let depth = 0;
  for (const { seat, checkers, held } of found) {
    for (let number = 1; number <= checkers; number++) {
      if (list.length) depth += number === 1 ? between : apart;
      const crowded = number === checkers && checkers > 1 && apart < CHECKER - 0.01;
      const x = area.x + area.dx * depth;
      const y = area.y + area.dy * depth;
      list.push({ seat, key: area.key, x, y, count: crowded ? checkers : 0, held });
    }
  }
  return list;
}

/**
 * @param {Area} area
 * @param {Group} group
 * @returns {Spot[]}
 */
function onEdge(area, { seat, checkers }) {
  const apart = Math.min(EDGE, area.room / Math.max(checkers - 1, 1));
  const [w, h] = area.dx ? [apart - 2, area.edge] : [area.edge, apart - 2];
  return Array.from({ length: checkers }, (_, number) => {
    const x = area.x + area.dx * apart * number;
    const y = area.y + area.dy * apart * number;
    return { seat, key: area.key, x, y, w, h, count: 0, held: false };
  });
}

/**
 * Is the bar in use, or does the game have one anyway?
 * @param {BoardShape} board
 * @param {[Row, Row]} rows
 */
export function hasBar(board, rows) {
  return board.views[0].bar.length > 0 || rows.some((row) => row.bar > 0);
}

