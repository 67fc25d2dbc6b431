/** The game of a position: a button that shows it, and all games with their boards to choose from. */

import { thumbnail } from "../board/thumbnail.js";
import { button, fill, h, icon } from "../dom.js";
import { nameOf, t } from "../words.js";

/** @typedef {import("../types.js").Variant} Variant */

const DOWN = "M6 9l6 6 6-6";

/** @param {Variant[]} games @param {string} theme @param {(id: string) => void} choose */
export function gamePicker(games, theme, choose) {
  const name = h("span");
  const element = button("", () => open(), { class: "game-picker", "aria-haspopup": "dialog" });
  element.append(name, icon(DOWN));
  let current = "";

  function open() {
    const dialog = h("dialog", { class: "games-dialog", "aria-labelledby": "games-title" });
    const take = (/** @type {string} */ id) => () => {
      dialog.close();
      choose(id);
    };
    fill(
      dialog,
      h(
        "div",
        { class: "row" },
        h("h2", { id: "games-title" }, t("editor.games")),
        button(t("cancel"), () => dialog.close(), { class: "quiet" }),
      ),
      h(
        "ul",
        { class: "game-grid" },
        games.map((game) => h("li", null, gameCard(game, game.id === current, theme, take(game.id)))),
      ),
    );
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    const chosen = dialog.querySelector("[aria-current]");
    if (chosen instanceof HTMLElement) chosen.focus();
  }

  return {
    element,
    /** @param {Variant} game */
    show(game) {
      current = game.id;
      name.textContent = nameOf("variant", game);
      element.setAttribute("aria-label", t("editor.game", { name: nameOf("variant", game) }));
    },
  };
}

/** @param {Variant} game @param {boolean} isCurrent @param {string} theme @param {() => void} press */
function gameCard(game, isCurrent, theme, press) {
  const card = button("", press, {
    class: "game-card",
    "data-game": game.id,
    "aria-current": isCurrent ? "true" : null,
  });
  card.append(thumbnail(game.board, game.start, { theme }), h("b", null, nameOf("variant", game)));
  return card;
}
