/** How the board of a real table stood at the start: it is put up again on a small board. */

import { variants } from "../api.js";
import { createBoard } from "../board/index.js";
import { button, fill, h } from "../dom.js";
import { brushField } from "../editor/toolbar.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { whiteSeat } from "./colours.js";
import { positionText } from "./position.js";
import { boardColors } from "./table.js";

/** @typedef {import("../types.js").State} State */

/** @param {State} state @param {(position: string) => void} report the checkers of seat 0 first */
export async function askSetup(state, report) {
  const { variants: games } = await variants();
  const game = games.find(({ id }) => id === state.variant.id);
  let rows = game?.start ?? state.rows;
  const white = whiteSeat(state);
  const place = h("div", { class: "board-place" });
  const dialog = h("dialog", { class: "setup-dialog themed", "aria-labelledby": "setup-title", ...boardColors() });
  const board = createBoard(place, { perspective: 0, homeLeft: settings.homeLeft, theme: settings.theme, animate: false, t });
  const take = (/** @type {string} */ color) =>
    board.edit({
      onEdit: (next) => (rows = next),
      brush: color === "" ? null : Number(color) ^ white,
      supply: (n) => t("editor.supply", { n, all: state.board.checkers }),
    });
  const finish = () => {
    dialog.close();
    report(positionText(rows, 0));
  };
  fill(
    dialog,
    h("h2", { id: "setup-title" }, t("referee.setup.title")),
    h("p", null, t("referee.setup.text")),
    brushField(take),
    place,
    h(
      "div",
      { class: "row" },
      button(t("referee.setup.done"), finish, { class: "primary", "data-name": "done" }),
      button(t("cancel"), () => dialog.close(), { class: "quiet" }),
    ),
  );
  dialog.addEventListener("close", () => {
    board.destroy();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  board.set({ board: state.board, rows, dice: null, left: [], turn: 0, actor: null, you: [], white, walk: null, last: null, phase: "to_roll" });
  take("0");
}
