/** Earlier turns of a game: a roll and its play are one turn. */

/** @typedef {import("../types.js").State} State */
/** @typedef {import("./history.js").Entry} Entry */
/** @typedef {Entry & {state: any}} Step */
/** @typedef {{games: number, variant: any, board: any, start: any, steps: Step[]}} GameRecord */

/** @param {string} id @param {number} game */
export function recordAddress(id, game) {
  return `/api/matches/${encodeURIComponent(id)}/games/${game}`;
}

/** Which steps end a turn or are one: everything but throws, and a throw that waits for its play.
 * @param {Step[]} steps @returns {number[]} */
export function turnsOf(steps) {
  return steps.flatMap((step, at) => {
    const throws = step.action.type === "rolled";
    const waits = at === steps.length - 1 && step.state?.phase === "to_play";
    return !throws || waits ? [at] : [];
  });
}

/** The match as it was after a step, or before the first (-1): no one can act there.
 * @param {State} match @param {number} game @param {GameRecord} record @param {number} at
 * @returns {State} */
export function pastState(match, game, record, at) {
  const { variant, board, start, steps } = record;
  const past = steps[at]?.state ?? start;
  return {
    ...match,
    variant,
    board,
    ...past,
    version: steps[at]?.version ?? -1,
    can: [],
    resignations: [],
    walk: null,
    free: false,
    clock: null,
    over: false,
    game,
    actor: past.phase === "over" ? null : past.turn,
  };
}

/** The state in which the play of a step was chosen.
 * @param {State} match @param {number} game @param {GameRecord} record @param {number} at */
export function decisionOf(match, game, record, at) {
  const step = record.steps[at];
  const chosen = step && (step.action.type === "played" || step.action.type === "doubled");
  return pastState(match, game, record, chosen ? at - 1 : at);
}
