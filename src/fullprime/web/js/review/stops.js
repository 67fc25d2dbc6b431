/** Where a review can stop: every turn, every cube decision, the end of every game. Each has an
 * address. */

import { decisionAddress } from "./address.js";

/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Decision} Decision */

/**
 * @typedef {object} Stop
 * @property {string} address
 * @property {number} game counted from 1
 * @property {number} turn
 * @property {number} action of the game that comes next; at the end, none
 * @property {"checker" | "double" | "take" | "roll" | "end"} kind roll: there was nothing to decide
 * @property {number | null} player
 * @property {[number, number] | null} dice
 * @property {number | null} luck of the roll
 * @property {Decision | null} decision
 * @property {boolean} quiet not worth a stop on the way: rolling on, where that was right
 */

/** All of them, in the order of play. @param {Report | null} report @returns {Stop[]} */
export function stopsOf(report) {
  return (report?.games ?? []).flatMap((game, at) => [
    ...[...decided(game, at + 1), ...forced(game, at + 1)].sort((a, b) => a.action - b.action || order(a, b)),
    endOf(game, at + 1),
  ]);
}

/** To roll on and to play may be the same action. @param {Stop} a @param {Stop} b */
function order(a, b) {
  return Number(b.kind === "double") - Number(a.kind === "double");
}

/** @param {Game} game @param {number} number @returns {Stop[]} */
function decided({ decisions, rolls }, number) {
  /** @type {Map<number, number>} */
  const plays = new Map();
  return decisions.map((decision) => {
    const { kind, turn, player, action } = decision;
    const again = kind === "checker" ? (plays.get(turn) ?? 0) + 1 : 1;
    if (kind === "checker") plays.set(turn, again);
    const rolled = kind === "checker" ? rolls.find((roll) => roll.turn === turn) : null;
    return {
      address: decisionAddress(number, turn, kind, again),
      ...{ game: number, turn, action, kind, player, decision },
      dice: kind === "checker" ? decision.dice : null,
      luck: again === 1 ? (rolled?.luck ?? null) : null,
      quiet: decision.played === "no double" && !decision.size,
    };
  });
}

/** Rolls that left no choice. @param {Game} game @param {number} number @returns {Stop[]} */
function forced({ decisions, rolls }, number) {
  const chosen = new Set(decisions.filter(({ kind }) => kind === "checker").map(({ turn }) => turn));
  return rolls
    .filter(({ turn }) => !chosen.has(turn))
    .map(({ turn, player, action, dice, luck }) => ({
      ...{ address: decisionAddress(number, turn), game: number, turn, action, player, dice, luck },
      ...{ kind: /** @type {const} */ ("roll"), decision: null, quiet: false },
    }));
}

/** @param {Game} game @param {number} number @returns {Stop} */
function endOf(game, number) {
  return {
    ...{ address: `${number}.end`, game: number, turn: lastTurn(game) + 1, action: Infinity },
    ...{ kind: "end", player: null, dice: null, luck: null, decision: null, quiet: false },
  };
}

/** @param {Game} game */
export function lastTurn({ decisions, rolls }) {
  return Math.max(0, ...decisions.map(({ turn }) => turn), ...rolls.map(({ turn }) => turn));
}

/** The stop of an address, or the one of its turn that is nearest to it.
 * @param {Stop[]} stops @param {string} address @returns {Stop | null} */
export function stopAt(stops, address) {
  const exact = stops.find((stop) => stop.address === address);
  if (exact) return exact;
  const [, game, turn] = /^(\d+)\.(\d+)/.exec(address) ?? [];
  const near = stops.filter((stop) => stop.game === Number(game) && stop.turn === Number(turn));
  return near.find(({ quiet }) => !quiet) ?? near[0] ?? null;
}

/** The next one in a direction among those that pass.
 * @param {Stop[]} stops @param {Stop | null} from @param {1 | -1} way
 * @param {(stop: Stop) => boolean} passes @returns {Stop | null} */
export function beyond(stops, from, way, passes) {
  const start = from ? stops.indexOf(from) : -1;
  const rest = way > 0 ? stops.slice(start + 1) : stops.slice(0, Math.max(0, start)).reverse();
  return rest.find(passes) ?? null;
}

/** @param {Stop} stop @param {number | null} seat null: of either */
export function isError({ decision, player }, seat = null) {
  return Boolean(decision?.size) && (seat === null || player === seat);
}

/** What a list shows: the errors of a seat, or with null every decision that counts and every error.
 * @param {Stop[]} stops @param {number | null} seat @param {"play" | "cost"} sorted */
export function listed(stops, seat, sorted) {
  const found = stops.filter((stop) =>
    seat === null ? stop.decision && (!stop.quiet || stop.decision.counts) : isError(stop, seat),
  );
  const cost = (/** @type {Stop} */ stop) => stop.decision?.error ?? 0;
  return sorted === "cost" ? found.sort((a, b) => cost(b) - cost(a)) : found;
}

/** Where a review opens: at the first error of a player, or else at the first turn.
 * @param {Stop[]} stops @param {number} seat */
export function opening(stops, seat) {
  return stops.find((stop) => isError(stop, seat)) ?? stops.find(({ quiet }) => !quiet) ?? null;
}

/** The other decisions of the same turn. @param {Stop[]} stops @param {Stop} stop */
export function ofTurn(stops, stop) {
  return stops.filter(({ game, turn, kind }) => game === stop.game && turn === stop.turn && kind !== "end");
}
