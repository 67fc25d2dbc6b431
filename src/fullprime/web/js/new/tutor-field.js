/** A tutor beside the player, or none; only against the computer. */

import { h } from "../dom.js";
import { levelChoices, LEVELS, limitChoices } from "../game/tutor.js";
import { segmented } from "../page.js";
import { t } from "../words.js";
import { appear, section } from "./controls.js";

/** @typedef {import("./wish.js").Wish} Wish */

/** @param {Wish} wish @returns {import("./controls.js").Part} */
export function tutorField(wish) {
  if (!LEVELS.includes(wish.tutor)) wish.tutor = "off";
  const note = h("small", { "aria-live": "polite" });
  const choose = (/** @type {string} */ value) => {
    wish.tutor = /** @type {Wish["tutor"]} */ (value);
    show();
  };
  const looks = { wide: true, plain: true };
  const level = segmented(t("tutor.title"), levelChoices(), wish.tutor, choose, looks);
  const from = (/** @type {string} */ value) => (wish.tutorFrom = Number(value));
  const limits = limitChoices(wish.tutorFrom);
  const limit = segmented(t("tutor.limit"), limits, String(wish.tutorFrom), from, looks);
  const element = section(t("tutor.title"), { note }, level, limit);

  function show() {
    appear(element, wish.opponent === "bot");
    appear(limit, wish.opponent === "bot" && wish.tutor !== "off");
    note.textContent = t(`tutor.${wish.tutor}.help`);
  }
  return { element, show };
}
