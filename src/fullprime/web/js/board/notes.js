/** What is drawn onto the board to explain it: arrows, rings, labels, the way around. */

import { keyOf } from "./geometry.js";
import { ghost, nextSpot, toneOf } from "./marks.js";
import { label, make, rect } from "./svg.js";

/** @import {Seen} from "./marks.js" */
/** @import {Area, Arrow, ArrowKind, Label, Notes, Seat, Spot} from "./types.js" */

const HEAD = "M26 0L-8 -17L-1 0L-8 17Z";

/** @param {Seen} seen @param {Notes} notes @returns {SVGElement[]} */
export function drawNotes(seen, { arrows = [], rings = [], labels = [], way = null }) {
  return [
    ...(way === null ? [] : wayAround(seen, way)),
    ...arrows.flatMap((each) => arrowBetween(seen, each)),
    ...rings.flatMap((key) => ringAt(seen, key)),
    ...labels.flatMap((each) => labelAt(seen, each)),
  ];
}

/** @param {Seen} seen @param {string} key */
function areaOf({ layout }, key) {
  return layout.areas.find((area) => area.key === key);
}

/** @param {Seen} seen @param {string} key */
function ringAt(seen, key) {
  const area = areaOf(seen, key);
  if (!area) return [];
  const { x, y } = seen.checkers.findLast((other) => other.key === key) ?? nextSpot(area, seen);
  return [make("circle", { class: "ring", cx: x, cy: y, r: seen.layout.checker / 2 + 3 })];
}

/** @param {Seen} seen @param {Label} wanted */
function labelAt(seen, { at, text, kind = "open" }) {
  const spot = kind === "caption" ? captionSpot(seen, at) : areaOf(seen, at)?.note;
  if (!spot) return [];
  const { x, y } = spot;
  if (kind === "caption") return [label("caption", x, y, text)];
  const words = kind === "blocked" ? `${text} ×` : text;
  const w = 18 + 9 * words.length;
  const box = rect("", { x: -w / 2, y: -12, w, h: 24 }, 7);
  return [make("g", { class: `label ${kind}`, transform: `translate(${x} ${y})` }, box, label("", 0, 0.5, words))];
}

/** In the middle of a half. @param {Seen} seen @param {string} at */
function captionSpot({ layout }, at) {
  const [a, b] = layout.dice;
  const [left, right] = a.x < b.x ? [a, b] : [b, a];
  const { x, y, w, h } = at === "left" ? left : right;
  return { x: x + w / 2, y: y + h / 2 };
}

/** @param {Seen} seen @param {Arrow} wanted */
function arrowBetween(seen, { seat, from, to, kind = "best" }) {
  const keys = [from, to].map((place) => keyOf(seen.board, seen.viewer, seat, place));
  const [begin, end] = keys.map((key) => areaOf(seen, key));
  if (!begin || !end) return [];
  const own = seen.checkers.findLast((other) => other.key === begin.key && other.seat === seat);
  const spot = nextSpot(end, seen);
  return [...(kind === "way" ? [] : trail(seen, seat, end, spot, kind)), arrow(own ?? begin, spot, kind)];
}

/** Where the checker would arrive. @param {Seen} seen @param {Seat} seat @param {Area} area
 * @param {Spot} spot @param {ArrowKind} kind */
function trail(seen, seat, area, spot, kind) {
  if (area.edge || area.away) return [];
  const size = seen.layout.checker;
  return [
    ghost(spot, size, toneOf(seen, seat)),
    make("circle", { class: `trail ${kind}`, cx: spot.x, cy: spot.y, r: size / 2 - 2.5 }),
  ];
}

/** Bent a little to the left of its way, so that arrows between the same rows do not hide each other.
 * @param {Spot} from @param {Spot} to @param {ArrowKind} kind */
function arrow(from, to, kind) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const bend = Math.min(0.18 * far, 90) * (dx < 0 ? -1 : 1);
  const middle = { x: from.x + dx / 2 + (dy / far) * bend, y: from.y + dy / 2 - (dx / far) * bend };
  const angle = Math.atan2(to.y - middle.y, to.x - middle.x);
  const end = { x: to.x - 26 * Math.cos(angle), y: to.y - 26 * Math.sin(angle) };
  const d = `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
  if (kind === "way") return make("g", { class: "arrow way" }, make("path", { class: "shaft", d }));
  const turn = `translate(${end.x} ${end.y}) rotate(${(angle * 180) / Math.PI})`;
  return make(
    "g",
    { class: `arrow ${kind}` },
    make("path", { class: "casing", d }),
    make("path", { class: "shaft", d }),
    make("path", { class: "head", d: HEAD, transform: turn }),
  );
}

/** From the first of a seat's places to its last, through the middle of each row.
 * @param {Seen} seen @param {Seat} seat */
function wayAround({ layout, board, viewer }, seat) {
  const places = board.across.map((_, at) => keyOf(board, viewer, seat, board.points - at));
  const areas = places.flatMap((key) => layout.areas.filter((area) => area.key === key));
  const spots = areas.map(({ box }) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 }));
  const corners = spots.filter((spot, at) => {
    const [before, after] = [spots[at - 1], spots[at + 1]];
    return !before || !after || turns(before, spot, after);
  });
  const [end, last] = [corners[corners.length - 1], corners[corners.length - 2]];
  if (!end || !last) return [];
  const angle = (Math.atan2(end.y - last.y, end.x - last.x) * 180) / Math.PI;
  const d = rounded(corners, 44);
  const head = make("path", { class: "head", d: HEAD, transform: `translate(${end.x} ${end.y}) rotate(${angle}) scale(1.2)` });
  return [
    make("g", { class: "arrow around" }, make("path", { class: "casing", d }), make("path", { class: "shaft", d }), head),
  ];
}

/** @param {Spot} a @param {Spot} b @param {Spot} c */
function turns(a, b, c) {
  return Math.abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) > 1;
}

/** A line through these spots, its corners rounded. @param {Spot[]} spots @param {number} r */
function rounded(spots, r) {
  const parts = spots.slice(1, -1).map((spot, at) => {
    const [before, after] = [towards(spot, spots[at], r), towards(spot, spots[at + 2], r)];
    return `L${before.x} ${before.y}Q${spot.x} ${spot.y} ${after.x} ${after.y}`;
  });
  const end = spots[spots.length - 1];
  return `M${spots[0].x} ${spots[0].y}${parts.join("")}L${end.x} ${end.y}`;
}

/** @param {Spot} from @param {Spot} to @param {number} by */
function towards(from, to, by) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(by, far / 2) / far;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
