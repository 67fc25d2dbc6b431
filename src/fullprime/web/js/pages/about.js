/** What this is, and where to read on. */

import { h, link } from "../dom.js";
import { keyRows, REPLAY_KEYS, REVIEW_KEYS } from "../game/keys-help.js";
import { page } from "../page.js";
import { t } from "../words.js";

const PARTS = ["play", "games", "bot", "data"];

/** What is printed on the keys, by what they do. @type {[string, string[]][]} */
const KEYS = [
  ["tab", ["Tab"]],
  ["arrows", ["←", "↑", "↓", "→"]],
  ["next", ["n"]],
  ["enter", ["Enter"]],
  ["small", ["Shift", "Enter"]],
  ["roll", ["r"]],
  ["undo", ["Backspace"]],
  ["swap", ["d"]],
  ["done", ["c"]],
  ...REPLAY_KEYS,
  ...REVIEW_KEYS,
];

/** @param {import("../router.js").Visit} visit */
export function show({ main }) {
  const parts = PARTS.map((name) =>
    h(
      "section",
      { class: "panel" },
      h("h2", null, t(`about.${name}`)),
      h("p", null, t(`about.${name}.text`)),
    ),
  );
  page(
    main,
    t("about.title"),
    h("p", { class: "lead" }, t("about.lead")),
    h("div", { class: "about-parts" }, parts),
    h("section", { class: "panel keys" }, h("h2", null, t("about.keys")), h("dl", null, keyRows(KEYS))),
    h("p", null, link("/api", t("way.api")), " · ", t("about.licence")),
  );
}
