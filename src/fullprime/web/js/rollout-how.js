/** How a rollout is to be made, and how its figures are written. */

import { button, fill, h } from "./dom.js";
import { segmented } from "./page.js";
import { number, t } from "./words.js";

/** @typedef {{trials: number, plies: number}} How */

const TRIALS = [324, 1296, 5184, 12960];
const PLIES = [0, 1, 2];

/** What was chosen last; it holds until the page is loaded again. @type {How} */
let chosen = { trials: 1296, plies: 0 };

/** Asks for the settings in a dialog. @param {string} help @param {(how: How) => void} start */
export function askHow(help, start) {
  const dialog = h("dialog", { class: "question", "aria-labelledby": "rollout-title" });
  const begin = () => {
    dialog.close();
    start(chosen);
  };
  fill(
    dialog,
    h("h2", { id: "rollout-title" }, t("editor.rollout.title")),
    h("p", null, help),
    h(
      "div",
      { class: "stack" },
      segmented(
        t("editor.rollout.trials"),
        TRIALS.map((n) => [String(n), number(n)]),
        String(chosen.trials),
        (n) => (chosen = { ...chosen, trials: Number(n) }),
        { wide: true },
      ),
      segmented(
        t("analysis.depth"),
        PLIES.map((n) => [String(n), t("analysis.plies", { n })]),
        String(chosen.plies),
        (n) => (chosen = { ...chosen, plies: Number(n) }),
        { wide: true },
      ),
      button(t("editor.rollout.start"), begin, { class: "primary" }),
      button(t("cancel"), () => dialog.close(), { class: "quiet" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Four digits: rollouts are more exact than a look ahead.
 * @param {number} value @param {"always" | "auto"} [signDisplay] */
export function digits(value, signDisplay = "auto") {
  const places = { minimumFractionDigits: 4, maximumFractionDigits: 4 };
  return number(value, { signDisplay, ...places }).replace("-", "\u2212");
}
