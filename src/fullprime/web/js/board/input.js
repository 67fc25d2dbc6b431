/** Mouse, finger and pen: drag, click and click, or one click. */

import { nearest } from "./geometry.js";

/** @import {Board} from "./board.js" */
/** @import {Piece} from "./types.js" */
/** @typedef {{key: string, piece?: Piece, x: number, y: number, moved: boolean}} Grip */

const SLIP = 6; // pixels that a click may move

/** @param {Board} board */
export function listenToPointers(board) {
  const { svg } = board.view;
  const pointer = new Pointer(board);
  svg.addEventListener("pointerdown", (event) => pointer.down(event));
  svg.addEventListener("pointermove", (event) => pointer.move(event));
  svg.addEventListener("pointerup", (event) => pointer.up(event));
  svg.addEventListener("pointercancel", () => pointer.cancel());
  svg.addEventListener("contextmenu", (event) => board.hand && event.preventDefault());
}

class Pointer {
  /** What is held. @type {Grip | null} */
  #grip = null;
  /** It was picked up already. */
  #again = false;

  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.pieces = board.view.pieces;
  }

  /** @param {string[]} keys @param {PointerEvent} event */
  #find(keys, event) {
    const { view } = this.board;
    const { x, y } = view.at(event);
    const areas = view.layout.areas.filter((area) => keys.includes(area.key));
    return nearest(areas, x, y, event.pointerType === "mouse" ? 6 : 30)?.key ?? null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { board } = this;
    const { hand, selected } = board;
    if (this.#grip || event.button === 1) return;
    if (event.target instanceof Element && event.target.closest(".die")) return board.clickDice();
    if (!hand) return;
    const targets = selected && event.button === 0 ? hand.targets(selected) : [];
    const key = this.#find([...targets, ...hand.sources()], event);
    if (!key) return board.select(null);
    if (selected && targets.includes(key)) return board.move(selected, key);
    if (event.button === 2) return board.click(key, true);
    this.#take(key, event);
  }

  /** @param {string} key @param {PointerEvent} event */
  #take(key, event) {
    const { board } = this;
    const piece = board.hand ? this.pieces.top(board.hand.seat(key), key) : undefined;
    this.#grip = { key, piece, x: event.clientX, y: event.clientY, moved: false };
    this.#again = board.selected === key;
    board.view.svg.setPointerCapture(event.pointerId);
    board.select(key);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const grip = this.#grip;
    const { board } = this;
    if (!grip?.piece || !board.hand) return;
    const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y);
    if (!grip.moved && far < SLIP) return;
    grip.moved = true;
    const { x, y } = board.view.at(event);
    this.pieces.carry(grip.piece, x, y);
    board.hover(this.#find(board.hand.targets(grip.key), event));
  }

  /** @param {PointerEvent} event */
  up(event) {
    const held = this.#grip;
    const { board } = this;
    this.#grip = null;
    if (!held || !board.hand) return;
    if (!held.moved) return this.#clicked(held.key);
    const target = this.#find(board.hand.targets(held.key), event);
    if (!target || !board.move(held.key, target)) this.#putBack();
    if (held.piece) this.pieces.drop(held.piece);
  }

  /** @param {string} key */
  #clicked(key) {
    if (this.board.oneClick) this.board.click(key, false);
    else if (this.#again) this.board.select(null);
  }

  cancel() {
    if (this.#grip?.piece) this.pieces.drop(this.#grip.piece);
    this.#grip = null;
    this.#putBack();
  }

  #putBack() {
    this.board.select(null);
    this.board.redraw();
  }
}
