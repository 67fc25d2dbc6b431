/** The tutor: a warning before an error is final, and how much of it is wanted. */

import { button, fill, h } from "../dom.js";
import { select } from "../page.js";
import { choiceText } from "../review/said.js";
import { loss, number, signed, t } from "../words.js";
import { localPlay } from "./history.js";
import { sizeOf } from "./outcome.js";
import { whyLines } from "./reasons.js";

/** @typedef {import("../types.js").Step} Step */
/** @typedef {{level: string, least: number}} Setting */
/** @typedef {Setting & {warned: number, taken_back: number}} Tutor */

/** @typedef {{name: string, steps: Step[] | null, equity?: number, error?: number, plies?: number}} Choice */

/** What the server says; how much of it depends on the level.
 * @typedef {object} Warning
 * @property {"checker" | "double" | "take" | "resign"} kind
 * @property {"nudge" | "candidates" | "full"} level
 * @property {string} played what the player wants to do
 * @property {number} [plies]
 * @property {number} [error]
 * @property {Choice[]} [choices]
 * @property {import("./reasons.js").Reason[]} [reasons]
 */

/** What can be done about a warning.
 * @typedef {object} Does
 * @property {() => void} back takes the action back
 * @property {() => void} anyway does it
 * @property {(steps: Step[]) => void} pick puts another play on the board
 * @property {(steps: Step[] | null) => void} look shows a play by arrows
 */

export const LEVELS = /** @type {const} */ (["off", "nudge", "candidates", "full"]);
/** From which errors on it warns: doubtful ones, errors, blunders. */
export const LIMITS = [0.02, 0.04, 0.08];

/** @returns {[string, string][]} */
export function levelChoices() {
  return LEVELS.map((level) => [level, t(`tutor.${level}`)]);
}

/** Also a limit that somebody has typed in the terminal.
 * @param {number} least @returns {[string, string][]} */
export function limitChoices(least) {
  const limits = LIMITS.includes(least) ? LIMITS : [...LIMITS, least].sort();
  return limits.map((limit) => [String(limit), t("tutor.from", { error: number(limit, { maximumFractionDigits: 4 }) })]);
}

/** Beside the board: the tutor of this match.
 * @param {(setting: Setting) => void} changed */
export function tutorRow(changed) {
  return new TutorRow(changed);
}

class TutorRow {
  element = h("div", { class: "tutor-row", hidden: true });
  #shown = "";

  /** @param {(setting: Setting) => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {Tutor | null} tutor null: there is none in this match */
  show(tutor) {
    this.element.hidden = !tutor;
    const shown = JSON.stringify([tutor?.level, tutor?.least]);
    if (!tutor || shown === this.#shown) return;
    this.#shown = shown;
    const focused = this.element.contains(document.activeElement);
    const which = document.activeElement?.className;
    const { level, least } = tutor;
    const levels = select(levelChoices(), level, (value) => this.changed({ level: value, least }));
    const limits = select(limitChoices(least), String(least), (value) => this.changed({ level, least: Number(value) }));
    levels.className = "tutor-level";
    limits.className = "tutor-limit";
    limits.hidden = level === "off";
    limits.setAttribute("aria-label", t("tutor.limit"));
    fill(this.element, h("label", null, h("b", null, t("tutor.title")), " ", levels), limits);
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`.${which}`))?.focus();
  }
}

/** How often the tutor was needed; nothing where it was not.
 * @param {Tutor | null | undefined} tutor */
export function tutorText(tutor) {
  if (!tutor?.warned) return "";
  return t("tutor.summary", { n: tutor.warned, back: number(tutor.taken_back) });
}

/** Asks before the action is final. The board stays in sight; Escape takes back.
 * @param {Warning} warning @param {Does} does @returns {() => void} closes it without an answer */
