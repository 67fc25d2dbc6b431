/** The keys of a page, shown by “?”. */

import { button, fill, h } from "../dom.js";
import { t } from "../words.js";

/** What is printed on keys, by the key of what they do. @typedef {[string, string[]]} Key */

/** Of every page that goes through a match. @type {Key[]} */
export const REPLAY_KEYS = [
  ["replay", ["←", "→", "Home", "End"]],
  ["help", ["?"]],
];

/** And of a review. @type {Key[]} */
export const REVIEW_KEYS = [["errors", ["n", "p"]]];

/** The rows of a list of keys. @param {Key[]} keys */
export function keyRows(keys) {
  return keys.map(([name, caps]) =>
    h(
      "div",
      null,
      h("dt", null, caps.map((cap) => h("kbd", { dir: "ltr" }, cap))),
      h("dd", null, t(`about.key.${name}`)),
    ),
  );
}

/** @param {Key[]} keys */
export function showKeys(keys) {
  const dialog = h("dialog", { class: "keys", "aria-labelledby": "keys-title" });
  const close = button(t("keys.close"), () => dialog.close(), { class: "primary", autofocus: true });
  fill(dialog, h("h2", { id: "keys-title" }, t("about.keys")), h("dl", null, keyRows(keys)), h("div", { class: "row" }, close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
