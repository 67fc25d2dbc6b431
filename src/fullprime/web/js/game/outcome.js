/** Chances and equities as the panel shows them. */

import { h } from "../dom.js";
import { percent, signed, t } from "../words.js";

/** Six exclusive chances become what players say: won, of these gammons, of these backgammons.
 * @param {number[]} outcome won single, gammon, backgammon, lost single, gammon, backgammon */
export function chances(outcome) {
  const [w = 0, wg = 0, wbg = 0, l = 0, lg = 0, lbg = 0] = outcome;
  return {
    won: [w + wg + wbg, wg + wbg, wbg],
    lost: [l + lg + lbg, lg + lbg, lbg],
  };
}

const WINS = ["all", "gammon", "backgammon"];

/** A table of the chances, as far as the game has kinds of wins.
 * @param {number[]} outcome @param {number} most that a game counts: 1 to 3 */
export function chancesTable(outcome, most) {
  const { won, lost } = chances(outcome);
  const cells = (/** @type {number[]} */ values) =>
    values.slice(0, most).map((value) => h("td", { class: "number" }, percent(value)));
  return h(
    "table",
    { class: "chances" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("td"),
        WINS.slice(0, most).map((key) => h("th", null, t(`chance.${key}`))),
      ),
    ),
    h(
      "tbody",
      null,
      h("tr", null, h("th", null, t("chance.won")), cells(won)),
      h("tr", null, h("th", null, t("chance.lost")), cells(lost)),
    ),
  );
}

/** How the chances are shared, as a bar; the viewer's side begins.
 * @param {number} share of the viewer, 0 to 1 @param {boolean} light the viewer has the light checkers */
export function evaluationBar(share, light) {
  const label = t("analysis.bar", { share: percent(light ? share : 1 - share) });
  const bar = h(
    "div",
    { class: light ? "evaluation" : "evaluation dark", role: "img", "aria-label": label },
    h("span", { class: "share" }),
  );
  bar.style.setProperty("--share", String(share));
  return bar;
}

/** Doubling or not, and what each would bring.
 * @param {{no_double: number, double_take: number, double_pass: number, action: string}} cube */
export function cubeAdvice(cube) {
  const advice = cube.action.replace(/\W+/g, "_");
  const row = (/** @type {string} */ key, /** @type {number} */ value) =>
    h("tr", null, h("th", null, t(key)), h("td", { class: "number" }, signed(value)));
  return h(
    "div",
    { class: "cube-advice" },
    h("p", null, h("strong", null, t(`advice.${advice}`))),
    h(
      "table",
      { class: "chances" },
      row("cube.value.no_double", cube.no_double),
      row("cube.value.double_take", cube.double_take),
      row("cube.value.double_pass", cube.double_pass),
    ),
  );
}
