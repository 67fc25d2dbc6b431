/** The doubling cube and its rules; those that do not apply stay in sight and say why. Where the
 * game itself has no cube, that is said once. */

import { fill, h } from "../dom.js";
import { switchRow } from "../page.js";
import { t } from "../words.js";
import { section } from "./controls.js";
import { CUBE_LIMIT, belonging } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */

/** @param {Wish} wish @param {() => boolean} doubles does the game know the cube?
 * @param {() => void} changed @returns {import("./controls.js").Part} */
export function cubeField(wish, doubles, changed) {
  const box = h("input", { type: "checkbox", role: "switch", class: "switch" });
  box.setAttribute("aria-label", t("new.cube"));
  box.addEventListener("change", () => {
    wish.cube = box.checked;
    changed();
  });
  const note = h("small");
  const rules = h("div", { class: "rules" });

  /** @param {"crawford" | "jacoby" | "cubeLimit"} name @param {boolean} fits @param {boolean} [usual] */
  function rule(name, fits, usual = false) {
    const set = (/** @type {boolean} */ on) => {
      wish[name] = on;
      changed();
    };
    const help = fits ? t(`new.${name}.short`) : reason(name);
    const label = t(`new.${name}`, { n: CUBE_LIMIT });
    return switchRow(label, fits && wish[name], set, { help, usual, disabled: !fits });
  }

  /** How many are allowed; the exact number stands among the house rules.
   * @param {"beavers" | "murphy"} name @param {boolean} fits */
  function some(name, fits) {
    const set = (/** @type {boolean} */ on) => {
      wish[name] = on ? 1 : 0;
      changed();
    };
    const help = fits ? t(`new.${name}.short`) : reason(name);
    return switchRow(t(`new.${name}`), fits && wish[name] > 0, set, { help, disabled: !fits });
  }

  /** Why a rule does not apply. @param {string} name */
  function reason(name) {
    if (!belonging(wish, doubles()).cube) return t(doubles() ? "new.not.best_of" : "new.not.game");
    if (!wish.cube) return t("new.not.cube");
    return t(name === "crawford" ? "new.not.money" : "new.not.points");
  }

  function show() {
    const fits = belonging(wish, doubles());
    box.disabled = !fits.cube;
    box.checked = fits.cube && wish.cube;
    note.textContent = fits.cube ? t("new.cube.short") : reason("cube");
    const focused = [...rules.querySelectorAll("input")].indexOf(
      /** @type {HTMLInputElement} */ (document.activeElement),
    );
    fill(
      rules,
      doubles() && [
        rule("crawford", fits.crawford, true),
        rule("jacoby", fits.jacoby),
        some("beavers", fits.beavers),
        rule("cubeLimit", fits.cubeLimit),
        some("murphy", fits.murphy),
      ],
    );
    rules.querySelectorAll("input")[focused]?.focus();
  }
  return { element: section(t("new.cube"), { note, end: box }, rules), show };
}
