/** A position that is being set up, as a value. The side to move comes first, as everywhere; which
 * color it has is a matter of the picture. */

/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../game/position.js").Stakes} Stakes */

/**
 * @typedef {object} Setup
 * @property {string} variant
 * @property {Row[]} rows the side to move first
 * @property {[number, number] | null} dice
 * @property {Stakes} stakes
 * @property {boolean} black do the dark checkers move?
 * @property {number | null} length points that win the match; null: money
 */

/** The most that stakes can say; the server refuses more. */
export const MOST_AWAY = 64;

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

/** The same position with the colors exchanged: White has what Black had.
 * @param {Setup} setup @returns {Setup} */
export function swapped(setup) {
  return { ...setup, black: !setup.black };
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

/** The points of White and of Black, as a score sheet has them; null for money.
 * @param {Setup} setup @returns {[number, number] | null} */
export function scoreOf({ stakes, length, black }) {
  if (!stakes.away || length === null) return null;
  const [mover, other] = stakes.away.map((needed) => length - needed);
  return black ? [other ?? 0, mover ?? 0] : [mover ?? 0, other ?? 0];
}

/** The match as it stands: as many points, and so many each. A score that no match has is brought
 * to the nearest that one can have.
 * @param {Setup} setup @param {number} length @param {[number, number]} score of White and Black
 * @returns {Setup} */
export function withScore(setup, length, score) {
  const to = within(length, 1, MOST_AWAY);
  const [white, black] = score.map((points) => to - within(points, 0, to - 1));
  const away = /** @type {[number, number]} */ (setup.black ? [black, white] : [white, black]);
  const crawford = Boolean(setup.stakes.crawford) && away.includes(1);
  return { ...setup, length: to, stakes: { ...setup.stakes, away, crawford, jacoby: false, beavers: 0 } };
}

/** @param {Setup} setup @returns {Setup} */
export function forMoney(setup) {
  return { ...setup, length: null, stakes: { ...setup.stakes, away: null, crawford: false } };
}

/** @param {number} n @param {number} least @param {number} most */
function within(n, least, most) {
  return Math.max(least, Math.min(most, Math.round(n) || least));
}

/** The next dice once a face was pressed: a first one waits for a second, one of a roll is taken
 * away again, and another face begins a new roll.
 * @param {number[]} dice none, one or two @param {number} face @returns {number[]} */
export function withDie(dice, face) {
  if (dice.length < 2) return [...dice, face];
  const at = dice.indexOf(face);
  if (at < 0) return [face];
  return dice[0] === dice[1] ? [] : dice.filter((_, i) => i !== at);
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
export function stakesJson({ cube, owner, away, crawford, jacoby, beavers, holland }) {
  if (away) return { cube, owner, away, crawford: Boolean(crawford), holland: Boolean(holland) };
  return { cube, owner, jacoby: Boolean(jacoby), beavers: beavers ?? 0 };
}

/** The match that begins here, as the server reads it.
 * @param {Setup} setup @param {string} text of the position
 * @param {{kind: string, level?: string | null}} opponent */
export function matchFrom(setup, text, opponent) {
  const { stakes, length, black } = setup;
  const mover = black ? 1 : 0;
  const score = scoreOf(setup);
  return {
    game: setup.variant,
    opponent,
    seat: mover,
    target: length === null ? { type: "money" } : { type: "points", to: length },
    settings: length === null ? { jacoby: Boolean(stakes.jacoby), beavers: stakes.beavers ?? 0 } : {},
    position: {
      position: text,
      starter: mover,
      cube: stakes.cube,
      owner: stakes.owner === null ? null : stakes.owner === "me" ? mover : 1 - mover,
      crawford: Boolean(stakes.crawford),
      score: score ?? [0, 0],
    },
    dice: setup.dice,
  };
}
