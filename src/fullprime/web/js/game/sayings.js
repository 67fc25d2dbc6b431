/** What is going on, in words: the line below the board, and for screen readers. */

import { toPlay } from "../board/dice.js";
import { myName } from "../settings.js";
import { money, number, sentence, t, worded } from "../words.js";
import { whiteSeat } from "./colours.js";
import { isOfDice, isPlay, playText } from "./history.js";

/** @typedef {import("../types.js").State} State */

/** @param {State} state @param {number} seat */
export function playerName(state, seat) {
  const player = state.players[seat];
  if (!player?.seated) return t("player.nobody");
  return player.name || t(seat === whiteSeat(state) ? "board.white" : "board.black");
}

/** The same in bars, heads and titles: a user without a name is simply called “You”.
 * @param {State} state @param {number} seat */
export function shownName(state, seat) {
  return !myName && isYours(state, seat) ? t("player.you") : playerName(state, seat);
}

/** Does one person act for both seats?
 * @param {State} state */
export function sameScreen(state) {
  return state.you.length === 2;
}

/** Hints are fair against the computer, or where both players can see them.
 * @param {State} state */
export function isFair(state) {
  return (
    state.you.length > 0 && (sameScreen(state) || state.players.some(({ kind }) => kind === "bot"))
  );
}

/** What the game waits for, while it lasts.
 * @param {State} state @returns {string} */
export function statusText(state) {
  if (state.invite && state.phase === "opening") return t("status.waiting");
  if (state.phase === "opening" || state.actor === null) return t("status.opening");
  const mine = state.you.includes(state.actor);
  const name = playerName(state, state.actor);
  if (!mine && QUESTIONS.has(state.phase))
    return t(`status.wait.${state.phase}`, { name, ...asked(state) });
  if (!mine || sameScreen(state))
    return t(`status.other.${state.phase}`, { name, ...asked(state) });
  return t(`status.you.${state.phase}`, {
    name: playerName(state, other(state.actor)),
    ...asked(state),
  });
}

/** Phases that need an answer. */
const QUESTIONS = new Set(["offered", "resigning", "seen"]);

/** What an offer is about. @param {State} state */
function asked(state) {
  return {
    value: state.cube.offer || state.cube.value,
    dice: diceText(toPlay(state)),
  };
}

/** @param {number} seat @returns {number} */
function other(seat) {
  return seat ? 0 : 1;
}

/** The larger number first, as players say it.
 * @param {number[]} dice */
export function diceText(dice) {
  return [...dice]
    .sort((a, b) => b - a)
    .map((n) => number(n))
    .join("-");
}

/** Who has won how much in a money session: points times the stake.
 * @param {State} state */
export function balanceText(state) {
  const balance = Number(state.balance);
  if (balance === 0) return t("session.even");
  const winner = balance > 0 ? 0 : 1;
  const unit = state.target.type === "money" ? state.target.unit : "";
  const values = { name: playerName(state, winner), total: money(Math.abs(balance), unit) };
  return isYours(state, winner) ? t("session.you", values) : t("session.name", values);
}

/** Beside whose name it stands: of the one who acts, or of the winner.
 * @param {State} state @param {number} bottom the seat at the bottom of the board */
export function concerned(state, bottom) {
  return state.actor ?? state.winner ?? state.result?.winner ?? bottom;
}

/** Is it the one seat that you have? @param {State} state @param {number} seat */
export function isYours(state, seat) {
  return state.you.length === 1 && state.you[0] === seat;
}

/** Answers after which the game goes on: nothing on the board shows them. */
const ANSWERS = new Set(["took", "declined", "condoned", "demanded"]);

/** What the opponent has answered, if anything.
 * @param {import("../types.js").Happening[]} events @param {State} state */
export function answerText(events, state) {
  const answer = events.findLast(
    ({ action, seat }) => ANSWERS.has(action.type) && seat !== null && !state.you.includes(seat),
  );
  return answer ? eventText(answer, state) : "";
}

/** One thing that happened, for a list and for a screen reader. A play is its own notation.
 * @param {import("../types.js").Happening} event @param {State} state */
export function eventText(event, state) {
  const { action } = event;
  if (action.type === "tutor" || action.type === "warned" || isOfDice(action)) return "";
  if (event.ruling) return sentence(worded(event.ruling));
  const seat = event.seat;
  const name = seat === null || seat === undefined ? "" : playerName(state, seat);
  const dice = action.dice ? diceText(action.dice) : "";
  if (isPlay(event))
    return t(event.play ? "did.played" : "did.nothing", { name, text: playText(event) });
  const key = `did.${action.type}`;
  const text = t(key, {
    name,
    dice,
    value: state.cube.value,
    n: action.number ?? action.multiple ?? 1,
    color: action.colour ? t(`board.${action.colour}`) : "",
  });
  return text === key ? event.text : text;
}
