/** Chances and equities as the panel shows them. */

import { h } from "../dom.js";
import { percent, sentence, signed, t } from "../words.js";

/** Six exclusive chances become what players say: won, of these gammons, of these backgammons.
 * @param {number[]} outcome won single, gammon, backgammon, lost single, gammon, backgammon */
export function chances(outcome) {
  const [w = 0, wg = 0, wbg = 0, l = 0, lg = 0, lbg = 0] = outcome;
  return {
    won: [w + wg + wbg, wg + wbg, wbg],
    lost: [l + lg + lbg, lg + lbg, lbg],
  };
}

/**
 * @typedef {object} Found how an answer was found
 * @property {string | null} net
 * @property {number} plies
 * @property {boolean} [solved] by the table of a solved game
 * @property {boolean} [exact] and so no estimate
 */

/** What has evaluated a position.
 * @param {Found} answer */
export function evaluatorName({ net, solved }) {
  if (solved) return t("analysis.solved");
  return net ? t("analysis.net", { name: net }) : t("analysis.simple");
}

/** How far it has looked ahead, unless it knew.
 * @param {Found} answer */
export function depthText({ plies, exact }) {
  return exact ? t("analysis.exact") : t("analysis.plies", { n: plies });
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
 * @typedef {{no_double: number, double_take: number, double_pass: number, action: string}} CubeAdvice
 */

/** @param {CubeAdvice} cube */
export function cubeAdvice(cube) {
  const advice = cube.action.replace(/\W+/g, "_");
  const title = h("p", null, h("strong", null, sentence(t(`advice.${advice}`))));
  return h("div", { class: "cube-advice" }, title, cubeRows(cube));
}

/** The same chances, seen by the other side. @param {number[]} outcome */
export function flipped(outcome) {
  return [...outcome.slice(3), ...outcome.slice(0, 3)];
}

/** What who has been doubled has by each answer, the best first.
 * @param {CubeAdvice} cube @returns {{name: "take" | "pass" | "beaver", equity: number}[]} */
export function answersTo(cube) {
  const beaver = cube.action.endsWith("beaver");
  // A beaver is at twice the cube, so half of it is a take.
  const take = { name: /** @type {const} */ ("take"), equity: -cube.double_take / (beaver ? 2 : 1) };
  const pass = { name: /** @type {const} */ ("pass"), equity: -cube.double_pass };
  const found = beaver ? [take, pass, { name: /** @type {const} */ ("beaver"), equity: -cube.double_take }] : [take, pass];
  return found.sort((a, b) => b.equity - a.equity);
}

/** Take or pass, seen by who decides, and what the other costs. @param {CubeAdvice} cube */
export function answerAdvice(cube) {
  const answers = answersTo(cube);
  const best = answers[0]?.equity ?? 0;
  const rows = answers.map(({ name, equity }, i) =>
    h(
      "li",
      { class: i ? null : "hot" },
      h("span", null, sentence(t(`review.cube.${name}`))),
      h("span", { class: "number faint" }, signed(equity)),
      lossOf(i ? equity - best : 0),
    ),
  );
  const title = h("p", null, h("strong", null, sentence(t(`review.cube.${answers[0]?.name}`))));
  return h("div", { class: "cube-advice" }, title, h("ul", { class: "cube-rows" }, rows));
}

/** The three choices with their equities, and what each loses against the best.
 * @param {CubeAdvice} cube */
export function cubeRows(cube) {
  const best = bestOf(cube.action);
  const rows = /** @type {const} */ (["no_double", "double_take", "double_pass"]).map((name) =>
    h(
      "li",
      { class: name === best ? "hot" : null },
      h("span", null, sentence(t(`cube.value.${name}`))),
      h("span", { class: "number faint" }, signed(cube[name])),
      name === best ? lossOf(0) : lossOf(cube[name] - cube[best]),
    ),
  );
  return h("ul", { class: "cube-rows" }, rows);
}

/** @param {string} action @returns {"no_double" | "double_take" | "double_pass"} */
export function bestOf(action) {
  if (!action.startsWith("double")) return "no_double";
  return action.endsWith("pass") ? "double_pass" : "double_take";
}

/** What is lost against the best; the best says so. @param {number} difference */
export function lossOf(difference) {
  if (difference === 0) return h("b", { class: "best" }, t("editor.best"));
  return h("b", { class: `number ${sizeOf(-difference) || "small"}` }, signed(difference));
}

/** How bad an error of this size is, by the limits of the reviews; empty where it is hardly one.
 * @param {number} loss */
export function sizeOf(loss) {
  if (loss < 0.02) return "";
  if (loss < 0.04) return "doubtful";
  return loss < 0.08 ? "error" : "blunder";
}
