/** What the players of a real table agree on, where the rules leave it to them. */

import { h } from "../dom.js";
import { field, select, switchRow } from "../page.js";
import { t } from "../words.js";

/** @typedef {import("./wish.js").Wish} Wish */

/** The usual choice comes first. @type {[string, string[]][]} */
const CHOICES = [
  ["illegal_play", ["opponent_option", "either_may_correct", "must_correct", "forbid"]],
  ["correction", ["whole_roll", "remaining_numbers"]],
  ["premature_roll", ["void", "stands"]],
  ["die_on_checker", ["reroll", "valid"]],
];
const PICKS = "opening_winner_picks_colour";

/** @param {Wish} wish */
export function tableRules(wish) {
  const set = (/** @type {string} */ name, /** @type {string | boolean} */ value) => {
    wish.table = { ...wish.table, [name]: value };
  };
  const lists = CHOICES.map(([name, values]) => {
    /** @type {[string, string][]} */
    const choices = values.map((value) => [value, t(`new.table.${name}.${value}`)]);
    const chosen = String(wish.table[name] ?? values[0]);
    return field(t(`new.table.${name}`), select(choices, chosen, (value) => set(name, value)));
  });
  const picks = switchRow(t("new.table.picks_color"), Boolean(wish.table[PICKS]), (on) => set(PICKS, on));
  return h("div", { class: "agreed" }, lists, picks);
}
