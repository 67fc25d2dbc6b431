/** How far both sides have to go, also while a play is being made. */

/** @import {Row, Step} from "./types.js" */

/** What a play has gained or lost is added to the server's count of the position.
 * @param {Step} step @param {Row[]} rows @returns {[number, number]} */
export function pipsOf(step, rows) {
  const now = [0, 1].map((seat) => way(rows[seat]) - way(step.rows[seat]));
  return [(step.pips[0] ?? 0) + (now[0] ?? 0), (step.pips[1] ?? 0) + (now[1] ?? 0)];
}

/** @param {Row | undefined} row */
function way(row) {
  if (!row) return 0;
  const onPoints = row.points.reduce((sum, count, at) => sum + count * (at + 1), 0);
  return onPoints + 25 * (row.bar + row.hand);
}
