/** The board as text, and every step that can be made as a button: enough to play without seeing. */

import { button, fill, h } from "../dom.js";
import { t } from "../words.js";

/** @param {import("../board/board.js").Board} board */
export function boardInWords(board) {
  const lines = h("ul");
  const actions = h("ul", { class: "actions" });
  const element = h(
    "details",
    { class: "in-words" },
    h("summary", null, t("words.title")),
    lines,
    h("h2", null, t("words.actions")),
    actions,
  );
  element.addEventListener("toggle", show);

  function show() {
    if (!element.open) return;
    const focused = actions.contains(document.activeElement);
    fill(
      lines,
      board.describe().map((line) => h("li", null, line)),
    );
    fill(actions, board.actions().map(actionItem));
    if (focused) actions.querySelector("button")?.focus();
  }
  return { element, show };
}

/** @param {{label: string, run: () => void}} action */
function actionItem(action) {
  return h("li", null, button(action.label, action.run));
}
