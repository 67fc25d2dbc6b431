/** What lies beside a board of points: checkers borne off, and those still in hand. */

import { CUBE, EDGE } from "./geometry.js";

/** @import {Plan} from "./points.js" */
/** @import {Area, Box, Corner, Quarter, Sides} from "./types.js" */

const HIGH = 294;
const MARGIN = 4;
const PILE = 46; // how far a pile of checkers leans, in units

/** The hollow in a corner. @param {Plan} plan @param {Quarter} where @returns {Box} */
export function trayBox({ width, height, rim, isLeft }, { upper, home }) {
  const y = upper ? rim + MARGIN : height - rim - MARGIN - HIGH;
  return { x: isLeft(home) ? 18 : width - 98, y, w: 80, h: HIGH };
}

/** @param {Plan} plan @param {Sides} sides */
export function trayAreas(plan, { off, hand, cube }) {
  const cubes = plan.look.cube ? cube : [];
  return [
    ...off.map((corner) => {
      const lanes = off.filter((other) => same(other, corner));
      return plan.look.supply ? pile(plan, corner, lanes) : onEdge(plan, corner, lanes);
    }),
    ...hand.map((corner) => {
      const begin = cubes.some((other) => same(other, corner))
        ? plan.cubeRim - plan.rim + CUBE / 2
        : 0;
      return lyingFlat(
        plan,
        corner,
        hand.filter((other) => same(other, corner)),
        begin,
      );
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
  const { upper, seat } = corner;
  const tray = trayBox(plan, corner);
  const w = tray.w / lanes.length;
  const box = { ...tray, x: tray.x + w * lanes.indexOf(corner), w };
  const margin = EDGE / 2 + MARGIN;
  const x = box.x + w / 2;
  const label = { x, y: plan.level(upper ? 0 : 1, -plan.rim / 2) };
  const y = upper ? box.y + margin : box.y + box.h - margin;
  const room = box.h - 2 * margin;
  return { key: `off${seat}`, box, x, y, dx: 0, dy: upper ? 1 : -1, room, edge: w - 6, label };
}

/** While a position is set up: a pile of those that are not on the board, and how many they are;
 * the piles of two seats one behind the other.
 * @param {Plan} plan @param {Corner} corner @param {Corner[]} lanes @returns {Area} */
function pile(plan, corner, lanes) {
  const tray = trayBox(plan, corner);
  const h = tray.h / lanes.length;
  const box = { ...tray, y: tray.y + h * lanes.indexOf(corner), h };
  const x = box.x + box.w / 2;
  const middle = box.y + h / 2;
  const y = middle + PILE / 2;
  const label = { x, y: y + plan.checker / 2 + 20 };
  return { key: `off${corner.seat}`, box, x, y, dx: 0, dy: -1, room: PILE, label, supply: true };
}

/** In hand: flat, ready to be played, the checkers of two seats one behind the other.
 * @param {Plan} plan @param {Corner} corner @param {Corner[]} lanes
 * @param {number} begin  Where the cube leaves room.
 * @returns {Area} */
function lyingFlat(plan, corner, lanes, begin) {
  const { checker } = plan;
  const { upper, seat } = corner;
  const tray = trayBox(plan, corner);
  const length = (tray.h - begin) / lanes.length;
  const along = begin + length * lanes.indexOf(corner);
  const box = { ...tray, y: upper ? tray.y + along : tray.y + tray.h - along - length, h: length };
  const first = along + checker / 2 + MARGIN;
  const y = upper ? tray.y + first : tray.y + tray.h - first;
  const room = length - checker - 2 * MARGIN;
  const x = box.x + box.w / 2;
  return { key: `hand${seat}`, box, x, y, dx: 0, dy: upper ? 1 : -1, room };
}

/** Without trays: at the outer ends of the gap between the points. Checkers in hand lie there; what
 * is borne off leaves the board, and is shown beside it.
 * @param {Plan} plan @param {Sides} sides @returns {Area[]} */
export function pockets(plan, { off, hand }) {
  /** @type {Map<string, number>} */
  const taken = new Map();
  /** How far from the end the next thing in a corner begins.
   * @param {Corner} corner @param {number} width */
  const inwards = ({ upper, home }, width) => {
    const name = `${upper} ${plan.isLeft(home)}`;
    const begin = taken.get(name) ?? 0;
    taken.set(name, begin + width);
    return begin;
  };
  const width = 1.6 * plan.checker;
  return [
    ...hand.map((corner) => {
      const box = pocket(plan, corner, inwards(corner, width), width);
      const dx = plan.isLeft(corner.home) ? 1 : -1;
      const x = dx > 0 ? box.x + plan.checker / 2 + 2 : box.x + box.w - plan.checker / 2 - 2;
      const room = box.w - plan.checker - 4;
      return { key: `hand${corner.seat}`, box, x, y: box.y + box.h / 2, dx, dy: 0, room };
    }),
    ...off.map((corner) => {
      const box = pocket(plan, corner, inwards(corner, plan.checker), plan.checker);
      const [x, y] = [box.x + box.w / 2, box.y + box.h / 2];
      return {
        key: `off${corner.seat}`,
        box,
        x,
        y,
        dx: 0,
        dy: 0,
        room: 0,
        away: !plan.look.supply,
        supply: plan.look.supply,
      };
    }),
  ];
}

/** @param {Plan} plan @param {Corner} corner @param {number} begin @param {number} w
 * @returns {Box} */
function pocket(plan, { upper, home }, begin, w) {
  const left = plan.isLeft(home);
  const field = plan.field(left ? 0 : 1);
  const h = plan.half - plan.depth;
  const x = left ? field.x + begin : field.x + field.w - begin - w;
  return { x, y: plan.height / 2 - (upper ? h : 0), w, h };
}
