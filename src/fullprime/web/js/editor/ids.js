/** What a position is called: one line each, to copy, and to paste or type another into. */

import { fill, h, icon } from "../dom.js";
import { copy, trying } from "../page.js";
import { t } from "../words.js";

const COPY = "M8 8h11v11H8zM5 16V5h11";

/** @param {(text: string) => void} read what was entered instead */
export function idLines(read) {
  const element = h("section", { class: "panel ids", "aria-label": t("editor.ids") });
  return {
    element,
    /** @param {[string, string | null][]} names the key of each and its text; null: it has none */
    show(names) {
      if (element.contains(document.activeElement)) return void refresh(element, names);
      fill(
        element,
        names.map(([key, text]) => text !== null && idLine(key, text, read)),
      );
    },
  };
}

/** A line in use stays: only its text changes.
 * @param {HTMLElement} element @param {[string, string | null][]} names */
function refresh(element, names) {
  for (const [key, text] of names) {
    const box = element.querySelector(`[data-id="${key}"]`);
    if (box instanceof HTMLInputElement && text !== null) box.value = text;
  }
}

/** @param {string} key @param {string} text @param {(text: string) => void} read */
function idLine(key, text, read) {
  const label = t(`editor.${key}`);
  const box = h("input", { type: "text", value: text, dir: "ltr", spellcheck: false });
  box.autocomplete = "off";
  box.dataset.id = key;
  box.setAttribute("aria-label", label);
  box.addEventListener("focus", () => box.select());
  box.addEventListener("keydown", (event) => event.key === "Enter" && enter());
  box.addEventListener("change", enter);
  let known = text;
  function enter() {
    const entered = box.value.trim();
    if (!entered) box.value = known;
    else if (entered !== known) read(entered);
    known = box.value.trim();
  }
  const take = h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": t("editor.copy", { name: label }),
      title: t("copy"),
      onclick: () => void trying(copy(box.value)),
    },
    icon(COPY),
  );
  return h("div", { class: "id-line" }, h("span", { class: "faint", "aria-hidden": "true" }, label), box, take);
}
