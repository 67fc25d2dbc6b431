/** Dice that both players can check; only for two people, each at a page of their own. */

import { switchRow } from "../page.js";
import { t } from "../words.js";
import { appear } from "./controls.js";

/** @param {import("./wish.js").Wish} wish @returns {import("./controls.js").Part} */
export function fairField(wish) {
  const choose = (/** @type {boolean} */ on) => (wish.fairDice = on);
  const more = { help: t("new.fair.help"), usual: true };
  const element = switchRow(t("new.fair"), wish.fairDice, choose, more);
  element.classList.add("ask-part");
  return { element, show: () => appear(element, wish.opponent === "invite") };
}
