/** Beside the board: what to do with the cube, who is ahead, and the plays of the dice, best first.
 * A position that no game can have is said here, too: the place stays the same. */

import { post } from "../api.js";
import { button, fill, h } from "../dom.js";
import { errorText, faultText } from "../faults.js";
import { diceGlyphs } from "../game/glyphs.js";
import { chances, cubeRows, depthText, evaluationBar, evaluatorName, lossOf } from "../game/outcome.js";
import { whyLines } from "../game/reasons.js";
import { hasText, number, percent, sentence, signed, t, worded } from "../words.js";
import { rollMap } from "./roll-map.js";

/** @typedef {import("../words.js").Message} Message */
/** @typedef {import("../game/position.js").Stakes} Stakes */
/**
 * @typedef {object} Question
 * @property {string} variant
 * @property {string} position
 * @property {[number, number] | null} dice
 * @property {Stakes} stakes
 * @property {object} told the stakes as the server reads them
 * @property {boolean} doubles does the game know the cube?
 * @property {boolean} black do the dark checkers move?
 *
 * @typedef {import("../game/analysis.js").Ranked} Ranked
 * @typedef {import("../game/reasons.js").Reason} Reason
 * @typedef {{arrows: (plays: {seat: number, steps: Ranked["steps"]}[]) => void}} Table
 */

const SHOWN = 12;
const WAIT_MS = 250;
/** So far ahead the map of the rolls looks: it is one of 21 questions. */
const MAP_PLIES = 1;

export class Verdict {
  #cube = h("section", { class: "panel verdict", "aria-live": "polite" });
  #plays = h("section", { class: "panel plays", "aria-label": t("editor.plays") });
  /** @type {AbortController | null} */
  #running = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  /** A play whose arrows stay. @type {Ranked | null} */
  #kept = null;
  /** What a link has said that makes no sense. @type {string[]} */
  notes = [];

