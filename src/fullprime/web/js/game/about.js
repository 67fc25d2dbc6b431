/** What is played, and for what. */

import { money, nameOf, sentence, t } from "../words.js";

/** @typedef {import("../types.js").State} State */

/** @param {State} state */
export function gameName({ series, variant }) {
  const game = nameOf("variant", variant);
  return series ? `${nameOf("series", series)}: ${game}` : game;
}

/** “Match to 7 points · game 5” @param {State} state */
export function aboutGame(state) {
  return `${sentence(targetText(state))} · ${t("game.number", { n: state.game })}`;
}

/** The same of a match that may be over. @param {State} state */
export function aboutMatch(state) {
  return state.over ? `${sentence(targetText(state))} · ${t("game.finished")}` : aboutGame(state);
}

/** The same where there is little room: “to 7 · game 5” @param {State} state */
export function shortGame(state) {
  const { target, game } = state;
  const text = target.type === "points" ? t("target.short", { n: target.to }) : targetText(state);
  return `${text} · ${t("game.number", { n: game })}`;
}

/** @param {State} state */
function targetText({ target }) {
  if (target.type === "points") return t("target.points", { n: target.to });
  if (target.type === "best_of") return t("target.best_of", { n: target.games });
  return t("target.money", { stake: money(target.stake, target.unit) });
}

/** Who watches, for those who do and for those who are watched; empty where no one does.
 * @param {State & {watchers?: number}} state */
export function watchText({ you, watchers = 0 }) {
  const parts = [
    you.length ? "" : t("watch.you"),
    watchers > 0 ? t("watch.count", { n: watchers }) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
