/** A board of two rows of points: the bar between their halves, trays beside or around them. */

import { CHECKER, CUBE } from "./geometry.js";
import { label, make, rect } from "./svg.js";
import { trayAreas, trayOf } from "./trays.js";

/** @import {Area, Corner, Layout, Look, Quarter, Seat, Shape, Sides} from "./types.js" */
/** @typedef {ReturnType<typeof measure>} Plan */

/** @param {Shape} board @param {Look} look @returns {Layout} */
export function pointsLayout(board, look) {
  const sides = board.views[look.seat];
  const plan = measure(look, sides);
  const areas = board.across.map((_, at) => pointArea(plan, at + 1));
  const bars = sides.bar.length ? sides.bar : entering(board, look.seat);
  if (look.bar) areas.push(...barAreas(plan, bars));
  areas.push(...trayAreas(plan, sides));
  return {
    width: plan.width,
    height: plan.height,
    areas,
    dice: [plan.field(1), plan.field(0)],
    cube: (owner) => cubePlace(plan, sides.cube.find((cube) => cube.owner === owner)),
    turn: [1, 0].map((row) => ({ x: plan.middle, y: plan.level(row, -plan.rim / 2) })),
    draw: () => draw(plan, sides, areas),
  };
}

/** The sizes of a board. @param {Look} look @param {Sides} sides */
function measure(look, { off, hand }) {
  const { compact, homeLeft } = look;
  /** @param {boolean | undefined} home */
  const isLeft = (home) => !!home === homeLeft;
  // The columns of the trays; where neither a tray nor a cube can lie there is none.
  const [left, right] = [true, false].map((side) => {
    const used = look.cube || [...off, ...hand].some(({ home }) => isLeft(home) === side);
    return used && !compact ? 54 : 8;
  });
  const strip = compact ? 46 : 0; // or their rows
  const rim = compact ? 24 : 26;
  const bar = look.bar ? CHECKER : 12;
  const half = 5 * CHECKER + (compact ? 34 : 24);
  const top = strip + rim;
  const width = left + 12 * CHECKER + bar + right;
  const height = 2 * (top + half);
  /** @param {number} row  0: above. @param {number} depth  From the rim of the field inwards. */
  const level = (row, depth) => (row ? height - top - depth : top + depth);
  /** @param {number} number  0: the left half. */
  const field = (number) => {
    return { x: left + number * (6 * CHECKER + bar), y: top, w: 6 * CHECKER, h: 2 * half };
  };
  /** @param {Quarter} where */
  const tray = ({ upper, home }) => {
    if (compact) {
      const y = upper ? 5 : height - strip + 1;
      return trayOf({ ...field(isLeft(home) ? 0 : 1), y, h: strip - 6 }, false, isLeft(home));
    }
    const h = half - (home ? 12 : 28); // across from home, a cube may lie in the middle
    const x = isLeft(home) ? 7 : width - right + 7;
    return trayOf({ x, y: upper ? top : height - top - h, w: 40, h }, true, upper);
  };
  const middle = left + 6 * CHECKER + bar / 2;
  return { look, rim, bar, half, top, width, height, middle, isLeft, level, field, tray };
}

/** @param {Plan} plan @param {number} point @returns {Area} */
function pointArea(plan, point) {
  const row = point > 12 ? 0 : 1;
  const fromLeft = point > 12 ? point - 13 : 12 - point;
  const column = plan.look.homeLeft ? 11 - fromLeft : fromLeft;
  const left = plan.field(column > 5 ? 1 : 0).x + (column % 6) * CHECKER;
  const h = plan.half - 8;
  const x = left + CHECKER / 2;
  const box = { x: left, y: row ? plan.level(1, h) : plan.top, w: CHECKER, h };
  const first = { x, y: plan.level(row, CHECKER / 2), dx: 0, dy: row ? -1 : 1 };
  const place = { x, y: plan.level(row, -plan.rim / 2) };
  return { key: String(point), box, ...first, room: 4 * CHECKER, label: place };
}

/** A checker on the bar lies in the half in which it comes in.
 * @param {Plan} plan @param {Corner[]} corners @returns {Area[]} */
function barAreas(plan, corners) {
  const shared = corners[0].upper === corners[1].upper;
  const room = shared ? CHECKER : 3.5 * CHECKER;
  const x = plan.middle;
  return corners.map(({ seat, upper }, number) => {
    const row = upper ? 0 : 1;
    const start = shared ? number * 2.4 * CHECKER : 0;
    const top = plan.level(row, row ? start + room + CHECKER : start);
    const box = { x: x - plan.bar / 2, y: top, w: plan.bar, h: room + CHECKER };
    const y = plan.level(row, start + CHECKER / 2);
    return { key: `bar${seat}`, box, x, y, dx: 0, dy: row ? -1 : 1, room };
  });
}

/** Where checkers come in, for a game in which the bar is not usual.
 * @param {Shape} board @param {Seat} seat */
function entering(board, seat) {
  return [{ seat, upper: true }, { seat: 1 - seat, upper: board.across[board.points - 1] > 12 }];
}

/** @param {Plan} plan @param {Quarter | undefined} where  Nobody's cube lies in the middle. */
function cubePlace({ look, width, height, middle, top, isLeft }, where) {
  const [inset, up] = look.compact ? [28, 5 + CHECKER / 2] : [27, top + CUBE / 2];
  const x = isLeft(where?.home) ? inset : width - inset;
  if (!where) return { x: look.compact ? middle : x, y: height / 2 };
  return { x, y: where.upper ? up : height - up };
}

/** @param {Plan} plan @param {Sides} sides @param {Area[]} areas */
function draw(plan, sides, areas) {
  const { width, height, middle, top, half, bar } = plan;
  /** @type {SVGElement[]} */
  const parts = [
    rect("frame", { x: 0, y: 0, w: width, h: height }, 10),
    rect("field", plan.field(0), 2),
    rect("field", plan.field(1), 2),
    rect("bar", { x: middle - bar / 2, y: top, w: bar, h: 2 * half }),
    make("path", { class: "fold", d: `M${middle} ${top}v${2 * half}` }),
    ...sides.off.map((corner) => rect("tray", plan.tray(corner).box, 5)),
    ...sides.hand.map((corner) => rect("tray hand", plan.tray(corner).box, 5)),
  ];
  for (const { key, box, dy, label: at } of areas) {
    if (!at || !Number(key)) continue;
    const [rim, tip] = [0, 4.7 * CHECKER].map((depth) => plan.level(dy > 0 ? 0 : 1, depth));
    const d = `M${box.x + 1} ${rim}H${box.x + box.w - 1}L${at.x} ${tip}Z`;
    parts.push(make("path", { class: Number(key) % 2 ? "odd" : "even", d }));
    parts.push(label("number", at.x, at.y, key));
  }
  return parts;
}
