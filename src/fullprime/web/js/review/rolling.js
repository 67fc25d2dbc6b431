/** The rollout of a decision: how far it is, and how to end it. */

import { button, fill, h } from "../dom.js";
import { faultText } from "../faults.js";
import { clockTime, t } from "../words.js";

/** @typedef {import("./types.js").Rolling} Rolling */

export class RollingCard {
  #drawn = "";

  /** @param {(job: Rolling) => void} cancel */
  constructor(cancel) {
    this.cancel = cancel;
    this.element = h("div", { class: "rollout-status rolling", hidden: true });
  }

  /** @param {Rolling | null} job of the decision that is shown @param {boolean} mine may it be ended
   *   from here? */
  show(job, mine) {
    const drawn = JSON.stringify([job, mine]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.hidden = !job;
    if (!job) return fill(this.element);
    if (job.state === "failed") return fill(this.element, h("p", { class: "fault", role: "alert" }, job.error ? faultText(job.error) : ""));
    const focused = this.element.contains(document.activeElement);
    const bar = h("progress", { "aria-label": t("editor.rollout.title") });
    const { progress } = job;
    if (progress) bar.value = progress.trials / progress.expected;
    const end = mine && button(t("cancel"), () => this.cancel(job), { class: "small" });
    fill(this.element, bar, h("p", null, h("span", { class: "number" }, wayText(job)), end));
    if (focused && end) end.focus();
  }
}

/** @param {Rolling} job */
function wayText({ state, progress }) {
  if (!progress) return t(state === "waiting" ? "editor.rollout.waiting" : "editor.rollout.begins");
  const { trials, expected, seconds_left } = progress;
  return t("editor.rollout.progress", { n: trials, all: expected, time: clockTime(seconds_left) });
}

/** @param {Pick<Rolling, "state">} job */
export function isOpen({ state }) {
  return state === "waiting" || state === "running";
}
