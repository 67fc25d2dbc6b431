/** A checker on edge, as it stands in a tray. */

import { lightOf } from "./defs.js";
import { make } from "./svg.js";

/** @import {Tone} from "./types.js" */

/** @param {number} w @param {number} h @param {Tone} tone */
export function slat(w, h, tone) {
  const box = { x: -w / 2, y: -h / 2, width: w, height: h };
  const inside = { x: 0.5 - w / 2, y: 0.5 - h / 2, width: w - 1, height: h - 1 };
  const across = `h${w - 6}`;
  const grooves = `M${3 - w / 2} ${-h / 6}${across}M${3 - w / 2} ${h / 6}${across}`;
  const rx = Math.min(4, h / 3);
  return [
    make("rect", { class: `bd-${tone} edge`, ...box, rx }),
    make("rect", { class: "bd-lit", ...box, rx, fill: lightOf(`${tone}-slat`) }),
    make("path", { class: `bd-${tone}-line`, d: grooves, opacity: 0.8 }),
    make("rect", { class: `bd-${tone}-rim bd-thin`, ...inside, rx, fill: "none" }),
  ];
}
