/** How far a review is; what there is to do where there is none. */

import { button, fill, h, icon } from "../dom.js";
import { errorText } from "../faults.js";
import { WARNING } from "../icons.js";
import { number, sentence, t, worded } from "../words.js";

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
    const drawn = JSON.stringify([state, review?.progress, review?.error, may, Boolean(review?.report)]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.hidden = state === "done";
    const said = state === "running" ? "" : t(`review.state.${state}`);
    if (this.spoken.textContent !== said) this.spoken.textContent = said;
    if (state === "running" || state === "waiting") this.#showWay(state, review, may);
    else if (state !== "done") this.#showNone(state, review, may);
  }

  /** @param {"running" | "waiting"} state @param {Review | null} review @param {May} may */
  #showWay(state, review, may) {
    const { done = 0, total = 0, plies = 0 } = review?.progress ?? {};
    const share = total ? done / total : 0;
    const bar = h("progress", { max: 1, "aria-label": t("review.progress") });
    if (state === "running") bar.value = share;
    const depth = t("analysis.plies", { n: plies });
    const text = state === "running" ? t("review.running", { depth, share: percentOf(share) }) : t("review.state.waiting");
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

/** @param {number} share */
function percentOf(share) {
  return number(share, { style: "percent", maximumFractionDigits: 0 });
}
