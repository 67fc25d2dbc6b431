/** The empty board as material: frame, rails, hinges, hollows. Where things lie others say. */

import { lightOf } from "./defs.js";
import { make, rect } from "./svg.js";

/** @import {Box, Look} from "./types.js" */

const CORNER = 14;

/** A rectangle of light or shadow.
 * @param {string} name @param {Box} box @param {number} [radius] */
function lit(name, box, radius = 0) {
  const element = rect("bd-lit", box, radius);
  element.setAttribute("fill", lightOf(name));
  return element;
}

/** Noise in a place.
 * @param {string} kind @param {string} name @param {Box} box @param {number} [radius] */
function noise(kind, name, box, radius = 0) {
  const element = rect(kind, box, radius);
  element.setAttribute("filter", lightOf(name));
  return element;
}

/** @param {string} d @param {string} color @param {number} opacity @param {number} [width] */
function line(d, color, opacity, width = 1) {
  const stroke = { stroke: color, "stroke-opacity": opacity, "stroke-width": width };
  return make("path", { class: "bd-lit", d, fill: "none", ...stroke });
}

/** Mitred at its corners, the grain along each rail.
 * @param {number} w @param {number} h @param {number} side  How wide the rail at the side is.
 * @param {number} rim  How high those above and below are.
 * @param {Box[]} wood  All that stands upright. @param {Look} look */
export function frame(w, h, side, rim, wood, look) {
  const c = CORNER;
  const [x, y] = [w - side, h - rim];
  const across = `M0 ${c}Q0 0 ${c} 0H${w - c}Q${w} 0 ${w} ${c}L${x} ${rim}H${side}Z`;
  const below = `M0 ${h - c}Q0 ${h} ${c} ${h}H${w - c}Q${w} ${h} ${w} ${h - c}L${x} ${y}H${side}Z`;
  const left = `M0 ${c}L${side} ${rim}V${y}L0 ${h - c}Z`;
  const right = `M${w} ${c}L${x} ${rim}V${y}L${w} ${h - c}Z`;
  const corners = [
    [4, 4, side, rim],
    [w - 4, 4, x, rim],
    [4, h - 4, side, y],
    [w - 4, h - 4, x, y],
  ];
  const mitre = corners
    .map(([fromX, fromY, toX, toY]) => `M${fromX} ${fromY}L${toX} ${toY}`)
    .join("");
  const all = { x: 0, y: 0, w, h };
  return [
    rect("bd-frame", all, c),
    ...[across, below].map((d) =>
      make("path", { class: "bd-lit", d, fill: lightOf("rail-across") }),
    ),
    ...[left, right].map((d) => make("path", { class: "bd-lit", d, fill: lightOf("rail-up") })),
    ...(look.texture ? grain(w, h, rim, wood) : []),
    line(mitre, "#000", 0.35),
    rect("bd-frame-edge", { x: 0.75, y: 0.75, w: w - 1.5, h: h - 1.5 }, c - 0.5),
    line(`M${c} 1.8H${w - c}`, "#fff", 0.35, 1.2),
  ];
}

/** @param {number} w @param {number} h @param {number} rim @param {Box[]} wood */
function grain(w, h, rim, wood) {
  const rails = [0, h - rim].map((y) => ({ x: 0, y, w, h: rim }));
  const parts = [
    ...rails.map((box) => noise("", "grain-across", box, CORNER)),
    ...wood.map((box) => noise("", "grain-up", box)),
  ];
  return [make("g", { class: "bd-grain" }, ...parts)];
}

/** An inset field with a string of inlay around it; `inside` is painted on its ground.
 * @param {Box} box @param {SVGElement[]} inside @param {Look} look */
