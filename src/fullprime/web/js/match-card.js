/** A match in a list: what it is, who plays, how it stands, and the way to it. */

import { h, link } from "./dom.js";
import { money, nameOf, number, t, timeAgo } from "./words.js";

/**
 * @typedef {object} Listed a match as the list of my matches has it
 * @property {string} id
 * @property {{id: string, name: string}} variant
 * @property {{id: string, name: string} | null} series
 * @property {{name: string, seated: boolean}[]} players
 * @property {number[]} you
 * @property {[number, number]} score
 * @property {import("./types.js").Target} target
 * @property {"waiting" | "playing" | "over"} state
 * @property {boolean} your_turn
 * @property {number | null} winner
 * @property {string} changed
 */

/** @param {Listed} match */
export function gameCard(match) {
  const names = listedNames(match);
  const title = h("strong", null, bdi(names[0]), " – ", bdi(names[1]));
  const score = h("span", { class: "number score" }, match.score.map((n) => number(n)).join(" : "));
  const mark = match.your_turn
    ? h("span", { class: "mark" }, t("games.your_turn"))
    : stateMark(match);
  return h(
    "article",
    { class: "match-card" },
    link(`/match/${match.id}`, [title, score], { class: "card-main" }),
    h(
      "p",
      { class: "faint" },
      aboutText(match),
      " · ",
      h("time", { dateTime: match.changed }, timeAgo(match.changed)),
    ),
    mark,
  );
}

/** @param {string | undefined} text */
function bdi(text) {
  return h("bdi", null, text);
}

/** @param {Listed} match */
export function listedNames({ players, you }) {
  const mine = you.length === 1 ? you[0] : null;
  return players.map(({ name, seated }, seat) => {
    if (!seated) return t("player.nobody");
    return name || (seat === mine ? t("player.you") : t(seat ? "board.black" : "board.white"));
  });
}

/** @param {Listed} match */
function stateMark(match) {
  return match.state === "playing"
    ? null
    : h("span", { class: "mark quiet" }, t(`games.${match.state}`));
}

/** What is played, and for what.
 * @param {{variant: {id: string, name: string}, series: {id: string, name: string} | null,
 *   target: import("./types.js").Target}} match */
export function aboutText({ variant, series, target }) {
  const game = nameOf("variant", variant);
  return `${series ? `${nameOf("series", series)}: ${game}` : game} · ${targetText(target)}`;
}

/** @param {import("./types.js").Target} target */
function targetText(target) {
  if (target.type === "points") return t("target.points", { n: target.to });
  if (target.type === "best_of") return t("target.best_of", { n: target.games });
  return t("target.money", { stake: money(target.stake, target.unit) });
}
