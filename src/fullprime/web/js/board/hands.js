/**
 * What a hand may do on the board. A page gives the board a state; whether its checkers are moved
 * along legal steps, freely, or set up by hand is told by one of these. Input knows nothing else.
 */

import { keyOf, placeOf } from "./geometry.js";
import { countAt } from "./stack.js";
import { moved, oneStep, sources, targets } from "./walk.js";

/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Edge} Edge */
/** @typedef {import("./walk.js").Draft} Draft */
/**
 * @typedef {object} Hand
 * @property {() => string[]} sources  Keys of places from which a checker can be taken.
 * @property {(from: string) => string[]} targets
 * @property {(key: string) => Seat} seat  Whose checker would be taken.
 * @property {(from: string, to: string) => boolean} move
 * @property {(key: string, other: boolean) => boolean} click  A click that does all at once.
 */

/**
 * Along the legal steps.
 * @param {Draft} draft
 * @param {Seat} viewer
 * @param {() => number[]} order  The numbers, the preferred one first.
 * @param {(edges: Edge[]) => void} play
 * @returns {Hand}
 */
export function legalHand(draft, viewer, order, play) {
  const { board, seat } = draft;
  /** @param {Place} place */
  const key = (place) => keyOf(board, viewer, seat, place);
  /** @param {string} from */
  const ways = (from) => {
    const place = placeOf(board, viewer, seat, from);
    return place === null ? new Map() : targets(draft, place);
  };
  return {
    sources: () => sources(draft).map(key),
    targets: (from) => [...ways(from).keys()].map(key),
    seat: () => seat,
    move(from, to) {
      for (const [place, edges] of ways(from)) {
        if (key(place) !== to) continue;
        play(edges);
        return true;
      }
      return false;
    },
    click(from, other) {
      const place = placeOf(board, viewer, seat, from);
      const numbers = other ? order().reverse() : order();
      const edge = place === null ? null : oneStep(draft, place, numbers);
      if (edge) play([edge]);
      return edge !== null;
    },
  };
}

/**
 * At a real table: own checkers go wherever they were put. A single enemy is taken off the point
 * where the game has a bar to put it on.
 * @param {Draft} draft
 * @param {Seat} viewer
 * @param {(edges: Edge[]) => void} play
 * @returns {Hand}
 */
export function freeHand(draft, viewer, play) {
  const { board, seat, rows } = draft;
  /** @type {Place[]} */
  const places = [...board.across.keys()].map((point) => point + 1);
  /** @type {Place[]} */
  const all = ["bar", "hand", ...places];
  /** @param {Place} place */
  const key = (place) => keyOf(board, viewer, seat, place);
  return {
    sources: () => all.filter((place) => countAt(rows[seat], place)).map(key),
    targets: (from) => [...places, /** @type {Place} */ ("off")].map(key).filter((to) => to !== from),
    seat: () => seat,
    move(from, to) {
      const [source, target] = [from, to].map((at) => placeOf(board, viewer, seat, at));
      if (source === null || target === null) return false;
      const enemies = typeof target === "number" ? rows[1 - seat].points[board.across[target - 1] - 1] : 0;
      const hits = enemies === 1 && board.views[0].bar.length > 0;
      play([[source, target, 0, hits ? "hit" : null, 0]]);
      return true;
    },
    click: () => false,
  };
}

/**
 * The position editor: checkers come from the tray of those borne off and go back to it, so that
 * their number is always right; what else may be wrong with a position, the server says.
 * @param {import("./types.js").BoardShape} board
 * @param {[Row, Row]} rows
 * @param {Seat} viewer
 * @param {() => Seat | null} brush  Whose checkers a click puts down; null: it takes away.
 * @param {(rows: [Row, Row]) => void} change
 * @returns {Hand}
 */
export function editHand(board, rows, viewer, brush, change) {
  /** @param {Seat} seat @param {string} key */
  const count = (seat, key) => {
    const place = placeOf(board, viewer, seat, key);
    return place === null ? 0 : countAt(rows[seat], place);
  };
  /** The one on top: who is held lies below. @param {string} key @returns {Seat} */
  const owner = (key) => {
    const enemy = /** @type {Seat} */ (1 - viewer);
    const place = placeOf(board, viewer, enemy, key);
    const held = typeof place === "number" && rows[enemy].pinned.includes(place);
    return count(enemy, key) && !(held && count(viewer, key)) ? enemy : viewer;
  };
  /** @param {Seat} seat @param {string} from @param {string} to */
  const carry = (seat, from, to) => {
    const [source, target] = [from, to].map((key) => placeOf(board, viewer, seat, key));
    if (source === null || target === null || source === target || !countAt(rows[seat], source)) return false;
    change(put(board, rows, seat, source, target));
    return true;
  };
  /** @param {Seat} seat */
  const tray = (seat) => keyOf(board, viewer, seat, "off");
  const keys = [
    ...board.across.map((_, point) => String(point + 1)),
    ...[0, 1].flatMap((seat) => ["bar", "hand", "off"].map((place) => `${place}${seat}`)),
  ];
  return {
    sources: () => keys,
    targets: (from) => keys.filter((to) => to !== from),
    seat: owner,
    move: (from, to) => carry(owner(from), from, to),
    click(key, other) {
      const seat = brush();
      if (other || seat === null || key.startsWith("off")) return carry(owner(key), key, tray(owner(key)));
      return carry(seat, tray(seat), key);
    },
  };
}

/**
 * A checker is put down: where games hit, the enemy makes room; else a single one is held.
 * @param {import("./types.js").BoardShape} board
 * @param {[Row, Row]} rows
 * @param {Seat} seat
 * @param {Place} source
 * @param {Place} target
 * @returns {[Row, Row]}
 */
export function put(board, rows, seat, source, target) {
  const point = typeof target === "number" ? board.across[target - 1] : 0;
  const enemies = point ? rows[1 - seat].points[point - 1] : 0;
  const pins = board.kind === "points" && !board.views[0].bar.length;
  const after = moved(board, rows, seat, [source, target, 0, pins && enemies === 1 ? "pin" : null]);
  const enemy = after[1 - seat];
  if (enemies && !pins && board.kind === "points") {
    enemy.points[point - 1] = 0;
    enemy.off += enemies;
  }
  for (const row of after) row.pinned = row.pinned.filter((at) => row.points[at - 1] === 1);
  return after;
}
