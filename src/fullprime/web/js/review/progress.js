/** How far a review is; what there is to do where there is none. */

import { button, fill, h, icon } from "../dom.js";
import { errorText } from "../faults.js";
import { WARNING } from "../icons.js";
import { number, sentence, t, worded } from "../words.js";
import { isOpen } from "./rolling.js";

/** @typedef {import("./types.js").Review} Review */
/** @typedef {{start: boolean, cancel: boolean}} May what can be done */

export class ProgressCard {
  #drawn = "";

  /** @param {{start: () => void, cancel: () => void}} hands */
  constructor(hands) {
    this.hands = hands;
    this.element = h("section", { class: "panel review-state", "aria-label": t("review.state"), hidden: true });
    this.spoken = h("p", { class: "unseen", role: "status" });
  }

  /** @param {Review | null} review null: it is being asked for @param {May} may */
  show(review, may) {
    const state = review?.state ?? "waiting";
    const deepening = (state === "done" && review?.deepening) || null;
    const drawn = JSON.stringify([state, review?.progress, review?.error, deepening, may, Boolean(review?.report)]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.hidden = state === "done" && !(deepening && isOpen(deepening));
    const said = state === "running" ? "" : t(`review.state.${state}`);
    if (this.spoken.textContent !== said) this.spoken.textContent = said;
    if (deepening && isOpen(deepening)) this.#showDeepening(deepening, may);
    else if (state === "running" || state === "waiting") this.#showWay(state, review, may);
    else if (state !== "done") this.#showNone(state, review, may);
  }

  /** @param {"running" | "waiting"} state @param {Review | null} review @param {May} may */
  #showWay(state, review, may) {
    const { share, depth } = wayOf(review?.progress ?? null);
    const text = state === "running" ? t("review.running", { depth, share: percentOf(share) }) : t("review.state.waiting");
    this.#bar(text, state === "running" ? share : null, may);
  }

  /** @param {NonNullable<Review["deepening"]>} deepening @param {May} may */
  #showDeepening({ progress }, may) {
    const { share, depth } = wayOf(progress);
    const text = progress ? t("review.deepening", { depth, share: percentOf(share) }) : t("review.deepening.waiting");
    this.#bar(text, progress && share, may);
  }

  /** @param {string} text @param {number | null} share @param {May} may */
  #bar(text, share, may) {
    const bar = h("progress", { max: 1, "aria-label": t("review.progress") });
    if (share !== null) bar.value = share;
    const focused = this.element.contains(document.activeElement);
    const cancel = button(t("cancel"), this.hands.cancel, { class: "small" });
    fill(this.element, h("p", null, h("span", { class: "spinner", "aria-hidden": "true" }), text), may.cancel && cancel, bar);
    if (focused) cancel.focus();
  }

  /** @param {"none" | "failed"} state @param {Review | null} review @param {May} may */
  #showNone(state, review, may) {
    const failed = state === "failed";
    const why = failed && review?.error && h("p", { class: "fault" }, sentence(worded(review.error)));
    const stopped = !failed && review?.report;
    const next = failed ? "review.again" : stopped ? "review.go_on" : "review.start";
    const start = may.start && button(t(next), this.hands.start, { class: "primary" });
    const text = stopped ? t("review.stopped") : failed || may.start ? t(`review.state.${state}`) : t("review.unfinished");
    fill(this.element, h("p", null, failed && icon(WARNING), text), why, start);
  }

  /** The server cannot say. @param {any} error */
  fail(error) {
    this.#drawn = "";
    this.element.hidden = false;
    fill(this.element, h("p", { class: "fault", role: "alert" }, errorText(error)), button(t("review.again"), this.hands.start));
  }
}

/** @param {import("./types.js").Progress | null} progress */
function wayOf(progress) {
  const { done = 0, total = 0, plies = 0 } = progress ?? {};
  return { share: total ? done / total : 0, depth: t("analysis.plies", { n: plies }) };
}

/** @param {number} share */
function percentOf(share) {
  return number(share, { style: "percent", maximumFractionDigits: 0 });
}
