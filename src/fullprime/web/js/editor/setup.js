/** A position that is being set up, as a value. The side to move comes first, as everywhere; which
 * colour it has is a matter of the picture. */

/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../game/position.js").Stakes} Stakes */

/**
 * @typedef {object} Setup
 * @property {string} variant
 * @property {Row[]} rows the side to move first
 * @property {[number, number] | null} dice
 * @property {Stakes} stakes
 * @property {boolean} black do the dark checkers move?
 */

/** The other side is to move, and the picture stays.
 * @param {Setup} setup @returns {Setup} */
export function otherSide(setup) {
  const { stakes } = setup;
  const owners = { me: "opponent", opponent: "me" };
  const owner = stakes.owner ? /** @type {Stakes["owner"]} */ (owners[stakes.owner]) : null;
  return {
    ...setup,
    black: !setup.black,
    rows: [setup.rows[1], setup.rows[0]],
    stakes: { ...stakes, owner, away: stakes.away ? [stakes.away[1], stakes.away[0]] : null },
  };
}

/** All checkers are put aside.
 * @param {Row[]} rows @returns {Row[]} */
export function cleared(rows) {
  const empty = (/** @type {Row} */ row) => ({
    points: row.points.map(() => 0),
    bar: 0,
    hand: 0,
    off: row.off + row.bar + row.hand + row.points.reduce((sum, n) => sum + n, 0),
    pinned: [],
  });
  return [empty(rows[0]), empty(rows[1])];
}

/** What a board draws of it. Seat 0 moves; where that is the dark side, seat 1 looks at it.
 * @param {Setup} setup @param {import("../types.js").Shape} board
 * @param {boolean} doubles is there a cube?
 * @param {number[]} [left] the numbers of the roll, where they are known
 * @returns {import("../board/types.js").State} */
export function pictureOf(setup, board, doubles, left = []) {
  const { cube, owner } = setup.stakes;
  return {
    board,
    rows: setup.rows,
    dice: setup.dice,
    left,
    turn: 0,
    actor: null,
    you: [],
    phase: setup.dice ? "to_play" : "to_roll",
    white: setup.black ? 1 : 0,
    cube: {
      on: doubles,
      value: cube,
      owner: owner === null ? null : owner === "me" ? 0 : 1,
      offer: 0,
    },
    walk: null,
    last: null,
  };
}

/** The stakes as the server reads them: what money play does not know is left out.
 * @param {Stakes} stakes */
export function stakesJson(stakes) {
  const { away, crawford, jacoby, ...cube } = stakes;
  return away
    ? { ...cube, away, crawford: Boolean(crawford) }
    : { ...cube, jacoby: Boolean(jacoby) };
}
