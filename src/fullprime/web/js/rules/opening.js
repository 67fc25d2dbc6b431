/** How a game may begin: the first plays of a sample game, shown on the large board. */

import { button, h } from "../dom.js";
import { t } from "../words.js";

/** @import {Opening} from "./types.js" */

/** @param {Opening[]} opening @param {{start: () => void, show: (at: Opening) => void}} board */
export function openingList(opening, board) {
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  /** @param {number} at */
  const press = (at) => {
    const on = buttons[at]?.getAttribute("aria-pressed") === "true";
    buttons.forEach((each, n) => each.setAttribute("aria-pressed", String(!on && n === at)));
    const shown = opening[at];
    if (on || !shown) board.start();
    else board.show(shown);
  };
  const rows = opening.map(({ last }, at) => {
    const side = t(last.seat ? "board.black" : "board.white");
    const label = button("", () => press(at), { class: "opening-play", "aria-pressed": "false" });
    label.append(
      h("span", { class: "faint" }, side),
      h("b", { class: "number" }, [...last.dice].sort((a, b) => b - a).join("-")),
      h("bdi", { class: "notation" }, last.text || t("list.none")),
    );
    buttons.push(label);
    return h("li", null, label);
  });
  return h("ol", { class: "opening" }, rows);
}