  /** @param {Table} board @param {(dice: [number, number]) => void} choose dice */
  constructor(board, choose) {
    this.board = board;
    this.choose = choose;
    this.elements = [this.#cube, this.#plays];
    this.plays = this.#plays;
  }

  /** Asks once nothing has changed for a moment. @param {Question} question */
  ask(question) {
    this.stop();
    const mine = (this.#running = new AbortController());
    this.#soon = setTimeout(() => void this.#answer(question, mine), WAIT_MS);
  }

  stop() {
    clearTimeout(this.#soon);
    this.#running?.abort();
    this.#running = null;
    this.#keep(null);
  }

  /** Why no game can have the position. @param {Message[]} faults */
  refuse(faults) {
    this.stop();
    fill(
      this.#cube,
      h("h2", null, t("editor.impossible")),
      h(
        "ul",
        { class: "faults" },
        faults.map((fault) => h("li", null, faultText(fault))),
      ),
    );
    this.#empty();
  }

  /** One side has no checker left: there is nothing to evaluate. @param {string} position */
  over(position) {
    this.stop();
    const words = sentence(worded({ code: "position.over", values: { position } }));
    fill(this.#cube, h("p", { class: "faint" }, words));
    this.#empty();
  }

  #empty() {
    fill(this.#plays, h("p", { class: "faint hint" }, t("editor.help")));
  }

  /** The outlook comes first: ranking all plays alike takes longer.
   * @param {Question} question @param {AbortController} mine */
  async #answer(question, mine) {
    const { variant, position, dice, told } = question;
    const body = { variant, position, stakes: told, house_rules: true };
    const thinking = setTimeout(() => this.#think(question), WAIT_MS);
    try {
      const outlook = await post("/api/analysis", { ...body, dice: null, reasons: true }, mine.signal);
      clearTimeout(thinking);
      if (mine !== this.#running) return;
      this.#showOutlook(outlook, question);
      if (!dice) return await this.#mapRolls(question, body, mine);
      const asked = { ...body, dice, every: true, reasons: true };
      const ranked = await post("/api/analysis", asked, mine.signal);
      if (mine === this.#running) this.#showPlays(ranked, question);
    } catch (error) {
      if (mine !== this.#running) return;
      fill(this.#cube, h("p", { class: "fault" }, errorText(error)));
      this.#empty();
    } finally {
      clearTimeout(thinking);
    }
  }

  /** Without dice, what each of them would bring.
   * @param {Question} question @param {object} body @param {AbortController} mine */
  async #mapRolls(question, body, mine) {
    this.#empty();
    const map = await post("/api/rolls", { ...body, plies: MAP_PLIES }, mine.signal);
    if (mine !== this.#running) return;
    const look = (/** @type {{steps: Ranked["steps"]} | null} */ roll) =>
      this.board.arrows(roll ? [{ seat: 0, steps: roll.steps }] : []);
    const hint = h("p", { class: "faint hint" }, t("editor.help"));
    fill(this.#plays, rollMap(map, question, { choose: this.choose, look }), hint);
  }

  /** @param {Question} question */
  #think(question) {
    const cancel = button(t("cancel"), () => {
      this.stop();
      const again = button(t("editor.analyse"), () => this.ask(question));
      fill(this.#cube, h("p", { class: "faint" }, t("analysis.cancelled")), again);
    });
    const spinner = h("span", { class: "spinner", "aria-hidden": "true" });
    fill(this.#cube, h("p", { class: "thinking" }, spinner, t("analysis.thinking"), cancel));
  }

  /** @param {any} answer @param {Question} question */
  #showOutlook(answer, question) {
    const { outcome, most } = answer;
    const cube = mayDouble(question) && !answer.cube?.forbidden ? answer.cube : null;
    fill(
      this.#cube,
      this.notes.map((note) => h("p", { class: "note" }, note)),
      headline(cube ? adviceText(cube.action, question) : favorite(answer, question), question),
      outcome && shares(outcome, most, question.black),
      cube ? cubeRows(cube) : equityRow(answer.equity),
      cube && whyLines(answer.reasons),
      !outcome && h("p", { class: "faint" }, t("analysis.no_chances")),
    );
  }

  /** @param {import("../game/outcome.js").Found & {plays: Ranked[], reasons?: Reason[]}} answer
   * @param {Question} question */
  #showPlays(answer, question) {
    const { plays, reasons } = answer;
    const best = plays[0];
    const rows = plays.slice(0, SHOWN).map((play) => this.#row(play, best ?? play));
    const depth = depthText(answer);
    const how = answer.exact ? depth : t("editor.best_at", { depth });
    fill(
      this.#plays,
      h(
        "div",
        { class: "panel-head" },
        h("h2", null, t("editor.with"), " ", diceGlyphs(question.dice ?? [], !question.black)),
        h("small", { title: evaluatorName(answer) }, how),
      ),
      whyLines(reasons),
      h("ol", { class: "ranked" }, rows),
    );
  }

  /** Those looked at less deeply say so instead of what they lose: they do not compare.
   * @param {Ranked} play @param {Ranked} best */
  #row(play, best) {
    const alike = play.plies === best.plies;
    const depth = t("analysis.short", { n: play.plies });
    const error = alike ? lossOf(play.equity - best.equity) : h("span", { class: "faint" }, depth);
    const row = h(
      "button",
      {
        type: "button",
        class: play === best ? "quiet hot" : "quiet",
        title: alike ? "" : t("analysis.shallower", { depth }),
        onmouseenter: () => this.#look(play),
        onmouseleave: () => this.#look(null),
        onfocus: () => this.#look(play),
        onblur: () => this.#look(null),
        onclick: () => this.#keep(this.#kept === play ? null : play),
      },
      h("span", { class: "notation" }, play.text || t("list.none")),
      h("span", { class: "number faint" }, signed(play.equity)),
      error,
    );
    row.addEventListener("keydown", (event) => event.key === "Escape" && this.#keep(null));
    return h("li", null, row);
  }

  /** @param {Ranked | null} pointed */
  #look(pointed) {
    const play = pointed ?? this.#kept;
    this.board.arrows(play ? [{ seat: 0, steps: play.steps }] : []);
  }

  /** @param {Ranked | null} play */
  #keep(play) {
    this.#kept = play;
    this.#look(play);
  }
}

/** @param {Question} question */
function mayDouble({ doubles, stakes }) {
  return doubles && stakes.owner !== "opponent" && !stakes.crawford;
}

/** @param {string} action @param {Question} question */
function adviceText(action, { stakes }) {
  const advice = action.replace(/\W+/g, "_");
  const redoubled = `editor.re.${advice}`;
  return sentence(t(stakes.owner && hasText(redoubled) ? redoubled : `advice.${advice}`));
}

/** @param {{outcome: number[] | null, equity: number}} answer @param {Question} question */
function favorite({ outcome, equity }, { black }) {
  const ahead = outcome ? (chances(outcome).won[0] ?? 0) >= 0.5 : equity >= 0;
  return t(ahead === black ? "editor.favorite.black" : "editor.favorite.white");
}

/** @param {string} text @param {Question} question */
function headline(text, { stakes, doubles }) {
  const cube = h("span", { class: "cube-sign", "aria-hidden": "true" }, number(Math.max(2, stakes.cube * 2)));
  const [mine, theirs] = stakes.away ?? [];
  const score = mine && theirs ? t("editor.away", { a: mine, b: theirs }) : t("editor.for_money");
  const crawford = stakes.crawford ? ` ${t("editor.in_crawford")}` : "";
  return h(
    "div",
    { class: "headline" },
    doubles && !stakes.crawford && stakes.owner !== "opponent" && cube,
    h("div", null, h("h2", null, text), h("p", null, score, crawford)),
  );
}

/** @param {number[]} outcome @param {number} most @param {boolean} black do the dark ones move? */
function shares(outcome, most, black) {
  const { won, lost } = chances(outcome);
  const [white, dark] = black ? [lost, won] : [won, lost];
  const key = most > 1 ? "editor.share.gammons" : "editor.share";
  const values = { share: percent(white[0] ?? 0), gammons: percent(white[1] ?? 0) };
  return h(
    "div",
    { class: "shares" },
    h("p", null, h("span", null, t(key, values)), h("span", { class: "faint" }, percent(dark[0] ?? 0))),
    evaluationBar(white[0] ?? 0, true),
  );
}

/** @param {number} equity */
function equityRow(equity) {
  return h(
    "ul",
    { class: "cube-rows" },
    h("li", null, h("span", null, t("analysis.equity")), h("span", { class: "number faint" }, signed(equity)), h("span")),
  );
}
