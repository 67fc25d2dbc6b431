/** The board in words, for those who listen to it. Every word comes from the page's catalogue. */

import { placeOf } from "./geometry.js";
import { countAt } from "./stack.js";
import { nodeOf } from "./walk.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Edge} Edge */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Translate} Translate */

/**
 * The whole board, a line for each thing to know.
 * @param {State} state
 * @param {[Row, Row]} rows
 * @param {Seat} viewer
 * @param {Translate} t
 */
export function describe(state, rows, viewer, t) {
  const lines = [];
  const enemy = /** @type {Seat} */ (1 - viewer);
  for (const seat of /** @type {Seat[]} */ ([viewer, enemy])) {
    lines.push(t("board.side", { name: name(state, seat, t), checkers: listed(rows[seat], t) }));
    if (state.pips) lines.push(t("board.pips", { name: name(state, seat, t), n: state.pips[seat] }));
  }
  if (state.cube?.on) lines.push(cubeLine(state, t));
  if (state.dice) lines.push(t("board.dice", { dice: state.dice.join("-") }));
  if (state.last?.text) {
    lines.push(t("board.last", { name: name(state, state.last.seat, t), play: state.last.text }));
  }
  if (typeof state.actor === "number") {
    lines.push(t("board.turn", { name: name(state, state.actor, t) }));
  }
  return lines;
}

/** @param {State} state @param {Seat} seat @param {Translate} t */
export function name(state, seat, t) {
  return state.players?.[seat]?.name || t(seat === (state.white ?? 0) ? "board.white" : "board.black");
}

/** @param {State} state @param {Translate} t */
function cubeLine(state, t) {
  const { value = 1, owner = null } = state.cube ?? {};
  if (owner === null) return t("board.cube", { value });
  return t("board.cubeOwned", { value, name: name(state, owner, t) });
}

/** @param {Row} row @param {Translate} t */
function listed(row, t) {
  const words = [];
  for (const place of /** @type {Place[]} */ (["hand", "bar"])) {
    if (countAt(row, place)) words.push(placed(place, countAt(row, place), false, t));
  }
  for (let point = row.points.length; point > 0; point--) {
    const count = row.points[point - 1];
    if (count) words.push(placed(point, count, row.pinned.includes(point), t));
  }
  if (row.off) words.push(placed("off", row.off, false, t));
  return words.join(", ");
}

/** @param {Place} place @param {number} n @param {boolean} pinned @param {Translate} t */
function placed(place, n, pinned, t) {
  if (typeof place !== "number") return t(`board.count.${place}`, { n });
  return t(pinned ? "board.count.pinned" : "board.count", { place: placeName(place, t), n });
}

/** @param {Place} place @param {Translate} t */
export function placeName(place, t) {
  return typeof place === "number" ? t("board.point", { point: place }) : t(`board.${place}`);
}

/**
 * A step as a named action: "8 to 5 with 3, hits".
 * @param {Edge} edge
 * @param {Translate} t
 */
export function stepName([source, target, die, event], t) {
  const values = { from: placeName(source, t), to: placeName(target, t), die };
  return t(event ? `board.step.${event}` : "board.step", values);
}

/**
 * What lies under the cursor, and what can be done with it.
 * @param {State} state
 * @param {[Row, Row]} rows
 * @param {Seat} viewer
 * @param {string} key
 * @param {"source" | "target" | "selected" | ""} can
 * @param {Translate} t
 */
export function placeText(state, rows, viewer, key, can, t) {
  const words = [];
  const shownFor = Number(key) ? viewer : /** @type {Seat} */ (Number(key.at(-1)));
  words.push(placeName(placeOf(state.board, viewer, shownFor, key) ?? "off", t));
  for (const seat of /** @type {Seat[]} */ ([0, 1])) {
    const place = placeOf(state.board, viewer, seat, key);
    const n = place === null ? 0 : countAt(rows[seat], place);
    const held = typeof place === "number" && rows[seat].pinned.includes(place);
    if (n) words.push(t(held ? "board.checkersHeld" : "board.checkers", { n, name: name(state, seat, t) }));
  }
  if (words.length === 1) words.push(t("board.empty"));
  if (can) words.push(t(`board.can.${can}`));
  return words.join(", ");
}

/**
 * The legal steps from here, each once.
 * @param {import("./walk.js").Draft} draft
 * @param {Translate} t
 */
export function stepActions(draft, t) {
  return nodeOf(draft).next.map((edge) => ({ edge, label: stepName(edge, t) }));
}
