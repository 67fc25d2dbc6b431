/** What this is, and where to read on. */

import { h, link } from "../dom.js";
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
  ["replay", ["←", "→", "Home", "End"]],
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
    h("section", { class: "panel keys" }, h("h2", null, t("about.keys")), h("dl", null, KEYS.map(key))),
    h("p", null, link("/api", t("way.api")), " · ", t("about.licence")),
  );
}

/** @param {[string, string[]]} row */
function key([name, caps]) {
  const printed = caps.map((cap) => h("kbd", { dir: "ltr" }, cap));
  return h("div", null, h("dt", null, printed), h("dd", null, t(`about.key.${name}`)));
}
