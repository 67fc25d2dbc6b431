/** What the user likes. Everything holds at once and is kept. */

import { send, variants } from "../api.js";
import { DICE, PAIRS } from "../board/themes.js";
import { thumbnail } from "../board/thumbnail.js";
import { button, fill, h } from "../dom.js";
import { confirmed, field, segmented, select, switchRow, trying } from "../page.js";
import { change, claim, myName, myNames, rename, settings } from "../settings.js";
import { themeInUse, themeRadios } from "../themes.js";
import { LANGUAGES, t } from "../words.js";

/** @typedef {import("../settings.js").Settings} Settings */
/** @typedef {{[Name in keyof Settings]: Settings[Name] extends boolean ? Name : never}[keyof Settings]} Switch */

/** @typedef {(show: () => void) => void} Follow shows again what has been changed elsewhere */

/** @type {Switch[]} */
const BOARD = ["texture", "numbers", "homeLeft", "swapColours", "animation", "hidePips"];
/** @type {Switch[]} */
const PLAY = ["oneClick", "autoRoll", "autoForced", "confirm", "hints", "sounds"];

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  const all = await variants();
  if (gone()) return;
  document.title = `${t("settings.title")} · Fullprime`;
  const boards = h("fieldset", { class: "themes" });
  const sample = all.variants[0];
  const draw = () => sample && showThemes(boards, sample, draw);
  const leave = new AbortController();
  const follow = (/** @type {() => void} */ show) =>
    document.addEventListener("settings", show, { signal: leave.signal });
  draw();
  fill(
    main,
    h("div", { class: "page-title" }, heading(), modes(draw)),
    boards,
    h(
      "section",
      { class: "setting-group", "aria-labelledby": "set-board" },
      h("h2", { id: "set-board" }, t("settings.look")),
      panel(automatic(draw, follow)),
      BOARD.map((name) => box(name, follow)),
      panel(allMarks()),
      panel(colors("checkers", PAIRS, draw)),
      panel(colors("diceColors", DICE, draw)),
    ),
    h(
      "section",
      { class: "setting-group", "aria-labelledby": "set-play" },
      h("h2", { id: "set-play" }, t("settings.play")),
      PLAY.map((name) => box(name, follow)),
    ),
    h(
      "section",
      { class: "setting-group", "aria-labelledby": "set-you" },
      h("h2", { id: "set-you" }, t("settings.you")),
      panel(nameField()),
      panel(namesField()),
      panel(languageField()),
      panel(forgetField()),
    ),
  );
  return () => leave.abort();
}

function heading() {
  return h(
    "div",
    null,
    h("h1", null, t("settings.title")),
    h("p", { class: "lead" }, t("settings.lead")),
  );
}

/** @param {HTMLElement} content */
function panel(content) {
  return h("div", { class: "panel setting" }, content);
}

/** @param {() => void} draw */
function modes(draw) {
  /** @type {[string, string][]} */
  const choices = ["auto", "light", "dark"].map((mode) => [mode, t(`settings.mode.${mode}`)]);
  const set = (/** @type {string} */ mode) =>
    void trying(change({ mode: /** @type {Settings["mode"]} */ (mode) })).then(draw);
  const control = segmented(t("settings.mode"), choices, settings.mode, set, { plain: true });
  control.classList.add("end");
  return control;
}

/** The boards as cards, each with a position.
 * @param {HTMLElement} place @param {import("../types.js").Variant} game @param {() => void} draw */
function showThemes(place, game, draw) {
  const { rows, last } = game.sample;
  const cube = { on: true, value: 1, owner: null, offer: 0, animals: 0 };
  const focused = place.contains(document.activeElement);
  const cards = themeRadios((theme, radio) => {
    const { checkers, diceColors } = settings;
    const looks = { theme, checkers, diceColors, dice: last.dice, turn: last.seat, cube };
    return h(
      "label",
      { class: "theme-card" },
      radio,
      thumbnail(game.board, rows, { ...looks, trays: true }),
      h(
        "span",
        { class: "theme-name" },
        h("b", null, t(`theme.${theme}`)),
        theme === themeInUse() && h("em", null, t("settings.in_use")),
      ),
      h("small", null, t(`theme.${theme}.about`)),
    );
  }, draw);
  fill(place, h("legend", { class: "unseen" }, t("settings.theme")), cards);
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(":checked"))?.focus();
}

/** @param {() => void} draw @param {Follow} follow */
function automatic(draw, follow) {
  const set = (/** @type {boolean} */ on) =>
    void trying(change({ theme: on ? "auto" : themeInUse() })).then(draw);
  const help = t("settings.theme.auto.help");
  const row = switchRow(t("settings.theme.auto"), settings.theme === "auto", set, { help });
  const box = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  follow(() => (box.checked = settings.theme === "auto"));
  return row;
}

function allMarks() {
  const set = (/** @type {boolean} */ on) => void trying(change({ marks: on ? "all" : "hover" }));
  const help = t("settings.marks.help");
  return switchRow(t("settings.marks"), settings.marks === "all", set, { help });
}

/** @param {"checkers" | "diceColors"} name @param {readonly string[]} values @param {() => void} draw */
function colors(name, values, draw) {
  /** @type {[string, string][]} */
  const choices = values.map((value) => [value, t(`settings.${name}.${value.replace("-", "_")}`)]);
  const set = (/** @type {string} */ value) => void trying(change({ [name]: value })).then(draw);
  return segmented(t(`settings.${name}`), choices, settings[name], set, { wide: true });
}

/** @param {Switch} name @param {Follow} follow */
function box(name, follow) {
  const set = (/** @type {boolean} */ on) => void trying(change({ [name]: on }));
  const help = t(`settings.${name}.help`);
  const row = switchRow(t(`settings.${name}`), settings[name], set, { help });
  const input = /** @type {HTMLInputElement} */ (row.querySelector("input"));
  follow(() => (input.checked = settings[name]));
  return panel(row);
}

/** Which players in imported matches are me. */
function namesField() {
  const input = h("input", { type: "text", value: myNames.join(", "), dir: "auto" });
  const keep = async () => {
    await claim(input.value.split(/[,،]/).map((name) => name.trim()).filter(Boolean));
    input.value = myNames.join(", ");
  };
  input.addEventListener("change", () => void trying(keep()));
  return field(t("settings.names"), input, t("settings.names.help"));
}

function nameField() {
  const input = h("input", {
    type: "text",
    maxLength: 40,
    value: myName,
    autocomplete: "nickname",
  });
  input.addEventListener("change", () => void trying(rename(input.value.trim())));
  return field(t("settings.name"), input, t("settings.name.help"));
}

/** On a machine of others. */
function forgetField() {
  const forget = async () => {
    const title = t("settings.forget.title");
    const sure = await confirmed({
      title,
      text: t("settings.forget.text"),
      yes: t("settings.forget"),
    });
    if (!sure || !(await trying(send("DELETE", "/api/me/device", {}).then(() => true)))) return;
    localStorage.clear();
    location.assign("/");
  };
  const press = button(t("settings.forget"), () => void forget());
  return field(t("settings.device"), press, t("settings.forget.help"));
}

function languageField() {
  /** @type {[string, string][]} */
  const choices = [["auto", t("settings.language.auto")], ...Object.entries(LANGUAGES)];
  const list = select(choices, settings.language, async (language) => {
    await trying(change({ language }));
    location.reload();
  });
  return field(t("settings.language"), list);
}
