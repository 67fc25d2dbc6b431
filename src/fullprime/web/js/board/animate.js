/** Motion, for those who want it. What is drawn is always the end; motion only leads there. */

import { copyOf } from "./defs.js";
import { faceOf } from "./dice.js";
import { placed, shadowed } from "./pieces.js";
import { make } from "./svg.js";

/** @import {Pieces} from "./pieces.js" */
/** @import {Piece, Tone} from "./types.js" */

const MOVE = 220;
const NUDGE = 120;
const ROLL = 420;
const TURN = 300;
const EASE = "cubic-bezier(.2, .7, .2, 1)";
const STOPS = Array.from({ length: 9 }, (_, at) => at / 8);

/** @param {boolean} wished */
export function mayMove(wished) {
  return wished && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A checker comes from where it was, along a low arc; who was hit waits until it is hit.
 * @param {Pieces} pieces @param {Piece} piece @param {number} x @param {number} y
 * @param {boolean} stays  In its place: it only makes room. @param {Tone} tone
 * @returns {number} when it has arrived */
export function glide(pieces, piece, x, y, stays, tone) {
  const { element, shadow, as } = piece;
  const far = Math.hypot(piece.x - x, piece.y - y);
  const delay = as.key.startsWith("bar") && !stays ? MOVE : 0;
  const timing = {
    duration: stays ? NUDGE : MOVE,
    delay,
    easing: EASE,
    fill: /** @type {const} */ ("backwards"),
  };
  const arc = stays || far < 30 ? 0 : Math.min(44, 8 + far * 0.07);
  for (const part of [element, shadow]) for (const old of part.getAnimations()) old.cancel();
  /** @param {(at: number) => Keyframe} frame */
  const frames = (frame) => STOPS.map(frame);
  /** @param {number} at @returns {[number, number, number, number]} */
  const way = (at) => {
    const hop = 4 * at * (1 - at);
    return [
      x + (piece.x - x) * at,
      y + (piece.y - y) * at,
      1 + 0.07 * hop * (arc ? 1 : 0),
      arc * hop,
    ];
  };
  if (!stays) pieces.raise(piece, delay > 0);
  const flown = as.w
    ? turnOnEdge(pieces, piece, way, timing, tone)
    : element.animate(
        frames((at) => ({
          transform: placed(as, ...way(at)),
          ...(as.away && { opacity: 1 - at }),
        })),
        timing,
      );
  if (!as.w && !as.away)
    shadow.animate(
      frames((at) => ({ transform: shadowed(as, ...way(at)) })),
      timing,
    );
  if (!stays)
    flown.finished.then(
      () => pieces.settle(piece),
      () => {},
    );
  return delay + timing.duration;
}

/** A checker that is borne off flies flat and is put on edge.
 * @param {Pieces} pieces @param {Piece} piece
 * @param {(at: number) => [number, number, number, number]} way
 * @param {KeyframeAnimationOptions} timing @param {Tone} tone */
function turnOnEdge(pieces, { element, as }, way, timing, tone) {
  const disc = make("g", {}, copyOf(`checker-${tone}`));
  const flat = { ...as, w: undefined };
  const last = (as.h ?? as.size) / as.size;
  pieces.above.append(disc);
  const frames = STOPS.map((at) => {
    const tilt = 1 - (1 - last) * Math.max(0, 2 * at - 1);
    return { transform: `${placed(flat, ...way(at))} scale(1, ${tilt})` };
  });
  disc.animate(frames, timing);
  const shown = element.animate([{ opacity: 0 }, { opacity: 0 }], timing);
  shown.finished.finally(() => disc.remove()).catch(() => {});
  return shown;
}

/** Dice tumble in from their thrower's side, showing other numbers on their way.
 * @param {SVGElement[]} dice @param {boolean} own @param {Tone} tone */
export function tumble(dice, own, tone) {
  const [x, y] = own ? [150, 46] : [-150, -46];
  dice.forEach((die, number) => {
    const turn = Number(die.dataset.turn);
    const from = turn + (own ? -1 : 1) * (400 + 110 * number);
    const timing = { duration: ROLL, easing: "cubic-bezier(.15, .6, .3, 1)" };
    die.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(${from}deg) scale(1.18)`, opacity: 0 },
        { opacity: 1, offset: 0.15 },
        {
          transform: `translate(${-x * 0.06}px, ${-y * 0.06}px) rotate(${turn + 8}deg)`,
          offset: 0.8,
        },
        { transform: `rotate(${turn}deg)`, opacity: 1 },
      ],
      timing,
    );
    const shown = Number(die.dataset.die);
    const face = die.querySelector(".face");
    face?.animate(
      [{ opacity: 0 }, { opacity: 0, offset: 0.62 }, { opacity: 1, offset: 0.63 }, { opacity: 1 }],
      ROLL,
    );
    [1, 2].forEach((by) => {
      const other = faceOf(((shown + by * 2 + number) % 6) + 1, tone);
      const [begin, end] = [0.31 * (by - 1), 0.31 * by];
      die.append(other);
      const flash = other.animate(
        [
          { opacity: 0 },
          { opacity: 0, offset: begin },
          { opacity: 1, offset: begin },
          { opacity: 1, offset: end },
          { opacity: 0, offset: end },
          { opacity: 0 },
        ],
        ROLL,
      );
      flash.finished.finally(() => other.remove()).catch(() => {});
    });
  });
}

/** The cube slides from where it lay, and turns. @param {SVGElement} cube @param {string} from */
export function slide(cube, from) {
  const to = cube.style.transform;
  const lifted = to.replace(/scale\(([\d.]+)\)/, (_, size) => `scale(${1.12 * size})`);
  const turned = lifted.replace(
    /rotate\(([-\d.]+)deg\)/,
    (_, turn) => `rotate(${Number(turn) - 50}deg)`,
  );
  cube.animate([{ transform: from }, { transform: turned, offset: 0.7 }, { transform: to }], {
    duration: TURN,
    easing: EASE,
  });
}

/** Something moves aside. @param {SVGElement} element @param {string} from */
export function shift(element, from) {
  element.animate([{ transform: from }, { transform: element.style.transform }], {
    duration: MOVE,
    easing: EASE,
  });
}

/** @param {number} ms @returns {Promise<void>} */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms + 20));
}
