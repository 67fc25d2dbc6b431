/** The keyboard: a cursor over the places, and a key for everything else. */

import { towards } from "./geometry.js";

/** @import {Board} from "./board.js" */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What each key does; it says whether there was anything to do.
 * @type {Record<string, (board: Board, shift: boolean) => boolean>} */
const KEYS = {
  Enter: enter,
  " ": enter,
  Backspace: (board) => board.undo(),
  Escape: (board) => board.select(null),
  d: (board) => board.swapDice(),
  c: (board) => board.confirm(),
  n: (board) => next(board, 1),
  N: (board) => next(board, -1),
};

/** @param {Board} board */
export function listenToKeys(board) {
  const { element } = board;
  element.addEventListener("keydown", (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    if (ctrlKey || altKey || metaKey || target !== element) return;
    const used = ARROWS[key] ? step(board, ...ARROWS[key]) : KEYS[key]?.(board, shiftKey);
    if (used) event.preventDefault();
  });
  element.addEventListener("blur", () => board.point(null));
}

/** @param {Board} board @param {number} dx @param {number} dy */
function step(board, dx, dy) {
  const { areas } = board.view.layout;
  const from = areas.find((area) => area.key === board.cursor);
  return areas.length > 0 && board.point(from ? towards(areas, from, dx, dy).key : areas[0].key);
}

/** Picks the checker under the cursor or puts it down; when nothing is left to move, confirms.
 * @param {Board} board @param {boolean} other */
function enter(board, other) {
  const { hand, selected, cursor } = board;
  if (!hand) return false;
  if (board.draft.complete) return board.confirm();
  if (!cursor) return next(board, 1);
  if (selected && hand.targets(selected).includes(cursor)) return board.move(selected, cursor);
  if (!hand.sources().includes(cursor)) {
    board.say(board.options.t("board.cannot", { place: board.placeText(cursor) }));
    return true;
  }
  if (board.oneClick || other) return board.click(cursor, other);
  board.select(cursor === selected ? null : cursor);
  return board.point(cursor);
}

/** The next place that can be taken, or put down on. @param {Board} board @param {number} by */
function next(board, by) {
  const { hand, selected, cursor } = board;
  const open = (selected ? hand?.targets(selected) : hand?.sources()) ?? [];
  const keys = board.view.layout.areas.map(({ key }) => key).filter((key) => open.includes(key));
  const from = cursor ? keys.indexOf(cursor) : -1;
  const at = from < 0 && by < 0 ? keys.length - 1 : (from + by + keys.length) % keys.length;
  return keys.length > 0 && board.point(keys[at]);
}
