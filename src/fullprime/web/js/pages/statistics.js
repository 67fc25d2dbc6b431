/** How well I play: PR over time, and by kind of decision, theme, game and opponent; each with its
 * interval, and with the decisions behind it. */

import { get } from "../api.js";
import { fill, h, link } from "../dom.js";
import { findAddress } from "../find/query.js";
import { mineWays } from "../matches/ways.js";
import { luckText, prText, rateBar, stillReviewing } from "../matches/rated.js";
import { rateChart } from "../stats/chart.js";
import { levelName, loadPart, nameOf, number, t } from "../words.js";

/**
 * @typedef {import("../matches/progress.js").Rate} Rate
 * @typedef {{id: string, date: string, pr: number | null, interval: number | null, decisions: number,
 *   luck: number}} Played
 * @typedef {object} Statistics
 * @property {Played[]} matches the oldest first
 * @property {Rate} total
 * @property {Record<string, Rate>} kinds
 * @property {(Rate & {id: string, name: string})[]} games
 * @property {(Rate & {name: string, kind: string, level: string | null})[]} opponents
 * @property {(Rate & {theme: string, leak: boolean})[]} themes
 * @property {number} gathering matches whose themes are not known yet
 *
 * @typedef {{name: string, rate: Rate, to: string | null, leak?: boolean}} Row
 */

const KINDS = ["checker", "doubling", "taking"];
/** Themes that are no game plans are looked for otherwise. @type {Record<string, Record<string, string>>} */
const SOUGHT = { doubling: { kind: "cube" }, taking: { kind: "cube" }, opening: {}, other: {} };
/** Rows of a table at first. */
const SHOWN = 12;
const PAUSE_MS = 300;
/** Between two looks at reviews that are being made. */
const REVIEW_MS = 3000;
/** Of a panel, on both sides. */
const EDGES = 38;

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  const [found] = await Promise.all([loaded(), loadPart("mine")]);
  let drawn = "";
  if (gone()) return;
  document.title = `${t("stats.title")} · Fullprime`;
  const title = h("div", { class: "page-title" }, h("h1", null, t("stats.title")), mineWays("/statistics"));
  const parts = h("div", { class: "stats-parts" });
  fill(main, h("div", { class: "stats" }, title, parts));
  let known = found;
  for (;;) {
    const { figures, matches } = known;
    const waiting = stillReviewing(matches);
    if (drawn !== (drawn = JSON.stringify([figures, waiting?.textContent])))
      fill(parts, waiting, figures.total.pr === null ? nothing() : partsOf(figures, parts.clientWidth - EDGES));
    if (!figures.gathering && !waiting) return;
    await new Promise((resolve) => setTimeout(resolve, figures.gathering ? PAUSE_MS : REVIEW_MS));
    if (gone()) return;
    known = await loaded();
    if (gone()) return;
  }
}

/** @returns {Promise<{figures: Statistics, matches: import("../match-card.js").Listed[]}>} */
async function loaded() {
  const [figures, matches] = await Promise.all([get("/api/me/statistics?themes=true"), get("/api/matches")]);
  return { figures, matches };
}

function nothing() {
  return h(
    "div",
    { class: "empty" },
    h("h2", null, t("stats.none")),
    h("p", null, t("stats.none.text")),
    link("/matches", t("matches.title"), { class: "button primary" }),
  );
}

