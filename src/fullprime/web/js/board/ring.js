/** A ring of cells: the path runs up one side and down the other, homes lie between. */

import { CHECKER } from "./geometry.js";
import { label, make, rect } from "./svg.js";

/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./geometry.js").Look} Look */
/** @typedef {import("./types.js").BoardShape} BoardShape */
/** @typedef {import("./types.js").Seat} Seat */

/**
 * @param {BoardShape} board
 * @param {Look} look
 * @returns {import("./geometry.js").Layout}
 */
export function ringLayout(board, look) {
  const plan = measure(board, look);
  const { width, height, rim, top } = plan;
  /** @type {Area[]} */
  const areas = [];
  for (let point = 1; point <= board.points; point++) areas.push(cell(plan, board, point));
  for (const { seat, upper } of board.views[look.seat].off) areas.push(home(plan, seat, upper));
  for (const seat of /** @type {Seat[]} */ (look.bar ? [look.seat, 1 - look.seat] : [])) {
    areas.push(bar(plan, seat, seat !== look.seat));
  }
  const box = { x: rim + plan.cell, y: 0, w: plan.gap, h: height };
  return {
    width,
    height,
    areas,
    dice: [box, box],
    cube: (owner) => {
      const away = owner === null ? 0 : owner === look.seat ? 40 : -40;
      return { x: rim + plan.cell + 22, y: height / 2 + away + (owner === null ? 0 : away) };
    },
    turn: [{ x: width / 2, y: height - top / 2 }, { x: width / 2, y: top / 2 }],
    draw: () => draw(plan, areas),
  };
}

/** @typedef {ReturnType<typeof measure>} Plan */

/**
 * @param {BoardShape} board
 * @param {Look} look
 */
function measure(board, look) {
  const { compact } = look;
  const rows = board.points / 2;
  const rim = compact ? 26 : 28;
  const cellWidth = compact ? 190 : 222;
  const row = compact ? 66 : 56;
  const gap = compact ? 100 : 132;
  const top = compact ? 18 : 20;
  const width = 2 * (rim + cellWidth) + gap;
  const height = 2 * top + rows * row;
  return { look, rows, rim, cell: cellWidth, row, gap, top, width, height, tray: height * 0.33 };
}

/**
 * @param {Plan} plan
 * @param {BoardShape} board
 * @param {number} point
 * @returns {Area}
 */
function cell(plan, board, point) {
  const second = point > plan.rows;
  const row = second ? point - plan.rows - 1 : plan.rows - point;
  const right = second !== plan.look.homeLeft;
  const x = right ? plan.width - plan.rim - plan.cell : plan.rim;
  const y = plan.top + row * plan.row;
  const dx = right ? -1 : 1;
  return {
    key: String(point),
    box: { x, y, w: plan.cell, h: plan.row },
    x: (right ? x + plan.cell : x) + dx * (CHECKER / 2 + 4),
    y: y + plan.row / 2,
    dx,
    dy: 0,
    room: plan.cell - CHECKER - 8,
    label: { x: right ? plan.width - plan.rim / 2 : plan.rim / 2, y: y + plan.row / 2, text: String(point) },
  };
}

/**
 * @param {Plan} plan
 * @param {Seat} seat
 * @param {boolean} upper
 * @returns {Area}
 */
function home(plan, seat, upper) {
  const w = 46;
  const x = plan.width / 2;
  const away = plan.top + plan.row * 0.7; // the way around passes above
  const y = upper ? away : plan.height - away - plan.tray;
  return {
    key: `off${seat}`,
    box: { x: x - w / 2, y, w, h: plan.tray },
    x,
    y: upper ? y + 9 : y + plan.tray - 9,
    dx: 0,
    dy: upper ? 1 : -1,
    room: plan.tray - 18,
    edge: w - 8,
    label: { x: x + w / 2 + 16, y: upper ? y + 12 : y + plan.tray - 12, text: "" },
  };
}

/**
 * @param {Plan} plan
 * @param {Seat} seat
 * @param {boolean} upper
 * @returns {Area}
 */
function bar(plan, seat, upper) {
  const x = plan.width / 2 + plan.gap / 2 - CHECKER / 2;
  const y = plan.height / 2 + (upper ? -48 : 48);
  const box = { x: x - CHECKER / 2, y: y - CHECKER / 2, w: CHECKER, h: CHECKER };
  return { key: `bar${seat}`, box, x, y, dx: 0, dy: 1, room: 0 };
}

/**
 * @param {Plan} plan
 * @param {Area[]} areas
 */
function draw(plan, areas) {
  const { width, height } = plan;
  /** @type {SVGElement[]} */
  const parts = [rect("frame", { x: 0, y: 0, w: width, h: height }, 10)];
  parts.push(rect("field", { x: plan.rim + plan.cell, y: plan.top, w: plan.gap, h: height - 2 * plan.top }));
  for (const area of areas) {
    if (area.edge) parts.push(rect("tray", area.box, 5));
    if (!Number(area.key)) continue;
    const shade = Number(area.key) % 2 ? "odd" : "even";
    parts.push(rect(`cell ${shade}`, area.box));
    const { x, y, text } = /** @type {{x: number, y: number, text: string}} */ (area.label);
    parts.push(label("number", x, y, text));
  }
  parts.push(turn(plan));
  return parts;
}

/**
 * The way from one side to the other, at the far end.
 * @param {Plan} plan
 */
function turn(plan) {
  const [left, right] = [plan.rim + plan.cell + 6, plan.width - plan.rim - plan.cell - 6];
  const y = plan.top + plan.row / 2;
  const tip = plan.look.homeLeft ? right : left;
  const back = plan.look.homeLeft ? -7 : 7;
  const d = `M${left} ${y}H${right}M${tip + back} ${y - 5}L${tip} ${y}l${back} 5`;
  return make("path", { class: "way", d });
}
