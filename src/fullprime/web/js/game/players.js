/** The strips above and below the board: who plays, whose turn it is, and how it stands. */

import { levels } from "../api.js";
import { fill, h } from "../dom.js";
import { ratingText } from "../levels.js";
import { settings } from "../settings.js";
import { levelName, number, t } from "../words.js";
import { clockOf } from "./clocks.js";
import { checkerGlyph } from "./glyphs.js";
import { shownName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */

/** More points than this are a number only. */
const MOST_DOTS = 11;

/** What the page knows and the state does not.
 * @typedef {object} Now
 * @property {number} white the seat with the light checkers
 * @property {[number, number]} pips with what has been moved so far
 * @property {(seat: number) => HTMLElement} off the checkers borne off, where the board has no trays
 * @property {string} says what is going on, in the strip of whom it concerns
 * @property {number} concerns the seat */

/** @param {HTMLElement} bar @param {State} state @param {number} seat @param {Now} now */
export function showPlayer(bar, state, seat, now) {
  const acts = state.actor === seat && state.phase !== "over";
  bar.classList.toggle("acts", acts);
  const light = seat === now.white;
  fill(
    bar,
    checkerGlyph(light),
    h("bdi", { class: "name" }, shownName(state, seat)),
    levelOf(state, seat),
    presence(state, seat),
    acts && h("span", { class: "unseen" }, t("player.acts")),
    now.off(seat),
    now.says && now.concerns === seat && h("span", { class: "turn status" }, now.says),
    h(
      "span",
      { class: "facts" },
      !settings.hidePips && pips(now.pips[seat] ?? 0),
      score(state, seat),
      clockOf(state, seat),
    ),
  );
}

/** How well the computer plays: in words, and by its error rate where that was measured.
 * @param {State} state @param {number} seat */
function levelOf(state, seat) {
  const level = state.players[seat]?.level;
  if (!level) return null;
  const place = h("span", { class: "level" }, levelName(level));
  void addRating(place, level, state.variant.id);
  return place;
}

/** Where the game was measured. @param {HTMLElement} place @param {string} level @param {string} game */
async function addRating(place, level, game) {
  const known = await levels().catch(() => []);
  const rate = known.find(({ name }) => name === level)?.rates[game];
  if (rate) place.append(` · ${t("player.pr", { pr: ratingText(rate.pr) })}`);
}

/** @param {State} state @param {number} seat */
function presence(state, seat) {
  const player = state.players[seat];
  const alone = state.imported || state.you.includes(seat);
  if (!player || player.kind === "bot" || alone || !player.seated) return null;
  const text = t(player.here ? "player.here" : "player.away");
  const dot = h("span", { class: player.here ? "dot here" : "dot", title: text });
  dot.append(h("span", { class: "unseen" }, text));
  return dot;
}

/** @param {number} count */
function pips(count) {
  const [before = "", after = ""] = t("player.pips", { n: count }).split(number(count));
  return h("span", { class: "pips number" }, before, h("b", null, number(count)), after);
}

/** @param {State} state @param {number} seat */
function score(state, seat) {
  const points = state.score[seat] ?? 0;
  const { needed } = state;
  const label = h("span", { class: "unseen" }, `${t("player.score")} `);
  const of = needed !== null && !state.over && h("em", null, `/${number(needed)}`);
  const crawford = state.crawford && needsOne(state, seat) && crawfordSign();
  return h(
    "span",
    { class: "score number" },
    label,
    dots(points, needed),
    h("b", null, number(points)),
    of,
    crawford,
  );
}

/** @param {number} points @param {number | null} needed */
function dots(points, needed) {
  if (needed === null || needed > MOST_DOTS || needed < 2) return null;
  const each = Array.from({ length: needed }, (_, i) => h("i", { class: i < points ? "on" : null }));
  return h("span", { class: "score-dots", "aria-hidden": "true" }, each);
}

function crawfordSign() {
  const words = t("player.crawford");
  return h("span", { class: "sign", title: words }, "C", h("span", { class: "unseen" }, ` ${words}`));
}

/** The sign stands with the player who needs one point; a single game needs none.
 * @param {State} state @param {number} seat */
function needsOne(state, seat) {
  return state.needed !== null && state.needed > 1 && state.needed - (state.score[seat] ?? 0) === 1;
}
