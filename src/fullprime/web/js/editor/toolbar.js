/** Above the board: what changes the whole position, whose checkers a click places, and the pips. */

import { button, fill, h, icon } from "../dom.js";
import { checkerGlyph } from "../game/glyphs.js";
import { segmented } from "../page.js";
import { number, t } from "../words.js";

const ICONS = {
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  mirror: "M12 3v18M8 7l-5 5 5 5M16 7l5 5-5 5",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  erase: "M4 16l9-9 6 6-6 6H8zM13 19h7",
};

/** @typedef {"start" | "clear" | "mirror" | "swap" | "undo"} Tool */

/** @param {HTMLElement} game where the game is chosen @param {Record<Tool, () => void>} tools
 * @param {(brush: string) => void} takeUp */
export function toolbar(game, tools, takeUp) {
  const pips = h("p", { class: "editor-pips" });
  const undo = tool("undo", tools.undo, ICONS.undo);
  undo.title = "Ctrl+Z";
  const element = h(
    "div",
    { class: "toolbar", role: "group", "aria-label": t("editor.tools") },
    game,
    tool("start", tools.start),
    tool("clear", tools.clear, ICONS.clear),
    tool("mirror", tools.mirror, ICONS.mirror),
    tool("swap", tools.swap),
    undo,
    brushField(takeUp),
    pips,
  );
  return {
    element,
    /** @param {[number, number] | null} counts of White and Black @param {boolean} canUndo */
    show(counts, canUndo) {
      undo.disabled = !canUndo;
      if (counts) fill(pips, counts.map((n, side) => pipCount(n, side === 0)));
    },
  };
}

/** @param {Tool} name @param {() => void} press @param {string} [path] of its icon */
function tool(name, press, path) {
  const made = button("", press, { "data-tool": name });
  made.append(...(path ? [icon(path)] : []), h("span", null, t(`editor.${name}`)));
  return made;
}

/** Whose checkers a click places; it can take them away as well.
 * @param {(brush: string) => void} takeUp */
export function brushField(takeUp) {
  const named = (/** @type {Element} */ sign, /** @type {string} */ name) => [
    sign,
    h("span", { class: "unseen" }, name),
  ];
  const field = segmented(
    t("editor.brush"),
    [
      ["0", named(checkerGlyph(true), t("editor.white"))],
      ["1", named(checkerGlyph(false), t("editor.black"))],
      ["", named(icon(ICONS.erase), t("editor.remove"))],
    ],
    "0",
    takeUp,
    { plain: true },
  );
  field.classList.add("brush");
  field.title = t("editor.brush");
  return field;
}

/** @param {number} n @param {boolean} light */
function pipCount(n, light) {
  const words = t(light ? "editor.pips.white" : "editor.pips.black", { n });
  return h(
    "span",
    { role: "img", "aria-label": words },
    checkerGlyph(light),
    h("b", null, number(n)),
    ` ${t("editor.pips")}`,
  );
}
