/** What training has brought: answers and losses day by day, and the leaks in one's matches. */

import { make } from "../board/svg.js";
import { h, link } from "../dom.js";
import { prText, rateBar } from "../matches/rated.js";
import { day, direction, number, percent, t } from "../words.js";
import { themeText } from "./said.js";

/** @import {Day, Leak, Progress} from "./types.js" */

/** Days that there is room for. */
const MOST = 30;
/** Lessons about a theme. @type {Record<string, string>} */
const LESSONS = {
  doubling: "cube",
  taking: "cube",
  race: "race",
  bearing_off: "race",
  priming: "plans",
  blitz: "plans",
  holding: "anchors",
  mutual_holding: "anchors",
  backgame: "plans",
  opening: "points",
};
/** The drawing: its size, the room for numbers before it, the days below it. */
const [WIDTH, HEIGHT, BEFORE, BELOW, ABOVE] = [460, 150, 46, 20, 10];

/** @param {Progress} progress */
export function progressPanel(progress) {
  const { answers, right, retention, days } = progress;
  if (!answers) return null;
  const figures = [
    figure(number(answers), t("train.answers", { n: answers })),
    figure(percent(right / answers), t("train.share")),
    retention !== null && figure(percent(retention), t("train.retention")),
  ];
  return h(
    "section",
    { class: "panel train-progress", "aria-labelledby": "train-progress" },
    h("h2", { id: "train-progress" }, t("train.progress")),
    h("dl", { class: "figures" }, figures),
    days.length > 1 && h("div", { class: "train-plots" }, answersPlot(days.slice(-MOST)), lossPlot(days.slice(-MOST))),
    retention === null && h("p", { class: "faint" }, t("train.retention.none")),
  );
}

/** @param {string} value @param {string} name */
function figure(value, name) {
  return h("div", null, h("dd", { class: "number" }, value), h("dt", null, name));
}

/** Bars: all answers, and how many of them were right. @param {Day[]} days */
function answersPlot(days) {
  const most = Math.max(...days.map(({ answers }) => answers));
  const scene = plot(days, top(most), t("train.plot.answers", { n: days.reduce((sum, { answers }) => sum + answers, 0) }));
  days.forEach(({ answers, right }, at) => {
    scene.bar(at, answers, "all");
    scene.bar(at, right, "right");
  });
  return h("figure", null, scene.svg, h("figcaption", { class: "faint" }, t("train.plot.answers.caption")));
}

/** A line: what an answer loses, on average. @param {Day[]} days */
function lossPlot(days) {
  const known = days.flatMap(({ loss }, at) => (loss === null ? [] : [{ at, loss }]));
  if (known.length < 2) return null;
  const most = Math.max(0.02, ...known.map(({ loss }) => loss));
  const ends = { from: lossText(known[0]?.loss ?? 0), to: lossText(known.at(-1)?.loss ?? 0) };
  const scene = plot(days, [0, most / 2, most], t("train.plot.loss", ends), lossText);
  scene.line(known.map(({ at, loss }) => [at, loss]));
  return h("figure", null, scene.svg, h("figcaption", { class: "faint" }, t("train.plot.loss.caption")));
}

/** @param {number} loss */
function lossText(loss) {
  return number(loss, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
}

/** Round numbers up to the largest value. @param {number} most */
function top(most) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => most / each <= 4) ?? 1000;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

/** A ground with its scale and days. @param {Day[]} days @param {number[]} lines @param {string} label
 * @param {(value: number) => string} [text] */
function plot(days, lines, label, text = (value) => number(value)) {
  const most = lines.at(-1) || 1;
  const right = direction() === "rtl";
  const step = (WIDTH - BEFORE - 6) / days.length;
  const across = (/** @type {number} */ at) => {
    const x = BEFORE + (at + 0.5) * step;
    return right ? WIDTH - x : x;
  };
  const down = (/** @type {number} */ value) => ABOVE + (1 - value / most) * (HEIGHT - ABOVE);
  const size = `0 0 ${WIDTH} ${HEIGHT + BELOW}`;
  const svg = make("svg", { class: "rate-chart train-chart number", viewBox: size, role: "img", "aria-label": label });
  const [from, to] = right ? [6, WIDTH - BEFORE] : [BEFORE, WIDTH - 6];
  for (const value of lines) {
    const y = down(value);
    svg.append(make("path", { class: "grid", d: `M${from} ${y.toFixed(1)}H${to}` }));
    svg.append(written(text(value), right ? WIDTH - BEFORE + 6 : BEFORE - 6, y + 4, "end"));
  }
  for (const at of new Set([0, days.length - 1])) {
    const name = day(`${days[at]?.day}T12:00:00`);
    svg.append(written(name, across(at), HEIGHT + 16, at ? "end" : "start"));
  }
  const width = Math.min(22, step * 0.7);
  return {
    svg,
    bar: (/** @type {number} */ at, /** @type {number} */ value, /** @type {string} */ kind) => {
      const y = down(value);
      svg.append(make("rect", { class: `bar ${kind}`, x: (across(at) - width / 2).toFixed(1), y: y.toFixed(1), width: width.toFixed(1), height: (HEIGHT - y).toFixed(1), rx: 2 }));
    },
    line: (/** @type {[number, number][]} */ spots) => {
      const path = spots.map(([at, value], n) => `${n ? "L" : "M"}${across(at).toFixed(1)} ${down(value).toFixed(1)}`).join("");
      svg.append(make("path", { class: "line", d: path }));
      for (const [at, value] of spots) svg.append(make("circle", { class: "dot", cx: across(at).toFixed(1), cy: down(value).toFixed(1), r: 2.6 }));
    },
  };
}

/** The anchor follows the direction of the page.
 * @param {string} text @param {number} x @param {number} y @param {"start" | "end"} anchor */
function written(text, x, y, anchor) {
  const label = make("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor });
  label.textContent = text;
  return label;
}

/** Themes by what they cost in all. @param {Leak[]} leaks */
export function leaksPanel(leaks) {
  const title = h("h2", { id: "leaks" }, t("train.leaks"));
  if (!leaks.length) return h("section", { class: "panel leaks", "aria-labelledby": "leaks" }, title, h("p", { class: "faint" }, t("train.leaks.none")));
  const rows = leaks.map((leak) => h("li", { class: leak.leak ? "is-leak" : null }, ...leakRow(leak)));
  return h(
    "section",
    { class: "panel leaks", "aria-labelledby": "leaks" },
    title,
    h("p", { class: "faint" }, t("train.leaks.text")),
    h("ul", { class: "rates" }, rows),
  );
}

/** @param {Leak} leak */
function leakRow({ theme, pr, interval, decisions, leak }) {
  const lesson = LESSONS[theme];
  const name = [themeText(theme), " ", h("small", null, t("matches.decisions", { n: decisions }))];
  const more = leak && lesson && [" ", link(`/learn/${lesson}`, t("train.leak.lesson"))];
  const sure = interval === null ? "" : ` ± ${prText(interval)}`;
  return [
    h("span", null, name, leak && h("b", { class: "leak-sign" }, t("train.leak")), more),
    h("b", { class: "number" }, prText(pr), h("small", null, sure)),
    rateBar(pr),
  ];
}
