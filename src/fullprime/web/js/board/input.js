/** Mouse, finger and pen: drag, click and click, or one click. */

import { nearest } from "./geometry.js";

/** @import {Board} from "./board.js" */
/** @import {Piece} from "./types.js" */
/** @typedef {{key: string, piece?: Piece, x: number, y: number, moved: boolean}} Grip */

const SLIP = 6; // pixels that a click may move

/** @param {Board} board */
export function listenToPointers(board) {
  const { svg, pieces } = board.view;
  /** What is held. @type {Grip | null} */
  let grip = null;
  let again = false; // it was picked already

  /** @param {string[]} keys @param {PointerEvent} event */
  const find = (keys, event) => {
    const { x, y } = board.view.at(event);
    const areas = board.view.layout.areas.filter((area) => keys.includes(area.key));
    return nearest(areas, x, y, event.pointerType === "mouse" ? 6 : 30)?.key ?? null;
  };

  svg.addEventListener("pointerdown", (event) => {
    const { hand, selected } = board;
    if (grip || event.button === 1) return;
    if (event.target instanceof Element && event.target.closest(".die")) return board.clickDice();
    if (!hand) return;
    const targets = selected && event.button === 0 ? hand.targets(selected) : [];
    const key = find([...targets, ...hand.sources()], event);
    if (!key) return board.select(null);
    if (selected && targets.includes(key)) return board.move(selected, key);
    if (event.button === 2) return board.click(key, true);
    const piece = pieces.top(hand.seat(key), key);
    const { clientX: x, clientY: y } = event;
    grip = { key, piece, x, y, moved: false };
    again = selected === key;
    svg.setPointerCapture(event.pointerId);
    board.select(key);
  });

  svg.addEventListener("pointermove", (event) => {
    if (!grip?.piece || !board.hand) return;
    const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y);
    if (!grip.moved && far < SLIP) return;
    grip.moved = true;
    const { x, y } = board.view.at(event);
    pieces.carry(grip.piece, x, y);
    board.hover(find(board.hand.targets(grip.key), event));
  });

  svg.addEventListener("pointerup", (event) => {
    const held = grip;
    grip = null;
    if (!held || !board.hand) return;
    if (!held.moved) {
      if (board.oneClick) board.click(held.key, false);
      else if (again) board.select(null);
      return;
    }
    const target = find(board.hand.targets(held.key), event);
    if (!target || !board.move(held.key, target)) putBack();
    if (held.piece) pieces.drop(held.piece);
  });

  svg.addEventListener("pointercancel", () => {
    if (grip?.piece) pieces.drop(grip.piece);
    grip = null;
    putBack();
  });

  svg.addEventListener("contextmenu", (event) => board.hand && event.preventDefault());

  function putBack() {
    board.select(null);
    board.redraw();
  }
}
