/**
 * What a hand may do on the board. Whether checkers are moved along legal steps, freely, or set up,
 * is defined by one of these; input knows nothing else.
 */

import { keyOf, placeOf } from "./geometry.js";
import { countAt } from "./stack.js";
import { moved, oneStep, sources, targets } from "./walk.js";

/** @import {Draft, Edge, Hand, Place, Row, Seat, Shape} from "./types.js" */

/** Along the legal steps.
 * @param {Draft} draft @param {Seat} viewer
 * @param {() => number[]} order  The numbers, the preferred one first.
 * @param {(edges: Edge[]) => void} play @returns {Hand} */
export function legalHand(draft, viewer, order, play) {
  const { board, seat } = draft;
  /** @param {Place} place */
  const key = (place) => keyOf(board, viewer, seat, place);
  /** @param {string} from */
  const ways = (from) => {
    const found = targets(draft, placeOf(board, viewer, seat, from) ?? "lost");
    return new Map([...found].map(([place, edges]) => [key(place), edges]));
  };
  /** @param {Edge[] | undefined} edges */
  const tried = (edges) => {
    if (edges) play(edges);
    return edges !== undefined;
  };
  return {
    sources: () => sources(draft).map(key),
    targets: (from) => [...ways(from).keys()],
    numbers: (from, to) => (ways(from).get(to) ?? []).map((edge) => edge[2]),
    seat: () => seat,
    move: (from, to) => tried(ways(from).get(to)),
    click(from, other) {
      const place = placeOf(board, viewer, seat, from) ?? "lost";
      const edge = oneStep(draft, place, other ? order().reverse() : order());
      return tried(edge && [edge]);
    },
  };
}

/** At a real table: own checkers go wherever they were put. A single enemy is taken off the point
 * where the game has a bar to put it on.
 * @param {Draft} draft @param {Seat} viewer @param {(edges: Edge[]) => void} play
 * @returns {Hand} */
export function freeHand({ board, seat, rows }, viewer, play) {
  const points = board.across.map((_, point) => String(point + 1));
  /** @param {string} key */
  const place = (key) => placeOf(board, viewer, seat, key) ?? "lost";
  const all = [`bar${seat}`, `hand${seat}`, ...points];
  return {
    sources: () => all.filter((key) => countAt(rows[seat], place(key))),
    targets: (from) => [...points, `off${seat}`].filter((to) => to !== from),
    numbers: () => [],
    seat: () => seat,
    move(from, to) {
      const target = place(to);
      const hits = enemies(board, rows, seat, target) === 1 && board.views[0].bar.length > 0;
      play([[place(from), target, 0, hits ? "hit" : null, 0]]);
      return true;
    },
    click: () => false,
  };
}

/** The position editor: checkers come from the tray of those borne off and go back to it, so that
 * their number is always right; what else may be wrong with a position, the server says.
 * @param {Shape} board @param {Row[]} rows @param {Seat} viewer
 * @param {Seat | null} brush  Whose checkers a click puts down; null: it takes away.
 * @param {(rows: Row[]) => void} change @returns {Hand} */
export function editHand(board, rows, viewer, brush, change) {
  /** The one on top: who is held lies below. @param {string} key */
  const owner = (key) => {
    const places = [0, 1].map((seat) => placeOf(board, viewer, seat, key));
    const there = places.map((place, seat) => place !== null && countAt(rows[seat], place) > 0);
    const held = places.map((place, seat) => rows[seat].pinned.some((point) => point === place));
    return there[1 - viewer] && !(there[viewer] && held[1 - viewer]) ? 1 - viewer : viewer;
  };
  /** @param {Seat} seat @param {string} from @param {string} to */
  const carry = (seat, from, to) => {
    const [source, target] = [from, to].map((key) => placeOf(board, viewer, seat, key));
    if (source === null || target === null || source === target) return false;
    if (!countAt(rows[seat], source)) return false;
    change(put(board, rows, seat, source, target));
    return true;
  };
  const beside = [0, 1].flatMap((seat) => [`bar${seat}`, `hand${seat}`, `off${seat}`]);
  const keys = [...board.across.map((_, point) => String(point + 1)), ...beside];
  return {
    sources: () => keys,
    targets: (from) => keys.filter((to) => to !== from),
    numbers: () => [],
    seat: owner,
    move: (from, to) => carry(owner(from), from, to),
    click(key, other) {
      const takes = other || brush === null;
      const seat = takes ? owner(key) : brush;
      return takes ? carry(seat, key, `off${seat}`) : carry(seat, `off${seat}`, key);
    },
  };
}

/** How many of the other's checkers stand there.
 * @param {Shape} board @param {Row[]} rows @param {Seat} seat @param {Place} place */
function enemies(board, rows, seat, place) {
  return typeof place === "number" ? rows[1 - seat].points[board.across[place - 1] - 1] : 0;
}

/** A checker is put down: where games hit, enemies make room; else a single one is held.
 * @param {Shape} board @param {Row[]} rows @param {Seat} seat @param {Place} source
 * @param {Place} target */
function put(board, rows, seat, source, target) {
  const there = enemies(board, rows, seat, target);
  const shares = board.kind === "ring";
  const hits = board.views[0].bar.length > 0;
  const pin = there === 1 && !shares && !hits ? "pin" : null;
  const after = moved(board, rows, seat, [source, target, 0, pin]);
  if (there && hits && !shares && typeof target === "number") {
    after[1 - seat].points[board.across[target - 1] - 1] = 0;
    after[1 - seat].off += there;
  }
  for (const row of after) row.pinned = row.pinned.filter((point) => row.points[point - 1] === 1);
  return after;
}
