/** A board of two rows of points: the bar between their halves, trays beside or around them. */

import { CHECKER } from "./geometry.js";
import { label, make, rect } from "./svg.js";

/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./geometry.js").Look} Look */
/** @typedef {import("./types.js").BoardShape} BoardShape */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {{upper: boolean, home: boolean}} Quarter */

const EDGE = 13; // a checker on edge, with the gap to the next
const CUBE = 36;

/**
 * @param {BoardShape} board
 * @param {Look} look
 * @returns {import("./geometry.js").Layout}
 */
export function pointsLayout(board, look) {
  const plan = measure(look);
  const view = board.views[look.seat];
  /** @type {Area[]} */
  const areas = [];
  for (let point = 1; point <= 24; point++) areas.push(pointArea(plan, point));
  if (look.bar) areas.push(...barAreas(plan, board, look));
  const cubes = view.cube ?? [];
  /** @type {(place: string, seats: import("./types.js").Corner[]) => Area[]} */
  const trays = (place, corners) =>
    corners.map((corner) => {
      const where = { upper: corner.upper, home: !!corner.home };
      const lanes = corners.filter((other) => same(other, corner));
      const underCube = place === "hand" && cubes.some((cube) => same(cube, corner));
      const lane = lanes.indexOf(corner) / lanes.length;
      return plan.tray(`${place}${corner.seat}`, where, lane, 1 / lanes.length, underCube);
    });
  areas.push(...trays("off", view.off), ...trays("hand", view.hand ?? []));
  return {
    width: plan.width,
    height: plan.height,
    areas,
    dice: [plan.field(1), plan.field(0)],
    cube: (owner) => {
      const corner = cubes.find((cube) => cube.owner === owner);
      return corner ? plan.cube(corner) : plan.cube(null);
    },
    turn: [
      { x: plan.middle, y: plan.height - plan.top + plan.rim / 2 },
      { x: plan.middle, y: plan.top - plan.rim / 2 },
    ],
    draw: () => draw(plan, areas),
  };
}

/**
 * @param {{upper: boolean, home?: boolean}} a
 * @param {{upper: boolean, home?: boolean}} b
 */
function same(a, b) {
  return a.upper === b.upper && !!a.home === !!b.home;
}

/** @typedef {ReturnType<typeof measure>} Plan */

/**
 * The sizes of a board.
 * @param {Look} look
 */
function measure(look) {
  const { compact, homeLeft } = look;
  const side = compact ? 8 : 54;
  const strip = compact ? 46 : 0;
  const rim = compact ? 24 : 26;
  const bar = look.bar ? CHECKER : 12;
  const half = 5 * CHECKER + (compact ? 34 : 24);
  const top = strip + rim;
  const width = 2 * side + 12 * CHECKER + bar;
  const height = 2 * (top + half);
  const middle = width / 2;
  /** @param {boolean} home */
  const isLeft = (home) => home === homeLeft;
  /** @param {number} row @param {number} depth  From the rim of the field inwards. */
  const level = (row, depth) => (row ? height - top - depth : top + depth);
  /** @param {number} number  The left (0) or the right half of the field. @returns {Box} */
  const field = (number) => ({
    x: side + number * (6 * CHECKER + bar),
    y: top,
    w: 6 * CHECKER,
    h: 2 * half,
  });

  /** @param {Quarter} where @returns {Box} */
  const trayBox = (where) => {
    if (compact) {
      const x = isLeft(where.home) ? side : middle + bar / 2;
      return { x, y: where.upper ? 5 : height - strip + 1, w: 6 * CHECKER, h: strip - 6 };
    }
    const h = half - (where.home ? 12 : 28);
    const x = isLeft(where.home) ? 7 : width - side + 7;
    return { x, y: where.upper ? top : height - top - h, w: side - 14, h };
  };

  /**
   * Checkers borne off stand on edge; those in hand lie flat, ready to be played.
   * @param {string} key
   * @param {Quarter} where
   * @param {number} lane  Where the part of the tray begins that is this seat's, from 0 to 1.
   * @param {number} share
   * @param {boolean} underCube
   * @returns {Area}
   */
  const tray = (key, where, lane, share, underCube) => {
    const box = trayBox(where);
    const off = key.startsWith("off");
    const start = (off ? EDGE / 2 + 3 : CHECKER / 2) + (underCube ? CUBE + 8 : 0);
    if (compact) {
      const h = box.h * share;
      const part = { ...box, y: box.y + lane * box.h, h };
      const dx = isLeft(where.home) ? 1 : -1;
      const x = dx > 0 ? box.x + start : box.x + box.w - start;
      const room = box.w - start - (off ? 34 : CHECKER / 2);
      const text = { x: dx > 0 ? box.x + box.w - 14 : box.x + 14, y: part.y + h / 2, text: "" };
      const edge = off ? h - 8 : undefined;
      return { key, box: part, x, y: part.y + h / 2, dx, dy: 0, room, edge, label: text };
    }
    const w = box.w * share;
    const part = { ...box, x: box.x + lane * box.w, w };
    const dy = where.upper ? 1 : -1;
    const x = part.x + w / 2;
    const y = where.upper ? box.y + start : box.y + box.h - start;
    const room = box.h - start - (off ? EDGE / 2 + 3 : CHECKER);
    const text = { x, y: where.upper ? top - rim / 2 : height - top + rim / 2, text: "" };
    return { key, box: part, x, y, dx: 0, dy, room, edge: off ? w - 6 : undefined, label: text };
  };

  /** @param {Quarter | null} where  Nobody's cube lies in the middle. */
  const cube = (where) => {
    if (!where) return { x: compact ? middle : isLeft(false) ? side / 2 : width - side / 2, y: height / 2 };
    if (compact) {
      const x = isLeft(where.home) ? side + CUBE / 2 + 2 : width - side - CUBE / 2 - 2;
      return { x, y: where.upper ? 5 + CHECKER / 2 : height - 5 - CHECKER / 2 };
    }
    const x = isLeft(where.home) ? side / 2 : width - side / 2;
    return { x, y: level(where.upper ? 0 : 1, CUBE / 2) };
  };

  return {
    look, side, rim, bar, half, top, width, height, middle, level, field, trayBox, tray, cube,
  };
}

