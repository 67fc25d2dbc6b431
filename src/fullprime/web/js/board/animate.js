/** Motion, for those who want it. What is drawn is always the end; motion only leads there. */

/** @import {Piece} from "./types.js" */

const GLIDE = 260;
const NUDGE = 120;

/** @param {boolean} wished */
export function mayMove(wished) {
  return wished && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A checker comes from where it was. @param {Piece} piece @param {number} x @param {number} y */
export function glide(piece, x, y) {
  const far = Math.hypot(piece.x - x, piece.y - y);
  const from = `translate(${x}px, ${y}px)`;
  piece.element.animate([{ transform: from }, { transform: piece.element.style.transform }], {
    duration: far > 60 ? GLIDE : NUDGE,
    easing: "cubic-bezier(.3, .1, .3, 1)",
  });
}

/** Dice tumble in from their thrower's side. @param {Element[]} dice @param {boolean} own */
export function tumble(dice, own) {
  const [x, y] = own ? [60, 24] : [-60, -24];
  dice.forEach((die, number) => {
    const from = `translate(${x}px, ${y}px) rotate(${300 + 140 * number}deg)`;
    die.animate([{ transform: from, opacity: 0 }, { transform: "none", opacity: 1 }], {
      duration: 360 + 60 * number,
      easing: "cubic-bezier(.2, .7, .3, 1)",
    });
  });
}

/** Something turns up: the cube. @param {Element} element */
export function appear(element) {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
}

/** Long enough for a checker to arrive. @returns {Promise<void>} */
export function arrival() {
  return new Promise((resolve) => setTimeout(resolve, GLIDE + 20));
}
