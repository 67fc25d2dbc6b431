/** How games ended, in words and in lists. */

import { fill, h } from "../dom.js";
import { nameOf, number, sentence, t } from "../words.js";
import { whiteSeat } from "./colours.js";
import { multipleText } from "./controls.js";
import { checkerGlyph } from "./glyphs.js";
import { diceText, isYours, playerName, shownName, statusText } from "./sayings.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Result} Result */

/** Words that differ where it is you. @param {State} state @param {number} seat */
function person(state, seat) {
  return isYours(state, seat) ? "you" : "name";
}

/** What the cube showed when the game ended. @param {Result} result */
function cubeOf({ points, multiple }) {
  return multiple > 0 ? points / multiple : points;
}

/** Who wins, in a heading. @param {State} state */
export function titleText(state) {
  const session = state.target.type === "money";
  if (state.over && state.winner === null) return t(session ? "end.session" : "end.ended");
  const winner = state.over ? state.winner : (state.result?.winner ?? null);
  if (winner === null) return t("end.drawn");
  const who = person(state, winner);
  const values = { name: playerName(state, winner), n: state.result?.points ?? 0 };
  if (state.over) return t(`end.${who}.match`, values);
  return t(state.result?.by === "time" ? `end.${who}.time` : `end.${who}.points`, values);
}

/** What is going on or how it ended, beside a name: no full stop there. @param {State} state */
export function turnText(state) {
  return state.phase === "over" ? titleText(state) : statusText(state).replace(/\.$/, "");
}

/** How it ended, in a sentence or three. @param {State} state */
export function howText(state) {
  return howParts(state).filter(Boolean).join(" ");
}

/** What ended it, and what that counts. @param {State} state @returns {[string, string]} */
export function howParts(state) {
  const { result, abandoned } = state;
  if (abandoned?.withheld && abandoned.by !== null) return [withheldText(state, abandoned.by), ""];
  if (abandoned) return [leftText(state, abandoned.by), ""];
  return result ? [causeText(state, result), valueText(result)] : ["", ""];
}

/** A player has left the match. @param {State} state @param {number | null} by */
function leftText(state, by) {
  if (by === null) return t("how.abandonment");
  const who = person(state, by);
  return t(`how.abandonment.${who}`, { name: playerName(state, by) });
}

/** A page has not given its part of the dice in time. @param {State} state @param {number} by */
function withheldText(state, by) {
  return t(`how.withheld.${person(state, by)}`, { name: playerName(state, by) });
}

/** @param {State} state @param {Result} result */
function causeText(state, result) {
  const { winner, by } = result;
  if (winner === null) return t(`how.${by}`);
  const loser = winner ? 0 : 1;
  const who = person(state, loser);
  const name = playerName(state, loser);
  if (by === "bearing off") return boreOff(state, winner, loser);
  if (by === "drop") return t(`how.drop.${who}`, { name, n: state.cube.offer });
  if (by === "mother") return t("how.mother", { name });
  return t(`how.${by}.${who}`, { name });
}

/** @param {State} state @param {number} winner @param {number} loser */
function boreOff(state, winner, loser) {
  const { last } = state;
  const [first, second] = [person(state, winner), person(state, loser)];
  const n = last?.steps.filter(([, target]) => target === "off").length ?? 0;
  const dice = last ? diceText(last.dice) : "";
  const off = state.rows[loser]?.off ?? 0;
  const had = { name: playerName(state, loser), n: off };
  return [
    t(`how.bearing_off.${first}`, { name: playerName(state, winner), dice, n: Math.max(1, n) }),
    t(off ? `how.had.${second}` : `how.none.${second}`, had),
  ].join(" ");
}

/** @param {Result} result */
function valueText(result) {
  if (result.winner === null) return "";
  const cube = cubeOf(result);
  const values = { what: sentence(multipleText(result.multiple)), cube, n: result.points };
  if (result.by === "drop") return t("how.points", values);
  return t(cube > 1 ? "how.value.cube" : "how.value", values);
}

/** Ends that are named in a list. */
const SAID = new Set(["time", "resignation", "abandonment"]);

/** The same in two or three words, for a list. @param {Result} result */
export function shortText(result) {
  const { by, multiple, winner } = result;
  if (winner === null) return t("short.drawn");
  if (by === "drop") return t("short.drop");
  const cube = cubeOf(result);
  const parts = [
    SAID.has(by) ? t(`short.${by}`) : "",
    by === "time" || by === "abandonment" ? "" : multipleText(multiple),
    cube > 1 ? t("short.cube", { n: cube }) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

/** The score after each game, never more than the points that win.
 * @param {State} state @returns {[number, number][]} */
export function scoresOf({ results, target, needed }) {
  /** @type {[number, number]} */
  const score = [0, 0];
  const most = needed ?? Infinity;
  return results.map(({ winner, points }) => {
    if (winner !== null) score[winner ? 1 : 0] += target.type === "best_of" ? 1 : points;
    return [Math.min(most, score[0]), Math.min(most, score[1])];
  });
}

/** The games of the match so far.
 * @param {HTMLElement} place @param {State} state @param {number} first the seat that is named
 *   first in scores */
export function showGames(place, state, first) {
  place.hidden = state.results.length === 0 || state.phase !== "over";
  if (place.hidden) return;
  const scores = scoresOf(state);
  const several = new Set(state.results.map(({ variant }) => variant.id)).size > 1;
  const rows = state.results.map((result, i) => {
    const now = i === state.results.length - 1 ? "now" : null;
    return h("li", { class: now }, gameRow(state, i, scoreText(scores[i] ?? [0, 0], first), several));
  });
  fill(
    place,
    h(
      "div",
      { class: "panel-head" },
      h("h2", null, t("games.panel")),
      h("span", { class: "faint end" }, t("games.played", { n: state.results.length })),
    ),
    h("ol", { class: "game-list" }, rows),
  );
}

/** @param {State} state @param {number} at @param {string} score @param {boolean} several */
function gameRow(state, at, score, several) {
  const result = state.results[at];
  if (!result) return [];
  const { winner, points } = result;
  const game = several ? `${nameOf("variant", result.variant)}: ` : "";
  return [
    h("span", { class: "n number" }, number(at + 1)),
    winner === null ? h("span") : checkerGlyph(winner === whiteSeat(state)),
    h(
      "span",
      { class: "who" },
      winner !== null && h("b", null, h("bdi", null, shownName(state, winner))),
      " ",
      h("span", { class: "faint" }, `${game}${shortText(result)}`),
    ),
    h("b", { class: "number" }, winner === null ? "" : `+${number(points)}`),
    h("span", { class: "number faint" }, score),
  ];
}

/** @param {readonly [number, number]} score @param {number} first */
export function scoreText(score, first) {
  const [a, b] = first ? [score[1], score[0]] : score;
  return `${number(a)} – ${number(b)}`;
}
