/** The 36 rolls as a grid, those that do it filled, and how many they are. */

import { h } from "../dom.js";
import { number, t } from "../words.js";

const SVG = "http://www.w3.org/2000/svg";
const CELL = 26;
const FACES = [1, 2, 3, 4, 5, 6];

/** Where the pips of a face are, in a square of 18. @type {[number, number][][]} */
const PIPS = [
  [[9, 9]],
  [[4.5, 4.5], [13.5, 13.5]],
  [[4.5, 4.5], [9, 9], [13.5, 13.5]],
  [[4.5, 4.5], [13.5, 4.5], [4.5, 13.5], [13.5, 13.5]],
  [[4.5, 4.5], [13.5, 4.5], [9, 9], [4.5, 13.5], [13.5, 13.5]],
  [[4.5, 4.5], [13.5, 4.5], [4.5, 9], [13.5, 9], [4.5, 13.5], [13.5, 13.5]],
]; // prettier-ignore

/** How many rolls do it. @param {boolean[][]} rolls */
export function countRolls(rolls) {
  return rolls.flat().filter(Boolean).length;
}

/** The grid alone. Those who count with their ears get the rolls themselves.
 * @param {boolean[][]} rolls @param {boolean} open they are still to be counted */
export function rollsGrid(rolls, open) {
  const size = 7 * CELL;
  const svg = make("svg", { class: "rolls36", viewBox: `0 0 ${size} ${size}`, role: "img" });
  const names = t("learn.rolls.named", { rolls: listed(rolls).join(", ") });
  svg.setAttribute("aria-label", open ? names : t("learn.rolls.label", { n: countRolls(rolls) }));
  for (const face of FACES) {
    svg.append(die(face, face * CELL, 0), die(face, 0, face * CELL));
    for (const other of FACES) svg.append(...cell(face, other, !!rolls[face - 1]?.[other - 1]));
  }
  return svg;
}

/** The grid, the count in large figures, and what it is about.
 * @param {boolean[][]} rolls @param {string} title @param {string} text
 * @param {boolean} [open] they are still to be counted */
export function rollsPanel(rolls, title, text, open = false) {
  const count = h("p", { class: "figure" }, open ? "?" : number(countRolls(rolls)));
  count.append(h("span", null, `/${number(36)}`));
  const words = h("div", { class: "about" }, h("p", { class: "kick" }, title), count);
  if (text) words.append(h("p", null, text));
  const panel = h("section", { class: "panel rolls", "aria-label": title });
  panel.append(rollsGrid(rolls, open), words);
  return panel;
}

/** The names of the rolls that do it. @param {boolean[][]} rolls */
function listed(rolls) {
  return rolls.flatMap((row, first) =>
    row.flatMap((on, second) => (on ? [rollName(first + 1, second + 1)] : [])),
  );
}

/** @param {number} first @param {number} second */
function rollName(first, second) {
  return `${number(first)}-${number(second)}`;
}

/** @param {number} first @param {number} second @param {boolean} on */
function cell(first, second, on) {
  const box = { x: second * CELL - 1, y: first * CELL - 1, width: 24, height: 24, rx: 5 };
  const text = make("text", { x: box.x + 12, y: box.y + 15.5, class: on ? "on" : "" });
  text.textContent = rollName(first, second);
  return [make("rect", { ...box, class: on ? "cell on" : "cell" }), text];
}

/** @param {number} face @param {number} x @param {number} y */
function die(face, x, y) {
  const group = make("g", { class: "face", transform: `translate(${x} ${y}) scale(1.15)` });
  group.append(make("rect", { x: 0.5, y: 0.5, width: 17, height: 17, rx: 4 }));
  for (const [cx, cy] of PIPS[face - 1] ?? []) group.append(make("circle", { cx, cy, r: 1.75 }));
  return group;
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function make(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
