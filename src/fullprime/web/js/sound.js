/** Wood, bone and cloth made on the spot; silent unless the user wants sounds. */

import { settings } from "./settings.js";

/** @typedef {"checker" | "dice" | "hit" | "cube" | "end"} Sound */

const LOUD = 0.5;

/** @type {AudioContext | undefined} */
let audio;
/** @type {AudioBuffer | undefined} */
let hiss;

/** What each sound is made of, from its beginning. @type {Record<Sound, (at: number) => void>} */
const SOUNDS = {
  checker: (at) => knock(at, 1, 1),
  hit(at) {
    knock(at, 0.8, 1.2);
    knock(at + 0.07, 0.66, 0.9);
  },
  dice: rattle,
  cube(at) {
    tone(at, 150, 62, 0.35, 0.7);
    scrape(at, 0.09, 700, 0.8, 0.5);
    knock(at + 0.012, 0.55, 0.6);
  },
  end(at) {
    [392, 493.9, 587.3, 784].forEach((pitch, number) => chime(at + 0.11 * number, pitch));
  },
};

/** @param {Sound} name @param {number} [delay]  In seconds. */
export function click(name, delay = 0) {
  if (!settings.sounds) return;
  audio ??= new AudioContext();
  audio.resume().catch(() => {}); // a browser waits for a click before it lets a page be heard
  SOUNDS[name](audio.currentTime + delay);
}

/** One piece of wood on another: a crack, and the body under it.
 * @param {number} at @param {number} pitch @param {number} volume */
function knock(at, pitch, volume) {
  scrape(at, 0.03, 2600 * pitch, 1.4, 0.75 * volume);
  tone(at, 420 * pitch, 250 * pitch, 0.12, 0.5 * volume);
  tone(at, 1180 * pitch, 900 * pitch, 0.05, 0.18 * volume);
}

/** Two dice roll and come to rest: their knocks follow each other slower and softer.
 * @param {number} start */
function rattle(start) {
  let at = start;
  for (let number = 0; number < 9; number++) {
    const rest = 1 - number / 11;
    scrape(at, 0.028, 2600 + 1900 * Math.random(), 2.5, 1.1 * rest);
    tone(at, 800 + 500 * Math.random(), 600, 0.05, 0.22 * rest);
    at += 0.026 + 0.006 * number + 0.016 * Math.random();
  }
}

/** A tone that falls and dies away.
 * @param {number} at @param {number} from  In hertz. @param {number} to @param {number} length
 * @param {number} volume */
function tone(at, from, to, length, volume) {
  if (!audio) return;
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(fading(at, 0.001, length, volume));
  source.start(at);
  source.stop(at + length);
}

/** Noise around a pitch.
 * @param {number} at @param {number} length @param {number} pitch @param {number} narrow
 * @param {number} volume */
function scrape(at, length, pitch, narrow, volume) {
  if (!audio) return;
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  source.buffer = noise(audio);
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = narrow;
  source.connect(band).connect(fading(at, 0.0008, length, volume));
  source.start(at, Math.random() * 0.4, length + 0.01);
}

/** A small bell: its note and two that go with it, the higher the shorter.
 * @param {number} at @param {number} pitch */
function chime(at, pitch) {
  if (!audio) return;
  for (const [times, length, volume] of [
    [1, 0.9, 0.16],
    [2, 0.5, 0.07],
    [3.01, 0.22, 0.03],
  ]) {
    const source = audio.createOscillator();
    source.frequency.value = pitch * times;
    source.connect(fading(at, 0.012, length, volume));
    source.start(at);
    source.stop(at + length);
  }
}

/** @param {number} at @param {number} attack @param {number} length @param {number} volume */
function fading(at, attack, length, volume) {
  const { currentTime, destination } = /** @type {AudioContext} */ (audio);
  const gain = /** @type {AudioContext} */ (audio).createGain();
  gain.gain.setValueAtTime(0.0001, Math.max(at, currentTime));
  gain.gain.exponentialRampToValueAtTime(LOUD * volume, at + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(destination);
  return gain;
}

/** Half a second of noise, made once. @param {AudioContext} context */
function noise(context) {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return hiss;
}
