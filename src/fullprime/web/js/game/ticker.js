/** Where there is no room for the list of plays: the last play, and the roll that waits. */

import { fill, h } from "../dom.js";
import { t } from "../words.js";
import { whiteSeat } from "./colours.js";
import { diceGlyphs } from "./glyphs.js";
import { localPlay } from "./history.js";

/** @typedef {import("../types.js").State} State */

export function ticker() {
  const lines = h("div", { class: "lines" });
  return {
    element: h("div", { class: "ticker" }, lines),
    /** @param {State} state */
    show(state) {
      const white = whiteSeat(state);
      const { last, dice, phase, turn } = state;
      const played = last && [...diceGlyphs(last.dice, last.seat === white), last.text ? localPlay(last.text) : t("list.none")];
      const waits = phase === "to_play" && dice;
      const next = waits && [...diceGlyphs(dice, turn === white), h("b", null, t("list.to_play"))];
      fill(lines, line(played, "faint"), line(next, ""));
    },
  };
}

/** @param {(Node | string)[] | null | false} parts @param {string} kind */
function line(parts, kind) {
  return parts && h("p", { class: kind }, parts);
}
