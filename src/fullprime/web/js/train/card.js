/** One card after another: the board asks, the hand answers as in a match. */

import { get, post, send } from "../api.js";
import { createBoard } from "../board/index.js";
import { fill, h } from "../dom.js";
import { errorText } from "../faults.js";
import { whiteSeat } from "../game/colours.js";
import { boardColors } from "../game/table.js";
import { announce } from "../live.js";
import { compared } from "../review/compared.js";
import { DecisionCard } from "../review/decision.js";
import { trying } from "../page.js";
import { settings } from "../settings.js";
import { clockTime, t } from "../words.js";
import { showColumn, showDone, verdictText } from "./column.js";
import { countedPanel, methodsPanel } from "./methods.js";
import { questionText } from "./said.js";
import { showStrip } from "./strip.js";

/** @import {Answer, Card, Deck, Grade, Judged} from "./types.js" */
/** @typedef {import("../review/types.js").Candidate} Candidate */

const TICK_MS = 250;

export class CardPage {
  /** @type {Card | null} */
  card = null;
  /** @type {Judged | null} */
  judged = null;
  /** @type {Grade | null} */
  grade = null;
  #chosen = "";
  #fault = "";
  #busy = false;
  #version = 0;
  #since = 0;
  /** Something has been answered since the page was opened: then the focus follows. */
  #begun = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;

  /** @param {Deck} deck @param {Card | null} card @param {() => boolean} gone */
  constructor(deck, card, gone) {
    this.deck = deck;
    this.first = card;
    this.gone = gone;
    this.upper = h("div", { class: "strip" });
    this.lower = h("div", { class: "strip" });
    this.place = h("div", { class: "board-place" });
    this.board = createBoard(this.place, {
      perspective: 0,
      homeLeft: settings.homeLeft,
      theme: settings.theme,
      checkers: settings.checkers,
      dice: settings.diceColors,
      texture: settings.texture,
      numbers: settings.numbers,
      marks: settings.marks,
      animate: settings.animation,
      oneClick: settings.oneClick,
      autoForced: settings.autoForced,
      showLast: false,
      t,
      onChange: () => this.#drafted(),
      onPlay: (/** @type {any} */ steps) => void this.#answer({ steps }),
    });
    this.say = h("section", { class: "panel say" });
    this.below = h("div", { class: "below" });
    this.ways = h("div", { class: "decision-ways" });
    this.decision = new DecisionCard({ look: (play) => this.#arrows(play), go: () => {} }, this.ways);
    this.asks = {
      undo: () => void this.board.undo(),
      confirm: () => void this.board.confirm(),
      choose: (/** @type {string} */ choice) => this.#choose(choice),
      count: (/** @type {string} */ typed) => this.#count(typed),
      grade: (/** @type {Grade} */ grade) => void this.#regrade(grade),
      next: () => void this.next(),
    };
  }

  elements() {
    const table = h("section", { class: "lesson-table", "aria-label": t("game.board") }, this.upper, this.place, this.lower);
    const side = h("aside", { class: "lesson-side", "aria-label": t("train.side") }, this.say, this.below);
    this.page = h("div", { class: "lesson train-card themed", ...boardColors() }, table, side);
    return this.page;
  }

  open() {
    this.#show(this.first, this.deck);
  }

  close() {
    clearInterval(this.#ticking);
    this.board.destroy();
  }

  async next() {
    const last = this.card ? `?last=${encodeURIComponent(this.card.id)}` : "";
    const found = await trying(get(`/api/training/${this.deck.id}/next${last}`));
    if (!found || this.gone()) return;
    this.#begun = true;
    this.#show(found.card, found.deck);
  }

  /** @param {Card | null} card @param {Deck} deck */
  #show(card, deck) {
    Object.assign(this, { card, deck, judged: null, grade: null });
    this.#chosen = this.#fault = "";
    this.#busy = false;
    fill(this.below);
    clearInterval(this.#ticking);
    if (!card) return this.#done();
    this.#since = performance.now();
    this.board.configure({ perspective: card.state.you[0] ?? 0 });
    this.board.arrows([]);
    this.#set(card);
    this.#draw();
    if (card.kind === "count") {
      fill(this.below, methodsPanel(false));
      this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    }
    announce(questionText(card));
    if (this.#begun) this.#focus("input, .answer");
  }

  #done() {
    showDone(this.say, this.deck);
    this.page?.classList.toggle("is-empty", !this.#begun); // there is no board yet
    announce(this.say.textContent ?? "");
  }

  get #seconds() {
    return (performance.now() - this.#since) / 1000;
  }

  #tick() {
    const clock = this.say.querySelector(".stopwatch");
    if (clock) clock.textContent = clockTime(Math.floor(this.#seconds));
  }

  // The board ----------------------------------------------------------------------------------

  /** @param {Card} card @param {boolean} [over] */
  #set({ state }, over = false) {
    const players = [0, 1].map((seat) => ({ name: t(state.you.includes(seat) ? "player.you" : "train.opponent") }));
    this.board.set({ ...state, version: ++this.#version, players, white: whiteSeat(state), walk: over ? null : state.walk, can: [], last: null });
    this.#strips();
  }

  #strips() {
    const { card, board } = this;
    if (!card) return;
    const mine = card.state.you[0] ?? 0;
    const hidden = card.kind === "count" && !this.judged;
    const white = whiteSeat(card.state);
    for (const [place, seat] of /** @type {[HTMLElement, number][]} */ ([[this.upper, 1 - mine], [this.lower, mine]])) {
      const pips = hidden ? null : (board.draft.pips[seat] ?? 0);
      showStrip(place, card.state, seat, { white, pips, off: board.offStrip(seat) });
    }
  }

  #drafted() {
    if (!this.card || this.judged) return;
    this.#strips();
    const { done, complete } = this.board.draft;
    if (!settings.confirm && done && complete) return void this.board.confirm();
    this.#draw();
  }

  /** The best play and the answer, or a candidate that is looked at. @param {Candidate | null} pointed */
  #arrows(pointed) {
    const decision = this.judged?.decision;
    if (!decision || decision.kind !== "checker") return;
    const seat = decision.player;
    const { candidates = [], at = null } = decision;
    const [best] = candidates;
    const chosen = at === null ? undefined : candidates[at];
    if (pointed) {
      const kind = pointed === best ? "best" : pointed === chosen ? "played" : "other";
      return this.board.arrows([{ seat, steps: pointed.steps, kind }]);
    }
    const right = !chosen || chosen === best || decision.error === 0;
    const kinds = right ? { best: best?.steps ?? [] } : compared(best?.steps ?? [], chosen.steps);
    const plays = Object.entries(kinds).map(([kind, steps]) => ({ seat, steps, kind: /** @type {any} */ (kind) }));
    this.board.arrows(plays.filter(({ steps }) => steps.length));
  }

  // What the player does -----------------------------------------------------------------------

  /** @param {string} choice */
  #choose(choice) {
    this.#chosen = choice;
    void this.#answer({ choice });
  }

  /** @param {string} typed */
  #count(typed) {
    const digits = westernDigits(typed.trim());
    if (/^\d+$/.test(digits)) return void this.#answer({ number: Number(digits) });
    this.#fault = t("learn.typeNumber");
    this.#draw();
    this.#focus("input");
  }

  /** @param {Answer} answer */
  async #answer(answer) {
    const { card } = this;
    if (!card || this.judged || this.#busy) return;
    this.#busy = true;
    this.#fault = "";
    const seconds = this.#seconds;
    clearInterval(this.#ticking);
    if (card.kind !== "count") this.#draw();
    try {
      const judged = await post("/api/training/answers", { card: card.id, times: card.times, seconds, ...answer });
      if (!this.gone() && this.card === card) this.#take(card, judged);
    } catch (error) {
      this.#busy = false;
      this.#fault = errorText(error);
      if (!this.gone()) this.#draw();
    }
  }

  /** @param {Card} card @param {Judged} judged */
  #take(card, judged) {
    this.judged = judged;
    this.grade = judged.grade;
    this.#busy = false;
    this.#begun = true;
    this.#set(card, true);
    this.#draw();
    this.#drawBelow(card, judged);
    this.#arrows(null);
    announce(verdictText(card, judged));
    this.#focus(".next");
  }

  /** @param {Grade} grade */
  async #regrade(grade) {
    const { judged } = this;
    if (!judged || grade === this.grade) return;
    const changed = await trying(send("PATCH", `/api/training/answers/${judged.answer}`, { grade }));
    if (!changed || this.judged !== judged || this.gone()) return;
    this.grade = grade;
    this.#draw();
    this.#focus(`.grade.is-${grade}`);
  }

