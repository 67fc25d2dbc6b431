/** The question that a decision in a match puts to the engine. */

import { whiteSeat } from "./colours.js";
import { positionText, stakesOf } from "./position.js";
import { shownName } from "./sayings.js";

/** What is to be decided here: a play, or the cube before a roll; null where there is nothing.
 * @param {import("../types.js").State} state @param {number} [viewer] the seat at the bottom
 * @returns {import("./analysis.js").Question | null} */
export function questionOf(state, viewer = state.turn) {
  if (state.phase !== "to_play" && state.phase !== "to_roll" && state.phase !== "offered")
    return null;
  if (state.phase === "to_play" && !isWhole(state)) return null;
  return {
    variant: state.variant.id,
    options: state.variant.options,
    position: positionText(state.rows, state.turn),
    dice: state.phase === "to_play" ? state.dice : null,
    stakes: stakesOf(state),
    house_rules: Boolean(state.settings.house_rules),
    // Stakes have no word for a game that is played without its cube.
    ...(state.cube.on ? {} : { cubeful: false }),
    ...(state.phase === "offered" ? { offered: true } : {}),
    seat: state.turn,
    white: whiteSeat(state),
    ...viewed(state, viewer),
  };
}

/** @param {import("../types.js").State} state @param {number} viewer
 * @returns {{viewer: number, names: [string, string]}} */
function viewed(state, viewer) {
  return { viewer, names: [shownName(state, viewer), shownName(state, viewer ? 0 : 1)] };
}

/** Is all of the throw still to be played? The engine knows no half of a turn.
 * @param {import("../types.js").State} state */
function isWhole({ dice, left }) {
  return left.length === 0 || (dice ?? []).every((number) => left.includes(number));
}
