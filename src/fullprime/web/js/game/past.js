/** Earlier turns of a game: a roll and its play are one turn. */

import { isPlay } from "./history.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("./history.js").Entry} Entry */
/** @typedef {import("../types.js").Note} Note */
/** @typedef {Entry & {state: any, index: number | null}} Step index: of its action in the game */
/** @typedef {{games: number, variant: any, board: any, start: any, steps: Step[],
 *   note: Note | null, match_note: Note | null}} GameRecord */

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

/** The step of a turn that its comment belongs to: the one that has it, or the one that ends it.
 * @param {GameRecord} record @param {number} at the step that ends the turn
 * @returns {Step | null} null where nothing can be said */
export function commentedStep({ steps }, at) {
  const end = steps[at];
  const roll = steps[at - 1];
  if (!end || end.index === null) return null;
  const onRoll = roll?.action.type === "rolled" && isPlay(end) && roll.note && !end.note;
  return onRoll ? roll : end;
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
    claim: null,
    over: false,
    game,
    actor: past.phase === "over" ? null : past.turn,
  };
}

/** The version of the log after a step, or before the first (-1).
 * @param {GameRecord} record @param {number} at */
export function versionAt({ steps }, at) {
  return steps[at]?.version ?? (steps[0]?.version ?? 1) - 1;
}

/** The number of the turn that a step belongs to, as reviews count: those of both players; a double
 * belongs to the roll that would follow it. @param {GameRecord} record @param {number} at */
export function turnNumber({ steps }, at) {
  const rolled = steps.slice(0, at + 1).filter(isTurn).length;
  const ahead = steps[at] && !isPlay(steps[at]) && !isTurn(steps[at]);
  return Math.max(1, rolled + Number(Boolean(ahead)));
}

/** Has a turn begun by it? A tie before the first has not. @param {Step} step */
function isTurn({ action, state }) {
  return (action.type === "rolled" && state?.phase !== "opening") || action.type === "passed";
}

/** The state in which the play of a step was chosen.
 * @param {State} match @param {number} game @param {GameRecord} record @param {number} at */
export function decisionOf(match, game, record, at) {
  const step = record.steps[at];
  const chosen = step && (isPlay(step) || step.action.type === "doubled");
  return pastState(match, game, record, chosen ? at - 1 : at);
}
