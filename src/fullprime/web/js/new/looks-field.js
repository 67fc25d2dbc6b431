/** How the board lies before me: my color, my home, its theme. The last two are settings. */

import { h } from "../dom.js";
import { segmented, trying } from "../page.js";
import { change, settings } from "../settings.js";
import { themeSwatches } from "../themes.js";
import { t } from "../words.js";

/** @typedef {import("./wish.js").Wish} Wish */

const COLORS = /** @type {const} */ (["white", "black", "either"]);

/** @param {Wish} wish @param {() => void} changed */
export function looksField(wish, changed) {
  /** @type {[string, (Node | string)[]][]} */
  const colors = COLORS.map((name) => [
    name,
    [name === "either" ? "" : h("i", { class: `disc ${name}` }), t(`new.color.${name}`)],
  ]);
  const color = segmented(t("new.color"), colors, wish.color, (value) => {
    wish.color = /** @type {Wish["color"]} */ (value);
    changed();
  });
  if (settings.swapColours) {
    color.disabled = true;
    color.append(h("small", null, t("new.not.color")));
  }
  /** @type {[string, string][]} */
  const sides = [
    ["left", t("new.home.left")],
    ["right", t("new.home.right")],
  ];
  const home = segmented(t("new.home"), sides, settings.homeLeft ? "left" : "right", (side) => {
    void trying(change({ homeLeft: side === "left" })).then(changed);
  });
  return h("div", { class: "looks" }, color, home, themeSwatches(changed));
}
