/** Ways to count pips, in short, and how one of them goes on the board that was asked about. */

import { h } from "../dom.js";
import { number, t } from "../words.js";

/** @import {Count, Halves} from "./types.js" */

const METHODS = ["halves", "clusters", "cancel"];

/** @param {boolean} open the first one is shown at once */
export function methodsPanel(open) {
  const all = METHODS.map((name, at) =>
    h(
      "details",
      { open: open && at === 0 },
      h("summary", null, t(`train.method.${name}`)),
      h("p", null, t(`train.method.${name}.text`)),
      h("p", { class: "faint" }, t(`train.method.${name}.example`)),
    ),
  );
  return h("section", { class: "panel methods", "aria-labelledby": "methods" }, h("h2", { id: "methods" }, t("train.methods")), all);
}

/** Both sides by half crossovers, yours first. @param {Count} count */
export function countedPanel(count) {
  const rows = count.halves.map((side, at) => countedRow(t(at ? "train.theirs" : "train.yours"), side, count.pips[at] ?? 0));
  return h(
    "section",
    { class: "panel counted", "aria-labelledby": "counted" },
    h("h2", { id: "counted" }, t("train.counted")),
    h("dl", null, rows),
  );
}

/** @param {string} name @param {Halves} side @param {number} pips */
function countedRow(name, { halves, checkers, rest }, pips) {
  const sign = rest < 0 ? "\u2212" : "+";
  const sum = `3 × ${number(halves)} + 2 × ${number(checkers)} ${sign} ${number(Math.abs(rest))} = `;
  return h("div", null, h("dt", null, name), h("dd", { class: "number", dir: "ltr" }, sum.replace("3 ×", `${number(3)} ×`).replace("2 ×", `${number(2)} ×`), h("b", null, number(pips))));
}
