/** What the user can press now. Which of it is legal the server has said in `can`. */

import { button, fill, h, icon } from "../dom.js";
import { number, t } from "../words.js";
import { dieGlyph } from "./glyphs.js";

/** @typedef {import("../types.js").State} State */

/**
 * @typedef {object} Control
 * @property {string} name of the text
 * @property {string} [label] instead of it
 * @property {string} [note] below it
 * @property {string} [send] type of the message
 * @property {object} [content] of the message
 * @property {string} [does] or what the page itself does: undo, confirm, double, hint ...
 * @property {boolean} [primary]
 * @property {boolean} [disabled]
 * @property {boolean} [idle] there, but of no use yet: it keeps its room unseen
 * @property {boolean} [pressed] it is on
 */

/** Message that each verb becomes. The order is that of the buttons. @type {[string, string][]} */
const VERBS = [
  ["roll", "roll"],
  ["pass", "passed"],
  ["double", "doubled"],
  ["take", "took"],
  ["drop", "dropped"],
  ["beaver", "beavered"],
  ["raccoon", "raccooned"],
  ["accept", "accepted"],
  ["decline", "declined"],
  ["condone", "condoned"],
  ["demand", "demanded"],
];
const FIRST = new Set(["roll", "take", "accept", "condone"]);

/** @param {State} state @param {{steps: unknown[], done: boolean}} draft @returns {Control[]} */
export function controlsFor(state, draft) {
  if (state.phase === "over" || state.over) return [];
  if (state.actor === null || !state.you.includes(state.actor)) return [];
  if (state.phase === "to_play") return playing(state, draft);
  if (state.phase === "to_name") return naming();
  if (state.phase === "to_color") return coloring();
  const open = VERBS.filter(([verb]) => state.can.includes(verb) && !implied(state, verb));
  return open.map(([verb, type]) => ({
    name: verb,
    ...(verb === "double" ? doubling(state) : { send: type }),
    primary: FIRST.has(verb),
  }));
}

/** What the cube would show. @param {State} state */
function doubling({ cube }) {
  return { does: "double", note: `${number(cube.value)} → ${number(2 * cube.value)}` };
}

/** The row under the thumb, where the board is too small for buttons: it has the same places all
 * the time, and what is to be pressed comes last.
 * @param {Control[]} controls @param {{fair: boolean, hinting: boolean}} how @returns {Control[]} */
export function underThumb(controls, { fair, hinting }) {
  const hint = { name: "hint", does: "hint", pressed: hinting };
  const undo = { name: "undo", does: "undo", disabled: true };
  const done = { name: "confirm", does: "confirm", primary: true, disabled: true };
  const main = controls.filter(({ primary }) => primary);
  const shown = [...controls.filter(({ primary }) => !primary), ...main];
  if (shown.length > 2) return shown;
  const last = shown.pop() ?? done;
  const first = shown.pop() ?? undo;
  return fair ? [first, hint, last] : [first, last];
}

/** What can be pressed on the card of a game that is over.
 * @param {State} state @returns {Control[]} */
export function endingControls(state) {
  if (state.over) return afterMatch(state);
  return state.phase === "over" ? betweenGames(state) : [];
}

/** After an illegal play going on with the game accepts it; the page wants a clear answer.
 * @param {State} state @param {string} verb */
function implied(state, verb) {
  return state.phase === "seen" && (verb === "roll" || verb === "double" || verb === "pass");
}

/** Only a session is ended by its players. @param {State} state @returns {Control[]} */
function betweenGames(state) {
  const replay = { name: "replay", does: "replay" };
  if (!state.you.length) return [replay];
  const end = { name: "end_session", send: "end_session" };
  const next = { name: "next_game", send: "next_game", primary: true };
  return state.target.type === "money" ? [next, end, replay] : [next, replay];
}

/** @param {State} state @returns {Control[]} */
function afterMatch(state) {
  const rematch = state.you.length ? [{ name: "rematch", does: "rematch" }] : [];
  const review = { name: "review", does: "review", primary: true };
  return [review, ...rematch, { name: "share", does: "share" }];
}

/** @param {State} state @param {{steps: unknown[], done: boolean}} draft @returns {Control[]} */
function playing(state, draft) {
  const begun = draft.steps.length > 0;
  const ready = state.free ? begun : draft.done;
  const idle = !begun && !ready;
  return [
    { name: "undo", does: "undo", disabled: !begun, idle },
    { name: "confirm", does: "confirm", primary: true, disabled: !ready, idle },
  ];
}

