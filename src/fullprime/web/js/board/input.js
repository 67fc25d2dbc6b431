/** Mouse, finger and pen: drag, click and click, or one click. */

import { nearest, placeOf } from "./geometry.js";
import { countAt } from "./stack.js";

/** @import {Board} from "./board.js" */
/** @import {Piece} from "./types.js" */
/** @typedef {{key: string, piece?: Piece, x: number, y: number, moved: boolean}} Grip */

const SLIP = 6; // pixels that a click may move
const REACH = { mouse: 8, finger: 44 }; // units that a place may be missed by

/** @param {Board} board */
export function listenToPointers(board) {
  const { svg } = board.view;
  const pointer = new Pointer(board);
  svg.addEventListener("pointerdown", (event) => pointer.down(event));
  svg.addEventListener("pointermove", (event) => pointer.move(event));
  svg.addEventListener("pointerup", (event) => pointer.up(event));
  svg.addEventListener("pointercancel", () => pointer.cancel());
  svg.addEventListener("pointerleave", () => board.offer(null));
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
    const reach = event.pointerType === "mouse" ? REACH.mouse : REACH.finger;
    return nearest(areas, x, y, reach)?.key ?? null;
  }

  /** @param {PointerEvent} event */
  down(event) {
    const { board } = this;
    const { hand, selected } = board;
    if (this.#grip || event.button === 1) return;
    const things = event.target instanceof Element ? event.target : null;
    const targets = selected && event.button === 0 ? (hand?.targets(selected) ?? []) : [];
    const aimed = this.#find(targets, event); // high stacks reach the dice
    if (!aimed && things?.closest(".die")) return board.clickDice();
    if (things?.closest(".cube") && board.clickCube()) return;
    if (things?.closest(".zone") && board.roll()) return;
    if (!hand) return;
    const key = this.#find([...targets, ...hand.sources()], event);
    if (selected && key && targets.includes(key)) return board.move(selected, key);
    if (key && event.button === 2) return board.click(key, true);
    if (key) return this.#take(key, event);
    if (selected) this.#refuse(selected, event);
    board.select(null);
    this.#grasp(event);
  }

  /** @param {string} key @param {PointerEvent} event */
  #take(key, event) {
    const { board } = this;
    const again = board.selected === key;
    this.#hold(key, event);
    this.#again = again;
    board.select(key);
  }

  /** A checker that cannot move can be dragged as well: then the page can say why not.
   * @param {PointerEvent} event */
  #grasp(event) {
    const { state, play, editor, options, rows } = this.board;
    if (!state || !play || editor || state.free || event.button !== 0) return;
    const key = this.#find(
      this.board.view.layout.areas.map((area) => area.key),
      event,
    );
    const place = key && placeOf(state.board, options.perspective, play.seat, key);
    if (key && place && place !== "off" && countAt(rows[play.seat], place)) this.#hold(key, event);
  }

  /** @param {string} key @param {PointerEvent} event */
  #hold(key, event) {
    const { board } = this;
    const piece = board.hand ? this.pieces.top(board.hand.seat(key), key) : undefined;
    this.#grip = { key, piece, x: event.clientX, y: event.clientY, moved: false };
    this.#again = false;
    board.view.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const grip = this.#grip;
    const { board } = this;
    if (!grip) return this.#hover(event);
    if (!grip.piece || !board.hand) return;
    const far = Math.hypot(event.clientX - grip.x, event.clientY - grip.y);
    if (!grip.moved && far < SLIP) return;
    grip.moved = board.dragging = true;
    const over = this.#target(grip, event);
    board.hover(over); // puts the lifted checker down before it is carried
    const { x, y } = board.view.at(event);
    this.pieces.carry(grip.piece, x, y);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const { board } = this;
    if (event.pointerType !== "mouse" || !board.hand || event.buttons) return;
    board.offer(board.editor ? null : this.#find(board.hand.sources(), event));
  }

  /** Where a dragged checker may be put; it can also be a strip beside the board.
   * @param {Grip} grip @param {PointerEvent} event */
  #target(grip, event) {
    const { board } = this;
    const open = board.hand?.targets(grip.key) ?? [];
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-off]");
    const strip = board.strips.find((each) => each && each.element === under);
    const off = strip && `off${strip.seat}`;
    return off && open.includes(off) ? off : this.#find(open, event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const held = this.#grip;
    const { board } = this;
    this.#grip = null;
    board.dragging = false;
    if (!held || !board.hand) return;
    if (!held.moved) return this.#clicked(held.key);
    const target = this.#target(held, event);
    if (!target || !board.move(held.key, target)) {
      this.#refuse(held.key, event);
      this.#putBack();
    }
    if (held.piece) this.pieces.drop(held.piece);
  }

  /** Says from where to where a checker should have gone. @param {string} from
   * @param {PointerEvent} event */
  #refuse(from, event) {
    const { state, play, editor, options, view } = this.board;
    if (!state || !play || editor || state.free) return;
    const key = this.#find(
      view.layout.areas.map((area) => area.key),
      event,
    );
    if (!key || key === from) return;
    const [source, target] = [from, key].map((each) =>
      placeOf(state.board, options.perspective, play.seat, each),
    );
    if (source !== null && target !== null) options.onRefused({ from: source, to: target });
  }

  /** @param {string} key */
  #clicked(key) {
    const { board } = this;
    if (!board.hand?.sources().includes(key)) return;
    if (board.oneClick) board.click(key, false);
    else if (this.#again) board.select(null);
  }

  cancel() {
    if (this.#grip?.piece) this.pieces.drop(this.#grip.piece);
    this.#grip = null;
    this.board.dragging = false;
    this.#putBack();
  }

  #putBack() {
    this.board.select(null);
    this.board.redraw();
  }
}
