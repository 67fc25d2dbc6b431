/** Which sound goes with what happened. */

import { click } from "../sound.js";

const STEP = 0.24; // seconds that a checker takes on its way

/** @param {import("../types.js").Happening[]} events @param {import("../types.js").State} state */
export function soundOf(events, state) {
  const last = events.at(-1)?.action.type;
  if (!last) return;
  if (last === "played") soundOfPlay(state);
  else if (last === "rolled") click("dice");
  else if (last === "doubled" || last === "took") click("cube");
  if (state.phase === "over") click("end", 0.3);
}

/** A knock for each checker that comes down. One's own have come down before they were confirmed.
 * @param {import("../types.js").State} state */
function soundOfPlay({ last, you }) {
  if (!last?.steps.length) return;
  const own = you.includes(last.seat);
  const events = own ? [last.events.includes("hit") ? "hit" : null] : last.events;
  events.forEach((event, number) =>
    click(event === "hit" ? "hit" : "checker", own ? 0 : STEP * (number + 0.8)),
  );
}