export function showWarning(warning, does) {
  const dialog = h("dialog", { class: "tutor", "aria-labelledby": "tutor-title", "aria-describedby": "tutor-about" });
  let decided = () => does.back();
  const answer = (/** @type {() => void} */ run) => () => {
    decided = run;
    dialog.close();
  };
  const back = button(t("tutor.back"), answer(does.back), { class: "primary", "data-name": "back", autofocus: true });
  const anyway = button(t(`tutor.anyway.${keyOf(warning)}`), answer(does.anyway), { "data-name": "anyway" });
  const pick = (/** @type {Step[]} */ steps) => answer(() => does.pick(steps));
  fill(
    dialog,
    h("h2", { id: "tutor-title" }, t("tutor.better")),
    h("div", { id: "tutor-about" }, aboutLines(warning)),
    choiceList(warning, pick, does.look),
    whyLines(warning.reasons),
    h("div", { class: "stack" }, back, anyway),
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    does.look(null);
    decided();
  });
  document.body.append(dialog);
  dialog.showModal();
  return answer(() => {});
}

/** @param {Warning} warning */
function keyOf({ kind, played }) {
  return kind === "checker" ? "play" : played.replace(" ", "_");
}

/** What the player wants to do, and what it loses. @param {Warning} warning */
function aboutLines(warning) {
  const play = h("span", { class: "notation" }, localPlay(warning.played));
  const wanted = t(`tutor.about.${keyOf(warning)}`, { play: "\0" });
  const [before = "", after = ""] = wanted.split(/[\u2068]?\0[\u2069]?/);
  const said = h("p", null, wanted.includes("\0") ? [before, play, after] : wanted);
  if (warning.level === "nudge") return [said, h("p", null, t("tutor.nudge.about"))];
  if (warning.error === undefined) return [said, h("p", null, t("tutor.candidates.about"))];
  const cost = h("b", { class: `number loss ${sizeOf(warning.error)}` }, loss(warning.error));
  const depth = h("span", { class: "faint" }, t("analysis.plies", { n: warning.plies ?? 0 }));
  return [said, h("p", null, t("tutor.cost"), " ", cost, " · ", depth)];
}

/** @param {Warning} warning @param {(steps: Step[]) => () => void} pick
 * @param {(steps: Step[] | null) => void} look */
function choiceList(warning, pick, look) {
  if (!warning.choices) return null;
  return h("ol", { class: "ranked" }, warning.choices.map((choice) => choiceRow(choice, warning, pick, look)));
}

/** @param {Choice} choice @param {Warning} warning @param {(steps: Step[]) => () => void} pick
 * @param {(steps: Step[] | null) => void} look */
function choiceRow(choice, warning, pick, look) {
  const { steps, name } = choice;
  const mine = name === warning.played;
  const text = [
    h(
      "span",
      { class: warning.kind === "checker" ? "notation" : "notation words" },
      nameOf(warning.kind, name),
      mine && h("small", { class: "made" }, t("tutor.yours")),
    ),
    ...figures(choice, warning),
  ];
  const best = warning.level === "full" && choice === warning.choices?.[0];
  if (!steps) return h("li", { class: best ? "best-row" : null }, h("div", { class: "line" }, text));
  const seen = { onmouseenter: () => look(steps), onmouseleave: () => look(null) };
  const felt = { onfocus: () => look(steps), onblur: () => look(null), onclick: pick(steps) };
  const row = h("button", { type: "button", class: "quiet", ...seen, ...felt }, text);
  return h("li", { class: best ? "best-row" : null }, row);
}

/** @param {Choice} choice @param {Warning} warning @returns {HTMLElement[]} */
function figures({ equity, error, plies }, warning) {
  if (equity === undefined || error === undefined) return [];
  const value = h("span", { class: "number faint" }, signed(equity));
  if (plies !== warning.plies) return [value, h("span", { class: "faint" }, t("analysis.short", { n: plies ?? 0 }))];
  const best = error === 0;
  const loss = best ? t("analysis.best") : signed(-error);
  return [value, h("span", { class: `number loss ${best ? "best" : sizeOf(error)}` }, loss)];
}

/** @param {Warning["kind"]} kind @param {string} name */
function nameOf(kind, name) {
  if (kind === "resign") return t(`tutor.choice.${name.replace(" ", "_")}`);
  return choiceText(kind, name);
}
