/** How well I play: PR over time as dots and a line, and what costs me most. */

import { make } from "../board/svg.js";
import { h, link } from "../dom.js";
import { currentLanguage, direction, number, t } from "../words.js";
import { prText, rateBar } from "./rated.js";

/**
 * @typedef {{pr: number | null, interval: number | null, decisions: number, error: number,
 *   matches: number}} Rate
 *
 * @typedef {object} Played a match that is reviewed
 * @property {string} id
 * @property {string} date
 * @property {number | null} pr
 * @property {number} decisions
 *
 * @typedef {object} Statistics
 * @property {Played[]} matches the oldest first
 * @property {Rate} total
 * @property {Record<Kind, Rate>} kinds
 *
 * @typedef {"checker" | "doubling" | "taking"} Kind
 */

/** Matches whose average the line shows. */
const TOGETHER = 5;
/** Dots that there is room for. */
const MOST = 40;
/** Decisions of a kind from which on it is worth a word. */
const ENOUGH = 10;

/** @type {Kind[]} */
const KINDS = ["checker", "doubling", "taking"];
/** Where to learn more. @type {Record<Kind, string>} */
const LESSONS = { checker: "points", doubling: "cube", taking: "cube" };

/** The drawing: its size, and the room for numbers before it and months below it. */
const [WIDTH, HEIGHT, BEFORE, BELOW, ABOVE] = [292, 176, 30, 20, 12];

/** The average of the matches up to each, weighted by their decisions.
 * @param {{pr: number, decisions: number}[]} matches @returns {number[]} */
export function averages(matches) {
  return matches.map((_, at) => {
    const last = matches.slice(Math.max(0, at + 1 - TOGETHER), at + 1);
    const count = last.reduce((sum, { decisions }) => sum + decisions, 0);
    return last.reduce((sum, { pr, decisions }) => sum + pr * decisions, 0) / (count || 1);
  });
}

/** Lines of the scale: three or four round numbers around all values.
 * @param {number[]} values @returns {number[]} the smallest first */
export function scale(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = [1, 2, 3, 5, 10, 20, 50].find((each) => (high - low) / each <= 3) ?? 100;
  const first = Math.max(0, Math.floor(low / step) * step);
  const lines = [first];
  while ((lines.at(-1) ?? 0) < high || lines.length < 2) lines.push((lines.at(-1) ?? 0) + step);
  return lines;
}

/** @param {Statistics} statistics */
export function ratePanel({ matches }) {
  const all = matches.flatMap(({ pr, ...rest }) => (pr === null ? [] : [{ ...rest, pr }]));
  if (!all.length) return h("section", { class: "panel rate" }, h("p", { class: "faint" }, t("matches.pr.none")));
  const line = averages(all).slice(-MOST);
  const shown = all.slice(-MOST);
  const now = line.at(-1) ?? 0;
  const figure = h("b", { class: "number" }, prText(now));
  const label = t("matches.pr.last", { n: Math.min(TOGETHER, all.length) });
  return h(
    "section",
    { class: "panel rate", "aria-label": t("matches.pr.title") },
    h("p", { class: "rate-now" }, figure, h("small", null, label), sinceMark(shown, line)),
    shown.length > 1 && chart(shown, line),
    shown.length > 1 && h("p", { class: "faint" }, t("matches.pr.text")),
  );
}

/** How it has changed since the first match that is shown.
 * @param {{date: string}[]} shown @param {number[]} line */
