/** Clicks on places of the board, where a step wants a place and no play. */

import { nearest } from "../board/geometry.js";

/** @import {Board} from "../board/board.js" */

const REACH = 20;

/** By pointer, and by the keyboard's cursor.
 * @param {Board} board @param {(key: string) => void} clicked */
export function listenToPlaces(board, clicked) {
  board.view.svg.addEventListener("click", (event) => {
    const { x, y } = board.view.at(event);
    const area = nearest(board.view.layout.areas, x, y, REACH);
    if (area) clicked(area.key);
  });
  board.element.addEventListener("keydown", (event) => {
    const wanted = event.key === "Enter" || event.key === " ";
    if (!wanted || event.defaultPrevented || event.target !== board.element) return;
    if (!board.cursor) return;
    event.preventDefault();
    clicked(board.cursor);
  });
}
