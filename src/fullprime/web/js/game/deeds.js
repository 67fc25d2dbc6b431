/** What buttons do that are no actions of the game. */

import { post } from "../api.js";
import { reviewAddress } from "../review/address.js";
import { copy, trying } from "../page.js";
import { go } from "../router.js";

/** @typedef {import("../types.js").State} State */

/** @param {string} id of the match
 * @param {{undo: () => void, confirm: () => void}} board
 * @param {Record<string, (state: State) => void>} [more] what only the page itself can do
 * @returns {(name: string, state: State) => void} */
export function deeds(id, board, more = {}) {
  /** @type {Record<string, (state: State) => void>} */
  const known = {
    undo: () => board.undo(),
    confirm: () => board.confirm(),
    review: () => go(reviewAddress(id)),
    replay: (state) => go(replayAddress(id, state.game)),
    share: (state) => void trying(share(location.origin + replayAddress(id, state.game))),
    rematch: (state) => void again(state.rematch),
    ...more,
  };

  /** @param {string | null} made the next match, if the opponent has started it already */
  async function again(made) {
    const next = made ? { id: made } : await trying(post(`/api/matches/${id}/rematch`));
    if (next) go(`/match/${next.id}`);
  }
  return (name, state) => known[name]?.(state);
}

/** @param {string} id @param {number} game @param {number} [turn] */
export function replayAddress(id, game, turn) {
  const at = turn === undefined ? "" : `&turn=${turn}`;
  return `/match/${encodeURIComponent(id)}/replay?game=${game}${at}`;
}

/** By the device's own way to share, or by copying the link.
 * @param {string} url */
export async function share(url) {
  const touch = matchMedia("(pointer: coarse)").matches;
  if (touch && navigator.canShare?.({ url })) await navigator.share({ url });
  else await copy(url);
}
