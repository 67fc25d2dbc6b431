/** Which game: a list of all, what is special about the chosen one, and its own options. */

import { fill, h } from "../dom.js";
import { field, select, tick } from "../page.js";
import { hasText, nameOf, number, t } from "../words.js";
import { startPreview } from "./preview.js";

/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("../types.js").Series} Series */
/** @typedef {import("../types.js").Option} Option */

/** @param {Variant[]} variants @param {Series[]} series @param {import("./wish.js").Wish} wish
 * @param {() => void} changed */
export function gameField(variants, series, wish, changed) {
  const list = h("select", null, group("new.variants", variants), group("new.series", series));
  list.value = wish.game;
  if (!list.value) list.value = wish.game = "backgammon";
  const about = h("p", { "aria-live": "polite" });
  const net = h("p", { class: "note" }, t("new.no_net"));
  const preview = startPreview();
  const options = h("div");
  const fold = h("details", null, h("summary", null, t("new.options")), options);

  function show() {
    const game = [...variants, ...series].find(({ id }) => id === wish.game);
    if (!game) return;
    about.textContent = t(`${kindOf(game)}.${game.id}.summary`);
    net.hidden = wish.opponent !== "bot" || plays(variants, series, wish.game).net;
    preview.show(variants.find(({ id }) => id === gamesOf(series, game.id)[0]));
    fold.hidden = game.options.length === 0;
    fill(
      options,
      game.options.map((option) => optionField(option, wish)),
    );
  }
  list.addEventListener("change", () => {
    wish.game = list.value;
    wish.options = {};
    const chosen = series.find(({ id }) => id === wish.game);
    if (chosen) wish.to = chosen.to;
    show();
    changed();
  });
  show();
  return {
    element: h(
      "div",
      { class: "game-choice" },
      field(t("new.game"), list),
      about,
      preview.element,
      net,
      fold,
    ),
    show,
  };
}

/** @param {string} key @param {(Variant | Series)[]} games */
function group(key, games) {
  const options = games.map((game) => h("option", { value: game.id }, nameOf(kindOf(game), game)));
  return h("optgroup", { label: t(key) }, options);
}

/** @param {Variant | Series} game @returns {"variant" | "series"} */
function kindOf(game) {
  return "games" in game ? "series" : "variant";
}

/** The games that are played in turn, without their options.
 * @param {Series[]} series @param {string} id @returns {string[]} */
function gamesOf(series, id) {
  const games = series.find((each) => each.id === id)?.games ?? [id];
  return games.map((name) => name.split("+")[0] ?? name);
}

/** What the chosen game knows: the cube, and a net in all that is played.
 * @param {Variant[]} variants @param {Series[]} series @param {string} id */
export function plays(variants, series, id) {
  const chosen = [...series, ...variants].find((each) => each.id === id);
  return { cube: Boolean(chosen?.cube), net: Boolean(chosen?.net) };
}

/** A rule in words; what programs call it is told to whoever points at it.
 * @param {Option} option @param {import("./wish.js").Wish} wish */
function optionField(option, wish) {
  const element = option.choices ? valueField(option, option.choices, wish) : switchOf(option, wish);
  element.title = option.name;
  return element;
}

/** @param {Option} option @param {import("./wish.js").Wish} wish */
function switchOf({ name }, wish) {
  const set = (/** @type {boolean} */ on) => {
    if (on) wish.options[name] = true;
    else delete wish.options[name];
  };
  return tick(t(`option.${name}`), Boolean(wish.options[name]), set, t(`option.${name}.summary`));
}

/** @param {Option} option @param {(string | number | boolean)[]} values
 * @param {import("./wish.js").Wish} wish */
function valueField({ name }, values, wish) {
  const set = (/** @type {string} */ chosen) => {
    if (chosen === "") delete wish.options[name];
    else wish.options[name] = values[Number(chosen)];
  };
  /** @type {[string, string][]} */
  const named = values.map((value, i) => [String(i), valueName(name, value)]);
  const list = select([["", t("new.usual")], ...named], "", set);
  for (const [i, value] of values.entries()) list.options[i + 1]?.setAttribute("title", `${value}`);
  return field(t(`option.${name}`), list);
}

/** @param {string} name @param {string | number | boolean} value */
function valueName(name, value) {
  if (typeof value === "boolean") return t(value ? "new.yes" : "new.no");
  const key = `choice.${name}.${value}`;
  return typeof value === "number" && !hasText(key) ? number(value) : t(key);
}
