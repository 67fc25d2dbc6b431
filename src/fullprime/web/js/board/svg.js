/** Making SVG elements without strings of markup. */

/** @import {Box} from "./types.js" */

const SPACE = "http://www.w3.org/2000/svg";

/** @template {keyof SVGElementTagNameMap} K
 * @param {K} name @param {Record<string, string | number>} [attributes]
 * @param {(Element | string)[]} children @returns {SVGElementTagNameMap[K]} */
export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Words with their middle at a place; their digits are those of the page's language.
 * @param {string} kind @param {number} x @param {number} y @param {string | number} words */
export function label(kind, x, y, words) {
  const { lang } = document.documentElement;
  return make("text", { class: kind, x, y }, localDigits(String(words), lang));
}

/** @param {string} words @param {string} language */
export function localDigits(words, language) {
  const format = new Intl.NumberFormat(language || "en");
  return words.replace(/\d/g, (digit) => format.format(Number(digit)));
}

/** @param {string} kind @param {Box} box @param {number} [radius] */
export function rect(kind, { x, y, w, h }, radius = 0) {
  return make("rect", { class: kind, x, y, width: w, height: h, rx: radius });
}
