/** The doubling cube. */

import { copyOf } from "./defs.js";
import { label, make } from "./svg.js";

/** @import {Spot} from "./types.js" */

/** What lies on top: a cube at one shows its 64; where the digits end, powers of two go on.
 * @param {number} value */
export function cubeFace(value) {
  if (value === 1) return "64";
  return value < 10000 ? String(value) : `2^${Math.round(Math.log2(value))}`;
}

/** How it lies: nothing that people put down lies straight.
 * @param {Spot} at @param {number} scale @param {boolean} offered */
export function cubePlaced({ x, y }, scale, offered) {
  const [turn, size] = offered ? [4, 1.19 * scale] : [-3, scale];
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size})`;
}

/** @param {number} value @param {Spot} at @param {number} scale @param {boolean} offered */
export function drawCube(value, at, scale, offered) {
  const face = cubeFace(value);
  const words = label(["one", "two", "three"][face.length - 1] ?? "long", 0, 1, face);
  const element = make("g", { class: offered ? "cube offered" : "cube" }, copyOf("cube"), words);
  element.style.transform = cubePlaced(at, scale, offered);
  return element;
}
