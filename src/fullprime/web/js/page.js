/** Small parts that pages share. */

import { fill, h } from "./dom.js";
import { notice } from "./live.js";
import { errorText } from "./faults.js";
import { t } from "./words.js";

/** @import {Child} from "./dom.js" */

/** Begins a page: title of the window and the heading.
 * @param {HTMLElement} main @param {string} title @param {...(Child | Child[])} rest */
export function page(main, title, ...rest) {
  document.title = title ? `${title} · Fullprime` : "Fullprime";
  fill(main, h("h1", null, title || "Fullprime"), ...rest);
}

/** Does something that may fail and says so if it does.
 * @template T @param {Promise<T>} doing @returns {Promise<T | undefined>} */
export async function trying(doing) {
  try {
    return await doing;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) {
      notice(errorText(error), "fault");
    }
    return undefined;
  }
}

let ids = 0;

/** A field with its label.
 * @param {string} label @param {HTMLElement} control @param {string} [help] */
export function field(label, control, help) {
  control.id ||= `field-${++ids}`;
  const about = help ? h("small", { id: `${control.id}-help` }, help) : null;
  if (about) control.setAttribute("aria-describedby", about.id);
  return h("div", { class: "field" }, h("label", { htmlFor: control.id }, label), control, about);
}

/** A box to tick, its label beside it.
 * @param {string} label @param {boolean} checked @param {(on: boolean) => void} change
 * @param {string} [help] */
export function tick(label, checked, change, help) {
  const box = h("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  const small = help ? h("small", null, help) : null;
  return h("label", { class: "tick" }, box, h("span", null, label, small));
}

/** A list to choose one from.
 * @param {[string, string][]} choices value and text @param {string} value
 * @param {(value: string) => void} change */
export function select(choices, value, change) {
  const options = choices.map(([code, text]) => h("option", { value: code }, text));
  const list = h("select", { onchange: () => change(list.value) }, options);
  list.value = value;
  return list;
}

/** A few choices side by side, one of which holds.
 * @param {string} legend @param {[string, Child | Child[]][]} choices @param {string} value
 * @param {(value: string) => void} change */
export function choice(legend, choices, value, change) {
  const name = `choice-${++ids}`;
  const rows = choices.map(([code, text]) => {
    const onchange = () => change(code);
    const radio = h("input", { type: "radio", name, value: code, onchange });
    radio.checked = code === value;
    return h("label", null, radio, h("span", null, text));
  });
  return h("fieldset", { class: "choice" }, h("legend", null, legend), rows);
}

/** Copies a text and says so.
 * @param {string} text */
export async function copy(text) {
  await navigator.clipboard.writeText(text);
  notice(t("copied"));
}

/** A text that can be copied: the field shows it, the button takes it.
 * @param {string} label @param {string} text */
export function copyable(label, text) {
  const box = h("input", { type: "text", readOnly: true, value: text, dir: "ltr" });
  box.addEventListener("focus", () => box.select());
  const press = () => void trying(copy(text));
  const take = h("button", {
    type: "button",
    onclick: press,
    "aria-label": `${t("copy")}: ${label}`,
  });
  take.append(t("copy"));
  return h("div", { class: "copyable" }, field(label, box), take);
}
