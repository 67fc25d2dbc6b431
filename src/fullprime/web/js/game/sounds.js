/** Which click goes with what happened. */

import { click } from "../sound.js";

/** @param {import("../types.js").Happening[]} events @param {import("../types.js").State} state */
export function soundOf(events, state) {
  const last = events.at(-1)?.action.type;
  if (!last) return;
  if (state.phase === "over") click("end");
  else if (last === "rolled") click("dice");
  else if (last === "played") click(state.last?.events.includes("hit") ? "hit" : "checker");
  else if (last === "doubled" || last === "took") click("cube");
}
