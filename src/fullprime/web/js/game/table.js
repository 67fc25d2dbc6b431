/** The board with a strip for each player: what the pages of a match and of a replay share. */

import { createBoard } from "../board/index.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { whiteSeat } from "./colours.js";
import { showPlayer } from "./players.js";
import { playerName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */

/** For what is painted in the colors of the board, beside it. */
export function boardColors() {
  const { theme, checkers, diceColors } = settings;
  return { "data-theme": theme, "data-checkers": checkers, "data-dice": diceColors };
}

/** @param {Record<string, any>} [handlers] of the board */
export function gameTable(handlers = {}) {
  return new GameTable(handlers);
}

class GameTable {
  #upper = h("div", { class: "player upper" });
  #lower = h("div", { class: "player lower" });
  #flipped = false;
  /** @type {State | null} */
  #shown = null;
  /** What is said beside a name, and beside which. */
  #says = { text: "", seat: 0 };

  /** @param {Record<string, any>} handlers */
  constructor(handlers) {
    this.place = h("div", { class: "board-place" });
    this.frame = h("div", { class: "board-seat" }, this.place);
    this.board = createBoard(this.place, {
      perspective: 0,
      homeLeft: settings.homeLeft,
      theme: settings.theme,
      checkers: settings.checkers,
      dice: settings.diceColors,
      texture: settings.texture,
      numbers: settings.numbers,
      marks: settings.marks,
      animate: settings.animation,
      oneClick: settings.oneClick,
      autoForced: settings.autoForced,
      t,
      ...handlers,
    });
    const label = t("game.board");
    const parts = [this.#upper, this.frame, this.#lower];
    this.element = h("section", { class: "play-table", "aria-label": label }, parts);
  }

  /** What stands on the board. */
  get shown() {
    return this.#shown;
  }

  /** The seat at the bottom. @param {State} state @returns {number} */
  bottom(state) {
    const seat = state.you.length === 1 && state.you[0] === 1 ? 1 : 0;
    return this.#flipped ? 1 - seat : seat;
  }

  /** @param {State} state */
  set(state) {
    this.#shown = state;
    this.board.configure({ perspective: this.bottom(state) });
    const players = [0, 1].map((each) => ({ name: playerName(state, each) }));
    this.board.set({ ...state, cube: cubeOf(state), players, white: whiteSeat(state) });
    this.players();
  }

  /** @param {string} text @param {number} seat whom it concerns */
  say(text, seat) {
    this.#says = { text, seat };
    this.players();
  }

  /** The strips alone: a player has come, or the draft has changed. */
  players() {
    const state = this.#shown;
    if (!state) return;
    const seat = this.bottom(state);
    const now = {
      white: whiteSeat(state),
      pips: this.board.draft.pips,
      off: (/** @type {number} */ each) => this.board.offStrip(each),
      says: this.#says.text,
      concerns: this.#says.seat,
    };
    showPlayer(this.#upper, state, 1 - seat, now);
    showPlayer(this.#lower, state, seat, now);
  }

  flip() {
    this.#flipped = !this.#flipped;
    if (this.#shown) this.set(this.#shown);
  }
}

/** A cube that was passed lies in the middle as it was offered; it does not go back.
 * @param {State} state */
export function cubeOf({ phase, cube }) {
  const passed = phase === "over" && cube.offer > 0;
  return passed ? { ...cube, value: cube.offer, owner: null, offer: 0 } : cube;
}
