/** A ring of cells: the path runs up one side and down the other, homes lie between. Nobody is hit
 * where places are shared, so there is no bar. */

import { field, foldingRail, frame, hollow, inlaid } from "./ground.js";
import { make } from "./svg.js";

/** @import {Area, Layout, Look, Seat, Shape} from "./types.js" */
/** @typedef {ReturnType<typeof measure>} Plan */

/** @param {Shape} board @param {Look} look @returns {Layout} */
export function ringLayout(board, look) {
  const plan = measure(board, look);
  const { width, height, rim, inner, gap, checker } = plan;
  const areas = board.across.map((_, at) => cell(plan, at + 1));
  for (const { seat, upper } of board.views[look.seat].off) areas.push(home(plan, seat, upper));
  const between = height - 2 * (plan.away + plan.tray);
  const dice = { x: inner, y: height / 2 - between / 2, w: gap, h: between };
  return {
    width,
    height,
    checker,
    areas,
    dice: [dice, dice],
    dieScale: plan.die,
    cubeScale: plan.die,
    cube(owner) {
      const away = owner === null ? 0 : owner === look.seat ? 1 : -1;
      return { x: width / 2, y: height / 2 + away * (between / 2 - 34 * plan.die) };
    },
    turn: [height - rim / 2, rim / 2].map((y) => ({ x: width / 2, y })),
    numberSize: plan.numbers,
    draw: () => draw(plan, areas),
  };
}

/** @param {Shape} board @param {Look} look */
function measure(board, look) {
  const { form, height } = look;
  const rows = board.points / 2;
  const [width, side, gap, rim, checker, die, numbers] = {
    wide: [1072, 38, 212, 28, 60, 1.04, 15],
    upright: [704, 34, 150, 30, 50, 1, 17],
    flat: [858, 36, 176, 22, 46, 0.9, 17],
  }[form];
  const inner = (width - gap) / 2;
  const row = (height - 2 * rim) / rows;
  const [away, tray] = [rim + 24, (height - 2 * rim) * 0.32]; // the way around passes above
  return {
    look,
    rows,
    width,
    height,
    side,
    gap,
    rim,
    checker,
    die,
    numbers,
    inner,
    row,
    away,
    tray,
  };
}

/** @param {Plan} plan @param {number} point @returns {Area} */
function cell({ look, rows, side, inner, row, rim, width, checker }, point) {
  const second = point > rows;
  const right = second !== look.homeLeft;
  const w = inner - side;
  const x = right ? width - inner : side;
  const y = rim + (second ? point - rows - 1 : rows - point) * row;
  const dx = right ? -1 : 1;
  const label = { x: right ? width - side / 2 : side / 2, y: y + row / 2 };
  const first = { x: (right ? x + w : x) + dx * (checker / 2 + 6), y: label.y, dx, dy: 0 };
  const box = { x, y, w, h: row };
  const shape = `M${x} ${y}h${w}v${row}h${-w}z`;
  const note = { x: right ? x + 26 : x + w - 26, y: label.y };
  return { key: String(point), box, ...first, room: w - checker - 12, label, note, shape };
}

/** @param {Plan} plan @param {Seat} seat @param {boolean} upper @returns {Area} */
function home({ width, height, gap, away, tray }, seat, upper) {
  const w = Math.min(84, gap - 60);
  const x = width / 2;
  const box = { x: x - w / 2, y: upper ? away : height - away - tray, w, h: tray };
  const end = upper ? box.y : box.y + tray;
  const dy = upper ? 1 : -1;
  const first = { x, y: end + 14 * dy, dx: 0, dy };
  const label = { x: x + w / 2 + 18, y: end + 14 * dy };
  return { key: `off${seat}`, box, ...first, room: tray - 28, edge: w - 8, label };
}

/** @param {Plan} plan @param {Area[]} areas */
function draw({ look, width, height, side, rim, inner, gap }, areas) {
  const upright = { y: rim, h: height - 2 * rim };
  const middle = { x: inner, w: gap, ...upright };
  const wood = [{ x: 0, w: side, ...upright }, middle, { x: width - side, w: side, ...upright }];
  const halves = [side, width - inner].map((x) => ({ x, w: inner - side, ...upright }));
  const cells = areas.filter(({ key }) => Number(key));
  /** @param {{x: number, w: number}} half @param {number} odd */
  const shapes = ({ x, w }, odd) =>
    cells
      .filter(({ key, x: at }) => Number(key) % 2 === odd && at > x && at < x + w)
      .map(({ shape }) => shape ?? "");
  return [
    ...frame(width, height, side, rim, wood, look),
    ...halves.flatMap((half) => {
      return field(half, [...inlaid("a", shapes(half, 1)), ...inlaid("b", shapes(half, 0))], look);
    }),
    ...foldingRail(middle, false).slice(0, 1),
    ...areas.filter(({ edge }) => edge).flatMap(({ box }) => hollow(box, look)),
    way(look, inner, gap, rim),
  ];
}

/** From one side to the other, at the far end. @param {Look} look @param {number} inner
 * @param {number} gap @param {number} rim */
function way({ homeLeft }, inner, gap, rim) {
  const [left, right] = [inner + 12, inner + gap - 12];
  const [from, to, back] = homeLeft ? [left, right, -8] : [right, left, 8];
  const d = `M${from} ${rim + 12}H${to}l${back} -6m${-back} 6l${back} 6`;
  return make("path", { class: "bd-way", d });
}
