/**
 * What a user likes. Kept by the server, so that it follows the user to the next start, and in the
 * browser, so that a page comes up in the right colors at once.
 */

import { send } from "./api.js";
import { THEMES } from "./board/themes.js";

/**
 * @typedef {object} Settings
 * @property {string} theme of the board: one of THEMES, or "auto" by day and night
 * @property {string} checkers their colors: one of PAIRS
 * @property {string} diceColors one of DICE
 * @property {boolean} texture grain and cloth
 * @property {boolean} numbers of the points
 * @property {"hover" | "all"} marks which checkers that can move are marked
 * @property {"auto" | "light" | "dark"} mode
 * @property {boolean} homeLeft
 * @property {boolean} swapColours I play the dark checkers
 * @property {boolean} animation
 * @property {boolean} oneClick
 * @property {boolean} autoRoll
 * @property {boolean} autoForced
 * @property {boolean} confirm
 * @property {boolean} sounds
 * @property {boolean} hints
 * @property {string} language
 * @property {boolean} hidePips
 * @property {Record<string, any>} wish what the form of a new game begins with
 * @property {Record<string, string[]>} learned solved steps by lesson
 */

/** @type {Settings} */
export const DEFAULTS = {
  theme: "auto",
  checkers: "theme",
  diceColors: "theme",
  texture: true,
  numbers: true,
  marks: "hover",
  mode: "auto",
  homeLeft: false,
  swapColours: false,
  animation: true,
  oneClick: false,
  autoRoll: false,
  autoForced: false,
  confirm: true,
  sounds: false,
  hints: false,
  language: "auto",
  hidePips: false,
  wish: {},
  learned: {},
};

const KEY = "fullprime-settings";
const DARK = "(prefers-color-scheme: dark)";

/** @type {Settings} */
export const settings = { ...DEFAULTS };
/** @type {string} */
export let myName = "";
/** Mine in matches that were played elsewhere. @type {string[]} */
export let myNames = [];

/** Takes over what is known here and of the right kind.
 * @param {any} wished @returns {Settings} */
export function sane(wished) {
  const result = /** @type {any} */ ({ ...DEFAULTS });
  for (const name of Object.keys(DEFAULTS)) {
    const value = wished?.[name];
    if (value !== null && typeof value === typeof result[name]) result[name] = value;
  }
  if (result.theme !== "auto" && !THEMES.includes(result.theme)) result.theme = DEFAULTS.theme;
  return result;
}

/** From the browser's own memory, without the server. */
export function recall() {
  matchMedia(DARK).addEventListener("change", dress);
  try {
    Object.assign(settings, sane(JSON.parse(localStorage.getItem(KEY) ?? "{}")));
  } catch {
    Object.assign(settings, DEFAULTS);
  }
  dress();
}

/** @param {{name: string, names: string[], settings: any}} me what the server keeps */
export function adopt(me) {
  myName = me.name;
  myNames = me.names;
  Object.assign(settings, sane(me.settings));
  remember();
  dress();
}

/** @param {Partial<Settings>} changes */
export async function change(changes) {
  Object.assign(settings, changes);
  remember();
  dress();
  await send("PATCH", "/api/me", { settings });
}

/** @param {string} name */
export async function rename(name) {
  myName = name;
  await send("PATCH", "/api/me", { name });
}

/** @param {string[]} names mine in matches that were played elsewhere */
export async function claim(names) {
  ({ names: myNames } = await send("PATCH", "/api/me", { names }));
}

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser without memory loads them from the server each time.
  }
}

/** Style sheets read these; parts of a page that show a setting listen. */
function dress() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.mode = settings.mode;
  const dark = settings.mode === "auto" ? matchMedia(DARK).matches : settings.mode === "dark";
  dataset.shade = dark ? "dark" : "light";
  document.dispatchEvent(new Event("settings"));
}
