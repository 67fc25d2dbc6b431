/** Places for a page's own buttons, laid over the drawing. They take their size from it. */

/** @import {Box, Layout, Spot} from "./types.js" */

/** @param {string} kind */
export function makeHost(kind) {
  const element = document.createElement("div");
  element.className = kind;
  return element;
}

/** Is there a button that can be seen? @param {HTMLElement} element */
export function offersButtons(element) {
  const buttons = [...element.querySelectorAll("button")];
  return buttons.some((button) => button.checkVisibility({ visibilityProperty: true }));
}

/** @param {HTMLElement} element @param {Layout} layout @param {Box} box */
export function cover(element, { width, height }, { x, y, w, h }) {
  const { style } = element;
  style.setProperty("left", `${(100 * x) / width}%`);
  style.setProperty("top", `${(100 * y) / height}%`);
  style.setProperty("width", `${(100 * w) / width}%`);
  style.setProperty("height", `${(100 * h) / height}%`);
}

/** Above the cube, or below one that lies at the upper rim.
 * @param {HTMLElement} element @param {Layout} layout @param {Spot} cube @param {number} half */
export function standBy(element, { width, height }, { x, y }, half) {
  const below = y < height / 4;
  element.classList.toggle("below", below);
  element.style.setProperty("left", `${(100 * x) / width}%`);
  element.style.setProperty("top", `${(100 * (below ? y + half : y - half)) / height}%`);
}

/** What dice leave of their half for buttons. @param {Box} box @returns {[Box, Box]} */
export function shareHalf({ x, y, w, h }) {
  const part = 0.38 * w;
  return [
    { x, y, w: part, h },
    { x: x + part, y, w: w - part, h },
  ];
}
