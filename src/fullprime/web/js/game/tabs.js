/** The row at the lower edge of a phone: what the screen shows, and resigning. */

import { h, icon } from "../dom.js";
import { t } from "../words.js";

/** Name and drawing. @type {[string, string][]} */
const TABS = [
  ["board", "M7 4.5l11 7.5-11 7.5z"],
  ["moves", "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"],
  ["analysis", "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 1 0 0-5.6"],
  ["resign", "M5 21.5V3.5h13l-3 4.5 3 4.5H5"],
];

/** @param {HTMLElement} page whose `data-tab` says what is shown
 * @param {{resign: () => void, moves: () => void, analysis: () => void}} does */
export function tabBar(page, does) {
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = {};
  const open = (/** @type {string} */ name) => {
    if (name === "resign") return does.resign();
    page.dataset.tab = name;
    for (const [each, made] of Object.entries(buttons))
      made.ariaCurrent = each === name ? "true" : null;
    if (name === "moves" || name === "analysis") does[name]();
  };
  for (const [name, path] of TABS) {
    const looks = { type: "button", "data-tab": name, onclick: () => open(name) };
    buttons[name] = h("button", looks, icon(path), h("span", null, t(`tab.${name}`)));
  }
  open("board");
  return {
    element: h("nav", { class: "tabs", "aria-label": t("tab.label") }, Object.values(buttons)),
    open,
    /** @param {boolean} fair are hints? @param {boolean} mayResign */
    show(fair, mayResign) {
      if (buttons.analysis) buttons.analysis.disabled = !fair;
      if (buttons.resign) buttons.resign.disabled = !mayResign;
    },
  };
}
