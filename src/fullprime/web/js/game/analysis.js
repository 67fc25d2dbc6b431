/** The panel beside the board: the engine's analysis of a position. */

import { post } from "../api.js";
import { button, fill, h } from "../dom.js";
import { errorText } from "../faults.js";
import { select, tick, trying } from "../page.js";
import { change, settings } from "../settings.js";
import { signed, t } from "../words.js";
import { chances, chancesTable, cubeAdvice, evaluationBar } from "./outcome.js";

/**
 * @typedef {object} Question
 * @property {string} variant
 * @property {Record<string, any>} [options]
 * @property {string} position
 * @property {[number, number] | null} dice
 * @property {object} stakes
 * @property {number} seat who is to move
 * @property {number} white
 *
 * @typedef {object} Ranked
 * @property {import("../types.js").Step[]} steps
 * @property {string} text
 * @property {number} equity
 * @property {number[] | null} outcome
 * @property {number} plies
 *
 * @typedef {object} Table where plays are shown
 * @property {(plays: {seat: number, steps: Ranked["steps"]}[]) => void} arrows
 * @property {(steps: Ranked["steps"]) => boolean} lay
 */

const SHOWN = 8;

/** @param {Table} board */
export function analysisPanel(board) {
  return new AnalysisPanel(board);
}

/** The panel with the switch that shows or hides it.
 * @param {{element: HTMLElement}} panel @param {() => void} changed */
export function hintsOf(panel, changed) {
  const set = (/** @type {boolean} */ hints) => {
    panel.element.hidden = !hints;
    void trying(change({ hints }));
    changed();
  };
  panel.element.hidden = !settings.hints;
  const box = tick(t("analysis.show"), settings.hints, set);
  return h("section", { class: "hints" }, box, panel.element);
}

