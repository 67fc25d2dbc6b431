/** Addresses of reviews: `/match/ID/review/3.8` is turn 8 of game 3, `3.8-take` the answer to a
 * double in it. */

/** @param {string} id of a match @param {string} [at] the address of a decision in it */
export function reviewAddress(id, at = "") {
  return `/match/${encodeURIComponent(id)}/review${at && `/${at}`}`;
}

/** Of a decision in its match. @param {number} game counted from 1 @param {number} turn
 * @param {"checker" | "double" | "take"} [kind]
 * @param {number} [stage] of a roll that is played in stages, counted from 1 */
export function decisionAddress(game, turn, kind = "checker", stage = 1) {
  const part = kind === "checker" ? (stage > 1 ? `-${stage}` : "") : `-${kind}`;
  return `${game}.${turn}${part}`;
}
