/** Short clicks made on the spot; silent unless the user wants sounds. */

import { settings } from "./settings.js";

/** @type {AudioContext | undefined} */
let audio;

/** Pitch in hertz and length in seconds of a tone. @type {Record<string, [number, number][]>} */
const CLICKS = {
  checker: [[320, 0.05]],
  dice: [
    [900, 0.02],
    [700, 0.02],
    [1100, 0.02],
  ],
  hit: [[180, 0.09]],
  cube: [
    [520, 0.06],
    [660, 0.08],
  ],
  end: [
    [523, 0.1],
    [659, 0.1],
    [784, 0.18],
  ],
};

/** @param {"checker" | "dice" | "hit" | "cube" | "end"} name */
export function click(name) {
  if (!settings.sounds) return;
  audio ??= new AudioContext();
  let start = audio.currentTime;
  for (const [pitch, length] of CLICKS[name] ?? []) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.15, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
    start += length + 0.03;
  }
}
