/** PR over time, large: a dot for each match with its interval, and the average of the last ones. */

import { make } from "../board/svg.js";
import { averages, scale } from "../matches/progress.js";
import { prText } from "../matches/rated.js";
import { day, direction, number, t } from "../words.js";

/** @typedef {{id: string, date: string, pr: number, interval: number | null, decisions: number}} Dot */

/** Dots that there is room for. */
const MOST = 80;
/** Dates below it. */
const DATES = 5;
/** The drawing: its height, the room for numbers before it, dates below it. */
const [HEIGHT, BEFORE, BELOW, ABOVE] = [220, 30, 24, 12];
/** An interval that is so much longer than the largest PR is cut off. */
const LONGEST = 1.5;

/** @param {Dot[]} matches the oldest first @param {number} width of the place for it */
export function rateChart(matches, width) {
  const line = averages(matches).slice(-MOST);
  const shown = matches.slice(-MOST);
  const most = LONGEST * Math.max(...shown.map(({ pr }) => pr));
  const ranges = shown.flatMap(({ pr, interval }) => [pr, Math.min(most, pr + (interval ?? 0)), Math.max(0, pr - (interval ?? 0))]);
  const lines = scale([...ranges, ...line]);
  const [low, high] = [lines[0] ?? 0, lines.at(-1) ?? 1];
  const right = direction() === "rtl";
  const across = (/** @type {number} */ at) => {
    const x = BEFORE + ((at + 0.5) / shown.length) * (width - BEFORE);
    return right ? width - x : x;
  };
  const within = (/** @type {number} */ pr) => Math.max(low, Math.min(high, pr));
  const down = (/** @type {number} */ pr) => ABOVE + ((within(pr) - low) / (high - low)) * (HEIGHT - ABOVE);
  const ends = { from: prText(line[0] ?? 0), to: prText(line.at(-1) ?? 0) };
  const label = t("matches.pr.chart", { n: shown.length, ...ends });
  const svg = make("svg", { class: "rate-chart stats-chart number", viewBox: `0 0 ${width} ${HEIGHT + BELOW}`, role: "img", "aria-label": label });
  for (const pr of lines) {
    const [from, to] = right ? [0, width - BEFORE] : [BEFORE, width];
    svg.append(make("path", { class: "grid", d: `M${from} ${down(pr).toFixed(1)}H${to}` }));
    svg.append(written(number(pr), right ? width - BEFORE + 6 : BEFORE - 6, down(pr) + 4, "end"));
  }
  shown.forEach(({ pr, interval }, at) => {
    if (interval === null) return;
    const x = across(at).toFixed(1);
    svg.append(make("path", { class: "range", d: `M${x} ${down(pr - interval).toFixed(1)}V${down(pr + interval).toFixed(1)}` }));
  });
  const path = line.map((pr, at) => `${at ? "L" : "M"}${across(at).toFixed(1)} ${down(pr).toFixed(1)}`).join("");
  svg.append(make("path", { class: "line", d: path }));
  shown.forEach(({ pr, interval, date }, at) => {
    const dot = make("circle", { class: "dot", cx: across(at).toFixed(1), cy: down(pr).toFixed(1), r: 3.4 });
    const name = make("title", {});
    name.textContent = `${day(date)}: PR ${prText(pr)}${interval === null ? "" : ` \u00b1 ${prText(interval)}`}`;
    dot.append(name);
    svg.append(dot);
  });
  for (const at of spread(shown.length, width < 500 ? 3 : DATES)) svg.append(written(day(shown[at]?.date ?? ""), across(at), HEIGHT + 19, "middle"));
  return svg;
}

/** A few of so many, from the first to the last. @param {number} n @param {number} most */
function spread(n, most) {
  const count = Math.min(most, n);
  return new Set(Array.from({ length: count }, (_, at) => Math.round(((at + 0.5) / count) * n - 0.5)));
}

/** @param {string} text @param {number} x @param {number} y @param {"start" | "middle" | "end"} anchor */
function written(text, x, y, anchor) {
  const label = make("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor });
  label.textContent = text;
  return label;
}