/** @param {Statistics} found @param {number} width of the chart */
function partsOf({ matches, total, kinds, games, opponents, themes }, width) {
  const rated = matches.flatMap(({ pr, ...rest }) => (pr === null ? [] : [{ ...rest, pr }]));
  const luck = matches.reduce((sum, match) => sum + match.luck, 0);
  return [
    h(
      "section",
      { class: "panel stats-time", "aria-labelledby": "stats-time" },
      h("h2", { id: "stats-time" }, t("matches.pr.title")),
      h("dl", { class: "figures" }, [
        figure(`${prText(total.pr ?? 0)}${plusMinus(total)}`, t("stats.pr")),
        figure(number(total.matches), t("stats.matches", { n: total.matches })),
        figure(number(total.decisions), t("stats.decisions", { n: total.decisions })),
        figure(luckText(luck), t("stats.luck")),
      ]),
      rated.length > 1 && rateChart(rated, width),
      rated.length > 1 && h("p", { class: "faint" }, t("stats.chart")),
    ),
    table("kinds", KINDS.map((kind) => ({ name: t(`matches.kind.${kind}`), rate: rateOf(kinds, kind), to: kind === "checker" ? findAddress({ kind }) : findAddress({ kind: "cube" }) }))),
    table("themes", themes.map((rate) => ({ name: t(`theme.${rate.theme}`), rate, leak: rate.leak, to: themeAddress(rate.theme) }))),
    table("games", games.map((rate) => ({ name: gameName(rate), rate, to: findAddress({ game: rate.id }) }))),
    table("opponents", opponents.map((rate) => ({ name: opponentName(rate), rate, to: rate.name ? findAddress({ opponent: rate.name }) : null }))),
  ];
}

/** @param {Record<string, Rate>} kinds @param {string} kind @returns {Rate} */
function rateOf(kinds, kind) {
  return kinds[kind] ?? { pr: null, interval: null, decisions: 0, error: 0, matches: 0 };
}

/** @param {string} value @param {string} name */
function figure(value, name) {
  return h("div", null, h("dd", { class: "number" }, value), h("dt", null, name));
}

/** @param {Rate} rate */
function plusMinus({ interval }) {
  return interval === null ? "" : ` \u00b1\u00a0${prText(interval)}`;
}

/** @param {string} theme */
function themeAddress(theme) {
  return findAddress(SOUGHT[theme] ?? { plan: theme });
}

/** @param {{id: string, name: string}} game a game or a series */
function gameName(game) {
  const series = nameOf("series", game);
  return series === game.name ? nameOf("variant", game) : series;
}

/** @param {{name: string, kind: string, level: string | null}} opponent */
function opponentName({ name, kind, level }) {
  if (kind === "bot" && level) return t("matches.bot", { name, level: levelName(level) });
  return name || t("matches.friend");
}

/** What has cost most in all comes first; the rest on a button.
 * @param {string} what @param {Row[]} rows */
function table(what, rows) {
  const known = rows.filter(({ rate }) => rate.pr !== null && rate.decisions > 0);
  if (!known.length) return null;
  const sorted = known.sort((a, b) => b.rate.error - a.rate.error);
  const list = h("ul", { class: "rates" }, sorted.map((row, at) => rowOf(row, at >= SHOWN)));
  const more = sorted.length > SHOWN && h("button", { type: "button", class: "quiet", onclick: () => reveal(list) }, t("find.more"));
  const title = h("h2", { id: `stats-${what}` }, t(`stats.${what}`));
  return h("section", { class: "panel stats-table", "aria-labelledby": `stats-${what}` }, title, list, more);
}

/** @param {HTMLElement} list */
function reveal(list) {
  const hidden = [...list.querySelectorAll("li[hidden]")];
  for (const each of hidden) each.removeAttribute("hidden");
  list.nextElementSibling?.remove();
  hidden[0]?.querySelector("a")?.focus();
}

/** With a sign, unless nothing was lost. @param {number} error */
function costText(error) {
  const digits = { maximumFractionDigits: 2, minimumFractionDigits: 2, signDisplay: /** @type {const} */ ("negative") };
  return number(-error, digits).replace("-", "\u2212");
}

/** @param {Row} row @param {boolean} hidden */
function rowOf({ name, rate, to, leak }, hidden) {
  const words = to ? link(to, name) : name;
  const count = h("small", null, t("matches.decisions", { n: rate.decisions }));
  const sign = leak && h("b", { class: "leak-sign" }, t("stats.leak"));
  const cost = h("small", { class: "number faint cost", title: t("stats.cost") }, costText(rate.error));
  return h(
    "li",
    { class: leak ? "is-leak" : null, hidden },
    h("span", null, words, " ", count, sign),
    cost,
    h("b", { class: "number" }, prText(rate.pr ?? 0), h("small", null, plusMinus(rate))),
    rateBar(rate.pr ?? 0),
  );
}
