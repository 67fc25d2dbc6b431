/** Controls that the parts of the form share. */

import { h } from "../dom.js";
import { field } from "../page.js";
import { t } from "../words.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {{element: HTMLElement, show: () => void}} Part a part of the form; `show` follows the
 *   wish where another part has changed it */

/** A part of the form with its heading, a note beside it and, at the end, a control.
 * @param {string} title @param {{note?: HTMLElement | null, end?: HTMLElement | null}} [beside]
 * @param {...HTMLElement} children */
export function section(title, beside = {}, ...children) {
  return h(
    "section",
    { class: "ask-part" },
    h("div", { class: "ask-title" }, h("h2", null, title), beside.note, beside.end),
    children,
  );
}

/** A field that is not needed must not be validated either.
 * @param {HTMLElement} element @param {boolean} on */
export function appear(element, on) {
  element.hidden = !on;
  for (const input of element.querySelectorAll("input, select")) {
    /** @type {HTMLInputElement} */ (input).disabled = !on;
  }
}

/** A whole number between its limits.
 * @param {Wish} wish @param {"to" | "games" | "minutes" | "delay" | "beavers" | "murphy"} name
 * @param {string} label @param {{min: number, max: number, step?: number}} limits
 * @param {{help?: string, changed?: () => void}} [more] */
export function amount(wish, name, label, limits, more = {}) {
  const input = h("input", { type: "number", required: true, inputMode: "numeric" });
  input.value = String(wish[name]);
  input.min = String(limits.min);
  input.max = String(limits.max);
  input.step = String(limits.step ?? 1);
  input.addEventListener("change", () => {
    wish[name] = Number(input.value);
    more.changed?.();
  });
  return field(label, input, more.help);
}

/** @param {string} value @param {(value: string) => void} change */
export function textBox(value, change) {
  const input = h("input", { type: "text", maxLength: 40, value });
  input.addEventListener("change", () => change(input.value.trim()));
  return input;
}

/** One of several that need a line each; the usual one is marked.
 * @param {string} legend @param {{value: string, text: string, usual: boolean}[]} choices
 * @param {string} value @param {(value: string) => void} change */
export function lines(legend, choices, value, change) {
  const name = `lines-${++made}`;
  const rows = choices.map((each) => {
    const choose = () => change(each.value);
    const radio = h("input", { type: "radio", name, value: each.value, onchange: choose });
    radio.checked = each.value === value;
    const usual = each.usual && h("span", { class: "usual" }, t("usual"));
    return h("label", { class: "tick" }, radio, h("span", null, each.text, " ", usual));
  });
  return h("fieldset", { class: "lines" }, h("legend", null, legend), rows);
}

let made = 0;
