/** On a phone a game has a head of its own: the game, for what it is played, and a menu. */

import { h, link } from "../dom.js";
import { seededSign } from "../seeded.js";
import { t } from "../words.js";
import { gameName, shortGame } from "./about.js";

/** @param {HTMLElement} sign of the dice */
export function phoneHead(sign) {
  const mark = h("img", { src: "/favicon.svg", alt: t("missing.home"), width: 24, height: 24 });
  const name = h("b");
  const about = h("span", { class: "faint" });
  const home = link("/", mark, { class: "home" });
  const signs = h("span", { class: "head-signs" }, sign, seededSign());
  return {
    element: h("div", { class: "phone-head" }, home, name, about, signs),
    /** @param {import("../types.js").State} state */
    show(state) {
      name.textContent = gameName(state);
      about.textContent = shortGame(state);
    },
  };
}
