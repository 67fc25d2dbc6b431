/** A board of two rows of points: the bar between their halves, trays beside them where there is
 * room. */

import { CUBE, DIE } from "./geometry.js";
import { field, foldingRail, frame, hollow, inlaid } from "./ground.js";
import { pockets, trayAreas, trayBox } from "./trays.js";

/** @import {Area, Box, Corner, Form, Layout, Look} from "./types.js" */
/** @import {Quarter, Seat, Shape, Sides} from "./types.js" */
/** @typedef {ReturnType<typeof measure>} Plan */

/**
 * @typedef {object} Measure
 * @property {number} width
 * @property {number} height  At least; what is more goes to the points and the gap.
 * @property {number} rail  At the side.
 * @property {number} side  From the edge to the points.
 * @property {number} rim  Above and below.
 * @property {number} pitch  From point to point.
 * @property {number} bar
 * @property {number} depth  How long a point is.
 * @property {number} checker
 * @property {number} die  How large dice are, times their usual size; then the cube.
 * @property {number} cube
 * @property {number} cubeRim  From the rim to an owned cube.
 * @property {number} clear  What stacks leave free before the middle.
 */

/** @type {Record<Form, Measure>} */
const MEASURES = {
  wide: {
    width: 1072,
    height: 752,
    rail: 16,
    side: 116,
    rim: 28,
    pitch: 64,
    bar: 72,
    depth: 292,
    checker: 60,
    die: 1.04,
    cube: 0.96,
    cubeRim: 74,
    clear: 0,
  },
  upright: {
    width: 704,
    height: 944,
    rail: 13,
    side: 13,
    rim: 30,
    pitch: 52,
    bar: 54,
    depth: 345,
    checker: 50,
    die: 1.27,
    cube: 0.82,
    cubeRim: 151,
    clear: 40,
  },
  flat: {
    width: 858,
    height: 560,
    rail: 15,
    side: 15,
    rim: 26,
    pitch: 64,
    bar: 60,
    depth: 222,
    checker: 52,
    die: 1.12,
    cube: 0.82,
    cubeRim: 116,
    clear: 32,
  },
};

/** @param {Shape} board @param {Look} look @returns {Layout} */
export function pointsLayout(board, look) {
  const sides = board.views[look.seat];
  const plan = measure(look);
  const areas = board.across.map((_, at) => pointArea(plan, at + 1));
  const bars = sides.bar.length ? sides.bar : entering(board, look.seat);
  if (look.bar) areas.push(...barAreas(plan, bars));
  areas.push(...(plan.trays ? trayAreas(plan, sides) : pockets(plan, sides)));
  return {
    width: plan.width,
    height: plan.height,
    checker: plan.checker,
    areas,
    dice: [gapOf(plan, 1, areas), gapOf(plan, 0, areas)],
    dieScale: plan.die,
    cubeScale: plan.cube,
    cube: (owner) =>
      cubePlace(
        plan,
        sides.cube.find((cube) => cube.owner === owner),
      ),
    turn: [1, 0].map((row) => ({ x: plan.middle, y: plan.level(row, -plan.rim / 2) })),
    numberSize: plan.trays ? 13 : 17,
    draw: () => draw(plan, sides, areas),
  };
}

/** The sizes of a board. @param {Look} look */
function measure(look) {
  const sizes = MEASURES[look.form];
  const { width, rim, bar, pitch, side, checker } = sizes;
  const { homeLeft, height } = look;
  /** @param {boolean | undefined} home */
  const isLeft = (home) => !!home === homeLeft;
  const half = height / 2 - rim;
  const depth = sizes.depth + (height - sizes.height) * 0.42;
  const room = Math.min(4 * checker, half - checker - sizes.clear);
  /** @param {number} row  0: above. @param {number} inwards  From the rim of the field. */
  const level = (row, inwards) => (row ? height - rim - inwards : rim + inwards);
  /** @param {number} number  0: the left half. @returns {Box} */
  const fieldOf = (number) => {
    return { x: side + number * (6 * pitch + bar), y: rim, w: 6 * pitch, h: 2 * half };
  };
  const middle = width / 2;
  const trays = look.form === "wide";
  return {
    ...sizes,
    look,
    height,
    half,
    depth,
    room,
    middle,
    trays,
    isLeft,
    level,
    field: fieldOf,
  };
}

/** Between the points of a half, where dice roll: what checkers in hand leave of it.
 * @param {Plan} plan @param {number} number @param {Area[]} areas @returns {Box} */
function gapOf(plan, number, areas) {
  const { x, w } = plan.field(number);
  const h = Math.max(2 * (plan.half - plan.depth), DIE * plan.die + 8);
  const inside = areas.filter(
    ({ key, box }) => key.startsWith("hand") && box.x >= x && box.x < x + w,
  );
  const left = Math.max(x, ...inside.filter(({ dx }) => dx > 0).map(({ box }) => box.x + box.w));
  const right = Math.min(x + w, ...inside.filter(({ dx }) => dx < 0).map(({ box }) => box.x));
  return { x: left, y: plan.height / 2 - h / 2, w: right - left, h };
}

