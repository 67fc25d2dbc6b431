/** Length, cube and clock of a new match. */

import { h } from "../dom.js";
import { choice, field, tick } from "../page.js";
import { number, t } from "../words.js";
import { belonging } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */

/** @param {Wish} wish @param {() => void} changed */
export function targetFields(wish, changed) {
  const to = lengths(wish);
  const games = amount(wish, "games", t("new.games"), { min: 1, max: 99, step: 2 });
  const stake = stakeField(wish);
  /** @type {[string, string][]} */
  const kinds = [
    ["points", t("new.points")],
    ["best_of", t("new.best_of")],
    ["money", t("new.money")],
  ];
  const kind = choice(t("new.length"), kinds, wish.target, (value) => {
    wish.target = /** @type {Wish["target"]} */ (value);
    changed();
  });
  const show = () => {
    appear(to, wish.target === "points");
    appear(games, wish.target === "best_of");
    appear(stake, wish.target === "money");
  };
  return { element: h("div", null, kind, to, games, stake), show };
}

/** A field that is not needed must not be validated either.
 * @param {HTMLElement} element @param {boolean} on */
function appear(element, on) {
  element.hidden = !on;
  for (const input of element.querySelectorAll("input")) input.disabled = !on;
}

/** Any amount of anything; kept as it is written, so that no digit is lost.
 * @param {Wish} wish */
function stakeField(wish) {
  const input = h("input", { type: "text", maxLength: 40, value: wish.stake });
  input.addEventListener("change", () => (wish.stake = input.value));
  return field(t("new.stake"), input, t("new.stake.help"));
}

/** The usual lengths by one press, any other by its number.
 * @param {Wish} wish */
function lengths(wish) {
  const box = amount(wish, "to", t("new.to"), { min: 1, max: 99 });
  const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
  const usual = [1, 3, 5, 7, 11].map((n) => {
    const press = () => {
      wish.to = n;
      input.value = String(n);
    };
    return h(
      "button",
      { type: "button", onclick: press, "aria-label": t("target.points", { n }) },
      number(n),
    );
  });
  input.after(h("span", { class: "row lengths" }, usual));
  return box;
}

/** @param {Wish} wish @param {"to" | "games" | "minutes" | "delay" | "beavers" | "murphy"} name
 * @param {string} label @param {{min: number, max: number, step?: number}} limits
 * @param {string} [help] */
export function amount(wish, name, label, limits, help) {
  const input = h("input", {
    type: "number",
    required: true,
    value: String(wish[name]),
    inputMode: "numeric",
  });
  input.min = String(limits.min);
  input.max = String(limits.max);
  input.step = String(limits.step ?? 1);
  input.addEventListener("change", () => (wish[name] = Number(input.value)));
  return field(label, input, help);
}

/** @param {string} value @param {(value: string) => void} change */
export function textBox(value, change) {
  const input = h("input", { type: "text", maxLength: 40, value });
  input.addEventListener("change", () => change(input.value.trim()));
  return input;
}

/** @param {Wish} wish @param {() => boolean} doubles @param {() => void} changed */
export function cubeFields(wish, doubles, changed) {
  const parts = {
    cube: box(wish, "cube", changed),
    crawford: box(wish, "crawford", changed),
    jacoby: box(wish, "jacoby"),
    holland: box(wish, "holland"),
    beavers: amount(wish, "beavers", t("new.beavers"), { min: 0, max: 99 }, t("new.beavers.help")),
    murphy: amount(wish, "murphy", t("new.murphy"), { min: 0, max: 99 }, t("new.murphy.help")),
  };
  const show = () => {
    const fits = belonging(wish, doubles());
    for (const [name, element] of Object.entries(parts)) {
      appear(element, Boolean(/** @type {any} */ (fits)[name]));
    }
    parts.holland.hidden ||= !wish.crawford && !wish.houseRules;
  };
  return { parts, show };
}

/** @param {Wish} wish
 * @param {"cube" | "crawford" | "holland" | "jacoby" | "skipClosedOut" | "houseRules" | "referee"}
 *   name
 * @param {() => void} [changed] */
export function box(wish, name, changed) {
  const set = (/** @type {boolean} */ on) => {
    wish[name] = on;
    changed?.();
  };
  return tick(t(`new.${name}`), wish[name], set, t(`new.${name}.help`));
}

/** @param {Wish} wish */
export function clockFields(wish) {
  const minutes = amount(wish, "minutes", t("new.minutes"), { min: 1, max: 600 });
  const delay = amount(wish, "delay", t("new.delay"), { min: 0, max: 600 }, t("new.delay.help"));
  const both = h("div", { class: "row top" }, minutes, delay);
  appear(both, wish.clock);
  const set = (/** @type {boolean} */ on) => {
    wish.clock = on;
    appear(both, on);
  };
  return h("div", null, tick(t("new.clock"), wish.clock, set), both);
}
