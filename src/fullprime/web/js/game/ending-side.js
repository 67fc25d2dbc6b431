/** Beside a match that is over, once it is reviewed: how it went, and both players by kind. */

import { make } from "../board/svg.js";
import { fill, h } from "../dom.js";
import { luckText } from "../matches/rated.js";
import { curveOf, turnsOf } from "../review/curve.js";
import { choiceText } from "../review/said.js";
import { rateOf, rateText } from "../review/summary.js";
import { number, t } from "../words.js";
import { shownName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../review/types.js").Report} Report */
/** @typedef {import("../review/types.js").Rated} Rated */

const [WIDTH, HEIGHT] = [300, 140];
/** Of a chance: further from the middle than this, and the match turned. */
const FAR = 0.15;
const KINDS = /** @type {const} */ (["checker", "doubling", "taking"]);

/** @param {HTMLElement} place @param {State} state @param {Report} report */
export function showEnded(place, state, report) {
  const viewer = state.you.length === 1 && state.you[0] === 1 ? 1 : 0;
  place.hidden = false;
  fill(place, curvePanel(state, report, viewer), playersPanel(state, report, viewer));
}

/** @param {State} state @param {Report} report @param {0 | 1} viewer */
function curvePanel(state, report, viewer) {
  const money = state.target.type === "money";
  const { line } = curveOf(report, viewer, money);
  if (line.length < 2) return null;
  const at = line.map(([x, y]) => `${(x * WIDTH).toFixed(1)} ${((1 - y) * HEIGHT).toFixed(1)}`).join("L");
  const right = ((line.at(-1)?.[0] ?? 1) * WIDTH).toFixed(1);
  const picture = make(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    make("rect", { class: "chart-ground", width: WIDTH, height: HEIGHT }),
    make("path", { class: "chart-area", d: `M0 ${HEIGHT}L${at}L${right} ${HEIGHT}Z` }),
    make("path", { class: "chart-middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
    make("path", { class: "chart-line", d: `M${at}` }),
  );
  const light = viewer === (state.white ?? 0);
  const curve = h("div", { class: light ? "ended-curve" : "ended-curve viewer-dark" });
  curve.append(picture);
  const mine = t(money ? "end.side.points" : "end.side.chance");
  const unit = state.you.length === 1 ? mine : shownName(state, viewer);
  return panel(t("end.side.curve"), unit, curve, money ? null : story(report, viewer));
}

/** How far the winner was behind, or the loser ahead, and which turn changed most.
 * @param {Report} report @param {0 | 1} viewer */
function story(report, viewer) {
  const turns = turnsOf(report, viewer);
  if (!turns) return null;
  const { low, high, swing, after } = turns;
  const won = report.games.at(-1)?.winner === viewer;
  const [key, far] = won ? ["end.side.down", low] : ["end.side.up", high];
  const turned = won ? far.value < 0.5 - FAR : far.value > 0.5 + FAR;
  const place = { game: swing.game, turn: swing.turn };
  const play = playedIn(report, swing);
  const change = { ...place, play, from: rounded(swing.value), to: rounded(after) };
  return h(
    "p",
    { class: "ended-story" },
    turned && `${t(key, { game: far.game, turn: far.turn, chance: rounded(far.value) })} `,
    t(play ? "end.side.swing_by" : "end.side.swing", change),
  );
}

/** A chance in whole percents; more would say more than is meant. @param {number} value */
function rounded(value) {
  return number(value, { style: "percent", maximumFractionDigits: 0 });
}

/** What was played there, from left to right in every language; nothing where there was no choice.
 * @param {Report} report @param {import("../review/curve.js").Stand} stand */
function playedIn({ games }, { game, turn }) {
  const found = games[game - 1]?.decisions.find((each) => each.turn === turn && each.kind === "checker");
  return found ? `\u2066${choiceText("checker", found.played)}\u2069` : "";
}

/** @param {State} state @param {Report} report @param {0 | 1} viewer */
function playersPanel(state, report, viewer) {
  const players = [report.players[viewer], report.players[viewer ? 0 : 1]];
  const names = [viewer, viewer ? 0 : 1].map((seat) => shownName(state, seat));
  const met = KINDS.filter((kind) => players.some((player) => player[kind].count));
  const whole = row(t("review.kind.all"), players.map(({ pr }) => rateText(pr)));
  const rates = met.map((kind) => row(t(`review.kind.${kind}`), players.map((each) => rateText(rateOf(each[kind])))));
  const luck = row(t("review.row.luck_row"), players.map((each) => luckText(each.luck)));
  const heads = names.map((name) => h("th", { scope: "col" }, h("bdi", null, name)));
  const table = h("table", { class: "ended-rates number" }, h("thead", null, h("tr", null, h("td"), heads)));
  table.append(h("tbody", null, whole, rates, luck));
  return panel(t("end.side.players"), t("review.pr"), table);
}

/** @param {string} name @param {string[]} values */
function row(name, values) {
  return h("tr", null, h("th", { scope: "row" }, name), values.map((value) => h("td", null, value)));
}

/** @param {string} title @param {string} unit @param {(Node | null)[]} content */
function panel(title, unit, ...content) {
  const head = h("div", { class: "panel-head" }, h("h2", null, title), h("span", { class: "faint end" }, unit));
  return h("section", { class: "panel ended" }, head, content);
}
