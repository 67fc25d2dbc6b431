/** Clicks on places of the board that pick nothing up: where a step wants a place, or the target of
 * the only step that leads there. */

import { keyOf, nearest } from "../board/geometry.js";

/** @import {Board} from "../board/board.js" */

const REACH = 20;

/** By pointer, and by the keyboard's cursor.
 * @param {Board} board @param {(key: string) => void} clicked */
export function listenToPlaces(board, clicked) {
  let idle = true;
  const { svg } = board.view;
  svg.addEventListener("pointerdown", () => (idle = !board.selected), true);
  svg.addEventListener("click", (event) => {
    const { x, y } = board.view.at(event);
    const area = nearest(board.view.layout.areas, x, y, REACH);
    if (area && idle && !board.selected) clicked(area.key);
  });
  board.element.addEventListener("keydown", (event) => {
    const wanted = event.key === "Enter" || event.key === " ";
    if (!wanted || event.defaultPrevented || event.target !== board.element) return;
    if (!board.cursor) return;
    event.preventDefault();
    clicked(board.cursor);
  });
}

/** Makes the step that ends at this place, if just one does.
 * @param {Board} board @param {string} key */
export function stepTo(board, key) {
  const { state, play } = board;
  if (!state || !play) return;
  const there = board.actions().filter(({ step }) => {
    const target = /** @type {import("../board/types.js").Place} */ (step[1]);
    return keyOf(state.board, board.options.perspective, play.seat, target) === key;
  });
  if (there.length === 1) there[0]?.run();
}
