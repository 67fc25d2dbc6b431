/** The panel beside the board: what the engine thinks of a position. */

import { post } from "../api.js";
import { button, fill, h } from "../dom.js";
import { select } from "../page.js";
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
 * @typedef {{arrows: (plays: {seat: number, steps: Ranked["steps"]}[]) => void}} Arrows
 */

const SHOWN = 8;

/** @param {Arrows} board */
export function analysisPanel(board) {
  const bar = h("div");
  const content = h("div", { class: "analysis-content" });
  const thinking = h("p", { class: "thinking", hidden: true, role: "status" });
  let plies = "";
  /** @type {[string, string][]} */
  const depths = [
    ["", t("analysis.usual")],
    ...["0", "1", "2"].map(
      (n) => /** @type {[string, string]} */ ([n, t("analysis.plies", { n: Number(n) })]),
    ),
  ];
  const depth = select(depths, plies, (value) => {
    plies = value;
    if (asked) void ask(asked);
  });
  depth.setAttribute("aria-label", t("analysis.depth"));
  /** @type {AbortController | null} */
  let running = null;
  /** @type {Question | null} */
  let asked = null;

  /** @param {Question} question */
  async function ask(question) {
    stop();
    asked = question;
    const mine = (running = new AbortController());
    const wait = setTimeout(() => showThinking(), 150);
    const { seat, white, ...body } = question;
    const request = { options: {}, ...body, plies: plies === "" ? null : Number(plies) };
    try {
      const answer = await post("/api/analysis", request, mine.signal);
      if (mine === running) show(answer, question);
    } catch (error) {
      if (mine === running && !mine.signal.aborted)
        fill(content, h("p", { class: "fault" }, String(/** @type {any} */ (error).message)));
    } finally {
      clearTimeout(wait);
      if (mine === running) {
        running = null;
        thinking.hidden = true;
      }
    }
  }

  function showThinking() {
    thinking.hidden = false;
    const cancel = () => {
      stop();
      fill(content, h("p", { class: "faint" }, t("analysis.cancelled")));
    };
    fill(
      thinking,
      h("span", { class: "spinner", "aria-hidden": "true" }),
      t("analysis.thinking"),
      button(t("cancel"), cancel),
    );
  }

  function stop() {
    running?.abort();
    running = null;
    thinking.hidden = true;
  }

  /** @param {any} answer @param {Question} question */
  function show(answer, question) {
    const outcome = answer.plays ? answer.plays[0]?.outcome : answer.outcome;
    fill(bar, outcome && evaluationBar(shareOfWhite(outcome, question)));
    fill(content, answer.plays ? ranked(answer.plays, question) : judged(answer), judge(answer));
  }

  /** @param {Ranked[]} plays @param {Question} question */
  function ranked(plays, question) {
    const details = h("div", { class: "play-details" });
    const best = plays[0]?.equity ?? 0;
    const look = (/** @type {Ranked | null} */ play) => {
      board.arrows(play ? [{ seat: question.seat, steps: play.steps }] : []);
      const of = play ?? plays[0];
      fill(details, of?.outcome && chancesTable(of.outcome));
    };
    const rows = plays.slice(0, SHOWN).map((play, i) => rankedPlay(play, best, i, look));
    look(null);
    return [h("ol", { class: "ranked" }, rows), details];
  }

  const element = h(
    "div",
    { class: "analysis" },
    bar,
    thinking,
    content,
    h("div", { class: "depth" }, depth),
  );
  return {
    element,
    ask,
    stop,
    clear() {
      stop();
      asked = null;
      board.arrows([]);
      fill(bar);
      fill(content);
    },
  };
}

/** @param {number[]} outcome @param {Question} question */
function shareOfWhite(outcome, question) {
  const [won = 0] = chances(outcome).won;
  return question.seat === question.white ? won : 1 - won;
}

/** @param {Ranked} play @param {number} best @param {number} i
 * @param {(play: Ranked | null) => void} look */
function rankedPlay(play, best, i, look) {
  const behind = i === 0 ? "" : signed(play.equity - best);
  const row = h(
    "button",
    {
      type: "button",
      class: "quiet",
      onmouseenter: () => look(play),
      onmouseleave: () => look(null),
    },
    h("span", { class: "notation" }, play.text || t("list.none")),
    h("span", { class: "number" }, signed(play.equity)),
    h("span", { class: "number faint" }, behind),
  );
  row.addEventListener("focus", () => look(play));
  row.addEventListener("blur", () => look(null));
  row.addEventListener("click", () => look(play));
  return h("li", null, row);
}

/** Whose opinion it is. @param {{judge: string, plies: number}} answer */
function judge(answer) {
  return h(
    "p",
    { class: "faint judge" },
    `${answer.judge} · ${t("analysis.plies", { n: answer.plies })}`,
  );
}

/** @param {{equity: number, outcome: number[] | null, cube: any}} answer */
function judged(answer) {
  return [
    h("p", null, `${t("analysis.equity")} `, h("span", { class: "number" }, signed(answer.equity))),
    answer.cube && cubeAdvice(answer.cube),
    answer.outcome && chancesTable(answer.outcome),
  ];
}
