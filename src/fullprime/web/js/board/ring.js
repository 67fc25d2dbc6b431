/** A ring of cells: the path runs up one side and down the other, homes lie between. Nobody is hit
 * where places are shared, so there is no bar. */

import { CHECKER } from "./geometry.js";
import { label, make, rect } from "./svg.js";

/** @import {Area, Layout, Look, Seat, Shape} from "./types.js" */
/** @typedef {ReturnType<typeof measure>} Plan */

/** @param {Shape} board @param {Look} look @returns {Layout} */
export function ringLayout(board, look) {
  const plan = measure(board, look);
  const { width, height, top, inner, gap } = plan;
  const areas = board.across.map((_, at) => cell(plan, at + 1));
  for (const { seat, upper } of board.views[look.seat].off) areas.push(home(plan, seat, upper));
  const dice = { x: inner, y: 0, w: gap, h: height };
  return {
    width,
    height,
    areas,
    dice: [dice, dice],
    cube(owner) {
      const away = owner === null ? 0 : owner === look.seat ? 80 : -80;
      return { x: inner + 19, y: height / 2 + away };
    },
    turn: [height - top / 2, top / 2].map((y) => ({ x: width / 2, y })),
    draw: () => draw(plan, areas),
  };
}

/** @param {Shape} board @param {Look} look */
function measure(board, { compact, homeLeft }) {
  const rows = board.points / 2;
  const [rim, cells, row, gap, top] = compact ? [26, 182, 66, 116, 18] : [28, 222, 56, 132, 20];
  const inner = rim + cells;
  const [width, height] = [2 * inner + gap, 2 * top + rows * row];
  return { homeLeft, rows, rim, cells, row, gap, top, inner, width, height, tray: height * 0.33 };
}

/** @param {Plan} plan @param {number} point @returns {Area} */
function cell({ homeLeft, rows, rim, cells, row, top, width }, point) {
  const second = point > rows;
  const right = second !== homeLeft;
  const x = right ? width - rim - cells : rim;
  const y = top + (second ? point - rows - 1 : rows - point) * row;
  const dx = right ? -1 : 1;
  const place = { x: right ? width - rim / 2 : rim / 2, y: y + row / 2 };
  const first = { x: (right ? x + cells : x) + dx * (CHECKER / 2 + 4), y: place.y, dx, dy: 0 };
  const box = { x, y, w: cells, h: row };
  return { key: String(point), box, ...first, room: cells - CHECKER - 8, label: place };
}

/** @param {Plan} plan @param {Seat} seat @param {boolean} upper @returns {Area} */
function home({ width, height, top, row, tray }, seat, upper) {
  const w = 38;
  const x = width / 2;
  const away = top + row * 0.7; // the way around passes above
  const box = { x: x - w / 2, y: upper ? away : height - away - tray, w, h: tray };
  const rim = upper ? box.y : box.y + tray;
  const dy = upper ? 1 : -1;
  const first = { x, y: rim + 9 * dy, dx: 0, dy };
  const place = { x: x + w / 2 + 18, y: rim + 12 * dy };
  return { key: `off${seat}`, box, ...first, room: tray - 18, edge: w - 6, label: place };
}

/** @param {Plan} plan @param {Area[]} areas */
function draw({ homeLeft, width, height, top, row, inner, gap }, areas) {
  /** @type {SVGElement[]} */
  const parts = [
    rect("frame", { x: 0, y: 0, w: width, h: height }, 10),
    rect("field", { x: inner, y: top, w: gap, h: height - 2 * top }),
  ];
  for (const { key, box, edge, label: at } of areas) {
    if (edge) parts.push(rect("tray", box, 5));
    if (!at || !Number(key)) continue;
    parts.push(rect(`cell ${Number(key) % 2 ? "odd" : "even"}`, box));
    parts.push(label("number", at.x, at.y, key));
  }
  // The way from one side to the other, at the far end.
  const [left, right] = [inner + 6, width - inner - 6];
  const [from, to, back] = homeLeft ? [left, right, -7] : [right, left, 7];
  const d = `M${from} ${top + row * 0.4}H${to}l${back} -5m${-back} 5l${back} 5`;
  parts.push(make("path", { class: "way", d }));
  return parts;
}
