/** A rollout of the position: how many trials and how deep, its figures as they grow, and the last.
 * It takes the place of the ranked plays while it is shown. */

import { get, post, send } from "../api.js";
import { button, fill, h } from "../dom.js";
import { errorText, faultText } from "../faults.js";
import { diceGlyphs } from "../game/glyphs.js";
import { bestOf, chances, lossOf } from "../game/outcome.js";
import { announce } from "../live.js";
import { askHow, digits } from "../rollout-how.js";
import { clockTime, percent, sentence, t } from "../words.js";

/** @typedef {import("./verdict.js").Question} Question */
/** @typedef {{equity: number, outcome: number[],
 *   standard_errors: {equity: number | null}}} Figures */
/** @typedef {Partial<Figures> & {lines?: (Figures & {name: string})[], trials: number, seed: number,
 *   plies: number, action?: string, double_pass?: number}} Result */
/** @typedef {{trials: number, expected: number, seconds_left: number, result: Result}} Progress */
/** @typedef {{id: string, state: "waiting" | "running" | "done" | "failed",
 *   progress: Progress | null, error: import("../words.js").Message | null}} Job */
/** @typedef {{name: string, equity: number, error: number | null, outcome: number[] | null,
 *   loss: number}} Row */

const LOOK_MS = 500;
const CLOSE = "\u00d7";

export class Rollout {
  #status = h("div", { class: "rollout-status" });
  #table = h("table", { class: "rolled" });
  #head = h("div", { class: "panel-head" });
  /** @type {Question | null} */
  #question = null;
  /** The job that runs now. @type {{id: string} | null} */
  #running = null;
  /** @type {Progress | null} */
  #last = null;

  /** @param {HTMLElement} plays gives way to the rollout */
  constructor(plays) {
    this.plays = plays;
    const label = { class: "panel plays rollout", "aria-label": t("editor.rollout.title") };
    this.element = h("section", label, this.#head, this.#status, this.#table);
    this.element.hidden = true;
    this.button = button(t("editor.rollout"), () => this.#ask(), { disabled: true });
    this.left = () => this.#running && this.#stop();
    addEventListener("pagehide", this.left);
  }

  /** The position that can be rolled out now; none while there is nothing to evaluate. Another
   * position ends the rollout of the last. @param {Question | null} question */
  offer(question) {
    this.#question = question;
    this.button.disabled = question === null;
    this.#hide();
  }

  close() {
    removeEventListener("pagehide", this.left);
    this.#cancel();
  }

  #hide() {
    this.#cancel();
    this.#last = null;
    this.element.hidden = true;
    this.plays.hidden = false;
  }

  /** Ends what runs; nobody needs to hear of it. */
  #cancel() {
    const job = this.#running;
    this.#running = null;
    if (job?.id) void send("DELETE", `/api/rollouts/${job.id}`, {}).catch(() => {});
  }

  #ask() {
    const question = this.#question;
    if (question) askHow(t("editor.rollout.help"), (how) => void this.#run(question, how));
  }

