/** What the user can press now. Which of it is legal the server has said in `can`. */

import { canSwap } from "../board/dice.js";
import { button, fill, h } from "../dom.js";
import { number, t } from "../words.js";

/** @typedef {import("../types.js").State} State */

/**
 * @typedef {object} Control
 * @property {string} name of the text
 * @property {string} [label] instead of it
 * @property {string} [send] type of the message
 * @property {object} [content] of the message
 * @property {string} [does] or what the page itself does: undo, swap, confirm, resign ...
 * @property {boolean} [primary]
 * @property {boolean} [disabled]
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
  if (state.over) return afterMatch(state);
  if (state.phase === "over") return betweenGames(state);
  if (state.actor === null || !state.you.includes(state.actor)) return [];
  if (state.phase === "to_play") return playing(state, draft);
  if (state.phase === "to_name") return naming();
  const open = VERBS.filter(([verb]) => state.can.includes(verb) && !implied(state, verb));
  return open.map(([verb, type]) => ({
    name: verb,
    send: type,
    primary: FIRST.has(verb),
  }));
}

/** After an illegal play going on with the game accepts it; the page wants a clear answer.
 * @param {State} state @param {string} verb */
function implied(state, verb) {
  return state.phase === "seen" && (verb === "roll" || verb === "double" || verb === "pass");
}

/** Only a session is ended by its players. @param {State} state @returns {Control[]} */
function betweenGames(state) {
  if (!state.you.length) return [];
  const end = { name: "end_session", send: "end_session" };
  const next = { name: "next_game", send: "next_game", primary: true };
  return state.target.type === "money" ? [next, end] : [next];
}

/** @param {State} state @returns {Control[]} */
function afterMatch(state) {
  const rematch = state.you.length ? [{ name: "rematch", does: "rematch", primary: true }] : [];
  return [...rematch, { name: "replay", does: "replay" }, { name: "new", does: "new" }];
}

/** @param {State} state @param {{steps: unknown[], done: boolean}} draft @returns {Control[]} */
function playing(state, draft) {
  const begun = draft.steps.length > 0;
  const ready = state.free ? begun : draft.done;
  const swap = { name: "swap", does: "swap", disabled: begun };
  return [
    { name: "confirm", does: "confirm", primary: true, disabled: !ready },
    { name: "undo", does: "undo", disabled: !begun },
    ...(canSwap(state) ? [swap] : []),
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
  controls.forEach((control, i) => enable(place.children[i], Boolean(control.disabled), busy));
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
  return shown.join() === controls.map((each) => `${each.name} ${label(each)}`).join();
}

/** While something is on its way the buttons keep the focus, but do nothing.
 * @param {Element | undefined} element @param {boolean} disabled @param {boolean} busy */
function enable(element, disabled, busy) {
  if (!(element instanceof HTMLButtonElement)) return;
  element.disabled = disabled;
  element.ariaDisabled = busy ? "true" : null;
}

/** @param {Control} control */
function label(control) {
  return control.label ?? t(`do.${control.name}`);
}

/** @param {Control} control @param {(control: Control) => void} press */
function drawn(control, press) {
  const props = {
    class: control.primary ? "primary" : "",
    "data-name": control.name,
    "aria-label":
      control.name === "doublet" ? t("do.name", { doublet: control.label ?? "" }) : null,
  };
  return button(label(control), () => press(control), props);
}

/** The question how much to resign, in a dialogue.
 * @param {number[]} multiples @param {(multiple: number) => void} chosen */
export function askResignation(multiples, chosen) {
  const dialog = h("dialog", { "aria-labelledby": "resign-title" });
  const take = (/** @type {number} */ multiple) => () => {
    dialog.close();
    chosen(multiple);
  };
  const choices = multiples.map((n) => button(multipleText(n), take(n)));
  const cancel = button(t("cancel"), () => dialog.close(), { class: "quiet" });
  fill(dialog, h("h2", { id: "resign-title" }, t("resign.title")), h("p", null, t("resign.text")));
  dialog.append(h("div", { class: "stack" }, choices, cancel));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** What a game of this value is called.
 * @param {number} multiple */
export function multipleText(multiple) {
  return multiple >= 1 && multiple <= 3 ? t(`value.${multiple}`) : t("value.more", { n: multiple });
}