/** @returns {Control[]} */
function naming() {
  return [1, 2, 3, 4, 5, 6].map((n) => ({
    name: "doublet",
    label: `${number(n)}-${number(n)}`,
    send: "named",
    content: { number: n },
    primary: false,
  }));
}

/** @returns {Control[]} */
function coloring() {
  return ["white", "black"].map((colour) => ({
    name: colour,
    send: "coloured",
    content: { colour },
    primary: true,
  }));
}

/** Places whose buttons had the focus when none was left to take it: the next ones get it. */
const owed = new WeakSet();

/** Draws them; the focus stays among them, so that a game can be played by Enter and Tab alone.
 * @param {HTMLElement} place @param {Control[]} controls @param {(control: Control) => void} press
 * @param {boolean} busy @returns {boolean} did the focus have to leave? */
export function showControls(place, controls, press, busy) {
  const idle = document.activeElement === document.body;
  const focused = place.contains(document.activeElement) || (owed.has(place) && idle);
  const was = document.activeElement?.getAttribute("data-name");
  if (!sameButtons(place, controls))
    fill(
      place,
      controls.map((control) => drawn(control, press)),
    );
  controls.forEach((control, i) => enable(place.children[i], control, busy));
  if (!focused) return false;
  const open = [...place.querySelectorAll("button")].filter((each) => !each.disabled);
  const next =
    open.find((each) => each.dataset.name === was) ??
    open.find((each) => each.classList.contains("primary"));
  next?.focus();
  owed[next ? "delete" : "add"](place);
  return !next;
}

/** Buttons stay as long as they mean the same: a press that has begun must be able to end.
 * @param {HTMLElement} place @param {Control[]} controls */
function sameButtons(place, controls) {
  const shown = [...place.children].map(
    (each) => `${each.getAttribute("data-name")} ${each.textContent}`,
  );
  const wanted = controls.map((each) => `${each.name} ${label(each)}${each.note ?? ""}`);
  return shown.join() === wanted.join();
}

/** While something is on its way the buttons keep the focus, but do nothing.
 * @param {Element | undefined} element @param {Control} control @param {boolean} busy */
function enable(element, { disabled, idle, pressed }, busy) {
  if (!(element instanceof HTMLButtonElement)) return;
  element.disabled = Boolean(disabled);
  element.ariaDisabled = busy ? "true" : null;
  element.ariaPressed = pressed === undefined ? null : String(pressed);
  element.classList.toggle("idle", Boolean(idle));
}

/** @param {Control} control */
function label(control) {
  return control.label ?? t(`do.${control.name}`);
}

/** Where the text alone would not do. @param {Control} control */
function spoken(control) {
  if (control.name === "doublet") return t("do.name", { doublet: control.label ?? "" });
  return control.note ? label(control) : null;
}

/** @param {Control} control @param {(control: Control) => void} press */
function drawn(control, press) {
  const props = {
    class: control.primary ? "primary" : "",
    "data-name": control.name,
    "aria-label": spoken(control),
  };
  const made = button(label(control), () => press(control), props);
  made.prepend(...signs(control.name));
  if (control.note) made.append(h("small", { class: "number" }, control.note));
  return made;
}

/** @type {Record<string, string>} */
const ICONS = {
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5.5 5.5 0 0 1 0 11h-2",
  hint: "M9 18h6M10 21.5h4M8.5 14.5a5.8 5.8 0 1 1 7 0c-.9.7-1 1.6-1 2.5h-5c0-.9-.1-1.8-1-2.5",
  rematch: "M20 8a8 8 0 0 0-15-1M4 3v4.5h4.5M4 16a8 8 0 0 0 15 1M20 21v-4.5h-4.5",
  share: "M12 15V3.5M8 7l4-4 4 4M5 12.5V19a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-6.5",
  replay: "M8 5.5l10 6.5-10 6.5z",
};

/** A drawing beside the word: dice to roll, an icon where one is known.
 * @param {string} name @returns {Element[]} */
function signs(name) {
  if (name === "roll") return [dieGlyph(5, true), dieGlyph(2, true)];
  const path = ICONS[name];
  return path ? [icon(path)] : [];
}

/** What a game of this value is called.
 * @param {number} multiple */
export function multipleText(multiple) {
  return multiple >= 1 && multiple <= 3 ? t(`value.${multiple}`) : t("value.more", { n: multiple });
}
