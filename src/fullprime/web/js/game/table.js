/** The board with a bar for each player: what the pages of a match and of a replay share. */

import { createBoard } from "../board/index.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { whiteSeat } from "./colours.js";
import { showPlayer } from "./players.js";
import { playerName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */

/** @param {Record<string, any>} [handlers] of the board */
export function gameTable(handlers = {}) {
  const upper = h("div", { class: "player upper" });
  const lower = h("div", { class: "player lower" });
  const place = h("div", { class: "board-place" });
  let flipped = false;
  const board = createBoard(place, {
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
  /** @type {State | null} */
  let shown = null;

  /** The seat at the bottom. @param {State} state @returns {number} */
  function bottom(state) {
    const seat = state.you.length === 1 && state.you[0] === 1 ? 1 : 0;
    return flipped ? 1 - seat : seat;
  }

  return {
    board,
    place,
    element: h("section", { class: "table", "aria-label": t("game.board") }, upper, place, lower),
    /** @param {State} state */
    set(state) {
      shown = state;
      const seat = bottom(state);
      board.configure({ perspective: seat });
      const players = [0, 1].map((each) => ({ name: playerName(state, each) }));
      board.set({ ...state, players, white: whiteSeat(state) });
      this.players(state);
    },
    /** @param {State} state */
    players(state) {
      const seat = bottom(state);
      showPlayer(upper, state, 1 - seat, whiteSeat(state));
      showPlayer(lower, state, seat, whiteSeat(state));
    },
    flip() {
      flipped = !flipped;
      if (shown) this.set(shown);
    },
  };
}
