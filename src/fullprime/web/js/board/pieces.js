/** The checkers as elements: those that stay keep theirs, those that move glide. Their shadows lie
 * in a layer of their own below all of them, so that none falls on a neighbor in its stack. */

import { copyOf } from "./defs.js";
import { CHECKER } from "./geometry.js";
import { label, make } from "./svg.js";
import { slat } from "./slat.js";

/** @import {Checker, Piece, Seat, Tone} from "./types.js" */

const LIFT = 1.06;
export const RAISED = 5;

/** All checkers on one board. */
export class Pieces {
  shadows = make("g", { class: "shadows" });
  layer = make("g", { class: "checkers" });
  /** What is lifted or on its way, over all else. */
  above = make("g", { class: "above" });
  /** @type {Piece[]} */
  all = [];
  /** The seat with the light checkers. @type {Seat} */
  light = 0;
  /** @type {Piece | null} */
  #lifted = null;

  /** Shows these checkers; calls `glide` for each that lay elsewhere before, with where it was.
   * @param {Checker[]} checkers
   * @param {(piece: Piece, x: number, y: number, stays: boolean) => void} glide  `stays`: in its
   *   place. */
  show(checkers, glide) {
    const found = match(this.all, checkers);
    for (const piece of this.all) if (!found.includes(piece)) remove(piece);
    const before = new Map(this.all.map((piece) => [piece, { ...piece }]));
    this.all = checkers.map((checker, number) => dressed(found[number], checker, this.light));
    this.lift(null);
    // The order of elements is the order of painting; what moves passes over the rest.
    const moved = this.all.filter((piece) => before.get(piece)?.as.key !== piece.as.key);
    const order = [...this.all.filter((piece) => !moved.includes(piece)), ...moved];
    this.layer.append(...order.map((piece) => piece.element));
    this.shadows.append(...order.map((piece) => piece.shadow));
    for (const piece of this.all) {
      const was = before.get(piece);
      const moves = was && (was.x !== piece.x || was.y !== piece.y);
      if (moves) glide(piece, was.x, was.y, was.as.key === piece.as.key);
    }
  }

  /** Onto what lies there, with its shadow; who waits stays below who comes.
   * @param {Piece} piece @param {boolean} [waits] */
  raise({ shadow, element }, waits = false) {
    if (waits) this.above.prepend(shadow, element);
    else this.above.append(shadow, element);
  }

  /** Back among the others. @param {Piece} piece */
  settle(piece) {
    if (!this.all.includes(piece)) return;
    this.shadows.append(piece.shadow);
    this.layer.append(piece.element);
  }

  /** The uppermost checker of a seat in a place. @param {number} seat @param {string} key */
  top(seat, key) {
    return this.all.findLast((piece) => piece.as.seat === seat && piece.as.key === key);
  }

  /** One checker is lifted a little, as by a hand that is about to take it.
   * @param {Piece | null} piece */
  lift(piece) {
    if (this.#lifted === piece) return;
    if (this.#lifted) this.#tilt(this.#lifted, 1, 0);
    this.#lifted = piece;
    if (piece && !piece.as.w) this.#tilt(piece, LIFT, RAISED);
  }

  /** Its body moves; where it stands stays the same.
   * @param {Piece} piece @param {number} scale @param {number} high */
  #tilt({ element, shadow, as, x, y }, scale, high) {
    const body = /** @type {SVGElement | null} */ (element.firstElementChild);
    body?.style.setProperty(
      "transform",
      high ? `translate(0, ${-high}px) scale(${scale})` : "none",
    );
    shadow.style.transform = shadowed(as, x, y, scale, high);
  }

  /** @param {Piece} piece @param {number} x @param {number} y */
  carry(piece, x, y) {
    if (this.above.lastChild !== piece.element) this.raise(piece);
    piece.element.classList.add("lifted");
    [piece.x, piece.y] = [x, y];
    put(piece, 1.1, 10);
  }

  /** @param {Piece} piece */
  drop(piece) {
    piece.element.classList.remove("lifted");
  }
}

/** @param {Piece} piece */
function remove({ element, shadow }) {
  element.remove();
  shadow.remove();
}

/** How a checker stands there; `high` is how far above the board.
 * @param {Checker} as @param {number} x @param {number} y @param {number} [scale]
 * @param {number} [high] */
export function placed(as, x, y, scale = 1, high = 0) {
  const size = as.w ? 1 : (scale * as.size) / CHECKER;
  return `translate(${x}px, ${y - high}px) scale(${size})`;
}

/** @param {Checker} as @param {number} x @param {number} y @param {number} [scale]
 * @param {number} [high] */
export function shadowed(as, x, y, scale = 1, high = 0) {
  return `translate(${x + high * 0.6}px, ${y + high}px) scale(${(scale * as.size) / CHECKER})`;
}

/** @param {Piece} piece @param {number} [scale] @param {number} [high] */
function put({ element, shadow, as, x, y }, scale = 1, high = 0) {
  element.style.transform = placed(as, x, y, scale, high);
  shadow.style.transform = shadowed(as, x, y, scale, high);
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

/** @param {Piece | undefined} known @param {Checker} checker @param {Seat} light
 * @returns {Piece} */
function dressed(known, checker, light) {
  const piece = known ?? {
    element: make("g"),
    shadow: copyOf("shadow-of"),
    as: checker,
    x: 0,
    y: 0,
  };
  const { element, shadow } = piece;
  const tone = checker.seat === light ? "light" : "dark";
  const looks = JSON.stringify([checker.count, checker.w, checker.h, tone]);
  Object.assign(piece, { as: checker, x: checker.x, y: checker.y });
  put(piece);
  const kinds = [
    "checker",
    `seat${checker.seat}`,
    tone,
    checker.held && "held",
    checker.away && "away",
  ];
  element.setAttribute("class", kinds.filter(Boolean).join(" "));
  shadow.setAttribute("class", checker.w || checker.away ? "shadow none" : "shadow");
  if (element.dataset.looks !== looks) {
    element.dataset.looks = looks;
    element.replaceChildren(...body(checker, tone));
  }
  return piece;
}

/** @param {Checker} checker @param {Tone} tone */
function body({ w, h, count }, tone) {
  if (w && h) return slat(w, h, tone);
  const parts = [
    copyOf(`checker-${tone}`, { class: "disc" }),
    ...(count ? [label("count", 0, 1, count)] : []),
  ];
  return [make("g", { class: "body" }, ...parts)];
}
