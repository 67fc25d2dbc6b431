/**
 * The board of every game of the family. It gets a state and the legal steps, and returns the play.
 *
 * const board = createBoard(element, { t, perspective: 0, onPlay: (steps) => send(steps) });
 * board.set(state);
 */

import { Board } from "./board.js";

/** @import {Options} from "./types.js" */

/** @param {HTMLElement} element @param {Partial<Options>} [options] */
export function createBoard(element, options = {}) {
  return new Board(element, options);
}
