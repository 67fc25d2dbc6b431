/** A transcript that is typed or pasted, for those who have no file. */

import { button, fill, h } from "../dom.js";
import { field } from "../page.js";
import { t } from "../words.js";

/** @param {string} text what is there already @param {(text: string) => void} add */
export function askTranscript(text, add) {
  const dialog = h("dialog", { class: "paste-dialog", "aria-labelledby": "paste-title" });
  const box = h("textarea", { value: text, rows: 14, spellcheck: false, dir: "ltr" });
  const done = () => {
    if (!box.value.trim()) return box.focus();
    dialog.close();
    add(box.value);
  };
  fill(
    dialog,
    h("h2", { id: "paste-title" }, t("add.paste")),
    field(t("add.paste.label"), box, t("add.paste.help")),
    h(
      "div",
      { class: "row" },
      button(t("cancel"), () => dialog.close()),
      button(t("add.paste.done"), done, { class: "primary" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  box.focus();
}
