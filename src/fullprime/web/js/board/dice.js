/** The dice, and how many of their numbers are still to be played. */

import { copyOf } from "./defs.js";
import { DIE } from "./geometry.js";
import { label, make } from "./svg.js";

/** @import {Box, Die, Tone} from "./types.js" */

const STEP = DIE + 16;
const PIP = 5.2;
const APART = 13.2;
/** How dice lie, in degrees, and how far out of line. */
const TURNS = [-7, 9, 5, -6];
const ASIDE = [1, -2, -1, 2];
/** Where the spots of each number are, in a square of nine places. */
const SPOTS = ["", "4", "08", "048", "0268", "02468", "035268"];

/** What to show of a roll: the two dice, a doublet as often as it counts, or, where more numbers
 * than that are to be played, each number with how many times.
 * @param {number[]} dice  In the order in which they are played.
 * @param {number[]} all  The numbers of the turn; empty if they are unknown.
 * @param {number[]} left  Those that are still to be played.
 * @returns {Die[]} */
export function shownDice(dice, all, left) {
  if (!all.length) return dice.map((number) => ({ number, times: 0, used: false }));
  if (all.length <= 4 && all.every((number) => number === all[0])) {
    return all.map((number, at) => ({ number, times: 0, used: at < all.length - left.length }));
  }
  if ([...all].sort().join() === [...dice].sort().join()) {
    return dice.map((number) => ({ number, times: 0, used: !left.includes(number) }));
  }
  return [...new Set(left.length ? left : all)].map((number) => {
    const times = left.filter((other) => other === number).length;
    return { number, times, used: times === 0 };
  });
}

/** The numbers as players say them: the throw, or the doublet that follows it in games with stages.
 * On a ring a throw has patterns of other numbers; it is called by its dice.
 * @param {{dice?: number[] | null, left?: number[], board?: {kind: string}}} state
 * @returns {number[]} */
export function toPlay({ dice, left = [], board }) {
  const thrown = board?.kind === "ring" || dice?.every((number) => left.includes(number));
  if (!dice || !left.length || thrown) return dice ?? [];
  return [left[0], left[left.length - 1]];
}

/** Does it matter which die is played first? With a referee a step names no die.
 * @param {{dice?: number[] | null, left?: number[], free?: boolean}} state */
export function canSwap(state) {
  return !state.free && new Set(toPlay(state)).size > 1;
}

/** @param {Die[]} dice @param {Box} box @param {Tone} tone  Of the checkers of who threw them.
 * @param {number} scale */
export function drawDice(dice, box, tone, scale) {
  const words = dice.some((die) => die.times > 1) ? 34 : 0;
  const step = (STEP + words) * scale;
  const down = Math.ceil((dice.length * step - 16 * scale) / box.w);
  const across = Math.ceil(dice.length / down);
  const size =
    scale * Math.min(1, (box.h - 4) / (down * STEP * scale - 12 * scale), box.w / (across * step));
  return dice.map((die, number) => {
    const row = Math.floor(number / across);
    const inRow = Math.min(across, dice.length - row * across);
    const column = (number % across) - (inRow - 1) / 2;
    const x = box.x + (box.w - words * size) / 2 + column * (STEP + words) * size;
    const y = box.y + box.h / 2 + (row - (down - 1) / 2) * STEP * size + ASIDE[number % 4] * size;
    const element = make("g", { class: "dice" }, drawDie(die, tone, TURNS[number % 4]));
    element.style.transform = `translate(${x}px, ${y}px) scale(${size})`;
    return element;
  });
}

/** @param {Die} die @param {Tone} tone @param {number} turn */
function drawDie({ number, times, used }, tone, turn) {
  const kind = `die ${tone}${used ? " used" : ""}`;
  const element = make("g", { class: kind, "data-die": number, "data-turn": turn });
  element.style.transform = `rotate(${turn}deg)`;
  element.append(copyOf(`die-${tone}`), faceOf(number, tone));
  if (times > 1) element.append(label("times", DIE / 2 + 8, 0, `×${times}`));
  return element;
}

/** The spots of a number, each a little hollow. @param {number} number @param {Tone} tone */
export function faceOf(number, tone) {
  const face = make("g", { class: "face" });
  for (const spot of SPOTS[number] ?? "") {
    const [cx, cy] = [(Number(spot) % 3) - 1, Math.floor(Number(spot) / 3) - 1].map(
      (at) => at * APART,
    );
    const d = `M${cx - 3.6} ${cy + 3.6}A${PIP} ${PIP} 0 0 0 ${cx + 3.6} ${cy - 3.6}`;
    face.append(make("circle", { class: `bd-pip-${tone}`, cx, cy, r: PIP }));
    face.append(make("path", { class: "bd-lit bd-glint", d }));
  }
  return face;
}
