/** The checkers as elements: those that stay keep theirs, those that move glide. */

import { CHECKER } from "./geometry.js";
import { label, make } from "./svg.js";

/** @typedef {import("./stack.js").Spot} Spot */
/** @typedef {{element: SVGGElement, spot: Spot, x: number, y: number}} Piece */

const RADIUS = CHECKER / 2 - 1.5;

/** All checkers on one board. */
export class Pieces {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    /** @type {Piece[]} */
    this.all = [];
  }

  /**
   * Shows checkers in these spots; calls `glide` for each that lay elsewhere before.
   * @param {Spot[]} spots
   * @param {(piece: Piece, x: number, y: number) => void} glide  With where it was.
   */
  show(spots, glide) {
    const found = match(this.all, spots);
    for (const piece of this.all) if (!found.includes(piece)) piece.element.remove();
    const before = new Map(this.all.map((piece) => [piece, { ...piece }]));
    this.all = spots.map((spot, number) => {
      const piece = found[number] ?? create();
      dress(piece, spot);
      return piece;
    });
    const moved = this.all.filter((piece) => before.get(piece)?.spot.key !== piece.spot.key);
    // The order of elements is the order of painting; what moves passes over the rest.
    this.layer.append(...this.all.filter((piece) => !moved.includes(piece)).map((p) => p.element));
    this.layer.append(...moved.map((piece) => piece.element));
    for (const piece of this.all) {
      const was = before.get(piece);
      if (was && (was.x !== piece.x || was.y !== piece.y)) glide(piece, was.x, was.y);
    }
  }

  /**
   * The uppermost checker of a seat in a place.
   * @param {number} seat
   * @param {string} key
   */
  top(seat, key) {
    return this.all.findLast((piece) => piece.spot.seat === seat && piece.spot.key === key);
  }

  /** @param {Piece} piece */
  lift(piece) {
    this.layer.append(piece.element);
    piece.element.classList.add("lifted");
  }

  /** @param {Piece} piece @param {number} x @param {number} y */
  carry(piece, x, y) {
    [piece.x, piece.y] = [x, y];
    put(piece.element, x, y);
  }

  /** Puts a lifted checker down where it came from. @param {Piece} piece */
  drop(piece) {
    piece.element.classList.remove("lifted");
  }
}

/** @param {Element & ElementCSSInlineStyle} element @param {number} x @param {number} y */
export function put(element, x, y) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}

/**
 * Which piece goes to which spot: first those that can stay, then the nearest of those that left.
 * @param {Piece[]} pieces
 * @param {Spot[]} spots
 */
function match(pieces, spots) {
  const free = new Set(pieces);
  /** @type {(Piece | undefined)[]} */
  const found = spots.map((spot) => {
    const stays = pieces.find((p) => free.has(p) && p.spot.key === spot.key && p.spot.seat === spot.seat);
    if (stays) free.delete(stays);
    return stays;
  });
  return found.map((piece, number) => {
    if (piece) return piece;
    const spot = spots[number];
    const same = [...free].filter((other) => other.spot.seat === spot.seat);
    const near = same.sort((a, b) => Number(liftedFirst(b)) - Number(liftedFirst(a)) || far(a, spot) - far(b, spot));
    if (near[0]) free.delete(near[0]);
    return near[0];
  });
}

/** @param {Piece} piece */
function liftedFirst(piece) {
  return piece.element.classList.contains("lifted");
}

/** @param {Piece} piece @param {Spot} spot */
function far(piece, spot) {
  return Math.hypot(piece.x - spot.x, piece.y - spot.y);
}

/** @returns {Piece} */
function create() {
  const element = make("g");
  const spot = { seat: /** @type {0} */ (0), key: "", x: 0, y: 0, count: 0, held: false };
  return { element, spot, x: 0, y: 0 };
}

/** @param {Piece} piece @param {Spot} spot */
function dress(piece, spot) {
  const { element } = piece;
  const changed = looks(piece.spot) !== looks(spot) || !element.firstChild;
  Object.assign(piece, { spot, x: spot.x, y: spot.y });
  put(element, spot.x, spot.y);
  if (!changed) return;
  element.setAttribute("class", `checker seat${spot.seat}${spot.held ? " held" : ""}`);
  element.replaceChildren(...body(spot));
}

/** @param {Spot} spot */
function looks({ seat, count, held, w, h }) {
  return `${seat} ${count} ${held} ${w} ${h}`;
}

/** @param {Spot} spot */
function body(spot) {
  const { w, h, count } = spot;
  if (w && h) {
    return [make("rect", { class: "edge", x: -w / 2, y: -h / 2, width: w, height: h, rx: 2.5 })];
  }
  const parts = [
    make("circle", { class: "disc", r: RADIUS }),
    make("circle", { class: "groove", r: RADIUS * 0.68 }),
  ];
  return count ? [...parts, label("count", 0, 0, count)] : parts;
}
