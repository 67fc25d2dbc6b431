/** Which side has which color. */

import { settings } from "../settings.js";

/** Whose checkers are light: what the winner of the opening throw has chosen; where that is not
 * played, seat 0's, unless the user prefers to play the dark ones.
 * @param {{you: number[], white?: number | null}} state @returns {number} */
export function whiteSeat({ you, white = null }) {
  if (white !== null) return white;
  const mine = you[0] === 1 ? 1 : 0;
  return settings.swapColours ? 1 - mine : 0;
}
