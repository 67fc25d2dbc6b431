/** The doubling cube. */

import { CUBE } from "./geometry.js";
import { label, make } from "./svg.js";

/** @import {Spot} from "./types.js" */

/** What lies on top: a cube at one shows its 64; where the digits end, powers of two go on.
 * @param {number} value */
export function cubeFace(value) {
  if (value === 1) return "64";
  return value < 10000 ? String(value) : `2^${Math.round(Math.log2(value))}`;
}

/** @param {number} value @param {Spot} at @param {boolean} offered */
export function drawCube(value, { x, y }, offered) {
  const face = cubeFace(value);
  const transform = `translate(${x} ${y})${offered ? " scale(1.25)" : ""}`;
  const box = make("rect", { x: -CUBE / 2, y: -CUBE / 2, width: CUBE, height: CUBE, rx: 6 });
  const words = label(face.length > 2 ? "long" : "", 0, 0, face);
  return make("g", { class: offered ? "cube offered" : "cube", transform }, box, words);
}
