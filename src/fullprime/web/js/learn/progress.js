/** Which steps of which lessons have been solved. Kept with the settings. */

import { change, settings } from "../settings.js";

/** The names of the solved steps by lesson.
 * @typedef {Record<string, string[]>} Learned */

/** The solved steps of a lesson that it still has.
 * @param {{id: string, steps: string[]}} lesson @param {Learned} [learned] @returns {string[]} */
export function solvedIn({ id, steps }, learned = settings.learned) {
  const names = learned[id];
  return Array.isArray(names) ? steps.filter((step) => names.includes(step)) : [];
}

/** With one more step.
 * @param {Learned} learned @param {string} lesson @param {string} step @returns {Learned} */
export function withStep(learned, lesson, step) {
  const names = Array.isArray(learned[lesson]) ? learned[lesson] : [];
  return names.includes(step) ? learned : { ...learned, [lesson]: [...names, step] };
}

/** The number of the step to go on with: the first that is not solved; 1 when all are.
 * @param {{id: string, steps: string[]}} lesson @param {Learned} [learned] */
export function nextStep(lesson, learned = settings.learned) {
  const solved = solvedIn(lesson, learned);
  return lesson.steps.findIndex((step) => !solved.includes(step)) + 1 || 1;
}

/** @param {string} lesson @param {string} step */
export async function keepSolved(lesson, step) {
  const learned = withStep(settings.learned, lesson, step);
  if (learned !== settings.learned) await change({ learned });
}
