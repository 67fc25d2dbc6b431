/** What two plays have in common, and what only one of them does. */

/** @typedef {import("../types.js").Step} Step */

/** @param {Step[]} best @param {Step[]} played */
export function compared(best, played) {
  const rest = [...played];
  /** @type {Record<"best" | "both" | "played", Step[]>} */
  const found = { both: [], best: [], played: rest };
  for (const step of best) {
    const same = rest.findIndex((other) => other.join() === step.join());
    if (same < 0) found.best.push(step);
    else found.both.push(...rest.splice(same, 1));
  }
  return found;
}
