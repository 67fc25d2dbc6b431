/** How close the second best play is. */

/** @import {Candidate} from "./types.js" */

/** Joint standard errors of a lead below which it is open which play is better. */
const OPEN = 2;
/** A play that loses less may be chosen by a good player. */
const CLOSE = 0.02;

/** `open`: nobody knows; `close`; `clear`; `only`: there is no other play.
 * @param {Candidate | null | undefined} second @returns {"open" | "close" | "clear" | "only"} */
export function closeness(second) {
  if (!second) return "only";
  if (isOpen(second)) return "open";
  return second.error < CLOSE ? "close" : "clear";
}

/** Is it uncertain whether the best is better than this play? @param {Candidate} candidate */
export function isOpen({ error, joint_error: joint }) {
  return joint !== null && error < OPEN * joint;
}
