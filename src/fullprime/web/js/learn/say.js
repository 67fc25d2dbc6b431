/** The texts of lessons. What stands between two pairs of stars is the thing to do. */

import { h } from "../dom.js";
import { withTerms } from "../terms.js";
import { loadPart, t } from "../words.js";

/** @import {Step} from "./types.js" */

/** The words of the lessons, which only these pages need. */
export function loadLessonWords() {
  return loadPart("lessons");
}

/** @param {string} lesson @param {"title" | "summary"} what */
export function lessonText(lesson, what) {
  return t(`lesson.${lesson}.${what}`);
}

/** @param {string} lesson @param {Step} step @param {string} what */
export function stepText(lesson, step, what) {
  return t(`lesson.${lesson}.${step.id}.${what}`, step.values);
}

/** The text with the thing to do in bold, and words of the glossary as links.
 * @param {string} text @returns {HTMLElement[]} */
export function rich(text) {
  const parts = text.split("**").map((part, at) => (at % 2 ? h("b", null, part) : withTerms(part)));
  return parts.filter((part) => part.textContent !== "");
}

/** For those who listen: without stars. @param {string} text */
export function plain(text) {
  return text.replaceAll("**", "");
}