function sinceMark(shown, line) {
  const start = line[Math.min(TOGETHER, line.length) - 1] ?? 0;
  const change = (line.at(-1) ?? 0) - start;
  if (shown.length <= TOGETHER || Math.abs(change) < 0.05) return null;
  const text = number(change, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const month = monthText(shown[0]?.date ?? "", "long");
  const looks = { class: `since number ${change < 0 ? "is-better" : "is-worse"}` };
  return h("span", looks, t("matches.pr.since", { change: text.replace("-", "\u2212"), month }));
}

/** @param {string} date @param {"short" | "long"} month */
function monthText(date, month) {
  return new Intl.DateTimeFormat(currentLanguage(), { month }).format(new Date(date));
}

/** Better is higher: a smaller PR stands above a larger one.
 * @param {{date: string, pr: number}[]} shown @param {number[]} line */
function chart(shown, line) {
  const lines = scale([...shown.map(({ pr }) => pr), ...line]);
  const [low, high] = [lines[0] ?? 0, lines.at(-1) ?? 1];
  const right = direction() === "rtl";
  const across = (/** @type {number} */ at) => {
    const x = BEFORE + (at / Math.max(1, shown.length - 1)) * (WIDTH - BEFORE - 6);
    return right ? WIDTH - x : x;
  };
  const down = (/** @type {number} */ pr) => ABOVE + ((pr - low) / (high - low)) * (HEIGHT - ABOVE);
  const path = line.map((pr, at) => `${at ? "L" : "M"}${across(at).toFixed(1)} ${down(pr).toFixed(1)}`).join("");
  const last = shown.length - 1;
  const label = t("matches.pr.chart", { n: shown.length, from: prText(line[0] ?? 0), to: prText(line[last] ?? 0) });
  const svg = make("svg", { class: "rate-chart number", viewBox: `0 0 ${WIDTH} ${HEIGHT + BELOW}`, role: "img", "aria-label": label });
  svg.append(
    ...lines.flatMap((pr) => scaleLine(number(pr), down(pr), right)),
    make("path", { class: "area", d: `${path}L${across(last).toFixed(1)} ${HEIGHT}L${across(0).toFixed(1)} ${HEIGHT}Z` }),
    make("path", { class: "line", d: path }),
    ...shown.map(({ pr }, at) => dot(across(at), down(pr), at === last)),
    ...months(shown).map(({ at, text }) => written(text, across(at), HEIGHT + 16, "start")),
  );
  return svg;
}

/** @param {string} text @param {number} y @param {boolean} right */
function scaleLine(text, y, right) {
  const [from, to] = right ? [6, WIDTH - BEFORE] : [BEFORE, WIDTH - 6];
  const line = make("path", { class: "grid", d: `M${from} ${y.toFixed(1)}H${to}` });
  return [line, written(text, right ? WIDTH - BEFORE + 6 : BEFORE - 6, y + 4, "end")];
}

/** The anchor follows the direction of the page.
 * @param {string} text @param {number} x @param {number} y @param {"start" | "end"} anchor */
function written(text, x, y, anchor) {
  const label = make("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor });
  label.textContent = text;
  return label;
}

/** @param {number} x @param {number} y @param {boolean} last */
function dot(x, y, last) {
  return make("circle", { class: last ? "last" : "dot", cx: x.toFixed(1), cy: y.toFixed(1), r: last ? 4.5 : 2.6 });
}

/** Where a month begins, with room for its name.
 * @param {{date: string}[]} shown */
function months(shown) {
  /** @type {{at: number, text: string}[]} */
  const found = [];
  const room = shown.length / 7;
  shown.forEach(({ date }, at) => {
    const text = monthText(date, "short");
    const before = found.at(-1);
    if (before && (before.text === text || at - before.at < room)) return;
    if (shown.length - at >= room || !found.length) found.push({ at, text });
  });
  return found;
}

/** What costs most, by kind. @param {Statistics} statistics */
export function goesPanel({ kinds }) {
  const rows = KINDS.flatMap((kind) => {
    const { pr, decisions } = kinds[kind];
    if (pr === null) return [];
    const name = t(`matches.kind.${kind}`);
    const count = h("small", null, t("matches.decisions", { n: decisions }));
    return [h("li", null, h("span", null, name, " ", count), h("b", { class: "number" }, prText(pr)), rateBar(pr))];
  });
  if (!rows.length) return null;
  return h(
    "section",
    { class: "panel goes", "aria-labelledby": "goes" },
    h("h3", { id: "goes" }, t("matches.goes")),
    h("ul", { class: "rates" }, rows),
    advice(kinds),
  );
}

/** The kind with the highest PR, where there are enough decisions to say so.
 * @param {Record<Kind, Rate>} kinds */
function advice(kinds) {
  const known = KINDS.filter((kind) => kinds[kind].decisions >= ENOUGH);
  const worst = known.sort((a, b) => (kinds[b].pr ?? 0) - (kinds[a].pr ?? 0))[0];
  if (!worst || !kinds[worst].pr) return null;
  const { pr, decisions } = kinds[worst];
  const text = t(`matches.goes.${worst}`, { pr: prText(pr ?? 0), n: decisions });
  const lesson = LESSONS[worst];
  const way = link(`/learn/${lesson}`, t(`matches.lesson.${lesson}`));
  const train = link("/train/errors", t("practice.link"));
  return h("p", { class: "faint" }, text, " ", way, " · ", train);
}
