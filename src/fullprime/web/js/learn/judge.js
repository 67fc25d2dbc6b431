/** Is a step of a lesson solved? Pure: what was done goes in, what it is worth comes out. */

/** @import {Move, Row, Step} from "./types.js" */
/** @typedef {"open" | "right" | "wrong"} Verdict */

/** The play so far: judged when it is complete, or by its first step where that is what counts.
 * @param {Step} step @param {{steps: Move[], complete: boolean}} draft @param {Row[]} rows
 * @returns {Verdict} */
export function judgePlay(step, draft, rows) {
  const [first] = draft.steps;
  if (!first) return "open";
  if (step.beginnings.length) return verdict(step.beginnings.some((each) => alike(each, first)));
  if (!draft.complete) return "open";
  return verdict(step.ends === null || step.ends.some((end) => alike(end, rows)));
}

/** @param {Step} step @param {string} key of a place @returns {Verdict} */
export function judgeClick(step, key) {
  return verdict(step.places.includes(key));
}

/** @param {Step} step @param {string} option @returns {Verdict} */
export function judgeChoice(step, option) {
  return verdict(option === step.answer);
}

/** A number that was typed; nothing that is not one is ever wrong.
 * @param {Step} step @param {string} typed @returns {Verdict} */
export function judgeCount(step, typed) {
  const digits = westernDigits(typed.trim());
  return /^\d+$/.test(digits) ? verdict(Number(digits) === step.answer) : "open";
}

/** Persian and Arabic digits mean the same. @param {string} text */
function westernDigits(text) {
  return text.replace(/[\u06f0-\u06f9\u0660-\u0669]/g, (digit) =>
    String(digit.charCodeAt(0) & 15),
  );
}

/** @param {boolean} right @returns {Verdict} */
function verdict(right) {
  return right ? "right" : "wrong";
}

/** @param {unknown} a @param {unknown} b */
function alike(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
