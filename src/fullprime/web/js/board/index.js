/**
 * The board of every game of the family. It is told a state and the legal steps, and tells the play.
 *
 * const board = createBoard(element, { t, perspective: 0, onPlay: (steps) => send(steps) });
 * board.set(state);
 */

import { Board } from "./board.js";

/**
 * @param {HTMLElement} element
 * @param {Partial<import("./board.js").Options>} [options]
 * @returns {Board}
 */
export function createBoard(element, options = {}) {
  return new Board(element, options);
}
