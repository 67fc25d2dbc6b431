/** The panel beside the board: what the engine thinks of a position. */

import { post } from "../api.js";
import { button, fill, h } from "../dom.js";
import { select } from "../page.js";
import { errorText } from "../faults.js";
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
  let letGo = () => {};

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
        fill(content, h("p", { class: "fault" }, errorText(error)));
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
    fill(content, answer.plays ? ranked(answer, question) : judged(answer), evaluator(answer));
  }

  /** @param {{plays: Ranked[], most: number}} answer @param {Question} question */
  function ranked({ plays, most }, question) {
    letGo();
    const details = h("div", { class: "play-details" });
    /** @type {Ranked | null} */
    let kept = null;
    const look = (/** @type {Ranked | null} */ pointed) => {
      const play = pointed ?? kept;
      board.arrows(play ? [{ seat: question.seat, steps: play.steps }] : []);
      const of = play ?? plays[0];
      fill(details, of && told(of.outcome, most));
    };
    const pick = (/** @type {Ranked} */ play) => {
      letGo();
      if (board.lay(play.steps)) return look(null);
      kept = play;
      letGo = untilNextClick(() => {
        kept = null;
        look(null);
      });
      look(play);
    };
    const rows = plays
      .slice(0, SHOWN)
      .map((play, i) => rankedPlay(play, plays[i - 1] ?? play, plays[0] ?? play, look, pick));
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
      letGo();
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

/** Does something at the next click or Escape, wherever they go, or when it is told to.
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
function told(outcome, most) {
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
function judged(answer) {
  return [
    h("p", null, `${t("analysis.equity")} `, h("span", { class: "number" }, signed(answer.equity))),
    answer.cube && cubeAdvice(answer.cube),
    told(answer.outcome, answer.most),
  ];
}
