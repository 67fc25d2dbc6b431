/** Small parts that pages share. */

import { fill, h, icon } from "./dom.js";
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

/** One of a few as one control: radio buttons, for mouse, finger and keyboard alike.
 * @param {string} legend @param {[string, Child | Child[]][]} choices @param {string} value
 * @param {(value: string) => void} change
 * @param {{wide?: boolean, plain?: boolean}} [looks] wide: as wide as it can be; plain: the legend
 *   is only heard, where the page says it already */
export function segmented(legend, choices, value, change, looks = {}) {
  const name = `choice-${++ids}`;
  const labels = choices.map(([code, text]) => {
    const radio = h("input", { type: "radio", name, value: code, onchange: () => change(code) });
    radio.checked = code === value;
    return h("label", null, radio, text);
  });
  return h(
    "fieldset",
    { class: looks.wide ? "segmented wide" : "segmented" },
    h("legend", { class: looks.plain ? "unseen" : null }, legend),
    h("div", { class: "segments" }, labels),
  );
}

/** Something that is on or off, its label before it.
 * @param {string} label @param {boolean} checked @param {(on: boolean) => void} change
 * @param {{help?: string | undefined, usual?: boolean, disabled?: boolean}} [more] usual: on is
 *   what most people choose; a disabled one says in `help` why it does not apply */
export function switchRow(label, checked, change, more = {}) {
  const box = h("input", { type: "checkbox", role: "switch", class: "switch", checked });
  box.disabled = Boolean(more.disabled);
  box.addEventListener("change", () => change(box.checked));
  const usual = more.usual && !more.disabled && h("span", { class: "usual" }, t("usual"));
  const help = more.help && h("small", null, more.help);
  return h(
    "label",
    { class: "switch-row" },
    h("span", null, h("b", null, label), " ", usual, help),
    box,
  );
}

/** A field to search with. It looks for what it holds while it is typed.
 * @param {string} label @param {(text: string) => void} search @param {string} [value] */
export function findField(label, search, value = "") {
  const box = h("input", { type: "search", placeholder: label, "aria-label": label, value });
  box.addEventListener("input", () => search(box.value));
  return h("div", { class: "find" }, icon(GLASS), box);
}

const GLASS = "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16.5 16.5L21 21";

/** Asks before something that cannot be undone; the answer is whether to do it.
 * @param {{title: string, text: string, yes: string}} question @returns {Promise<boolean>} */
export function confirmed({ title, text, yes }) {
  const dialog = h("dialog", { "aria-labelledby": "confirm-title" });
  const cancel = h("button", { type: "button", autofocus: true }, t("cancel"));
  const go = h("button", { type: "button", class: "primary danger" }, yes);
  fill(
    dialog,
    h("h2", { id: "confirm-title" }, title),
    h("p", null, text),
    h("div", { class: "row" }, cancel, go),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    cancel.addEventListener("click", () => dialog.close());
    go.addEventListener("click", () => dialog.close("yes"));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
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
