/** A decision at every score of a match: which play or cube action is best where, by how much; and
 * for the cube, from which chances on it is turned. A dialog over any page that shows a position. */

import { post } from "../api.js";
import { button, fill, h } from "../dom.js";
import { errorText } from "../faults.js";
import { diceGlyphs } from "../game/glyphs.js";
import { boardColors } from "../game/table.js";
import { localPlay } from "../game/history.js";
import { segmented } from "../page.js";
import { number, percent, sentence, t } from "../words.js";

/** @typedef {{double: number | null, cash: number | null, too_good: number | null}} Market */
/** @typedef {{best: string, equity: number, margin: number | null, market?: Market | null}} Square */
/** @typedef {Square & {away: [number, number], crawford: boolean}} ScoreSquare */
/** @typedef {{size: number, money: Square, scores: ScoreSquare[], plies: number}} ScoreMap */
/** @typedef {{variant: string, position: string, dice: [number, number] | null, told: object, black: boolean}} Question */
/** @typedef {{name: string, away: number, crawford: boolean}} Head a row or a column */

const CLOSE = "\u00d7";
/** So far ahead a map looks: it is one of 61 questions. */
const PLIES = 1;
/** Signs of the answers, by how often they are best. */
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Colors there are. */
const HUES = 6;

/** @param {Question} question */
export function showScores(question) {
  const dialog = h("dialog", { class: "score-map themed", ...boardColors(), "aria-labelledby": "score-map-title" });
  const asking = new AbortController();
  const body = h("div", { class: "score-body", "aria-live": "polite" });
  const title = h("h2", { id: "score-map-title" }, t("map.scores"), question.dice && " ", question.dice && diceGlyphs(question.dice, !question.black));
  const close = button(CLOSE, () => dialog.close(), { class: "quiet icon-button", "aria-label": t("map.close") });
  fill(dialog, h("div", { class: "panel-head" }, title, close), body);
  fill(body, h("p", { class: "thinking" }, h("span", { class: "spinner", "aria-hidden": "true" }), t("analysis.thinking")));
  dialog.addEventListener("close", () => {
    asking.abort();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  void fillIn(body, question, asking.signal);
}

/** @param {HTMLElement} body @param {Question} question @param {AbortSignal} signal */
async function fillIn(body, { variant, position, dice, told }, signal) {
  const here = scoreIn(told);
  try {
    const asked = { variant, position, dice, stakes: told, house_rules: true, plies: PLIES };
    /** @type {ScoreMap} */
    const map = await post("/api/scores", asked, signal);
    const view = h("div", null, answersView(map, dice !== null, here));
    /** @type {[string, string][]} */
    const views = [["best", t("map.best")], ["market", t("map.market")]];
    const change = (/** @type {string} */ which) => fill(view, which === "market" ? marketView(map, here) : answersView(map, false, here));
    const choice = !dice && segmented(t("map.view"), views, "best", change, { plain: true });
    const depth = h("p", { class: "faint" }, t("map.depth", { depth: t("analysis.plies", { n: map.plies }) }));
    fill(body, choice, view, depth);
  } catch (error) {
    if (!signal.aborted) fill(body, h("p", { class: "fault", role: "alert" }, errorText(error)));
  }
}

/** Which answer is best where; the color says which, the number by how much.
 * @param {ScoreMap} map @param {boolean} plays @param {string} here */
function answersView(map, plays, here) {
  const names = namesOf(map);
  const text = (/** @type {string} */ best) => (plays ? localPlay(best) || t("list.none") : cubeText(best));
  const cell = (/** @type {Square} */ square) => {
    const at = names.indexOf(square.best);
    const margin = square.margin === null ? "" : thousandths(square.margin);
    return {
      hue: at,
      shown: [h("b", null, LETTERS[at] ?? "…"), h("small", null, margin)],
      said: margin ? t("map.by", { best: text(square.best), margin }) : text(square.best),
    };
  };
  const legend = names.map((best, at) =>
    h("li", null, h("i", { class: `hue-${at % HUES}` }, LETTERS[at] ?? "…"), h("span", { class: plays ? "notation" : null }, text(best))),
  );
  return [grid(map, cell, here), h("p", { class: "score-money" }, t("map.money", { best: cell(map.money).said })), h("ul", { class: "score-legend" }, legend), h("p", { class: "faint" }, t(plays ? "map.text.plays" : "map.text.cube"))];
}

/** From which share of games won you double, and from which they pass.
 * @param {ScoreMap} map @param {string} here */
function marketView(map, here) {
  const cell = (/** @type {Square} */ { market }) => {
    if (typeof market?.double !== "number") return { hue: -1, shown: ["–"], said: t("map.no_double") };
    const from = number(market.double * 100, { maximumFractionDigits: 0 });
    const to = market.cash === null ? "" : number(market.cash * 100, { maximumFractionDigits: 0 });
    const said = market.cash === null ? t("map.window.open", { from: percent(market.double) }) : t("map.window", { from: percent(market.double), to: percent(market.cash) });
    return { hue: -1, shown: [h("b", null, from), h("small", null, to && `–${to}`)], said };
  };
  return [grid(map, cell, here), h("p", { class: "score-money" }, t("map.money", { best: cell(map.money).said })), h("p", { class: "faint" }, t("map.text.market"))];
}

/** The best first, by how often they are best. @param {ScoreMap} map */
function namesOf({ scores, money }) {
  const found = new Map();
  for (const { best } of scores) found.set(best, (found.get(best) ?? 0) + 1);
  if (!found.has(money.best)) found.set(money.best, 0);
  return [...found].sort(([, a], [, b]) => b - a).map(([best]) => best);
}

/** The score of a question, as one of the squares. @param {any} told the stakes */
function scoreIn({ away, crawford }) {
  return away ? scoreKey({ away, crawford: Boolean(crawford) }) : "";
}

/** @param {{away: [number, number], crawford: boolean}} score */
function scoreKey({ away, crawford }) {
  return `${away.join()} ${crawford}`;
}

/** A row for what I need, a column for what they need.
 * @param {ScoreMap} map @param {(square: Square) => {hue: number, shown: any[], said: string}} cell
 * @param {string} here the score of the question, whose answer stands below at first */
function grid(map, cell, here) {
  const heads = headsOf(map.size);
  const line = h("p", { class: "score-line", "aria-hidden": "true" });
  const now = map.scores.find((each) => scoreKey(each) === here);
  const first = now ? t("map.here", { best: cell(now).said }) : t("map.point");
  const point = (/** @type {string} */ text) => fill(line, text || first);
  point("");
  const squareAt = (/** @type {Head} */ mine, /** @type {Head} */ theirs) =>
    map.scores.find(({ away, crawford }) => away[0] === mine.away && away[1] === theirs.away && crawford === (mine.crawford || theirs.crawford));
  const rows = heads.map((mine) => {
    const cells = heads.map((theirs) => {
      const both = mine.crawford && theirs.crawford;
      const square = both ? undefined : squareAt(mine, theirs);
      if (!square) return h("td", { class: "none" });
      const { hue, shown, said } = cell(square);
      const score = t("map.score", { a: mine.name, b: theirs.name });
      const tell = () => point(`${score}: ${said}`);
      const looks = { class: hue < 0 ? "square" : `square hue-${hue % HUES}`, "aria-current": square === now ? "true" : null, title: said, onmouseenter: tell, onclick: tell, onmouseleave: () => point("") };
      return h("td", looks, h("span", { "aria-hidden": "true" }, shown), h("span", { class: "unseen" }, said));
    });
    return h("tr", null, h("th", { scope: "row" }, mine.name), cells);
  });
  const head = h("tr", null, h("td", { class: "corner" }), heads.map(({ name }) => h("th", { scope: "col" }, name)));
  const caption = h("caption", null, t("map.caption"));
  return h("div", { class: "score-grid" }, h("table", { class: "number" }, caption, h("thead", null, head), h("tbody", null, rows)), line);
}

/** “1C” is the Crawford game, “1” a game after it. @param {number} size @returns {Head[]} */
function headsOf(size) {
  const numbers = Array.from({ length: size }, (_, at) => at + 1);
  const one = { name: t("map.crawford", { n: 1 }), away: 1, crawford: true };
  return [one, ...numbers.map((away) => ({ name: number(away), away, crawford: false }))];
}

/** @param {string} action */
function cubeText(action) {
  return sentence(t(`advice.${action.replace(/\W+/g, "_")}`));
}

/** “.021” @param {number} margin */
function thousandths(margin) {
  return number(margin, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
}
