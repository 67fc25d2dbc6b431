/** What the players of a real table agree on, where the rules leave it to them. */

import { h } from "../dom.js";
import { field, select } from "../page.js";
import { t } from "../words.js";

/** @typedef {import("./wish.js").Wish} Wish */

/** The usual choice comes first. @type {[string, string[]][]} */
const CHOICES = [
  ["illegal_play", ["opponent_option", "either_may_correct", "must_correct", "forbid"]],
  ["correction", ["whole_roll", "remaining_numbers"]],
  ["premature_roll", ["void", "stands"]],
  ["die_on_checker", ["reroll", "valid"]],
];

/** @param {Wish} wish */
export function tableRules(wish) {
  const lists = CHOICES.map(([name, values]) => {
    /** @type {[string, string][]} */
    const choices = values.map((value) => [value, t(`new.table.${name}.${value}`)]);
    const set = (/** @type {string} */ value) => {
      wish.table = { ...wish.table, [name]: value };
    };
    return field(t(`new.table.${name}`), select(choices, wish.table[name] ?? values[0] ?? "", set));
  });
  return h("div", { class: "agreed" }, lists);
}
