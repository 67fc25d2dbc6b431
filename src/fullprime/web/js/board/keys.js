/** The keyboard: a cursor over the places, and a key for everything else. */

import { towards } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Board} board */
export function listenToKeys(board) {
  const { element } = board;
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target !== element) return;
    if (handle(board, event.key, event.shiftKey)) event.preventDefault();
  });
  element.addEventListener("blur", () => board.point(null, false));
}

/**
 * @param {Board} board
 * @param {string} key
 * @param {boolean} shift
 * @returns {boolean}  Was it for the board?
 */
function handle(board, key, shift) {
  const arrow = ARROWS[key];
  if (arrow) {
    const { areas } = board.view.layout;
    const from = areas.find((area) => area.key === board.cursor);
    board.point(from ? towards(areas, from, ...arrow).key : areas[0].key, true);
    return true;
  }
  switch (key) {
    case "Enter":
    case " ":
      return enter(board, shift);
    case "Backspace":
      return board.undo();
    case "Escape":
      return board.select(null);
    case "d":
      return board.swapDice();
    case "c":
      return board.confirm();
    case "n":
    case "N":
      return next(board, key === "n" ? 1 : -1);
    default:
      return false;
  }
}

/**
 * Picks the checker under the cursor or puts it down; when nothing is left to move, confirms.
 * @param {Board} board
 * @param {boolean} other
 */
function enter(board, other) {
  const { hand, selected, cursor } = board;
  if (!hand) return false;
  if (board.draft.complete) return board.confirm();
  if (!cursor) return next(board, 1);
  if (selected && hand.targets(selected).includes(cursor)) return board.move(selected, cursor);
  if (!hand.sources().includes(cursor)) return board.announceRefusal(cursor);
  if (board.oneClick || other) return board.click(cursor, other);
  return board.select(cursor === selected ? null : cursor, true);
}

/**
 * The next place that can be taken, or put down on.
 * @param {Board} board
 * @param {number} step
 */
function next(board, step) {
  const { hand, selected } = board;
  if (!hand) return false;
  const open = selected ? [...hand.targets(selected), selected] : hand.sources();
  const keys = board.view.layout.areas.map((area) => area.key).filter((key) => open.includes(key));
  if (!keys.length) return false;
  const at = keys.indexOf(board.cursor ?? "");
  board.point(keys[(at + step + keys.length + (at < 0 && step < 0 ? 1 : 0)) % keys.length], true);
  return true;
}
