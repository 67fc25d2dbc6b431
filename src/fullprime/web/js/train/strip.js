/** The strips above and below the board of a card. */

import { fill, h } from "../dom.js";
import { checkerGlyph } from "../game/glyphs.js";
import { pipsText } from "../learn/column.js";
import { t } from "../words.js";

/** @import {CardState} from "./types.js" */

/** @param {HTMLElement} place @param {CardState} state @param {number} seat
 * @param {{white: number, pips: number | null, off: HTMLElement}} now pips: null as long as they are
 *   the question */
export function showStrip(place, state, seat, { white, pips, off }) {
  const mine = state.you.includes(seat);
  const needed = state.needed === null ? null : state.needed - (state.score[seat] ?? 0);
  fill(
    place,
    checkerGlyph(seat === white),
    h("b", null, t(mine ? "player.you" : "train.opponent")),
    off,
    h(
      "span",
      { class: "facts" },
      needed !== null && h("span", { class: "away" }, t("learn.away", { n: needed })),
      pips !== null && h("span", { class: "pips" }, pipsText(pips)),
    ),
  );
}