class AnalysisPanel {
  #bar = h("div");
  #content = h("div", { class: "analysis-content" });
  #thinking = h("p", { class: "thinking", hidden: true, role: "status" });
  /** How deep to look; empty: as deep as is usual. */
  #plies = "";
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Question | null} */
  #asked = null;
  /** Ends what a click on a play has begun. */
  #letGo = () => {};

  /** @param {Table} board */
  constructor(board) {
    this.board = board;
    const depth = h("div", { class: "depth" }, this.#depth());
    this.element = h("div", { class: "analysis" }, this.#bar, this.#thinking, this.#content, depth);
  }

  #depth() {
    /** @type {[string, string][]} */
    const depths = [["", t("analysis.usual")]];
    for (const n of [0, 1, 2]) depths.push([String(n), t("analysis.plies", { n })]);
    const list = select(depths, this.#plies, (value) => {
      this.#plies = value;
      if (this.#asked) void this.ask(this.#asked);
    });
    list.setAttribute("aria-label", t("analysis.depth"));
    return list;
  }

  /** @param {Question} question */
  async ask(question) {
    this.stop();
    this.#asked = question;
    const mine = (this.#running = new AbortController());
    const wait = setTimeout(() => this.#showThinking(), 150);
    try {
      const answer = await post("/api/analysis", this.#request(question), mine.signal);
      if (mine === this.#running) this.#show(answer, question);
    } catch (error) {
      if (mine === this.#running && !mine.signal.aborted)
        fill(this.#content, h("p", { class: "fault" }, errorText(error)));
    } finally {
      clearTimeout(wait);
      if (mine === this.#running) this.#rest();
    }
  }

  /** @param {Question} question */
  #request({ seat, white, ...body }) {
    const plies = this.#plies === "" ? null : Number(this.#plies);
    return { options: {}, house_rules: true, ...body, plies }; // stakes are as the table agreed
  }

  #showThinking() {
    this.#thinking.hidden = false;
    fill(
      this.#thinking,
      h("span", { class: "spinner", "aria-hidden": "true" }),
      t("analysis.thinking"),
      button(t("cancel"), () => this.#cancel()),
    );
  }

  #cancel() {
    this.stop();
    fill(this.#content, h("p", { class: "faint" }, t("analysis.cancelled")));
  }

  #rest() {
    this.#running = null;
    this.#thinking.hidden = true;
  }

  stop() {
    this.#running?.abort();
    this.#rest();
  }

  clear() {
    this.stop();
    this.#letGo();
    this.#asked = null;
    this.board.arrows([]);
    fill(this.#bar);
    fill(this.#content);
  }

  /** @param {any} answer @param {Question} question */
  #show(answer, question) {
    const outcome = answer.plays ? answer.plays[0]?.outcome : answer.outcome;
    fill(this.#bar, outcome && evaluationBar(shareOfWhite(outcome, question)));
    const found = answer.plays ? this.#ranked(answer, question) : evaluated(answer);
    fill(this.#content, found, evaluator(answer));
  }

  /** @param {{plays: Ranked[], most: number}} answer @param {Question} question */
  #ranked({ plays, most }, question) {
    this.#letGo();
    const details = h("div", { class: "play-details" });
    /** @type {Ranked | null} */
    let kept = null;
    const look = (/** @type {Ranked | null} */ pointed) => {
      const play = pointed ?? kept;
      this.board.arrows(play ? [{ seat: question.seat, steps: play.steps }] : []);
      const of = play ?? plays[0];
      fill(details, of && chancesOf(of.outcome, most));
    };
    const keep = (/** @type {Ranked | null} */ play) => {
      kept = play;
      look(play);
    };
    const rows = plays
      .slice(0, SHOWN)
      .map((play, i) =>
        rankedPlay(play, plays[i - 1] ?? play, plays[0] ?? play, look, () => this.#pick(play, keep)),
      );
    look(null);
    return [h("ol", { class: "ranked" }, rows), details];
  }

  /** A play goes onto the board; where it cannot, its arrows stay until the next click.
   * @param {Ranked} play @param {(play: Ranked | null) => void} keep */
  #pick(play, keep) {
    this.#letGo();
    if (this.board.lay(play.steps)) return keep(null);
    this.#letGo = untilNextClick(() => keep(null));
    keep(play);
  }
}

/** @param {number[]} outcome @param {Question} question */
function shareOfWhite(outcome, question) {
  const [won = 0] = chances(outcome).won;
  return question.seat === question.white ? won : 1 - won;
}

/** Does something at the next click or Escape, wherever they go, or when it is called.
 * @param {() => void} end */
function untilNextClick(end) {
  const ends = new AbortController();
  const finish = () => {
    ends.abort();
    end();
  };
  const options = { capture: true, signal: ends.signal };
  document.addEventListener("click", finish, options);
  document.addEventListener("keydown", (event) => event.key === "Escape" && finish(), options);
  return finish;
}

/** What was looked at more deeply comes first: equities of different depths do not compare, so such
 * a play says its depth instead of what it lies behind.
 * @param {Ranked} play @param {Ranked} before the one above it @param {Ranked} best
 * @param {(play: Ranked | null) => void} look @param {(play: Ranked) => void} pick */
function rankedPlay(play, before, best, look, pick) {
  const alike = play.plies === best.plies;
  const depth = t("analysis.plies", { n: play.plies });
  const behind = alike && play !== best ? signed(play.equity - best.equity) : "";
  const row = h(
    "button",
    {
      type: "button",
      class: "quiet",
      title: alike ? "" : t("analysis.shallower", { depth }),
      onmouseenter: () => look(play),
      onmouseleave: () => look(null),
      onfocus: () => look(play),
      onblur: () => look(null),
      onclick: () => pick(play),
    },
    h("span", { class: "notation" }, play.text || t("list.none")),
    h("span", { class: "number" }, signed(play.equity)),
    h("span", { class: alike ? "number faint" : "faint" }, alike ? behind : t("analysis.short", { n: play.plies })),
  );
  return h("li", { class: play.plies === before.plies ? null : "next-depth" }, row);
}

/** @param {number[] | null} outcome @param {number} most */
function chancesOf(outcome, most) {
  if (outcome) return chancesTable(outcome, most);
  return h("p", { class: "faint" }, t("analysis.no_chances"));
}

/** What evaluated it, and how far it looked ahead.
 * @param {{net: string | null, plies: number}} answer */
function evaluator({ net, plies }) {
  const name = net ? t("analysis.net", { name: net }) : t("analysis.simple");
  return h("p", { class: "faint evaluator" }, `${name} · ${t("analysis.plies", { n: plies })}`);
}

/** @param {{equity: number, outcome: number[] | null, cube: any, most: number}} answer */
function evaluated(answer) {
  return [
    h("p", null, `${t("analysis.equity")} `, h("span", { class: "number" }, signed(answer.equity))),
    answer.cube && cubeAdvice(answer.cube),
    chancesOf(answer.outcome, answer.most),
  ];
}
