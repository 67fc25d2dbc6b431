/** What lies beside a board of points: checkers borne off, and those still in hand. */

import { CHECKER, CUBE, EDGE } from "./geometry.js";

/** @import {Plan} from "./points.js" */
/** @import {Area, Box, Corner, Quarter, Sides} from "./types.js" */

const TALLY = 28; // room for their number, where it stands in the tray

/** A tray measured along and across, from the end at the rim.
 * @param {Box} box @param {boolean} upright
 * @param {boolean} forwards  The rim is above, or on the left. */
export function trayOf(box, upright, forwards) {
  const [length, width] = upright ? [box.h, box.w] : [box.w, box.h];
  const sign = forwards ? 1 : -1;
  /** @param {number} along @param {number} across */
  const at = (along, across) => {
    const from = forwards ? along : length - along;
    const [dx, dy] = upright ? [across, from] : [from, across];
    return { x: box.x + dx, y: box.y + dy };
  };
  /** @param {number} along @param {number} size @param {number} across @param {number} breadth */
  const part = (along, size, across, breadth) => {
    const corner = at(forwards ? along : along + size, across);
    return { ...corner, w: upright ? breadth : size, h: upright ? size : breadth };
  };
  const inwards = { dx: upright ? 0 : sign, dy: upright ? sign : 0 };
  return { box, length, width, at, part, inwards };
}

/** @param {Plan} plan @param {Sides} sides */
export function trayAreas(plan, { off, hand, cube }) {
  const cubes = plan.look.cube ? cube : [];
  return [
    ...off.map((corner) => onEdge(plan, corner, off.filter((other) => same(other, corner)))),
    ...hand.map((corner) => {
      const begin = cubes.some((other) => same(other, corner)) ? CUBE + 8 : 0;
      return lyingFlat(plan, corner, hand.filter((other) => same(other, corner)), begin);
    }),
  ];
}

/** @param {Quarter} a @param {Quarter} b */
function same(a, b) {
  return a.upper === b.upper && !!a.home === !!b.home;
}

/** Borne off: on edge, the checkers of two seats side by side.
 * @param {Plan} plan @param {Corner} corner @param {Corner[]} lanes @returns {Area} */
function onEdge(plan, corner, lanes) {
  const { compact } = plan.look;
  const tray = plan.tray(corner);
  const width = tray.width / lanes.length;
  const across = width * lanes.indexOf(corner);
  const margin = EDGE / 2 + 3;
  const room = tray.length - 2 * margin - (compact ? TALLY : 0);
  const box = tray.part(0, tray.length, across, width);
  const label = compact
    ? tray.at(tray.length - TALLY / 2, across + width / 2)
    : { x: box.x + box.w / 2, y: plan.level(corner.upper ? 0 : 1, -plan.rim / 2) };
  const first = tray.at(margin, across + width / 2);
  return { key: `off${corner.seat}`, box, ...first, ...tray.inwards, room, edge: width - 7, label };
}

/** In hand: flat, ready to be played, the checkers of two seats one behind the other.
 * @param {Plan} plan @param {Corner} corner @param {Corner[]} lanes
 * @param {number} begin  Where the cube leaves room.
 * @returns {Area} */
function lyingFlat(plan, corner, lanes, begin) {
  const tray = plan.tray(corner);
  const length = (tray.length - begin) / lanes.length;
  const along = begin + length * lanes.indexOf(corner);
  const box = tray.part(along, length, 0, tray.width);
  const first = tray.at(along + CHECKER / 2, tray.width / 2);
  return { key: `hand${corner.seat}`, box, ...first, ...tray.inwards, room: length - CHECKER };
}
