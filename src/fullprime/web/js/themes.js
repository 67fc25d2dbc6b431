/** The board that is in use, and swatches to choose another. */

import { THEMES } from "./board/themes.js";
import { h } from "./dom.js";
import { trying } from "./page.js";
import { change, settings } from "./settings.js";
import { t } from "./words.js";

/** The board in use; where the setting says so it goes with the brightness of the page.
 * @returns {string} */
export function themeInUse() {
  if (settings.theme !== "auto") return settings.theme;
  return document.documentElement.dataset.shade === "dark" ? "night" : "walnut";
}

/** One radio button per board, dressed by the page.
 * @param {(name: string, radio: HTMLInputElement) => HTMLElement} dressed
 * @param {() => void} changed */
export function themeRadios(dressed, changed) {
  return THEMES.map((name) => {
    const choose = () => void trying(change({ theme: name })).then(changed);
    const radio = h("input", { type: "radio", name: "theme", value: name, onchange: choose });
    radio.checked = name === themeInUse();
    return dressed(name, radio);
  });
}

/** Swatches of all boards. @param {() => void} changed */
export function themeSwatches(changed) {
  const swatches = themeRadios((name, radio) => {
    radio.setAttribute("aria-label", t(`theme.${name}`));
    const looks = { class: "swatch themed", "data-theme": name, title: t(`theme.${name}`) };
    return h("label", looks, radio, h("i"), h("i"));
  }, changed);
  const legend = h("legend", null, t("settings.theme"));
  return h("fieldset", { class: "swatches" }, legend, h("div", null, swatches));
}
