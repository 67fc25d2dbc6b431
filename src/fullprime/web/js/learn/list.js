/** The lessons beside the board, each with how far it has got. */

import { h, link } from "../dom.js";
import { t } from "../words.js";
import { nextStep, solvedIn } from "./progress.js";
import { progressRing } from "./ring.js";
import { lessonText } from "./say.js";

/** @import {Summary} from "./types.js" */

/** Those that belong together: on backgammon, or on the other games.
 * @param {Summary[]} lessons @param {Summary} open */
export function companions(lessons, open) {
  const standard = lessons[0]?.variant;
  return lessons.filter((each) => (each.variant === standard) === (open.variant === standard));
}

/** @param {Summary[]} lessons @param {string} open the one that is open */
export function lessonList(lessons, open) {
  const rows = lessons.map((lesson) => h("li", null, row(lesson, lesson.id === open)));
  return h("nav", { class: "panel lessons", "aria-label": t("learn.list") }, h("ol", null, rows));
}

/** @param {Summary} lesson @param {boolean} now */
function row(lesson, now) {
  const solved = solvedIn(lesson).length;
  const parts = [
    progressRing(solved / lesson.steps.length),
    h("b", null, lessonText(lesson.id, "title")),
    h("span", { class: "faint number" }, howFar(lesson)),
  ];
  return link(addressOf(lesson), parts, { "aria-current": now ? "true" : null });
}

/** @param {Summary} lesson */
export function howFar(lesson) {
  const solved = solvedIn(lesson).length;
  const n = lesson.steps.length;
  return solved ? t("learn.progress", { solved, n }) : t("learn.steps", { n });
}

/** Where it goes on. @param {Summary} lesson */
export function addressOf(lesson) {
  return `/learn/${lesson.id}/${nextStep(lesson)}`;
}
