/** How the chosen game begins, as a small picture. It says nothing that the text does not say. */

import { h } from "../dom.js";
import { settings } from "../settings.js";

export function startPreview() {
  const element = h("div", { class: "preview" });
  /** @type {Promise<import("../board/board.js").Board> | null} */
  let made = null;

  async function make() {
    const { createBoard } = await import("../board/index.js");
    const { homeLeft, theme } = settings;
    const board = createBoard(element, { homeLeft, theme, animate: false });
    element.tabIndex = -1;
    element.setAttribute("aria-hidden", "true");
    return board;
  }
  return {
    element,
    /** @param {import("../types.js").Variant | undefined} game */
    show(game) {
      if (!game) return;
      made ??= make();
      void made.then((board) => board.set({ board: game.board, rows: game.start }));
    },
  };
}
