/** Making SVG elements without strings of markup. */

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Element | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Words with their middle at a place.
 * @param {string} kind  The class.
 * @param {number} x
 * @param {number} y
 * @param {string | number} words
 */
export function label(kind, x, y, words) {
  return make("text", { class: kind, x, y }, String(words));
}

/**
 * @param {string} kind
 * @param {import("./geometry.js").Box} box
 * @param {number} [radius]
 */
export function rect(kind, box, radius = 0) {
  const { x, y, w, h } = box;
  return make("rect", { class: kind, x, y, width: w, height: h, rx: radius });
}