  // What is shown ------------------------------------------------------------------------------

  #draw() {
    const { deck, card, judged, grade } = this;
    if (!card) return;
    const typed = this.say.querySelector("input")?.value ?? "";
    const shown = { deck, card, judged, grade, chosen: this.#chosen, draft: this.board.draft, busy: this.#busy, fault: this.#fault };
    showColumn(this.say, shown, this.asks);
    const box = this.say.querySelector("input");
    if (box) box.value = typed;
  }

  /** @param {Card} card @param {Judged} judged */
  #drawBelow(card, judged) {
    if (judged.count) return fill(this.below, countedPanel(judged.count), methodsPanel(false));
    const { decision, limits } = judged;
    if (!decision) return;
    const kind = /** @type {"checker" | "double" | "take"} */ (card.kind);
    const stop = { address: `${card.id}.${judged.answer}`, game: 1, turn: decision.turn, action: decision.action, kind, player: decision.player, dice: decision.dice, luck: null, decision, quiet: false };
    this.decision.show(stop, {
      limits: /** @type {any} */ ({ ...limits, plies: decision.plies }),
      turn: [],
      white: whiteSeat(card.state),
      most: 3,
      deepens: false,
      who: t("review.by_you"),
      played: "",
      result: "",
      title: t("train.choices"),
      exact: card.exact,
      rolled: judged.rolled_out,
    });
    fill(this.below, this.decision.element);
  }

  /** @param {string} wanted */
  #focus(wanted) {
    const found = this.say.querySelector(wanted);
    if (found instanceof HTMLElement) found.focus({ preventScroll: true });
  }
}

/** Persian and Arabic digits mean the same. @param {string} text */
function westernDigits(text) {
  return text.replace(/[\u06f0-\u06f9\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
