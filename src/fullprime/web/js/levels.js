/** The levels of the computer as cards: a word, the error rate, and a bar that grows. */

import { h } from "./dom.js";
import { levelName, number, sentence, t } from "./words.js";

/** @typedef {import("./types.js").Level} Level */

/** An error rate as people write it: whole from ten on; one that is measured as less than nothing
 * is zero. @param {number} pr */
export function ratingText(pr) {
  return number(Math.max(0, pr), { maximumFractionDigits: pr < 9.95 ? 1 : 0 });
}

/** Nothing where the game was not measured. @param {Level} level @param {string} game */
export function prText({ rates }, game) {
  const rate = rates[game];
  return rate ? t("new.pr", { pr: ratingText(rate.pr) }) : "";
}

/** What a level means, in a sentence. @param {Level} level */
export function levelText(level) {
  return `${sentence(levelName(level.name))}: ${t(`level.${level.name}.summary`)}.`;
}

/** The cards in a game, and a line about the one that is chosen.
 * @param {Level[]} levels weakest first @param {string} game @param {string} value
 * @param {(name: string) => void} change */
export function levelCards(levels, game, value, change) {
  const about = h("p", { class: "level-about", "aria-live": "polite" });
  const show = (/** @type {string} */ name) => {
    const level = levels.find((each) => each.name === name);
    about.textContent = level ? levelText(level) : "";
  };
  const cards = levels.map((level, i) => {
    const choose = () => {
      change(level.name);
      show(level.name);
    };
    const radio = h("input", { type: "radio", name: "level", value: level.name, onchange: choose });
    radio.checked = level.name === value;
    const bar = h("i");
    bar.style.setProperty("--share", String((i + 1) / levels.length));
    return h(
      "label",
      { class: "level-card" },
      radio,
      h("b", null, sentence(levelName(level.name))),
      h("span", { class: "number", title: t("new.level.help") }, prText(level, game)),
      bar,
    );
  });
  show(value);
  const legend = h("legend", { class: "unseen" }, t("new.level"));
  return h("div", null, h("fieldset", { class: "levels" }, legend, cards), about);
}
