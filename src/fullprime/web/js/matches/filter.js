/** Which of my matches are shown, and in which order. */

import { listedGame, opponentText, standing } from "../match-card.js";

/** @typedef {import("../match-card.js").Listed} Listed */

/**
 * @typedef {object} Filter
 * @property {"all" | "open" | "won" | "lost" | "imported"} state
 * @property {string} game id; "" is any
 * @property {string} opponent "" is any
 * @property {"newest" | "oldest" | "game"} order
 * @property {string} text
 */

/** @type {Filter} */
export const ALL = { state: "all", game: "", opponent: "", order: "newest", text: "" };

/** @param {Listed[]} matches @param {Filter} filter @returns {Listed[]} */
export function chosen(matches, filter) {
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = matches.filter(
    (match) =>
      inState(match, filter.state) &&
      (!filter.game || gameId(match) === filter.game) &&
      (!filter.opponent || opponentText(match) === filter.opponent) &&
      words.every((word) => said(match).includes(word)),
  );
  return found.sort(ORDERS[filter.order]);
}

/** @param {Listed} match @param {Filter["state"]} state */
function inState(match, state) {
  if (state === "all") return true;
  if (state === "open") return match.state !== "over" && !match.imported;
  if (state === "won" || state === "lost") return match.outcome === state;
  return standing(match) === state;
}

/** @param {Listed} match */
export function gameId({ series, variant }) {
  return series?.id ?? variant.id;
}

/** @param {Listed} match */
function said(match) {
  const names = match.players.map(({ name }) => name);
  const file = match.imported ? [match.imported.name, match.imported.format] : [];
  return [listedGame(match), opponentText(match), ...names, ...file].join(" ").toLocaleLowerCase();
}

/** @type {Record<Filter["order"], (a: Listed, b: Listed) => number>} */
const ORDERS = {
  newest: (a, b) => b.changed.localeCompare(a.changed),
  oldest: (a, b) => a.changed.localeCompare(b.changed),
  game: (a, b) => listedGame(a).localeCompare(listedGame(b)) || b.changed.localeCompare(a.changed),
};

/** What there is to choose from: each once, by name.
 * @param {Listed[]} matches @param {(match: Listed) => [string, string]} entry value and text
 * @returns {[string, string][]} */
export function choices(matches, entry) {
  const found = new Map(matches.map(entry));
  return [...found].sort(([, a], [, b]) => a.localeCompare(b));
}

/** @param {Listed[]} matches */
export function counts(matches) {
  return {
    matches: matches.length,
    won: matches.filter(({ outcome }) => outcome === "won").length,
    games: new Set(matches.map(({ variant }) => variant.id)).size,
  };
}

/** How I have done in each game that I have finished, the most played first.
 * @param {Listed[]} matches @returns {{name: string, over: number, won: number}[]} */
export function byGame(matches) {
  /** @type {Map<string, {name: string, over: number, won: number}>} */
  const games = new Map();
  for (const match of matches) {
    const { outcome } = match;
    if (outcome !== "won" && outcome !== "lost") continue;
    const id = gameId(match);
    const entry = games.get(id) ?? { name: listedGame(match), over: 0, won: 0 };
    entry.over += 1;
    if (outcome === "won") entry.won += 1;
    games.set(id, entry);
  }
  return [...games.values()].sort((a, b) => b.over - a.over || a.name.localeCompare(b.name));
}
