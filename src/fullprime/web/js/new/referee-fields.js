/** A match at a real table: what its players agree on where the rules leave it to them. */

import { h } from "../dom.js";
import { field, select, tick } from "../page.js";
import { t } from "../words.js";

/** @typedef {import("./wish.js").Wish} Wish */

/** The usual choice comes first. @type {[keyof Wish["table"] & string, string[]][]} */
const CHOICES = [
  ["illegal_play", ["opponent_option", "either_may_correct", "must_correct", "forbid"]],
  ["correction", ["whole_roll", "remaining_numbers"]],
  ["premature_roll", ["void", "stands"]],
  ["die_on_checker", ["reroll", "valid"]],
];

/** Two people at the same screen may have a board and dice of their own; a friend elsewhere cannot,
 * but may put checkers anywhere.
 * @param {Wish} wish @param {() => void} changed */
export function refereeFields(wish, changed) {
  const at = (/** @type {string} */ kind) =>
    tick(
      t(`new.${kind}`),
      wish.referee,
      (on) => {
        wish.referee = on;
        changed();
      },
      t(`new.${kind}.help`),
    );
  const free = at("referee");
  const real = at("realTable");
  const agreed = h("div", { class: "agreed" }, CHOICES.map(([name, values]) => agreement(wish, name, values)), picks(wish));
  return {
    element: h("div", null, free, real, agreed),
    show() {
      free.hidden = wish.opponent !== "invite";
      real.hidden = wish.opponent !== "here";
      for (const box of [free, real]) {
        const input = box.querySelector("input");
        if (input) input.checked = wish.referee;
      }
      agreed.hidden = real.hidden || !wish.referee;
    },
  };
}

/** @param {Wish} wish @param {keyof Wish["table"] & string} name @param {string[]} values */
function agreement(wish, name, values) {
  const choices = values.map(
    (value) => /** @type {[string, string]} */ ([value, t(`new.table.${name}.${value}`)]),
  );
  const list = select(choices, String(wish.table[name] ?? values[0]), (value) => {
    wish.table = { ...wish.table, [name]: value };
  });
  return field(t(`new.table.${name}`), list);
}

/** @param {Wish} wish */
function picks(wish) {
  return tick(t("new.table.picks_color"), Boolean(wish.table.opening_winner_picks_colour), (on) => {
    wish.table = { ...wish.table, opening_winner_picks_colour: on };
  });
}
