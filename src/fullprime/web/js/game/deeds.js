/** What buttons do that are no actions of the game. */

import { post } from "../api.js";
import { trying } from "../page.js";
import { go } from "../router.js";

/** @param {string} id of the match
 * @param {{undo: () => void, swapDice: () => void, confirm: () => void}} board
 * @returns {(name: string, state: import("../types.js").State) => void} */
export function deeds(id, board) {
  /** @type {Record<string, (state: import("../types.js").State) => void>} */
  const known = {
    undo: () => board.undo(),
    swap: () => board.swapDice(),
    confirm: () => board.confirm(),
    replay: () => go(`/match/${id}/replay`),
    new: () => go("/new"),
    rematch: (state) => void again(state.rematch),
  };

  /** @param {string | null} made the next match, if the opponent has started it already */
  async function again(made) {
    const next = made ? { id: made } : await trying(post(`/api/matches/${id}/rematch`));
    if (next) go(`/match/${next.id}`);
  }
  return (name, state) => known[name]?.(state);
}
