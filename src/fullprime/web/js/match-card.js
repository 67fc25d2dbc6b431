/** A match in a list: what it is, who plays, how it stands. */

import { h, icon } from "./dom.js";
import { FILE } from "./icons.js";
import { levelName, money, nameOf, number, t } from "./words.js";

/**
 * @typedef {object} Listed a match as the list of my matches has it
 * @property {string} id
 * @property {{id: string, name: string}} variant
 * @property {{id: string, name: string} | null} series
 * @property {{name: string, kind: string, level: string | null, seated: boolean}[]} players
 * @property {number[]} you
 * @property {{name: string, kind: "person" | "bot" | "here" | "invited", level: string | null,
 *   seated: boolean}} opponent
 * @property {[number, number]} score
 * @property {import("./types.js").Target} target
 * @property {"waiting" | "playing" | "over"} state
 * @property {boolean} your_turn
 * @property {number | null} winner
 * @property {"won" | "lost" | "even" | null} outcome for you; null while it is played, and where
 *   you have played both sides
 * @property {{by: number | null} | null} abandoned
 * @property {import("./types.js").Shape} board
 * @property {import("./types.js").Row[]} rows
 * @property {{format: string, name: string} | null} imported the file that it comes from
 * @property {import("./matches/rated.js").Rating | null} review what it says of me
 * @property {boolean} reviewing a review waits or is being made
 * @property {number | null} white the seat that plays white, where it was chosen
 * @property {string} changed
 */

/** @param {{variant: {id: string, name: string}, series: {id: string, name: string} | null}} match */
export function listedGame({ variant, series }) {
  return series ? nameOf("series", series) : nameOf("variant", variant);
}

/** Which seat is mine; null where both are. @param {Listed} match */
function mySeat({ you }) {
  return you.length === 1 ? (you[0] ?? 0) : null;
}

/** Against whom: the computer and its level, a friend, or both players of one screen or of a file.
 * @param {Listed} match */
export function opponentText({ players, opponent, imported }) {
  const names = players.map(({ name }) => name);
  if (imported) return names.join(" – ");
  if (opponent.kind === "invited") return t("matches.by_link");
  if (opponent.kind === "here")
    return names.every(Boolean) ? names.join(" – ") : t("matches.same_screen");
  if (opponent.kind === "person") return opponent.name || t("matches.friend");
  const { name, level } = opponent;
  return level ? t("matches.bot", { name, level: levelName(level) }) : name;
}

/** Mine first; a session for money has only a difference. @param {Listed} match */
export function scoreText(match) {
  const [mine, other] = mySeat(match) === 1 ? [...match.score].reverse() : match.score;
  if (match.target.type === "money") {
    return number(Number(mine) - Number(other), { signDisplay: "exceptZero" });
  }
  return [mine, other].map((n) => number(Number(n))).join(" – ");
}

/** What becomes of the match: mine to act, or waiting; at its end won or lost. The computer waits
 * for no one.
 * @param {Listed} match
 * @returns {"turn" | "waiting" | "open" | "won" | "lost" | "over" | "imported"} */
export function standing(match) {
  if (match.imported) return "imported";
  if (match.state === "waiting") return "open";
  const alone = match.opponent.kind === "bot" || match.opponent.kind === "here";
  if (match.state === "playing") return match.your_turn || alone ? "turn" : "waiting";
  return match.outcome === "won" || match.outcome === "lost" ? match.outcome : "over";
}

/** @param {Listed} match */
export function stateMark(match) {
  const state = standing(match);
  if (match.imported) return fileMark(match.imported);
  const looks = { turn: "chip mine", waiting: "chip", open: "chip" };
  const style = looks[/** @type {keyof typeof looks} */ (state)] ?? `result is-${state}`;
  return h("span", { class: style }, t(`matches.${state}`));
}

/** Won or lost, where that is known. @param {Listed} match */
export function resultMark({ outcome }) {
  const known = outcome === "won" || outcome === "lost";
  return h("span", { class: `result is-${outcome}` }, known && t(`matches.${outcome}`));
}

/** Where a match comes from that was not played here.
 * @param {{format: string, name: string}} file */
export function fileMark({ format, name }) {
  const looks = { class: "chip file-mark", title: name };
  return h("span", looks, icon(FILE), t("matches.imported"), h("code", { dir: "ltr" }, format));
}

/** @param {import("./types.js").Target} target */
export function targetText(target) {
  if (target.type === "points") return t("target.points", { n: target.to });
  if (target.type === "best_of") return t("target.best_of", { n: target.games });
  return t("target.money", { stake: money(target.stake, target.unit) });
}
