/** A roll with its candidates: what each is worth, how sure that is, and how close they are. */

import { fill, h } from "../dom.js";
import { chancesTable, sizeOf } from "../game/outcome.js";
import { number, signed, t } from "../words.js";
import { closeness, isOpen } from "./close.js";
import { playText } from "./grid.js";

/** @import {Candidate, Decision, Made} from "./types.js" */
/**
 * @typedef {object} Around
 * @property {Made | null} made
 * @property {number} most that a game counts
 * @property {string} chosen the play that goes on, if any
 * @property {(candidate: Candidate | null) => void} look
 * @property {(candidate: Candidate) => void} choose
 */

/** @param {Decision} decision @param {Around} around */
export function decisionPart(decision, around) {
  const details = h("div", { class: "play-details" });
  const { candidates } = decision;
  const worst = Math.max(0.02, ...candidates.map(({ error }) => error));
  const point = (/** @type {Candidate | null} */ pointed) => {
    around.look(pointed);
    const of = pointed ?? candidates.find(({ play }) => play === around.chosen) ?? candidates[0];
    const outcome = of?.outcome?.map((chance) => Math.max(0, chance));
    fill(details, outcome && chancesTable(outcome, around.most));
  };
  const rows = candidates.map((each, at) => {
    const row = candidateRow(each, at, worst, around);
    row.addEventListener("mouseenter", () => point(each));
    row.addEventListener("mouseleave", () => point(null));
    row.addEventListener("focus", () => point(each));
    row.addEventListener("blur", () => point(null));
    return h("li", { class: at ? null : "best-row" }, row);
  });
  point(null);
  return [
    h("p", { class: "book-verdict" }, verdictText(decision)),
    h("ol", { class: "book-plays" }, rows),
    details,
    h("p", { class: "book-made faint" }, madeText(decision, around.made)),
  ];
}

/** How clear it is. @param {Decision} decision */
export function verdictText({ candidates, plays }) {
  const [best, second] = candidates;
  const how = plays === 1 ? "only" : closeness(second);
  const values = { play: playText(best?.play ?? ""), second: playText(second?.play ?? ""), loss: errorText(second?.error ?? 0) };
  return t(`book.${how}`, values);
}

/** @param {Decision} decision @param {Made | null} made */
function madeText({ plies, seed }, made) {
  if (plies !== null || !made) return t("book.evaluated", { depth: t("analysis.plies", { n: plies ?? 0 }) });
  return t("book.rolled", { n: made.truncate, depth: t("analysis.plies", { n: made.truncation_plies }), net: made.net, seed: String(seed) });
}

/** @param {Candidate} each @param {number} at @param {number} worst @param {Around} around */
function candidateRow(each, at, worst, { chosen, choose }) {
  const size = sizeOf(each.error);
  const bar = h("i", { class: size || "small" });
  bar.style.setProperty("--share", String(Math.min(1, each.error / worst)));
  const sure = each.standard_error === null ? "" : ` ± ${errorText(each.standard_error)}`;
  const loss = at ? signed(-each.error) : t("analysis.best");
  const joint = each.joint_error === null ? "" : ` ± ${errorText(each.joint_error)}`;
  return h(
    "button",
    {
      type: "button",
      class: "quiet",
      "data-play": each.play,
      "aria-current": each.play === chosen ? "true" : null,
      onclick: () => choose(each),
    },
    h("i", { class: "key", "aria-hidden": "true" }),
    h(
      "span",
      { class: "notation" },
      playText(each.play),
      at > 0 && isOpen(each) && h("small", { class: "tag-open" }, t("book.open.sign")),
      each.trials > 0 && h("small", { class: "trials" }, t("book.trials", { n: number(each.trials) })),
    ),
    h("span", { class: "equity number" }, signed(each.equity), h("small", null, sure)),
    h("span", { class: at ? `loss number ${size}` : "loss best-word" }, loss, h("small", null, joint)),
    h("span", { class: "bar", "aria-hidden": "true" }, bar),
  );
}

/** @param {number} value */
function errorText(value) {
  return number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
}
