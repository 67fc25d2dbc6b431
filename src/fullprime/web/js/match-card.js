/** A match in a list: what it is, who plays, how it stands, and the way to it. */

import { h, link } from "./dom.js";
import { isNameless } from "./game/colours.js";
import { number, said, t, timeAgo } from "./words.js";

/**
 * @typedef {object} Listed a match as the list of my matches has it
 * @property {string} id
 * @property {{id: string, name: string} | string} variant
 * @property {({name: string} | string)[]} players
 * @property {[number, number]} score
 * @property {import("./types.js").Target} target
 * @property {"waiting" | "playing" | "over"} state
 * @property {boolean} your_turn
 * @property {number | null} winner
 * @property {string} changed
 */

/** @param {Listed} match */
export function gameCard(match) {
  const names = match.players.map(listedName);
  const title = h("strong", null, bdi(names[0]), " – ", bdi(names[1]));
  const score = h("span", { class: "number score" }, match.score.map((n) => number(n)).join(" : "));
  const mark = match.your_turn
    ? h("span", { class: "mark" }, t("games.your_turn"))
    : stateMark(match);
  const about = `${variantName(match.variant)} · ${targetText(match.target)}`;
  return h(
    "article",
    { class: "match-card" },
    link(`/match/${match.id}`, [title, score], { class: "card-main" }),
    h(
      "p",
      { class: "faint" },
      about,
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

/** @param {{name: string} | string} player */
export function listedName(player) {
  const name = typeof player === "string" ? player : player.name;
  if (isNameless(name)) return t(`board.${name.toLowerCase()}`);
  return name || t("player.nobody");
}

/** @param {Listed} match */
function stateMark(match) {
  return match.state === "playing"
    ? null
    : h("span", { class: "mark quiet" }, t(`games.${match.state}`));
}

/** @param {{id: string, name: string} | string} variant */
export function variantName(variant) {
  return typeof variant === "string" ? variant : said(variant.name);
}

/** @param {import("./types.js").Target} target */
export function targetText(target) {
  if (target.type === "points") return t("target.points", { n: target.to });
  if (target.type === "best_of") return t("target.best_of", { n: target.games });
  return t("target.money");
}
