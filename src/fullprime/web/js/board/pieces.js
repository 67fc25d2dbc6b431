/** The checkers as elements: those that stay keep theirs, those that move glide. */

import { CHECKER } from "./geometry.js";
import { label, make } from "./svg.js";

/** @import {Checker, Piece} from "./types.js" */

const RADIUS = CHECKER / 2 - 1.5;

/** All checkers on one board. */
export class Pieces {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Piece[]} */
    this.all = [];
  }

  /** Shows these checkers; calls `glide` for each that lay elsewhere before, with where it was.
   * @param {Checker[]} checkers @param {(piece: Piece, x: number, y: number) => void} glide */
  show(checkers, glide) {
    const found = match(this.all, checkers);
    for (const piece of this.all) if (!found.includes(piece)) piece.element.remove();
    const before = new Map(this.all.map((piece) => [piece, { ...piece }]));
    this.all = checkers.map((checker, number) => dressed(found[number], checker));
    // The order of elements is the order of painting; what moves passes over the rest.
    const moved = this.all.filter((piece) => before.get(piece)?.as.key !== piece.as.key);
    const order = [...this.all.filter((piece) => !moved.includes(piece)), ...moved];
    this.layer.append(...order.map((piece) => piece.element));
    for (const piece of this.all) {
      const was = before.get(piece);
      if (was && (was.x !== piece.x || was.y !== piece.y)) glide(piece, was.x, was.y);
    }
  }

  /** The uppermost checker of a seat in a place. @param {number} seat @param {string} key */
  top(seat, key) {
    return this.all.findLast((piece) => piece.as.seat === seat && piece.as.key === key);
  }

  /** @param {Piece} piece @param {number} x @param {number} y */
  carry(piece, x, y) {
    if (this.layer.lastChild !== piece.element) this.layer.append(piece.element);
    piece.element.classList.add("lifted");
    [piece.x, piece.y] = [x, y];
    put(piece);
  }

  /** @param {Piece} piece */
  drop(piece) {
    piece.element.classList.remove("lifted");
  }
}

/** @param {Piece} piece */
function put({ element, x, y }) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}

/** Which piece is which checker: first those that can stay, then the nearest of those that left.
 * @param {Piece[]} pieces @param {Checker[]} checkers */
function match(pieces, checkers) {
  const free = new Set(pieces);
  const found = checkers.map(({ key, seat }) => {
    const stays = pieces.find((piece) => {
      const { as, element } = piece;
      const lifted = element.classList.contains("lifted");
      return free.has(piece) && as.key === key && as.seat === seat && !lifted;
    });
    if (stays) free.delete(stays);
    return stays;
  });
  return found.map((piece, number) => {
    if (piece) return piece;
    const { seat, x, y } = checkers[number];
    /** @param {Piece} other */
    const far = (other) => Math.hypot(other.x - x, other.y - y);
    const near = [...free].filter(({ as }) => as.seat === seat).sort((a, b) => far(a) - far(b))[0];
    free.delete(near);
    return near;
  });
}

/** @param {Piece | undefined} known @param {Checker} checker @returns {Piece} */
function dressed(known, checker) {
  const piece = known ?? { element: make("g"), as: checker, x: 0, y: 0 };
  const { element, as } = piece;
  const changed = !known || looks(as) !== looks(checker);
  Object.assign(piece, { as: checker, x: checker.x, y: checker.y });
  put(piece);
  if (changed) {
    element.setAttribute("class", `checker seat${checker.seat}${checker.held ? " held" : ""}`);
    element.replaceChildren(...body(checker));
  }
  return piece;
}

/** @param {Checker} checker */
function looks({ count, held, w, h }) {
  return `${count} ${held} ${w} ${h}`;
}

/** @param {Checker} checker */
function body({ w, h, count }) {
  if (w && h) {
    return [make("rect", { class: "edge", x: -w / 2, y: -h / 2, width: w, height: h, rx: 2.5 })];
  }
  const disc = make("circle", { class: "disc", r: RADIUS });
  if (count) return [disc, label("count", 0, 0, count)];
  return [disc, make("circle", { class: "groove", r: RADIUS * 0.68 })];
}
