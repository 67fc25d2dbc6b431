/** What is drawn onto the board to explain it: arrows, rings, labels, the way around. */

import { keyOf } from "./geometry.js";
import { ghost, nextSpot, toneOf } from "./marks.js";
import { label, make, rect } from "./svg.js";

/** @import {Seen} from "./marks.js" */
/** @import {Area, Arrow, ArrowKind, Label, Layout, Notes, Seat, Spot} from "./types.js" */

/**
 * @typedef {object} Flight  An arrow on the picture.
 * @property {Seat} seat
 * @property {ArrowKind} kind
 * @property {Area} begin
 * @property {Area} area  Its end.
 * @property {Spot} from
 * @property {Spot} to
 * @property {boolean} passing  Another arrow goes on from its end.
 * @property {boolean} goesOn  It goes on from the end of another.
 */

const HEAD = "M26 0L-8 -17L-1 0L-8 17Z";

/** @param {Seen} seen @param {Notes} notes @returns {SVGElement[]} */
export function drawNotes(seen, { arrows = [], rings = [], labels = [], way = null }) {
  const flown = flights(seen, arrows);
  return [
    ...(way === null ? [] : wayAround(seen, way)),
    ...flown.flatMap((flight) => trail(seen, flight)),
    ...flown.map(({ from, to, kind }) => arrow(from, to, kind, seen.layout)),
    ...rings.flatMap((key) => ringAt(seen, key)),
    ...labels.flatMap((each) => labelAt(seen, each)),
  ];
}

/** Places to which the eye is led along a way. @param {Seen} seen @param {Notes} notes */
export function ledTo({ board, viewer }, { arrows = [] }) {
  const ways = arrows.filter(({ kind }) => kind === "way");
  return ways.map(({ seat, to }) => keyOf(board, viewer, seat, to));
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
  return [
    make(
      "g",
      { class: `label ${kind}`, transform: `translate(${x} ${y})` },
      box,
      label("", 0, 0.5, words),
    ),
  ];
}

/** In the middle of a half. @param {Seen} seen @param {string} at */
function captionSpot({ layout }, at) {
  const [a, b] = layout.dice;
  const [left, right] = a.x < b.x ? [a, b] : [b, a];
  const { x, y, w, h } = at === "left" ? left : right;
  return { x: x + w / 2, y: y + h / 2 };
}

/** From where to where arrows go. A checker that goes on starts where it has arrived, and several
 * that arrive lie one behind the other.
 * @param {Seen} seen @param {Arrow[]} arrows @returns {Flight[]} */
function flights(seen, arrows) {
  /** @type {Flight[]} */
  const found = [];
  for (const { seat, from, to, kind = "best" } of arrows) {
    const keys = [from, to].map((place) => keyOf(seen.board, seen.viewer, seat, place));
    const [begin, end] = keys.map((key) => areaOf(seen, key));
    if (!begin || !end) continue;
    // Two plays may begin alike and part then.
    const alike = found.filter(
      (flight) => (flight.kind === kind || flight.kind === "both") && flight.seat === seat,
    );
    const before = alike.findLast((flight) => flight.area === begin && !flight.passing);
    if (before?.kind === kind) before.passing = true;
    const mine = seen.checkers.filter((other) => other.key === begin.key && other.seat === seat);
    const gone = alike.filter((flight) => flight.begin === begin && !flight.goesOn).length;
    const own = mine[mine.length - 1 - gone] ?? mine[0];
    const arrived = alike.filter((flight) => flight.area === end && !flight.passing).length;
    found.push({
      seat,
      kind,
      begin,
      area: end,
      from: before?.to ?? own ?? begin,
      to: behind(nextSpot(end, seen), end, arrived * (end.edge ? 0 : seen.layout.checker)),
      passing: false,
      goesOn: before !== undefined,
    });
  }
  return found;
}

/** @param {Spot} spot @param {Area} area @param {number} by @returns {Spot} */
function behind({ x, y }, { dx, dy }, by) {
  return { x: x + dx * by, y: y + dy * by };
}

/** Where the checker would arrive. @param {Seen} seen @param {Flight} flight */
function trail(seen, { seat, area, to, kind, passing }) {
  if (area.edge || area.away || passing) return [];
  const size = seen.layout.checker;
  return [
    ghost(to, size, toneOf(seen, seat)),
    make("circle", { class: `trail ${kind}`, cx: to.x, cy: to.y, r: size / 2 - 2.5 }),
  ];
}

/** Bent a little towards the middle of the board, where fewer checkers lie.
 * @param {Spot} from @param {Spot} to @param {ArrowKind} kind @param {Layout} layout */
export function arrow(from, to, kind, { width, height }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const bend = Math.min(0.16 * far, 64);
  const [mx, my] = [from.x + dx / 2, from.y + dy / 2];
  const inwards = (height / 2 - my) * -dx + (width / 2 - mx) * dy < 0 ? -1 : 1;
  const middle = { x: mx + (dy / far) * bend * inwards, y: my - (dx / far) * bend * inwards };
  const angle = Math.atan2(to.y - middle.y, to.x - middle.x);
  const [short, tip] = kind === "way" ? [40, 0] : [46, 26];
  const end = { x: to.x - short * Math.cos(angle), y: to.y - short * Math.sin(angle) };
  const start = tip ? from : apart(from, middle, short);
  const d = `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
  if (!tip) return make("g", { class: "arrow way" }, make("path", { class: "shaft", d }));
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
  // Its ends stay clear of the checkers that are set up there.
  const spots = areas
    .slice(1, -1)
    .map(({ box }) => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 }));
  const corners = spots.filter((spot, at) => {
    const [before, after] = [spots[at - 1], spots[at + 1]];
    return !before || !after || turns(before, spot, after);
  });
  const [end, last] = [corners[corners.length - 1], corners[corners.length - 2]];
  if (!end || !last) return [];
  const angle = (Math.atan2(end.y - last.y, end.x - last.x) * 180) / Math.PI;
  const d = rounded(corners, 44);
  const head = make("path", {
    class: "head",
    d: HEAD,
    transform: `translate(${end.x} ${end.y}) rotate(${angle}) scale(1.2)`,
  });
  return [
    make(
      "g",
      { class: "arrow around" },
      make("path", { class: "casing", d }),
      make("path", { class: "shaft", d }),
      head,
    ),
  ];
}

/** @param {Spot} a @param {Spot} b @param {Spot} c */
function turns(a, b, c) {
  return Math.abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) > 1;
}

/** A line through these spots, its corners rounded. @param {Spot[]} spots @param {number} r */
function rounded(spots, r) {
  const parts = spots.slice(1, -1).map((spot, at) => {
    const [before, after] = [apart(spot, spots[at], r), apart(spot, spots[at + 2], r)];
    return `L${before.x} ${before.y}Q${spot.x} ${spot.y} ${after.x} ${after.y}`;
  });
  const end = spots[spots.length - 1];
  return `M${spots[0].x} ${spots[0].y}${parts.join("")}L${end.x} ${end.y}`;
}

/** A spot on the way from one to the other.
 * @param {Spot} from @param {Spot} to @param {number} by */
function apart(from, to, by) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(by, far / 2) / far;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
