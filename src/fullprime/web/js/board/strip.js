/** Checkers borne off, where the board has no trays: a strip beside a player's name. */

import { slat } from "./slat.js";
import { make } from "./svg.js";

/** @import {Core} from "./core.js" */
/** @import {Seat} from "./types.js" */

const SLAT = { w: 22, h: 5.6, step: 7 };

/** One seat's. */
export class OffStrip {
  element = document.createElement("span");

  /** @param {Seat} seat @param {() => void} pressed */
  constructor(seat, pressed) {
    this.seat = seat;
    this.element.className = "board-off themed";
    this.element.dataset.off = String(seat);
    this.element.addEventListener("click", pressed);
  }

  /** @param {Core} board */
  show({ state, rows, view, light, hand, taken, options }) {
    const key = `off${this.seat}`;
    const count = rows[this.seat]?.off ?? 0;
    const needed = view.layout.areas.some((area) => area.key === key && area.away);
    const target = !!taken && !!hand?.targets(taken).includes(key);
    const { theme, checkers } = options;
    Object.assign(this.element.dataset, { theme, checkers });
    this.element.hidden = !state || !needed || (!count && !target);
    this.element.classList.toggle("target", target);
    this.element.setAttribute("role", "img");
    this.element.setAttribute("aria-label", options.t("board.count.off", { n: count }));
    this.element.replaceChildren(this.#picture(count, this.seat === light ? "light" : "dark"));
  }

  /** On edge, side by side. @param {number} count @param {"light" | "dark"} tone */
  #picture(count, tone) {
    const { w, h, step } = SLAT;
    const width = Math.max(count, 1) * step;
    const slats = Array.from({ length: count }, (_, at) => {
      const turned = `translate(${(at + 0.5) * step} ${w / 2}) rotate(-90)`;
      return make("g", { transform: turned }, ...slat(w, h, tone));
    });
    return make(
      "svg",
      { viewBox: `0 0 ${width} ${w}`, width, height: w, "aria-hidden": "true" },
      ...slats,
    );
  }
}