export function field(box, inside, look) {
  const { x, y, w, h } = box;
  const around = { x: x - 2.5, y: y - 2.5, w: w + 5, h: h + 5 };
  return [
    rect("bd-string", around, 4),
    rect("bd-field", box, 2),
    ...inside,
    ...(look.texture && look.form !== "upright" ? [noise("bd-cloth", "cloth", box)] : []),
    lit("lamp", box),
    lit("shade-top", { ...box, h: 13 }),
    lit("shade-left", { ...box, w: 11 }),
    lit("shade-bottom", { x, y: y + h - 8, w, h: 8 }),
    lit("shade-right", { x: x + w - 7, y, w: 7, h }),
  ];
}

/** A hollow lined with cloth. @param {Box} box @param {Look} look @param {number} [radius] */
export function hollow(box, look, radius = 8) {
  const { x, y, w, h } = box;
  const below = `M${x + radius} ${y + h + 1.3}H${x + w - radius}`;
  const beside = `M${x + w + 1.3} ${y + radius}V${y + h - radius}`;
  const dark = rect("bd-lit bd-hollow", box, radius);
  return [
    rect("bd-tray", box, radius),
    ...(look.texture && look.form !== "upright" ? [noise("bd-cloth", "cloth", box, radius)] : []),
    lit("shade-top", { ...box, h: 22 }, radius),
    lit("shade-left", { ...box, w: 18 }, radius),
    lit("shade-right", { x: x + w - 9, y, w: 9, h }, radius),
    dark,
    line(below + beside, "#fff", 0.2),
  ];
}

/** The rail in the middle at which a board folds. @param {Box} box @param {boolean} hinged */
export function foldingRail(box, hinged) {
  const { x, y, w, h } = box;
  const middle = x + w / 2;
  const seam = make("path", { class: "bd-seam", d: `M${middle} ${y}v${h}` });
  const [wide, high] = w <= 60 ? [24, 36] : [30, 44];
  const places = hinged ? [y + 24, y + h - 24 - high] : [];
  return [
    lit("rail-up", { x: x + 2.5, y: y - 2, w: w - 5, h: h + 4 }),
    seam,
    line(`M${middle + 1.4} ${y}v${h}`, "#fff", 0.18),
    ...places.map((top) => hinge({ x: middle - wide / 2, y: top, w: wide, h: high })),
  ];
}

/** Of brass, with four screws. @param {Box} box */
function hinge(box) {
  const { x, y, w, h } = box;
  const plate = rect("", box, 3);
  plate.setAttribute("fill", lightOf("brass"));
  const pin = make("rect", {
    x: x + w / 2 - 2.5,
    y,
    width: 5,
    height: h,
    fill: "#6d4a17",
    opacity: 0.55,
  });
  const edge = make("rect", {
    x,
    y,
    width: w,
    height: h,
    rx: 3,
    fill: "none",
    stroke: "#3f2a0a",
    "stroke-opacity": 0.55,
  });
  const screws = [0.2, 0.8].flatMap((dx) =>
    [0.18, 0.82].map((dy) =>
      make("circle", { cx: x + w * dx, cy: y + h * dy, r: 1.8, fill: "#5a3b10" }),
    ),
  );
  return make("g", { class: "bd-hinge" }, plate, pin, edge, ...screws);
}

/** All points of one color, and their hatching. @param {"a" | "b"} kind @param {string[]} shapes */
export function inlaid(kind, shapes) {
  const d = shapes.join("");
  const paint = make("path", { class: `bd-point bd-${kind}`, d });
  if (kind === "b") return [paint];
  return [paint, make("path", { class: "bd-hatch bd-outline", d, fill: lightOf("hatch") })];
}

/** The lined seat of a checker on the bar, so that it is seen on any frame.
 * @param {number} x @param {number} y @param {number} r */
export function seat(x, y, r) {
  return [
    make("circle", { class: "bd-tray", cx: x, cy: y, r }),
    make("circle", { class: "bd-lit", cx: x, cy: y, r, fill: lightOf("well") }),
    make("circle", { class: "bd-string", cx: x, cy: y, r }),
  ];
}
