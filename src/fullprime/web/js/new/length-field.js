/** How long: to points, a best of several games, or for money. */

import { h } from "../dom.js";
import { field, segmented } from "../page.js";
import { number, t } from "../words.js";
import { amount, appear, section } from "./controls.js";
import { LENGTHS } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */

/** @param {Wish} wish @param {() => void} changed @returns {import("./controls.js").Part} */
export function lengthField(wish, changed) {
  const note = h("small");
  let own = wish.target === "points" && !LENGTHS.includes(wish.to);
  const to = amount(wish, "to", t("new.to"), { min: 1, max: 99 }, { changed });
  const games = amount(wish, "games", t("new.games"), { min: 1, max: 99, step: 2 });
  const stake = stakeField(wish);
  /** @type {[string, string][]} */
  const choices = LENGTHS.map((n) => [String(n), number(n)]);
  choices.push(["own", t("new.length.other")], ["best_of", t("new.best_of")]);
  choices.push(["money", t("new.money.short")]);
  const chosen = () => (wish.target === "points" ? (own ? "own" : String(wish.to)) : wish.target);
  const choose = (/** @type {string} */ value) => {
    own = value === "own";
    wish.target = value === "best_of" || value === "money" ? value : "points";
    if (Number(value)) wish.to = Number(value);
    changed();
  };
  const kind = segmented(t("new.length"), choices, chosen(), choose, { wide: true, plain: true });
  const box = /** @type {HTMLInputElement} */ (to.querySelector("input"));
  const show = () => {
    appear(to, own);
    appear(games, wish.target === "best_of");
    appear(stake, wish.target === "money");
    box.value = String(wish.to);
    note.textContent = t(`new.length.${wish.target}`);
    const radio = kind.querySelector(`input[value="${chosen()}"]`);
    if (radio) /** @type {HTMLInputElement} */ (radio).checked = true;
  };
  return { element: section(t("new.length"), { note }, kind, to, games, stake), show };
}

/** An amount, a word such as "5 beans", or nothing. @param {Wish} wish */
function stakeField(wish) {
  const input = h("input", { type: "text", maxLength: 40, value: wish.stake });
  input.addEventListener("change", () => (wish.stake = input.value.trim()));
  return field(t("new.stake"), input, t("new.stake.help"));
}
