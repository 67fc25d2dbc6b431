/** The board in words, for those who listen to it. Every word comes from the page's catalogue. */

import { toPlay } from "./dice.js";
import { placeOf } from "./geometry.js";
import { countAt } from "./stack.js";

/** @import {Edge, Place, Row, Seat, State, Translate} from "./types.js" */

/** The whole board, a line for each thing to know.
 * @param {State} state @param {Row[]} rows @param {Seat} viewer @param {Translate} t */
export function describe(state, rows, viewer, t) {
  const { pips, cube, crawford, dice, last, actor } = state;
  const lines = [viewer, 1 - viewer].flatMap((seat) => {
    const name = nameOf(state, seat, t);
    const side = t("board.side", { name, checkers: listed(rows[seat], t) });
    return pips ? [side, t("board.pips", { name, n: pips[seat] })] : [side];
  });
  /** @param {string} key @param {Seat | null | undefined} seat @param {object} [values] */
  const add = (key, seat, values) => {
    lines.push(t(key, { ...values, name: nameOf(state, seat ?? 0, t) }));
  };
  if (cube?.on && !crawford) {
    add(cube.owner === null ? "board.cube" : "board.cubeOwned", cube.owner, cube);
  }
  if (dice) add("board.dice", null, { dice: toPlay(state).join("-") });
  if (last?.text) add("board.last", last.seat, { play: last.text });
  if (typeof actor === "number") add("board.turn", actor);
  return lines;
}

/** @param {State} state @param {Seat} seat @param {Translate} t */
function nameOf(state, seat, t) {
  const colour = seat === (state.white ?? 0) ? "board.white" : "board.black";
  return state.players?.[seat]?.name || t(colour);
}

/** @param {Row} row @param {Translate} t */
function listed(row, t) {
  const points = [...row.points.keys()].reverse().filter((at) => row.points[at]);
  /** @param {"bar" | "hand" | "off"} place */
  const beside = (place) => (row[place] ? [t(`board.count.${place}`, { n: row[place] })] : []);
  const words = points.map((at) => {
    const key = row.pinned.includes(at + 1) ? "board.count.pinned" : "board.count";
    return t(key, { place: placeName(at + 1, t), n: row.points[at] });
  });
  return [...beside("hand"), ...beside("bar"), ...words, ...beside("off")].join(", ");
}

/** @param {Place} place @param {Translate} t */
function placeName(place, t) {
  return typeof place === "number" ? t("board.point", { point: place }) : t(`board.${place}`);
}

/** A step as a named action: "8 to 5 with 3, hits". @param {Edge} edge @param {Translate} t */
export function stepName([source, target, die, event], t) {
  const values = { from: placeName(source, t), to: placeName(target, t), die };
  return t(event ? `board.step.${event}` : "board.step", values);
}

/** What lies under the cursor, and what can be done with it.
 * @param {State} state @param {Row[]} rows @param {Seat} viewer @param {string} key
 * @param {"source" | "target" | "selected" | ""} can @param {Translate} t */
export function placeText(state, rows, viewer, key, can, t) {
  const whose = Number(key) ? viewer : Number(key.at(-1));
  const lying = [0, 1].flatMap((seat) => {
    const place = placeOf(state.board, viewer, seat, key);
    const n = place === null ? 0 : countAt(rows[seat], place);
    const held = rows[seat].pinned.some((point) => point === place);
    const words = held ? "board.checkersHeld" : "board.checkers";
    return n ? [t(words, { n, name: nameOf(state, seat, t) })] : [];
  });
  return [
    placeName(placeOf(state.board, viewer, whose, key) ?? "off", t),
    ...(lying.length ? lying : [t("board.empty")]),
    ...(can ? [t(`board.can.${can}`)] : []),
  ].join(", ");
}