/**
 * @param {Plan} plan
 * @param {number} point
 * @returns {Area}
 */
function pointArea(plan, point) {
  const row = point > 12 ? 0 : 1;
  const fromLeft = point > 12 ? point - 13 : 12 - point;
  const column = plan.look.homeLeft ? 11 - fromLeft : fromLeft;
  const left = plan.side + column * CHECKER + (column > 5 ? plan.bar : 0);
  const depth = plan.half - 8;
  const x = left + CHECKER / 2;
  return {
    key: String(point),
    box: { x: left, y: row ? plan.height - plan.top - depth : plan.top, w: CHECKER, h: depth },
    x,
    y: plan.level(row, CHECKER / 2),
    dx: 0,
    dy: row ? -1 : 1,
    room: 4 * CHECKER,
    label: { x, y: plan.level(row, -plan.rim / 2), text: String(point) },
  };
}

/**
 * A checker on the bar lies in the half in which it comes in.
 * @param {Plan} plan
 * @param {BoardShape} board
 * @param {Look} look
 * @returns {Area[]}
 */
function barAreas(plan, board, look) {
  const given = board.views[look.seat].bar;
  const corners = given.length ? given : entering(board, look.seat);
  return corners.map((corner, number) => {
    const shared = corners.some((other) => other !== corner && other.upper === corner.upper);
    const start = shared && number ? 2.5 * CHECKER : 0;
    const row = corner.upper ? 0 : 1;
    const room = shared ? CHECKER : 3.5 * CHECKER;
    const h = room + CHECKER;
    const y = plan.level(row, start + CHECKER / 2);
    const box = { x: plan.middle - plan.bar / 2, y: y - (row ? h - CHECKER / 2 : CHECKER / 2), w: plan.bar, h };
    return { key: `bar${corner.seat}`, box, x: plan.middle, y, dx: 0, dy: row ? -1 : 1, room };
  });
}

/**
 * Where checkers come in, for a game in which the bar is not usual.
 * @param {BoardShape} board
 * @param {Seat} seat
 * @returns {import("./types.js").Corner[]}
 */
function entering(board, seat) {
  const other = /** @type {Seat} */ (1 - seat);
  return [{ seat, upper: true }, { seat: other, upper: board.across[board.points - 1] > 12 }];
}

/**
 * @param {Plan} plan
 * @param {Area[]} areas
 */
function draw(plan, areas) {
  const { width, height } = plan;
  /** @type {SVGElement[]} */
  const parts = [rect("frame", { x: 0, y: 0, w: width, h: height }, 10)];
  for (const half of [0, 1]) parts.push(rect("field", plan.field(half), 2));
  const bar = { x: plan.middle - plan.bar / 2, y: plan.top, w: plan.bar, h: 2 * plan.half };
  parts.push(rect("bar", bar));
  parts.push(make("path", { class: "fold", d: `M${plan.middle} ${plan.top}v${2 * plan.half}` }));
  const drawn = new Set();
  for (const area of areas) {
    if (area.key.startsWith("off") || area.key.startsWith("hand")) {
      const upper = area.box.y < height / 2;
      const home = area.box.x < plan.middle === plan.look.homeLeft;
      const box = plan.trayBox({ upper, home });
      if (drawn.has(`${box.x} ${box.y}`)) continue;
      drawn.add(`${box.x} ${box.y}`);
      parts.push(rect(area.edge ? "tray" : "tray hand", box, 5));
    } else if (Number(area.key)) {
      parts.push(triangle(plan, area));
      const { x, y, text } = /** @type {{x: number, y: number, text: string}} */ (area.label);
      parts.push(label("number", x, y, text));
    }
  }
  return parts;
}

/**
 * @param {Plan} plan
 * @param {Area} area
 */
function triangle(plan, area) {
  const { x, w } = area.box;
  const row = area.dy > 0 ? 0 : 1;
  const [rim, tip] = [plan.level(row, 0), plan.level(row, 4.7 * CHECKER)];
  const shade = Number(area.key) % 2 ? "odd" : "even";
  const d = `M${x + 1} ${rim}H${x + w - 1}L${x + w / 2} ${tip}Z`;
  return make("path", { class: `point ${shade}`, d });
}
