/** How the chosen game begins, as a picture. It says nothing that the text does not say. */

import { createBoard } from "../board/index.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { belonging } from "./wish.js";

/** @param {import("../types.js").Variant} game @param {import("./wish.js").Wish} wish
 * @param {boolean} doubles is there a cube? */
export function startPreview(game, wish, doubles) {
  const element = h("div", { class: "preview" });
  const board = createBoard(element, { t, form: "wide", animate: false });
  element.tabIndex = -1;
  element.setAttribute("aria-hidden", "true");
  return {
    element,
    show() {
      const dark = settings.swapColours || wish.color === "black";
      const { homeLeft, theme, checkers, diceColors: dice, texture, numbers } = settings;
      const looks = { homeLeft, theme, checkers, dice, texture, numbers };
      board.configure({ ...looks, white: dark ? 1 : 0 });
      const on = belonging(wish, doubles).cube && wish.cube;
      const cube = { on, value: 1, owner: null, offer: 0, animals: 0 };
      board.set({ board: game.board, rows: game.start, cube });
    },
    close: () => board.destroy(),
  };
}
