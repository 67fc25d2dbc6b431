/** What a step says and asks beside the board. */

import { button, fill, h, icon } from "../dom.js";
import { number, t } from "../words.js";
import { lessonText, rich, stepText } from "./say.js";

/** @import {Lesson, Step} from "./types.js" */

const BACK = "M16 5l-9 7 9 7z";
const NEXT = "M8 5l9 7-9 7z";
const LAMP =
  "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z";

/** @typedef {object} Asks what the column asks the page to do
 * @property {() => void} back
 * @property {() => void} next
 * @property {() => void} showMe
 * @property {(option: string) => void} choose
 * @property {(typed: string) => void} count
 *
 * @typedef {object} Shown
 * @property {Lesson} lesson
 * @property {Step} step
 * @property {number} at which of the steps, from 0
 * @property {Set<string>} solved names of solved steps
 * @property {boolean} over this one is solved
 * @property {boolean} more another lesson follows
 * @property {string} chosen the last option
 * @property {{right: boolean, text: string} | null} verdict
 */

/** @param {HTMLElement} place @param {Shown} shown @param {Asks} asks */
export function showColumn(place, shown, asks) {
  const { lesson, step, at, verdict } = shown;
  const where = t("learn.step", { at: at + 1, n: lesson.steps.length });
  fill(
    place,
    h(
      "p",
      { class: "kick" },
      lessonText(lesson.id, "title"),
      h("span", { class: "faint number" }, where),
    ),
    h("h1", null, stepText(lesson.id, step, "title")),
    dots(lesson.steps.map((each) => each.id), shown.solved, step.id),
    h("p", { class: "text" }, rich(stepText(lesson.id, step, "text"))),
    step.kind === "choose" && options(shown, asks),
    step.kind === "count" && !shown.over && countField(asks),
    verdict && h("p", { class: verdict.right ? "judged right" : "judged" }, rich(verdict.text)),
    buttons(shown, asks),
  );
}

/** A dot for each step: solved, open, or the one that is shown.
 * @param {string[]} steps @param {Set<string>} solved @param {string} [now] */
function dots(steps, solved, now = "") {
  const marks = steps.map((step) => {
    const kind = step === now ? "now" : solved.has(step) ? "done" : "";
    return h("i", { class: kind });
  });
  return h("div", { class: "dots", "aria-hidden": "true" }, marks);
}

/** @param {Shown} shown @param {Asks} asks */
function options({ lesson, step, over, chosen }, asks) {
  const all = step.options.map((name) => {
    const right = over && name === step.answer;
    const kind = right ? "answer right" : name === chosen ? "answer tried" : "answer";
    const label = stepText(lesson.id, step, `${name}.text`);
    const looks = { class: kind, "data-option": name, disabled: over && !right };
    return button(label, () => over || asks.choose(name), looks);
  });
  const title = stepText(lesson.id, step, "title");
  return h("div", { class: "answers", role: "group", "aria-label": title }, all);
}

/** @param {Asks} asks */
function countField(asks) {
  const box = h("input", { type: "text", inputMode: "numeric", autocomplete: "off", maxLength: 4 });
  const form = h(
    "form",
    { class: "count", noValidate: true },
    h("label", null, h("span", null, t("learn.number")), box),
    h("button", { class: "primary" }, t("learn.check")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    asks.count(box.value);
    box.select();
  });
  return form;
}

/** @param {Shown} shown @param {Asks} asks */
function buttons({ lesson, at, over, more }, asks) {
  const last = at === lesson.steps.length - 1;
  const end = t(more ? "learn.nextLesson" : "learn.finish");
  const back = h("button", { type: "button", onclick: asks.back, disabled: at === 0 });
  back.append(icon(BACK), t("learn.back"));
  const show = h("button", { type: "button", class: "show-me", onclick: asks.showMe });
  show.append(icon(LAMP), t("learn.show"));
  const next = h("button", { type: "button", class: "primary next", onclick: asks.next });
  next.append(last ? end : t("learn.next"), icon(NEXT));
  return h("div", { class: "pair" }, back, over ? next : show);
}

/** @param {number} n */
export function pipsText(n) {
  return [h("b", { class: "number" }, number(n)), ` ${t("learn.pips", { n })}`];
}
