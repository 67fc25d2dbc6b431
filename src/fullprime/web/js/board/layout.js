/** Where everything lies. Nothing else depends on whether a board has points or is a ring. */

import { pointsLayout } from "./points.js";
import { ringLayout } from "./ring.js";

/** @import {Layout, Look, Shape} from "./types.js" */

/** @param {Shape} board @param {Look} look @returns {Layout} */
export function layout(board, look) {
  return board.kind === "ring" ? ringLayout(board, look) : pointsLayout(board, look);
}
