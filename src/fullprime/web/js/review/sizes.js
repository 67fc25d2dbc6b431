/** How bad an error is: its sign, its name, its color. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("./types.js").Size} Size */

/** As players write them. @type {Record<Size, string>} */
export const SIGNS = { doubtful: "?!", error: "?", blunder: "??" };

/** The sign alone; its name is heard. @param {Size | null} size */
export function sizeSign(size) {
  if (!size) return h("span", { class: "size" });
  const sign = h("b", { "aria-hidden": "true" }, SIGNS[size]);
  return h("span", { class: `size ${size}` }, sign, h("span", { class: "unseen" }, t(`mark.${size}`)));
}

/** “?? blunder” @param {Size} size */
export function sizeName(size) {
  const sign = h("b", { "aria-hidden": "true" }, SIGNS[size]);
  return h("span", { class: `size named ${size}` }, sign, " ", h("span", null, t(`mark.${size}`)));
}

/** By the limits that the review was made with.
 * @param {number} error @param {import("./types.js").Report["settings"]} limits @returns {Size | ""} */
export function sizeBy(error, limits) {
  if (error >= limits.blunder) return "blunder";
  if (error >= limits.error) return "error";
  return error >= limits.doubtful ? "doubtful" : "";
}