  /** @param {Question} question @param {import("../rollout-how.js").How} how */
  async #run(question, how) {
    this.#hide();
    const mine = (this.#running = { id: "" });
    const { variant, position, dice, told } = question;
    const body = { variant, position, dice, stakes: told, house_rules: true, ...how };
    this.#begin(question);
    try {
      /** @type {Job} */
      let job = await post("/api/rollouts", body);
      mine.id = job.id;
      if (mine !== this.#running) return void send("DELETE", `/api/rollouts/${job.id}`, {});
      while (job.state === "waiting" || job.state === "running") {
        this.#show(job, question);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        if (mine !== this.#running) return;
        job = await get(`/api/rollouts/${job.id}`);
        if (mine !== this.#running) return;
      }
      this.#running = null;
      this.#finish(job, question);
    } catch (error) {
      if (mine !== this.#running) return;
      this.#cancel();
      this.#fail(errorText(error));
    }
  }

  /** @param {Question} question */
  #begin({ dice, black }) {
    const close = button(CLOSE, () => this.#hide(), {
      class: "quiet icon-button",
      "aria-label": t("editor.rollout.close"),
    });
    fill(
      this.#head,
      h("h2", null, t("editor.rollout.title"), dice && " ", dice && diceGlyphs(dice, !black)),
      close,
    );
    this.#say(t("editor.rollout.begins"));
    fill(this.#table);
    this.plays.hidden = true;
    this.element.hidden = false;
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {Job} job @param {Question} question */
  #show({ state, progress }, question) {
    if (!progress) {
      return this.#say(t(state === "waiting" ? "editor.rollout.waiting" : "editor.rollout.begins"));
    }
    this.#last = progress;
    const { trials, expected, seconds_left } = progress;
    const values = { n: trials, all: expected, time: clockTime(seconds_left) };
    this.#say(t("editor.rollout.progress", values), trials / expected);
    this.#draw(progress.result, question);
  }

  /** How far it is, and the way to end it. @param {string} text @param {number} [share] */
  #say(text, share) {
    const bar = h("progress", { "aria-label": t("editor.rollout.title") });
    if (share !== undefined) bar.value = share;
    const cancel = button(t("cancel"), () => this.#stop());
    fill(this.#status, bar, h("p", null, h("span", { class: "number" }, text), cancel));
  }

  /** What it has found so far stays. */
  #stop() {
    this.#cancel();
    if (this.#last) this.#sum("editor.rollout.stopped", this.#last.result);
    else this.#hide();
  }

  /** @param {Job} job @param {Question} question */
  #finish({ progress, error }, question) {
    if (error || !progress) return this.#fail(error ? faultText(error) : "");
    this.#draw(progress.result, question);
    this.#sum("editor.rollout.done", progress.result);
  }

  /** @param {string} key @param {Result} result */
  #sum(key, { trials, plies, seed }) {
    const text = t(key, { n: trials, depth: t("analysis.plies", { n: plies }), seed });
    fill(this.#status, h("p", { class: "faint" }, text));
    announce(text);
  }

  /** @param {string} text */
  #fail(text) {
    fill(this.#status, h("p", { class: "fault", role: "alert" }, text));
  }

  /** @param {Result} result @param {Question} question */
  #draw(result, question) {
    const rows = rowsOf(result, question);
    const compares = rows.length > 1;
    const head = (/** @type {string} */ text, /** @type {number} */ colSpan = 1) =>
      h("th", { scope: "col", colSpan }, text);
    fill(
      this.#table,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          head(sentence(t("chance.won"))),
          head(t("analysis.equity"), 2),
          compares && head(t("editor.rollout.error")),
        ),
      ),
      h("tbody", null, rows.map((row) => rowElement(row, compares))),
    );
  }
}

/** @param {Result} result @param {Question} question @returns {Row[]} the best first; those of a
 *   cube decision as players say them */
function rowsOf(result, question) {
  if (result.action) return cubeRows(result, result.action);
  const lines = result.lines ?? [{ name: "", .../** @type {Figures} */ (result) }];
  const sorted = [...lines].sort((a, b) => b.equity - a.equity);
  const best = sorted[0]?.equity ?? 0;
  return sorted.map((line) => ({
    ...figures(line),
    name: line.name || (question.dice ? t("list.none") : t("analysis.equity")),
    loss: line.equity - best,
  }));
}

/** @param {Result} result @param {string} action @returns {Row[]} */
function cubeRows({ lines = [], double_pass = 1 }, action) {
  const passed = { key: "double_pass", equity: double_pass, error: null, outcome: null };
  const rows = [
    ...lines.map((line) => ({ key: line.name.replace(/\W+/g, "_"), ...figures(line) })),
    passed,
  ];
  const best = rows.find(({ key }) => key === bestOf(action))?.equity ?? 0;
  return rows.map((row) => ({
    ...row,
    name: sentence(t(`cube.value.${row.key}`)),
    loss: row.equity - best,
  }));
}

/** @param {Figures} line */
function figures({ equity, outcome, standard_errors }) {
  return { equity, outcome, error: standard_errors.equity };
}

/** @param {Row} row @param {boolean} compares with others */
function rowElement({ name, equity, error, outcome, loss }, compares) {
  return h(
    "tr",
    { class: loss === 0 && compares ? "hot" : null },
    h("th", { scope: "row", class: "notation" }, name),
    h("td", { class: "number faint" }, outcome && percent(chances(outcome).won[0] ?? 0)),
    h("td", { class: "number" }, digits(equity, "always")),
    h("td", { class: "number faint" }, error !== null && `±${digits(error)}`),
    compares && h("td", null, lossOf(loss)),
  );
}
