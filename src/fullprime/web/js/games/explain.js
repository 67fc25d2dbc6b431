/** Small drawn sentences: what is special about a family. */

import { make } from "../board/svg.js";
import { h } from "../dom.js";
import { number, t } from "../words.js";

/** The families that have one, and how it is drawn. @type {Record<string, () => SVGElement>} */
const DRAWINGS = {
  empty: () =>
    drawing(...[24, 40, 56].map((y) => checker(22, y)), arrow(54), checker(106, 38), entered(142)),
  pinning: () =>
    drawing(checker(24, 38, "dark"), arrow(54), checker(108, 48, "dark"), checker(108, 32)),
  mixed: () => drawing(box(31, 1), arrow(58, 12), box(100, 2), arrow(127, 12), box(169, 3)),
};

/** The card of a family; null where it needs none. @param {string} family */
export function explanation(family) {
  const draw = DRAWINGS[family];
  if (!draw) return null;
  return h(
    "li",
    { class: "explanation panel" },
    draw(),
    h("strong", null, t(`family.${family}.idea`)),
    h("p", null, t(`family.${family}.idea.text`)),
  );
}

/** @param {...SVGElement} parts */
function drawing(...parts) {
  const looks = { viewBox: "0 0 240 76", width: 240, height: 76, "aria-hidden": "true" };
  return make("svg", { class: "idea", ...looks }, ...parts);
}

/** @param {number} x @param {number} y @param {"light" | "dark"} [side] */
function checker(x, y, side = "light") {
  const rings = [18, 13, 8].map((r) => make("circle", { cx: x, cy: y, r }));
  const shadow = make("ellipse", { class: "under", cx: x + 2, cy: y + 3, rx: 18, ry: 18 });
  return make("g", { class: side }, shadow, ...rings);
}

/** @param {number} x @param {number} [length] */
function arrow(x, length = 22) {
  const d = `M${x} 38h${length}m-7 -6l7 6l-7 6`;
  return make("path", { class: "goes", d });
}

/** The step of a checker that comes in with a six. @param {number} x */
function entered(x) {
  return make("text", { class: "said", x, y: 44 }, t("family.empty.idea.step", { point: 19 }));
}

/** @param {number} x @param {number} n */
function box(x, n) {
  const frame = make("rect", { x: x - 23, y: 16, width: 46, height: 44, rx: 8 });
  return make("g", { class: "step" }, frame, make("text", { x, y: 45 }, number(n)));
}
