/** The sentences of the rules in the language of the page. */

import { currentLanguage, hasText, t } from "../words.js";

/** @import {Figure, Sentence} from "./types.js" */

/** @param {Sentence} sentence @returns {string} */
export function said({ code, text, values = {} }) {
  if (!hasText(code)) return text;
  return t(code, Object.fromEntries(Object.entries(values).map(([name, v]) => [name, filling(v)])));
}

/** @param {any} value */
function filling(value) {
  if (!Array.isArray(value)) return value;
  return new Intl.ListFormat(currentLanguage()).format(value.map(said));
}

/** A part of a text that the library has: its words by their code, else its English.
 * @param {string} code @param {string} english */
export function worded(code, english) {
  return hasText(code) ? t(code) : english;
}

/** @param {Figure} figure @param {"title" | "text"} part */
export function figureText(figure, part) {
  return worded(`figure.${figure.id}.${part}`, figure[part]);
}
