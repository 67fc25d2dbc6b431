/** Mouse, finger and pen: drag, click and click, or one click. */

import { nearest } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./pieces.js").Piece} Piece */
/** @typedef {{key: string, piece: Piece | undefined, x: number, y: number, moved: boolean, wasSelected: boolean}} Grip */

const SLIP = 6; // pixels that a click may move

/** @param {Board} board */
export function listenToPointers(board) {
  const { svg } = board.view;
  /** @type {Grip | null} */
  let grip = null;

  /** @param {PointerEvent} event */
  const reach = (event) => (event.pointerType === "mouse" ? 6 : 30);
  /** @param {string[]} keys @param {PointerEvent} event */
  const find = (keys, event) => {
    const { x, y } = board.view.at(event);
    const areas = board.view.layout.areas.filter((area) => keys.includes(area.key));
    return nearest(areas, x, y, reach(event))?.key ?? null;
  };

  svg.addEventListener("pointerdown", (event) => {
    const { hand } = board;
    if (grip || event.button === 1) return;
    if (event.button === 0 && onDice(event)) return board.clickDice();
    if (!hand) return;
    event.preventDefault();
    const target = board.selected && find(hand.targets(board.selected), event);
    const source = find(hand.sources(), event);
    if (board.selected && target && event.button === 0 && !(source === board.selected)) {
      return board.move(board.selected, target);
    }
    if (!source) return board.select(null);
    if (event.button === 2) return void board.click(source, true);
    const wasSelected = board.selected === source;
    const piece = board.view.pieces.top(hand.seat(source), source);
    board.select(source);
    svg.setPointerCapture(event.pointerId);
    grip = { key: source, piece, x: event.clientX, y: event.clientY, moved: false, wasSelected };
  });

  svg.addEventListener("pointermove", (event) => {
    if (!grip?.piece) return;
    if (!grip.moved && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < SLIP) return;
    if (!grip.moved) board.view.pieces.lift(grip.piece);
    grip.moved = true;
    const { x, y } = board.view.at(event);
    board.view.pieces.carry(grip.piece, x, y);
    board.hover(board.hand ? find(board.hand.targets(grip.key), event) : null);
  });

  svg.addEventListener("pointerup", (event) => {
    const held = grip;
    grip = null;
    if (!held) return;
    if (!held.moved) {
      if (board.oneClick) board.click(held.key, false);
      else if (held.wasSelected) board.select(null);
      return;
    }
    const target = board.hand && find(board.hand.targets(held.key), event);
    if (!target || !board.move(held.key, target)) board.select(null);
    if (held.piece) board.view.pieces.drop(held.piece);
  });

  svg.addEventListener("pointercancel", () => {
    if (grip?.piece) board.view.pieces.drop(grip.piece);
    grip = null;
    board.select(null);
  });

  svg.addEventListener("contextmenu", (event) => board.hand && event.preventDefault());

  /** @param {PointerEvent} event */
  function onDice(event) {
    return event.target instanceof Element && event.target.closest(".die") !== null;
  }
}
