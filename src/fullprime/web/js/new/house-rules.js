/** The rules that are rarely changed: those of the game itself, then those of the match. */

import { fill, h, icon } from "../dom.js";
import { DOWN } from "../icons.js";
import { field, select, switchRow } from "../page.js";
import { hasText, number, t } from "../words.js";
import { amount, appear, lines } from "./controls.js";
import { tableRules } from "./referee-fields.js";
import { USUAL, belonging, unusual } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */
/** @typedef {import("../types.js").Option} Option */

/** More choices than this are a list. */
const MOST_LINES = 6;

/** @param {Wish} wish @param {Option[]} options of the game @param {() => boolean} doubles
 * @param {() => void} changed @returns {import("./controls.js").Part} */
export function houseRules(wish, options, doubles, changed) {
  const note = h("small");
  const fold = h("details", { class: "house-rules" });
  const rest = h("div");
  const limits = { min: 1, max: 99 };
  const more = (/** @type {string} */ name) => ({ help: t(`new.${name}.help`), changed });
  const beavers = amount(wish, "beavers", t("new.beavers.count"), limits, more("beavers"));
  const murphy = amount(wish, "murphy", t("new.murphy.count"), limits, more("murphy"));
  const own = options.map((option) => optionField(option, wish, changed));

  /** @param {"holland" | "winnerPicksColor" | "skipClosedOut" | "referee" | "houseRules"} name
   * @param {string} [against] why it does not apply @param {string} [words] where it is called
   *   otherwise */
  function rule(name, against, words = name) {
    const set = (/** @type {boolean} */ on) => {
      wish[name] = on;
      changed();
    };
    const help = against ?? t(`new.${words}.help`);
    const checked = !against && wish[name];
    const usual = USUAL[name] === true;
    return switchRow(t(`new.${words}`), checked, set, { help, usual, disabled: Boolean(against) });
  }

  function show() {
    const fits = belonging(wish, doubles());
    const count = unusual(wish);
    note.textContent = count ? t("new.house.changed", { n: count }) : t("new.house.usual");
    for (const [box, name] of /** @type {const} */ ([
      [beavers, "beavers"],
      [murphy, "murphy"],
    ])) {
      appear(box, fits[name] && wish[name] > 0);
      const input = /** @type {HTMLInputElement} */ (box.querySelector("input"));
      input.value = String(wish[name]);
    }
    const held = [...rest.querySelectorAll("input")].indexOf(
      /** @type {HTMLInputElement} */ (document.activeElement),
    );
    const here = wish.opponent === "here";
    const crawford = fits.holland && (wish.crawford || wish.houseRules);
    fill(
      rest,
      rule("holland", crawford ? undefined : t("new.not.crawford")),
      rule("winnerPicksColor"),
      rule("skipClosedOut"),
      rule(
        "referee",
        wish.opponent === "bot" ? t("new.not.bot") : undefined,
        here ? "realTable" : "referee",
      ),
      here && wish.referee && tableRules(wish),
      rule("houseRules"),
    );
    rest.querySelectorAll("input")[held]?.focus();
  }
  const title = h("h2", null, t("new.house"));
  fill(
    fold,
    h("summary", null, title, note, icon(DOWN)),
    h("div", { class: "house-list" }, own, beavers, murphy, rest),
  );
  return { element: fold, show };
}

/** A rule in words. @param {Option} option @param {Wish} wish @param {() => void} changed */
function optionField(option, wish, changed) {
  return option.choices
    ? valueField(option, option.choices, wish, changed)
    : onOff(option, wish, changed);
}

/** @param {Option} option @param {Wish} wish @param {() => void} changed */
function onOff({ name }, wish, changed) {
  const set = (/** @type {boolean} */ on) => {
    if (on) wish.options[name] = true;
    else delete wish.options[name];
    changed();
  };
  const help = t(`option.${name}.summary`);
  return switchRow(t(`option.${name}`), Boolean(wish.options[name]), set, { help });
}

/** @param {Option} option @param {(string | number | boolean)[]} values @param {Wish} wish
 * @param {() => void} changed */
function valueField({ name, usual }, values, wish, changed) {
  const set = (/** @type {string} */ chosen) => {
    const value = values[Number(chosen)];
    if (value === usual) delete wish.options[name];
    else wish.options[name] = value;
    changed();
  };
  const now = String(values.indexOf(wish.options[name] ?? usual));
  const label = t(`option.${name}`);
  if (values.length > MOST_LINES) {
    /** @type {[string, string][]} */
    const named = values.map((value, i) => [String(i), valueName(name, value)]);
    return field(label, select(named, now, set));
  }
  const rows = values.map((value, i) => ({
    value: String(i),
    text: valueName(name, value),
    usual: value === usual,
  }));
  return lines(label, rows, now, set);
}

/** @param {string} name @param {string | number | boolean} value */
function valueName(name, value) {
  if (typeof value === "boolean") return t(value ? "new.yes" : "new.no");
  const key = `choice.${name}.${value}`;
  return typeof value === "number" && !hasText(key) ? number(value) : t(key);
}
