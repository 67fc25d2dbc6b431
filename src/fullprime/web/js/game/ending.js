/** The card over the board when a game is over: who won, how, the score, and what comes next. */

import { button, fill, h, icon } from "../dom.js";
import { number, t } from "../words.js";
import { aboutGame } from "./about.js";
import { whiteSeat } from "./colours.js";
import { endingControls, showControls } from "./controls.js";
import { endingReview } from "./ending-review.js";
import { checkerGlyph } from "./glyphs.js";
import { howParts, titleText } from "./results.js";
import { balanceText, shownName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("./controls.js").Control} Control */

const CLOSE = "M6 6l12 12M18 6L6 18";

/** @param {(control: Control) => void} press */
export function endingCard(press) {
  return new EndingCard(press);
}

class EndingCard {
  #kicker = h("p", { class: "kicker" });
  #title = h("h2", { id: "ending-title" });
  #tally = h("div", { class: "end-score number" });
  #how = h("p", { class: "how" });
  /** Of which version the card was put aside to see the board. */
  #aside = -1;
  #version = -1;
  /** @type {State | null} */
  #state = null;

  /** @param {(control: Control) => void} press */
  constructor(press) {
    this.press = press;
    const label = t("game.controls");
    this.controls = h("div", { class: "controls ending-controls", role: "group", "aria-label": label });
    /** Filled by the review of the match; unseen while it is empty. */
    const slot = h("div", { class: "review-slot" });
    this.review = endingReview(slot);
    const looks = { type: "button", class: "icon-button close", "aria-label": t("end.board") };
    const close = h("button", { ...looks, title: t("end.board"), onclick: () => this.#put(true) });
    close.append(icon(CLOSE));
    this.card = h(
      "section",
      { class: "ending panel", "aria-labelledby": "ending-title" },
      close,
      this.#kicker,
      this.#title,
      this.#tally,
      this.#how,
      slot,
      this.controls,
    );
    this.back = button(t("end.show"), () => this.#put(false), { class: "ending-back", hidden: true });
    this.element = h("div", { class: "ending-place", hidden: true }, this.card);
  }

  get open() {
    return !this.element.hidden;
  }

  /** @param {boolean} aside */
  #put(aside) {
    this.#aside = aside ? this.#version : -1;
    if (this.#state) this.show(this.#state, false);
    if (aside) this.back.focus();
    else this.controls.querySelector("button")?.focus();
  }

  /** @param {State | null} state null where another position is looked at @param {boolean} busy */
  show(state, busy) {
    const over = state?.phase === "over";
    const was = this.open;
    if (!over || !state) {
      this.element.hidden = this.back.hidden = true;
      this.review.show(null);
      fill(this.controls);
      return;
    }
    this.#state = state;
    this.#version = state.version;
    const aside = this.#aside === state.version;
    this.element.hidden = aside;
    this.back.hidden = !aside;
    this.#kicker.textContent = aboutGame(state);
    this.#title.textContent = titleText(state);
    const [cause, value] = howParts(state);
    fill(this.#how, unbroken(cause), " ", h("b", null, unbroken(value)));
    fill(this.#tally, ...tally(state));
    this.review.show(state);
    showControls(this.controls, endingControls(state), this.press, busy);
    if (!was && this.open) this.#takeFocus();
  }

  /** Where nothing else is being done, the next step is at hand. */
  #takeFocus() {
    const { activeElement: focused } = document;
    const free = !focused || focused === document.body || focused.closest("main, .board-seat");
    if (free && !focused?.closest("input, select, textarea, .play-side")) {
      this.controls.querySelector("button")?.focus({ preventScroll: true });
    }
  }
}

/** Dice stay in one line. @param {string} text */
function unbroken(text) {
  return text.replace(/(\p{Nd})-(\p{Nd})/gu, "$1\u2011$2");
}

/** The score, the winner's side first; in a session what was won.
 * @param {State} state */
function tally(state) {
  if (state.target.type === "money") return [h("p", { class: "balance" }, balanceText(state))];
  const first = (state.over ? state.winner : state.result?.winner) ?? 0;
  const [a, b] = first ? [1, 0] : [0, 1];
  const side = (/** @type {number} */ seat) => checkerGlyph(seat === whiteSeat(state));
  return [
    h("span", { class: "side-of" }, side(a), h("bdi", null, shownName(state, a))),
    h("b", null, number(state.score[a] ?? 0)),
    h("i", { "aria-hidden": "true" }, "–"),
    h("b", { class: "faint" }, number(state.score[b] ?? 0)),
    h("span", { class: "side-of faint" }, h("bdi", null, shownName(state, b)), side(b)),
  ];
}
