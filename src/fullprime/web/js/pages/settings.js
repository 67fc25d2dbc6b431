/** What the user likes. Everything holds at once and is kept. */

import { h } from "../dom.js";
import { segmented, field, page, select, tick, trying } from "../page.js";
import { change, myName, rename, settings } from "../settings.js";
import { LANGUAGES, t } from "../words.js";

/** @typedef {keyof import("../settings.js").Settings} Name */

/** @type {Name[]} */
const BOARD = ["homeLeft", "swapColours", "animation"];
/** @type {Name[]} */
const PLAY = ["oneClick", "autoRoll", "autoForced", "confirm", "sounds"];

/** @param {import("../router.js").Visit} visit */
export function show({ main }) {
  page(
    main,
    t("settings.title"),
    h("section", { class: "card" }, h("h2", null, t("settings.you")), nameField(), languageField()),
    h(
      "section",
      { class: "card" },
      h("h2", null, t("settings.look")),
      modes(),
      themes(),
      BOARD.map(box),
    ),
    h("section", { class: "card" }, h("h2", null, t("settings.play")), PLAY.map(box)),
  );
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

function languageField() {
  /** @type {[string, string][]} */
  const choices = [["auto", t("settings.language.auto")], ...Object.entries(LANGUAGES)];
  const list = select(choices, settings.language, async (language) => {
    await trying(change({ language }));
    location.reload();
  });
  return field(t("settings.language"), list);
}

function modes() {
  return chosen("mode", ["auto", "light", "dark"]);
}

function themes() {
  return chosen("theme", ["wood", "slate"]);
}

/** @param {"mode" | "theme"} name @param {string[]} values */
function chosen(name, values) {
  /** @type {[string, string][]} */
  const choices = values.map((value) => [value, t(`settings.${name}.${value}`)]);
  const set = (/** @type {string} */ value) => void trying(change({ [name]: value }));
  return segmented(t(`settings.${name}`), choices, settings[name], set);
}

/** @param {Name} name */
function box(name) {
  const set = (/** @type {boolean} */ on) => void trying(change({ [name]: on }));
  return tick(t(`settings.${name}`), Boolean(settings[name]), set, t(`settings.${name}.help`));
}
