/** The panel beside the board: the engine's analysis of a position. */

import { post } from "../api.js";
import { button, fill, h } from "../dom.js";
import { errorText } from "../faults.js";
import { select, trying } from "../page.js";
import { change, settings } from "../settings.js";
import { percent, signed, t } from "../words.js";
import { localPlay } from "./history.js";
import { answerAdvice, chances, chancesTable, cubeAdvice, depthText, evaluationBar, evaluatorName, flipped, sizeOf } from "./outcome.js";
import { whyLines } from "./reasons.js";

/**
 * @typedef {object} Question
 * @property {string} variant
 * @property {Record<string, any>} [options]
 * @property {string} position
 * @property {[number, number] | null} dice
 * @property {object} stakes
 * @property {boolean} [house_rules] allow stakes that do not belong together
 * @property {boolean} [cubeful] false: the game is played without a cube
 * @property {boolean} [offered] the side to move has doubled, and the other decides
 * @property {number} seat who is to move
 * @property {number} white
 * @property {number} [viewer] whose chances come first; the side to move unless it is said
 * @property {[string, string]} [names] of the viewer and of the other
 * @property {import("../types.js").Step[]} [played] marks what was played
 * @property {boolean} [shows] the best play on the board at once
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

/** @param {Table} board @param {number} [most] candidates that are listed */
export function analysisPanel(board, most = 8) {
  return new AnalysisPanel(board, most);
}

/** The panel with the switch that shows or hides it, and its depth.
 * @param {{element: HTMLElement, depth: HTMLElement}} panel @param {() => void} changed */
export function hintsOf(panel, changed) {
  const set = () => {
    panel.element.hidden = panel.depth.hidden = !box.checked;
    void trying(change({ hints: box.checked }));
    changed();
  };
  const looks = { type: "checkbox", class: "switch", checked: settings.hints, onchange: set };
  const box = h("input", { ...looks, role: "switch", "aria-label": t("analysis.show") });
  panel.element.hidden = panel.depth.hidden = !settings.hints;
  const head = h(
    "div",
    { class: "panel-head" },
    h("h2", null, t("analysis.hint")),
    panel.depth,
    h("label", { class: "end", title: t("analysis.show") }, box),
  );
  return h("section", { class: "panel hints" }, head, panel.element);
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

  /** @param {Table} board @param {number} most */
  constructor(board, most) {
    this.board = board;
    this.most = most;
    this.depth = h("div", { class: "depth" }, this.#depth());
    this.element = h("div", { class: "analysis" }, this.#bar, this.#thinking, this.#content);
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
  #request({ seat, white, viewer, names, played, shows, ...body }) {
    const plies = this.#plies === "" ? null : Number(this.#plies);
    // Stakes are as the table agreed.
    return { options: {}, house_rules: true, reasons: true, ...body, plies };
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
    fill(this.#bar, outcome && winChances(outcome, question));
    const found = answer.plays ? this.#ranked(answer, question) : evaluated(answer, question);
    fill(this.#content, found, evaluator(answer));
    const usual = this.depth.querySelector("option");
    if (usual && !this.#plies)
      usual.textContent = t("analysis.auto", { depth: depthText(answer) });
  }

  /** @param {{plays: Ranked[], most: number, reasons?: import("./reasons.js").Reason[]}} answer
   * @param {Question} question */
  #ranked({ plays, most, reasons }, question) {
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
    const shown = plays.slice(0, this.most);
    const made = plays.find((play) => question.played && isSame(play.steps, question.played));
    if (made && !shown.includes(made)) shown.push(made);
    const rows = shown.map((play, i) => {
      const around = { before: shown[i - 1] ?? play, best: plays[0] ?? play, made: play === made };
      return rankedPlay(play, around, look, () => this.#pick(play, keep));
    });
    if (question.shows && plays[0]) keep(plays[0]);
    else look(null);
    return [whyLines(reasons), h("ol", { class: "ranked" }, rows), details];
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

/** The chances of both, seen by who looks at the board, and the bar that shares them.
 * @param {number[]} outcome @param {Question} question */
function winChances(outcome, { seat, white, viewer = seat, names }) {
  const [won = 0] = chances(outcome).won;
  const mine = seat === viewer ? won : 1 - won;
  const [you = t("player.you"), them = ""] = names ?? [];
  return [
    h(
      "div",
      { class: "win-chances number" },
      h("span", null, h("b", null, percent(mine)), " ", h("bdi", null, you)),
      h("span", { class: "faint" }, h("bdi", null, them), " ", percent(1 - mine)),
    ),
    evaluationBar(mine, viewer === white),
  ];
}

/** Do both make the same steps, in whatever order?
 * @param {Ranked["steps"]} a @param {Ranked["steps"]} b */
export function isSame(a, b) {
  const sorted = (/** @type {Ranked["steps"]} */ steps) => steps.map((step) => step.join("/")).sort();
  return sorted(a).join() === sorted(b).join();
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
 * a play says its depth instead of its error.
 * @param {Ranked} play @param {{before: Ranked, best: Ranked, made: boolean}} around
 * @param {(play: Ranked | null) => void} look @param {(play: Ranked) => void} pick */
function rankedPlay(play, { before, best, made }, look, pick) {
  const alike = play.plies === best.plies;
  const depth = t("analysis.plies", { n: play.plies });
  const loss = best.equity - play.equity;
  const behind = play === best ? t("analysis.best") : signed(-loss);
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
    h(
      "span",
      { class: "notation" },
      play.text ? localPlay(play.text) : t("list.none"),
      made && h("small", { class: "made" }, t("analysis.played")),
    ),
    h("span", { class: "number faint" }, signed(play.equity)),
    alike
      ? h("span", { class: `number loss ${play === best ? "best" : sizeOf(loss)}` }, behind)
      : h("span", { class: "faint" }, t("analysis.short", { n: play.plies })),
  );
  const kinds = [play === best && "best-row", play.plies !== before.plies && "next-depth"];
  return h("li", { class: kinds.filter(Boolean).join(" ") }, row);
}

/** @param {number[] | null} outcome @param {number} most */
function chancesOf(outcome, most) {
  if (outcome) return chancesTable(outcome, most);
  return h("p", { class: "faint" }, t("analysis.no_chances"));
}

/** What evaluated it, and how far it looked ahead.
 * @param {import("./outcome.js").Found} answer */
function evaluator(answer) {
  const text = `${evaluatorName(answer)} · ${depthText(answer)}`;
  return h("p", { class: answer.net ? "faint evaluator net" : "faint evaluator" }, text);
}

/** Before a roll, or for who has been doubled; the cube only where there is something to decide.
 * @param {{equity: number, outcome: number[] | null, cube: any, most: number, reasons?: import("./reasons.js").Reason[]}} answer
 * @param {Question} question */
function evaluated(answer, { offered, cubeful }) {
  const { cube, outcome, most } = answer;
  if (offered && cube)
    return [answerAdvice(cube), whyLines(answer.reasons), chancesOf(outcome && flipped(outcome), most)];
  const decides = cube && !cube.forbidden && cubeful !== false;
  const equity = h("span", { class: "number" }, signed(answer.equity));
  return [
    decides ? cubeAdvice(cube) : h("p", null, `${t("analysis.equity")} `, equity),
    decides && whyLines(answer.reasons),
    chancesOf(outcome, most),
  ];
}
