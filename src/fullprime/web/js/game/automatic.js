/** What the page does by itself, where the user wants it to. It only ever does the one thing that
 * could be done, so this is no knowledge of a game. */

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Step} Step */

/** The steps of the only play there is; null if there are several.
 * @param {State["walk"]} walk @returns {Step[] | null} */
export function onlyPlay(walk) {
  if (!walk) return null;
  const ends = walk.nodes.filter((node) => node.done);
  if (ends.length !== 1) return null;
  /** @type {Step[]} */
  const steps = [];
  let node = walk.nodes[0];
  while (node && !node.done) {
    const edge = node.next[0];
    if (!edge) return null;
    steps.push([edge[0], edge[1]]);
    node = walk.nodes[edge[4]];
  }
  return steps;
}

/** What to send automatically; null: the user decides.
 * @param {State} state @param {{autoRoll: boolean, autoForced: boolean}} likes
 * @returns {{type: string, content: object, pause: number} | null} */
export function automatic(state, likes) {
  if (state.actor === null || !state.you.includes(state.actor)) return null;
  if (state.phase === "to_roll" && likes.autoRoll && state.can.includes("roll")) {
    return state.can.includes("double") ? null : { type: "roll", content: {}, pause: 350 };
  }
  if (state.phase !== "to_play" || state.free) return null;
  const steps = onlyPlay(state.walk);
  if (steps?.length === 0) return { type: "played", content: { steps }, pause: 1400 };
  return steps && likes.autoForced ? { type: "played", content: { steps }, pause: 700 } : null;
}
