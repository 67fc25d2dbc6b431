/** Positions as text and as addresses, and the stakes that belong to them. */

import { whiteSeat } from "./colours.js";

/** @typedef {import("../types.js").Row} Row */

/** The checkers of one side as position texts write them.
 * @param {Row} row */
function rowText(row) {
  const parts = [];
  if (row.hand) parts.push(`hand:${row.hand}`);
  if (row.bar) parts.push(`bar:${row.bar}`);
  for (let point = row.points.length; point >= 1; point--) {
    const count = row.points[point - 1];
    if (count) parts.push(`${point}${row.pinned.includes(point) ? "p" : ""}:${count}`);
  }
  if (row.off) parts.push(`off:${row.off}`);
  return parts.join(" ");
}

/** Both sides, the one to move first.
 * @param {Row[]} rows @param {number} turn */
export function positionText(rows, turn) {
  const [mover, other] = turn ? [rows[1], rows[0]] : rows;
  return `${rowText(mover)} / ${rowText(other)}`;
}

/** A text in an address: no blanks and no slashes, so that people can read it and send it on.
 * @param {string} text */
export function toAddress(text) {
  return encodeURIComponent(text.trim().replaceAll(" / ", "~").replaceAll(" ", "_")).replaceAll(
    "%3A",
    ":",
  );
}

/** @param {string} part of an address, decoded */
export function fromAddress(part) {
  return part.replaceAll("~", " / ").replaceAll("_", " ");
}

/**
 * @typedef {object} Stakes as the engine reads them, seen by the side to move
 * @property {number} cube
 * @property {"me" | "opponent" | null} owner
 * @property {[number, number] | null} [away]
 * @property {boolean} [crawford]
 * @property {boolean} [jacoby]
 * @property {number} [beavers]
 * @property {boolean} [holland]
 */

/** The address of a position with everything that belongs to it.
 * @param {string} variant @param {string} text
 * @param {{dice?: [number, number] | null, stakes?: Partial<Stakes>, black?: boolean}} [more] */
export function positionAddress(variant, text, more = {}) {
  const query = new URLSearchParams();
  const { dice, stakes = {}, black } = more;
  if (dice) query.set("dice", dice.join(""));
  if ((stakes.cube ?? 1) > 1) query.set("cube", String(stakes.cube));
  if (stakes.owner) query.set("owner", stakes.owner);
  if (stakes.away) query.set("away", stakes.away.join("-"));
  for (const name of /** @type {const} */ (["crawford", "jacoby"]))
    if (stakes[name]) query.set(name, "1");
  if (black) query.set("black", "1");
  const tail = query.size ? `?${query}` : "";
  return `/position/${encodeURIComponent(variant)}/${toAddress(text)}${tail}`;
}

/** What such an address says besides the position.
 * @param {URLSearchParams} query
 * @returns {{dice: [number, number] | null, stakes: Stakes, black: boolean}} */
export function readAddress(query) {
  const dice = /^[1-6][1-6]$/.exec(query.get("dice") ?? "");
  const away = /^(\d{1,2})-(\d{1,2})$/.exec(query.get("away") ?? "");
  const owner = query.get("owner");
  return {
    black: query.has("black"),
    dice: dice ? [Number(dice[0][0]), Number(dice[0][1])] : null,
    stakes: {
      cube: Number(query.get("cube")) || 1,
      owner: owner === "me" || owner === "opponent" ? owner : null,
      away: away ? [Number(away[1]), Number(away[2])] : null,
      crawford: query.has("crawford"),
      jacoby: query.has("jacoby"),
    },
  };
}

/** The stakes of a match as its side to move sees them.
 * @param {Pick<import("../types.js").State, "cube" | "turn" | "score" | "settings"> &
 *   {needed: number | null, crawford: boolean}} state
 * @returns {Stakes} */
export function stakesOf({ cube, turn, score, needed, crawford, settings }) {
  const [mine, theirs] = turn ? [score[1], score[0]] : score;
  return {
    cube: cube.value,
    owner: cube.owner === null ? null : cube.owner === turn ? "me" : "opponent",
    away: needed === null ? null : [Math.max(1, needed - mine), Math.max(1, needed - theirs)],
    crawford,
    jacoby: Boolean(settings.jacoby),
    beavers: settings.beavers ?? 0,
    holland: Boolean(settings.holland),
    ...(settings.cube_limit ? { cube_limit: settings.cube_limit } : {}),
  };
}

/** The editor's address of the position in a match: the colors stay with their sides, and after
 * the end there is no score to play for.
 * @param {import("../types.js").State} state */
export function addressOf(state) {
  const text = positionText(state.rows, state.turn);
  const stakes = stakesOf(state);
  if (state.over) Object.assign(stakes, { away: null, crawford: false });
  const more = { dice: state.dice, stakes, black: state.turn !== whiteSeat(state) };
  return positionAddress(state.variant.id, text, more);
}
