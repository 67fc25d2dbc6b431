/** The boards that there are, and small samples to choose one. */

import { h } from "./dom.js";
import { trying } from "./page.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";

export const THEMES = /** @type {const} */ ([
  "walnut",
  "green",
  "slate",
  "night",
  "sand",
  "contrast",
  "colorblind",
  "print",
]);

/** The board in use where the setting leaves it to the brightness of the page.
 * @returns {string} */
export function themeInUse() {
  if (settings.theme !== "auto") return settings.theme;
  const dark =
    settings.mode === "dark" ||
    (settings.mode === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  return dark ? "night" : "walnut";
}

/** Swatches of all boards. @param {() => void} changed */
export function themeChoice(changed) {
  const chosen = themeInUse();
  const swatches = THEMES.map((name) => {
    const choose = () => void trying(change({ theme: name })).then(changed);
    const radio = h("input", { type: "radio", name: "theme", value: name, onchange: choose });
    radio.checked = name === chosen;
    radio.setAttribute("aria-label", t(`theme.${name}`));
    const looks = { class: "swatch", "data-theme": name, title: t(`theme.${name}`) };
    return h("label", looks, radio, h("i"), h("i"));
  });
  const legend = h("legend", null, t("settings.theme"));
  return h("fieldset", { class: "swatches" }, legend, h("div", null, swatches));
}
