/** Which side has which colour. */

import { settings } from "../settings.js";

/** Whose checkers are light: seat 0's, unless the user prefers to play the dark ones.
 * @param {{you: number[]}} state @returns {number} */
export function whiteSeat({ you }) {
  const mine = you[0] === 1 ? 1 : 0;
  return settings.swapColours ? 1 - mine : 0;
}
