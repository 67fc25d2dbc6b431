/** What is drawn over the board to guide the eye: sources, targets, the last play, arrows. */

import { CHECKER, keyOf } from "./geometry.js";
import { make } from "./svg.js";

/** @typedef {import("./geometry.js").Area} Area */
/** @typedef {import("./stack.js").Spot} Spot */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Step} Step */

/**
 * Where the next checker would lie: behind those that are there.
 * @param {Area} area
 * @param {Spot[]} spots
 */
export function nextSpot(area, spots) {
  const here = spots.filter((spot) => spot.key === area.key);
  const last = here.at(-1);
  const step = area.edge ? 13 : CHECKER;
  const taken = last ? Math.abs(last.x - area.x) + Math.abs(last.y - area.y) + step : 0;
  const depth = Math.min(taken, area.room + (here.length > 4 && !area.edge ? step * 0.5 : 0));
  return { x: area.x + area.dx * depth, y: area.y + area.dy * depth };
}

/**
 * A legal target: a ring with a dot, so that its shape tells it and not its colour alone.
 * @param {Area} area
 * @param {Spot[]} spots
 */
export function targetMark(area, spots) {
  if (area.edge) {
    const { x, y, w, h } = area.box;
    return make("rect", { class: "target", x: x + 1, y: y + 1, width: w - 2, height: h - 2, rx: 5 });
  }
  const at = nextSpot(area, spots);
  return make("g", { class: "target", transform: `translate(${at.x} ${at.y})` },
    make("circle", { r: CHECKER / 2 - 5 }), make("circle", { class: "dot", r: 4 }));
}

/**
 * A ring around the checker that can be taken, or is taken.
 * @param {Spot} spot
 * @param {string} kind
 */
export function checkerMark(spot, kind) {
  if (spot.w && spot.h) {
    const [w, h] = [spot.w + 4, spot.h + 4];
    return make("rect", { class: kind, x: spot.x - w / 2, y: spot.y - h / 2, width: w, height: h, rx: 3 });
  }
  return make("circle", { class: `${kind} seat${spot.seat}`, cx: spot.x, cy: spot.y, r: CHECKER / 2 - 3 });
}

/**
 * The cursor of the keyboard.
 * @param {Area} area
 */
export function cursorMark({ box }) {
  const { x, y, w, h } = box;
  return make("rect", { class: "cursor", x: x + 1.5, y: y + 1.5, width: w - 3, height: h - 3, rx: 6 });
}

/**
 * The last play: an empty place where a checker left, a ring inside each that arrived.
 * @param {{areas: Area[], spots: Spot[], steps: Step[], seat: Seat, key: (place: import("./types.js").Place) => string}} what
 */
export function lastMarks({ areas, spots, steps, seat, key }) {
  const arrivals = new Map();
  const left = new Set();
  for (const [source, target] of steps) {
    const [from, to] = [key(source), key(target)];
    if (arrivals.get(from)) arrivals.set(from, arrivals.get(from) - 1);
    else left.add(from);
    arrivals.set(to, (arrivals.get(to) ?? 0) + 1);
  }
  /** @type {SVGElement[]} */
  const marks = [...left].flatMap((from) => {
    const area = areas.find((other) => other.key === from);
    return area && Number(from) ? [leftMark(area, spots)] : [];
  });
  for (const [to, count] of arrivals) {
    const here = spots.filter((spot) => spot.key === to && spot.seat === seat && !spot.held);
    if (count && Number(to)) marks.push(...here.slice(-count).map((spot) => arrived(spot)));
  }
  return marks;
}

/** @param {Area} area @param {Spot[]} spots */
function leftMark(area, spots) {
  const at = nextSpot(area, spots);
  return make("circle", { class: "left", cx: at.x, cy: at.y, r: CHECKER / 2 - 4 });
}

/** @param {Spot} spot */
function arrived(spot) {
  return make("circle", { class: `arrived seat${spot.seat}`, cx: spot.x, cy: spot.y, r: CHECKER * 0.33 });
}

/**
 * Arrows for a play that somebody suggests.
 * @param {{areas: Area[], spots: Spot[], board: import("./types.js").BoardShape, viewer: Seat}} view
 * @param {{seat: Seat, steps: Step[]}} play
 */
export function arrows(view, play) {
  return play.steps.flatMap(([source, target]) => {
    const [from, to] = [source, target].map((place) => {
      const key = keyOf(view.board, view.viewer, play.seat, place);
      return view.areas.find((area) => area.key === key);
    });
    if (!from || !to) return [];
    const own = view.spots.findLast((spot) => spot.key === from.key && spot.seat === play.seat);
    return [arrow(own ?? from, nextSpot(to, view.spots))];
  });
}

/** @param {{x: number, y: number}} from @param {{x: number, y: number}} to */
function arrow(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  /** @param {number} turn @param {number} length */
  const back = (turn, length) =>
    `${to.x - length * Math.cos(angle + turn)} ${to.y - length * Math.sin(angle + turn)}`;
  const d = `M${from.x} ${from.y}L${back(0, 10)}`;
  const head = `M${to.x} ${to.y}L${back(0.5, 18)}L${back(-0.5, 18)}Z`;
  return make("g", { class: "arrow" }, make("path", { d }), make("path", { class: "head", d: head }));
}