/** @param {Plan} plan @param {number} point @returns {Area} */
function pointArea(plan, point) {
  const { pitch, checker, look, depth } = plan;
  const row = point > 12 ? 0 : 1;
  const fromLeft = point > 12 ? point - 13 : 12 - point;
  const column = look.homeLeft ? 11 - fromLeft : fromLeft;
  const left = plan.field(column > 5 ? 1 : 0).x + (column % 6) * pitch;
  const h = plan.trays ? Math.max(depth, plan.room + checker) + 8 : depth; // before the pockets
  const x = left + pitch / 2;
  const box = { x: left, y: row ? plan.level(1, h) : plan.rim, w: pitch, h };
  const first = { x, y: plan.level(row, checker / 2 + 1.5), dx: 0, dy: row ? -1 : 1 };
  const [rim, tip] = [0, depth].map((inwards) => plan.level(row, inwards));
  const shape = `M${left + 1.5} ${rim}L${x} ${tip}L${left + pitch - 1.5} ${rim}Z`;
  const label = { x, y: plan.level(row, -plan.rim / 2) };
  const note = { x, y: plan.level(row, depth + 13) };
  return { key: String(point), box, ...first, room: plan.room, label, note, shape };
}

/** A checker on the bar lies in the half in which it comes in, the first one near the middle.
 * @param {Plan} plan @param {Corner[]} corners @returns {Area[]} */
function barAreas(plan, corners) {
  const { checker, middle, height, bar, trays } = plan;
  const shared = corners[0].upper === corners[1].upper;
  const begin = trays ? checker - 2 : CUBE * plan.cube * 0.5 + checker / 2 + 1;
  const rest = trays ? plan.rim + 74 : plan.cubeRim + CUBE * plan.cube * 0.5;
  const length = (height / 2 - rest - begin + checker / 2) / (shared ? 2 : 1);
  return corners.map(({ seat, upper }, number) => {
    const dy = upper ? -1 : 1;
    const y = height / 2 + dy * (begin + (shared ? number * length : 0));
    const top = dy > 0 ? y - checker / 2 : y + checker / 2 - length;
    const box = { x: middle - bar / 2, y: top, w: bar, h: length };
    const room = length - checker - 4;
    return { key: `bar${seat}`, box, x: middle, y, dx: 0, dy, room, seated: checker / 2 + 3 };
  });
}

/** Where checkers come in, for a game in which the bar is not usual.
 * @param {Shape} board @param {Seat} seat */
function entering(board, seat) {
  return [
    { seat, upper: true },
    { seat: 1 - seat, upper: board.across[board.points - 1] > 12 },
  ];
}

/** @param {Plan} plan @param {Quarter | undefined} where  Nobody's cube lies in the middle. */
function cubePlace({ width, height, middle, trays, cubeRim, isLeft }, where) {
  const x = isLeft(where?.home) ? 58 : width - 58;
  const y = where ? (where.upper ? cubeRim : height - cubeRim) : height / 2;
  return { x: trays ? x : middle, y };
}

/** @param {Plan} plan @param {Sides} sides @param {Area[]} areas */
function draw(plan, sides, areas) {
  const { width, height, rail, rim, bar, middle, half, side, look, trays } = plan;
  const upright = { y: rim, h: 2 * half };
  const inside = { x: middle - bar / 2, w: bar, ...upright };
  const wood = [{ x: 0, w: side, ...upright }, inside, { x: width - side, w: side, ...upright }];
  return [
    ...frame(width, height, rail, rim, wood, look),
    ...[0, 1].flatMap((number) =>
      field(plan.field(number), pointsIn(plan.field(number), areas), look),
    ),
    ...foldingRail(inside, true),
    ...(trays ? drawTrays(plan) : []),
  ];
}

/** @param {Box} box @param {Area[]} areas */
function pointsIn(box, areas) {
  const here = areas.filter(({ key, x }) => Number(key) && x > box.x && x < box.x + box.w);
  /** @param {boolean} even */
  const shapes = (even) => here.filter(({ key }) => (Number(key) % 2 === 0) === even);
  /** @param {boolean} even */
  const paths = (even) => shapes(even).map(({ shape }) => shape ?? "");
  return [...inlaid("a", paths(false)), ...inlaid("b", paths(true))];
}

/** Four trays, and the seat of a cube that nobody owns. @param {Plan} plan */
function drawTrays(plan) {
  const { look, height } = plan;
  const corners = [true, false].flatMap((upper) => [true, false].map((home) => ({ upper, home })));
  const { x } = cubePlace(plan, undefined);
  const seat = { x: x - 36, y: height / 2 - 36, w: 72, h: 72 };
  return [
    ...corners.flatMap((corner) => hollow(trayBox(plan, corner), look)),
    ...(look.cube ? hollow(seat, look, 10) : []),
  ];
}
