/** Where a position is pasted, and what can be read of it without the server. */

import { h } from "../dom.js";
import { field } from "../page.js";
import { find } from "../router.js";
import { t } from "../words.js";

/** @param {(text: string) => void} read what was pasted, if it is anything at all */
export function pasteField(read) {
  const box = h("input", { type: "text", dir: "ltr", spellcheck: false, autocomplete: "off" });
  const form = h(
    "form",
    { class: "copyable" },
    field(t("editor.paste"), box, t("editor.paste.help")),
    h("button", { type: "submit" }, t("editor.read")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = box.value.trim();
    if (text) read(text);
  });
  return form;
}

/** The path to a position in a link, from any host; null if it is none.
 * @param {string} text @returns {string | null} */
export function linkedPosition(text) {
  const link = /^(?:https?:\/\/[^/]+)?(\/position\/[^\s?#]+)(\?[^\s#]*)?$/.exec(text);
  return link?.[1] && find(link[1]) ? link[1] + (link[2] ?? "") : null;
}
