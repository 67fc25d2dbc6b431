/** Small pictures of boards. */

import { thumbnail } from "../board/thumbnail.js";
import { h } from "../dom.js";
import { gamesOf, isSeries, themeOf } from "./families.js";

/** How a game looks after a few turns; a series shows its games behind each other.
 * @param {import("../types.js").Catalogue} all @param {import("./families.js").Game} game */
export function gamePicture(all, game) {
  const boards = gamesOf(all, game).map((variant) =>
    thumbnail(variant.board, variant.sample.rows, { theme: themeOf(variant.family) }),
  );
  return h("span", { class: isSeries(game) ? "picture fan" : "picture" }, boards);
}

/** A match as it stands, in the colors of its game.
 * @param {import("../types.js").Catalogue} all
 * @param {import("../match-card.js").Listed} match */
export function matchPicture(all, { variant, board, rows, white, you }) {
  const family = all.variants.find(({ id }) => id === variant.id)?.family ?? "";
  const perspective = you.length === 1 && you[0] === 1 ? 1 : 0;
  const looks = { theme: themeOf(family), perspective, white: white ?? 0 };
  return h("span", { class: "picture" }, thumbnail(board, rows, looks));
}
