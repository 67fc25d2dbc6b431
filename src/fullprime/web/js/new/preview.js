/** How the chosen game begins, as a picture. It says nothing that the text does not say. */

import { createBoard } from "../board/index.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

/** @param {import("../types.js").Variant} game @param {import("./wish.js").Wish} wish */
export function startPreview(game, wish) {
  const element = h("div", { class: "preview" });
  const board = createBoard(element, { t, animate: false });
  element.tabIndex = -1;
  element.setAttribute("aria-hidden", "true");
  return {
    element,
    show() {
      const dark = settings.swapColours || wish.color === "black";
      board.configure({ homeLeft: settings.homeLeft, theme: settings.theme, white: dark ? 1 : 0 });
      board.set({ board: game.board, rows: game.start });
    },
    close: () => board.destroy(),
  };
}
