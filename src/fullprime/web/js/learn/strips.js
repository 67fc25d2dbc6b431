/** The strips above and below the board: whose checkers these are, and how far they have to go. */

import { fill, h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { pipsText } from "./column.js";
import { lessonTheme } from "./theme.js";

/** @import {Row, Step} from "./types.js" */

/** @param {HTMLElement} place @param {Step} step @param {number} seat @param {Row[]} rows
 * @param {number} pips @param {string} task what is to be done now, on your strip
 * @param {HTMLElement} off checkers borne off, where the board has no trays */
export function showStrip(place, step, seat, rows, pips, task, off) {
  fill(
    place,
    piece(seat),
    h("b", null, t(seat ? "learn.black" : "learn.you")),
    h("span", { class: "faint remark" }, note(rows[seat])),
    task && h("span", { class: "task" }, task),
    off,
    h("span", { class: "facts" }, score(step, seat), h("span", { class: "pips" }, pipsText(pips))),
  );
}

/** A checker in the colors of the board. @param {number} seat */
function piece(seat) {
  const looks = { "data-theme": lessonTheme(), "data-checkers": settings.checkers };
  const kind = seat ? "piece dark themed" : "piece light themed";
  return h("span", { class: kind, "aria-hidden": "true", ...looks });
}

/** @param {Row | undefined} row */
function note(row) {
  if (row?.bar) return t("learn.onBar", { n: row.bar });
  return row?.off ? t("learn.off", { n: row.off }) : "";
}

/** In a match: the points that are still needed. @param {Step} step @param {number} seat */
function score({ stakes, turn }, seat) {
  const needed = stakes.away?.[seat === turn ? 0 : 1];
  if (needed === undefined) return null;
  return h("span", { class: "away" }, t("learn.away", { n: needed }));
}
