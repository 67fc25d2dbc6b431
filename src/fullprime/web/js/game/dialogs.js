/** Questions that are put before something is done that cannot be taken back. */

import { button, fill, h } from "../dom.js";
import { levelCards } from "../levels.js";
import { t } from "../words.js";
import { multipleText } from "./controls.js";

/** @typedef {[name: string, label: string, run: () => void]} Choice */

/** A question with its answers below each other; Escape and Cancel answer nothing.
 * @param {string} title @param {string} text @param {Choice[]} choices the first is the main one
 * @param {HTMLElement | null} [more] what can be chosen besides */
function question(title, text, choices, more = null) {
  const dialog = h("dialog", { class: "question", "aria-labelledby": "question-title" });
  const buttons = choices.map(([name, label, run], i) => {
    const looks = { class: i ? "" : "primary", "data-name": name };
    const press = () => {
      dialog.close();
      run();
    };
    return button(label, press, looks);
  });
  const cancel = button(t("cancel"), () => dialog.close(), { class: "quiet" });
  fill(dialog, h("h2", { id: "question-title" }, title), h("p", null, text), more);
  dialog.append(h("div", { class: "stack" }, buttons, cancel));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** How much to resign.
 * @param {number[]} multiples @param {(multiple: number) => void} chosen */
export function askResignation(multiples, chosen) {
  const choices = multiples.map(
    (n) => /** @type {Choice} */ (["resign", multipleText(n), () => chosen(n)]),
  );
  question(t("resign.title"), t("resign.text"), choices);
}

/** A double is asked for once, with what is at stake.
 * @param {number} value that the cube shows now @param {string} name of the opponent
 * @param {() => void} double */
export function askDouble(value, name, double) {
  const title = t("double.title", { n: value * 2 });
  const text = `${t("double.take", { name, n: value * 2 })} ${t("double.pass", { name, n: value })}`;
  question(title, text, [["double", t("do.double"), double]]);
}

/** With whom to go on from an earlier turn.
 * @param {(opponent: "bot" | "here", level: string) => void} chosen
 * @param {import("../types.js").Level[]} [levels] to choose from @param {string} [usual] level
 * @param {string} [game] whose error rates the levels show */
export function askOpponent(chosen, levels = [], usual = "", game = "") {
  let level = levels.some(({ name }) => name === usual) ? usual : (levels[0]?.name ?? "");
  const cards = levels.length ? levelCards(levels, game, level, (name) => (level = name)) : null;
  /** @type {Choice[]} */
  const choices = [
    ["bot", t("branch.bot"), () => chosen("bot", level)],
    ["here", t("branch.here"), () => chosen("here", level)],
  ];
  question(t("branch.title"), t("branch.text"), choices, cards);
}
