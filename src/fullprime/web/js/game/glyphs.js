/** Small drawings in the text, in the colors of the board: a checker, dice for a roll. */

import { checkerIcon } from "../board/thumbnail.js";

const SVG = "http://www.w3.org/2000/svg";
/** Where the spots of each number are, in a square of nine places. */
const SPOTS = ["", "4", "08", "048", "0268", "02468", "035268"];

/** @param {string} name @param {Record<string, string | number>} attributes
 * @param {...Element} children */
function draw(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {string} kind @param {...Element} children */
function glyph(kind, ...children) {
  return draw("svg", { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true" }, ...children);
}

/** @param {boolean} light */
export function checkerGlyph(light) {
  return checkerIcon(light ? "light" : "dark");
}

/** @param {number} number @param {boolean} light */
export function dieGlyph(number, light) {
  const spots = [...(SPOTS[number] ?? "")].map((spot) => {
    const [cx, cy] = [6 + 6 * (Number(spot) % 3), 6 + 6 * Math.floor(Number(spot) / 3)];
    return draw("circle", { cx, cy, r: 2.1 });
  });
  const box = draw("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 });
  return glyph(`die-glyph ${light ? "light" : "dark"}`, box, ...spots);
}

/** A roll, the larger number first. @param {number[]} dice @param {boolean} light */
export function diceGlyphs(dice, light) {
  return [...dice].sort((a, b) => b - a).map((number) => dieGlyph(number, light));
}
