/** Where everything lies. Nothing else depends on whether a board has points or is a ring. */

import { pointsLayout } from "./points.js";
import { ringLayout } from "./ring.js";

/** @import {Form, Layout, Look, Shape} from "./types.js" */

/** Trays need so much room; with less the points get all of it. */
const ROOMY = { width: 600, height: 400 };

/** Each form's width, and between which heights it stretches to fill its place.
 * @type {Record<Form, {width: number, least: number, most: number}>} */
const SIZES = {
  wide: { width: 1072, least: 752, most: 888 },
  upright: { width: 704, least: 740, most: 1080 },
  flat: { width: 858, least: 540, most: 660 },
};

/** @param {Shape} board @param {Look} look @returns {Layout} */
export function layout(board, look) {
  return board.kind === "ring" ? ringLayout(board, look) : pointsLayout(board, look);
}

/** The form that makes most of a place, and its height in units.
 * @param {Shape} board @param {number} width  In pixels, as the height.
 * @param {number} height @param {Form | null} wished */
export function formFor(board, width, height, wished) {
  const form = wished ?? bestForm(board, width, height);
  const size = SIZES[form];
  const wanted = width > 0 && height > 0 ? (size.width * height) / width : size.least;
  return { form, width: size.width, height: Math.round(clamp(wanted, size.least, size.most)) };
}

/** @param {Shape} board @param {number} width @param {number} height @returns {Form} */
function bestForm(board, width, height) {
  if ((width >= ROOMY.width && height >= ROOMY.height) || !width || !height) return "wide";
  if (height >= 0.9 * width) return "upright";
  // Checkers in hand must be in sight, and between the points is no room for them.
  return board.views[0].hand.length ? "wide" : "flat";
}

/** @param {number} value @param {number} least @param {number} most */
function clamp(value, least, most) {
  return Math.min(Math.max(value, least), most);
}
