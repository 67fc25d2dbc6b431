/** The doubling cube. */

import { label, make } from "./svg.js";

const SIZE = 36;

/**
 * What lies on top: a cube at one shows its 64; where the digits end, powers of two go on.
 * @param {number} value
 */
export function cubeFace(value) {
  if (value === 1) return "64";
  return value < 10000 ? String(value) : `2^${Math.round(Math.log2(value))}`;
}

/**
 * @param {number} value
 * @param {{x: number, y: number}} at
 * @param {boolean} offered
 */
export function drawCube(value, at, offered) {
  const face = cubeFace(value);
  const element = make("g", { class: offered ? "cube offered" : "cube" });
  element.setAttribute("transform", `translate(${at.x} ${at.y})${offered ? " scale(1.25)" : ""}`);
  element.append(make("rect", { x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 6 }));
  const words = label(face.length > 2 ? "long" : "", 0, 0, face);
  element.append(words);
  return element;
}
