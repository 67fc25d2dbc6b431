/** A lesson on the live board: the board asks, the column explains. */

import { get } from "../api.js";
import { createBoard } from "../board/index.js";
import { button, fill, h } from "../dom.js";
import { refusalText } from "../faults.js";
import { announce } from "../live.js";
import { go, nameAddress } from "../router.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { showColumn } from "./column.js";
import { judgeChoice, judgeClick, judgeCount, judgePlay } from "./judge.js";
import { addressOf, companions, lessonList } from "./list.js";
import { listenToPlaces, stepTo } from "./places.js";
import { pipsOf } from "./pips.js";
import { keepSolved, solvedIn } from "./progress.js";
import { rollsPanel } from "./rolls.js";
import { lessonText, plain, stepText } from "./say.js";
import { showStrip } from "./strips.js";
import { lessonTheme } from "./theme.js";

/** @import {Lesson, Move, Row, Step, Summary} from "./types.js" */

/** How long a wrong play stands before it is taken back, and a play to watch waits. */
const PAUSE_MS = 700;
/** Which lesson is shown in small where the step has no grid of its own. */
const PREVIEWED = "shots";

/** A double that was taken has changed sides. @param {Step} step */
function cubeAfter({ cube, answer, turn }) {
  const taken = cube.offer && answer === "take";
  return taken ? { ...cube, value: cube.offer, owner: 1 - turn, offer: 0 } : cube;
}

export class LessonPage {
  /** Something has been done since the page was opened: then the focus follows. */
  #begun = false;
  /** A wrong play stands until it is taken back. */
  #waits = false;
  /** Of the states that the board has been shown. */
  #version = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  over = false;
  chosen = "";
  /** @type {{right: boolean, text: string} | null} */
  verdict = null;

  /** @param {Lesson} lesson @param {Summary[]} lessons @param {number} at */
  constructor(lesson, lessons, at) {
    this.lesson = lesson;
    this.lessons = lessons;
    this.summary = /** @type {Summary} */ (lessons.find(({ id }) => id === lesson.id));
    this.at = at;
    this.upper = h("div", { class: "strip" });
    this.lower = h("div", { class: "strip" });
    this.place = h("div", { class: "board-place" });
    this.board = createBoard(this.place, {
      perspective: 0,
      homeLeft: settings.homeLeft,
      theme: lessonTheme(),
      checkers: settings.checkers,
      dice: settings.diceColors,
      texture: settings.texture,
      marks: settings.marks,
      animate: settings.animation,
      oneClick: settings.oneClick,
      t,
      onChange: (draft) => this.#drafted(draft),
      onRefused: (/** @type {{from: any, to: any}} */ tried) => void this.#refused(tried),
    });
    this.off = /** @type {const} */ ([this.board.offStrip(0), this.board.offStrip(1)]);
    this.say = h("section", { class: "panel say" });
    this.below = h("div", { class: "below" });
    this.asks = {
      back: () => this.go(this.at - 1),
      next: () => this.go(this.at + 1),
      showMe: () => this.showMe(),
      choose: (/** @type {string} */ option) => this.choose(option),
      count: (/** @type {string} */ typed) => this.count(typed),
    };
    listenToPlaces(this.board, (key) => this.clicked(key));
  }

  elements() {
    const label = t("game.board");
    const table = h("section", { class: "lesson-table", "aria-label": label });
    table.append(this.upper, this.place, this.lower);
    const side = h("aside", { class: "lesson-side", "aria-label": t("learn.side") });
    side.append(this.say, this.below);
    return h("div", { class: "lesson" }, table, side);
  }

  /** The lesson after this one. */
  get following() {
    const all = companions(this.lessons, this.summary);
    return all[all.indexOf(this.summary) + 1] ?? null;
  }

  get step() {
    return /** @type {Step} */ (this.lesson.steps[this.at]);
  }

  /** Shows the step as it begins. */
  open() {
    clearTimeout(this.#soon);
    this.over = false;
    this.chosen = "";
    this.verdict = null;
    nameAddress(`/learn/${this.lesson.id}/${this.at + 1}`);
    document.title = `${this.#text("title")} · ${lessonText(this.lesson.id, "title")} · Fullprime`;
    this.#setUp();
    this.#draw();
    if (this.#begun) this.#focus();
    announce(plain(`${this.#text("title")}. ${this.#text("text")}`));
    if (this.step.kind === "watch") this.#later(() => this.#watch());
  }

  close() {
    clearTimeout(this.#soon);
    this.board.destroy();
  }

  /** Another step; after the last one the next lesson, or all of them. @param {number} to */
  go(to) {
    const { following } = this;
    if (to >= this.lesson.steps.length) return go(following ? addressOf(following) : "/learn");
    this.#begun = true;
    this.at = Math.max(0, to);
    this.open();
  }

  // The board

  /** @param {Partial<import("../board/types.js").State>} [changes] */
  #set(changes = {}) {
    const { step, lesson } = this;
    const board = lesson.boards[step.variant.id];
    if (!board) return;
    this.#waits = false;
    const names = [t("learn.you"), t("learn.black")];
    const waits = step.kind === "roll" && !this.over;
    this.board.set({
      board,
      rows: step.rows,
      version: ++this.#version,
      players: names.map((name) => ({ name })),
      you: [0],
      white: 0,
      phase: step.walk ? "to_play" : step.cube.offer ? "offered" : "to_roll",
      turn: step.turn,
      actor: step.cube.offer ? 1 - step.turn : step.turn,
      dice: waits ? null : step.dice,
      left: waits ? [] : step.left,
      pips: step.pips,
      cube: step.cube,
      crawford: step.stakes.crawford,
      walk: step.walk,
      last: null,
      ...changes,
    });
    this.#strips();
  }

  #setUp() {
    const { step } = this;
    this.board.configure({ oneClick: settings.oneClick });
    this.#set();
    const { arrows, rings, labels, way } = step;
    this.board.annotate({ arrows, rings, labels, way: way ? 0 : null });
    fill(this.board.middle, step.kind === "roll" && this.#rollButton());
  }

  #rollButton() {
    return button(t("do.roll"), () => this.solve(), { class: "primary roll" });
  }

  #strips() {
    const { step, board } = this;
    const { rows } = board;
    const pips = pipsOf(step, rows);
    const task = this.over ? "" : t(`learn.task.${step.kind}`);
    showStrip(this.upper, step, 1, rows, pips[1], "", this.off[1]);
    showStrip(this.lower, step, 0, rows, pips[0], task, this.off[0]);
  }

  // What the player does

  /** @param {{steps: Move[], complete: boolean}} draft */
  #drafted(draft) {
    if (this.over || this.#waits || this.step.kind !== "play" || !draft.steps.length) return;
    this.#begun = true;
    const verdict = judgePlay(this.step, draft, this.board.rows);
    this.#strips();
    if (verdict === "right") this.solve(this.board.rows);
    if (verdict !== "wrong") return;
    this.#wrong(this.#has("wrong") ? this.#text("wrong") : t("learn.notThis"));
    this.#waits = true;
    this.#later(() => this.#set());
  }

  /** A checker was taken where it cannot go: the rule says why.
   * @param {{from: string | number, to: string | number}} tried */
  async #refused({ from, to }) {
    const { step, lesson } = this;
    if (this.over || step.kind !== "play") return;
    const made = this.board.draft.steps.map((move) => move.join("/"));
    const play = encodeURIComponent([...made, `${from}/${to}`].join(" "));
    const refusal = await get(`/api/lessons/${lesson.id}/${step.id}/why?play=${play}`);
    if (refusal && this.step === step && !this.over) this.#wrong(refusalText(refusal));
  }

  /** @param {string} key of a place */
  clicked(key) {
    if (this.over) return;
    if (this.step.kind === "play" && !this.#waits) stepTo(this.board, key);
    if (this.step.kind !== "click") return;
    this.#begun = true;
    if (judgeClick(this.step, key) === "right") this.solve();
    else this.#wrong(this.#text("wrong"));
  }

  /** @param {string} option */
  choose(option) {
    this.#begun = true;
    this.chosen = option;
    if (judgeChoice(this.step, option) === "right") return this.solve();
    const why = this.step.why.includes(option);
    this.#wrong(why ? this.#text(`${option}.why`) : t("learn.notThis"));
    this.#focusOption(option);
  }

  /** @param {string} typed */
  count(typed) {
    this.#begun = true;
    const verdict = judgeCount(this.step, typed);
    if (verdict === "right") return this.solve();
    const wrong = this.#has("wrong") ? this.#text("wrong") : t("learn.countAgain");
    this.#wrong(verdict === "open" ? t("learn.typeNumber") : wrong);
    this.say.querySelector("input")?.focus();
  }

  /** Shows the solution, which counts as well: no one gets stuck. */
  showMe() {
    this.#begun = true;
    const { step } = this;
    if (step.kind === "watch") return this.#watch();
    if (step.shown && step.kind === "play") return this.solve(step.shown.rows, step.shown);
    this.solve();
  }

  #watch() {
    const { shown } = this.step;
    if (shown) this.solve(shown.rows, shown);
  }

  /** @param {Row[]} [rows] the board when it is solved
   * @param {import("./types.js").ShownPlay} [last] the play that leads there */
  solve(rows, last) {
    clearTimeout(this.#soon);
    const { step, lesson } = this;
    this.over = true;
    void keepSolved(lesson.id, step.id).catch(() => {});
    const done = this.#has("done") ? this.#text("done") : t("learn.right");
    this.verdict = { right: true, text: done };
    const cube = cubeAfter(step);
    this.#set({ rows: rows ?? step.rows, walk: null, last: last ?? null, left: [], cube });
    const rings = step.kind === "click" ? step.places : [];
    this.board.annotate({ rings });
    fill(this.board.middle);
    this.#draw();
    announce(plain(done));
    this.#focus();
  }

  /** @param {string} text */
  #wrong(text) {
    this.verdict = { right: false, text };
    this.#draw();
    announce(plain(text));
  }

  // What is shown

  #draw() {
    const { lesson, step, at, over, chosen, verdict } = this;
    const solved = new Set(solvedIn(this.summary));
    const more = this.following !== null;
    showColumn(this.say, { lesson, step, at, solved, over, chosen, verdict, more }, this.asks);
    this.#drawBelow();
  }

  #drawBelow() {
    const { lesson } = this;
    const list = lessonList(companions(this.lessons, this.summary), lesson.id);
    fill(this.below, this.#grid(), list, this.#preview());
    const open = list.querySelector("[aria-current]");
    if (open instanceof HTMLElement) list.scrollTop = open.offsetTop - list.clientHeight / 2;
  }

  #grid() {
    const { rolls, rolls_shown: early } = this.step;
    if (!rolls || !(early || this.over)) return null;
    const counting = this.step.kind === "count" && !this.over;
    return rollsPanel(rolls, t("learn.rolls.title"), "", counting);
  }

  /** The grid of another lesson, until the step has one. */
  #preview() {
    return this.step.rolls || this.lesson.id === PREVIEWED ? null : this.previewed ?? null;
  }

  /** @param {HTMLElement} panel */
  setPreview(panel) {
    this.previewed = panel;
    this.#drawBelow();
  }

  /** @param {string} what */
  #text(what) {
    return stepText(this.lesson.id, this.step, what);
  }

  /** @param {string} what */
  #has(what) {
    return this.step.has.includes(what);
  }

  /** Where hands are needed next: the button to go on, an answer, or the board. */
  #focus() {
    const wanted = this.over ? ".next" : "input, .answer";
    const inColumn = this.say.querySelector(wanted);
    const roll = this.board.middle.querySelector("button");
    const place = inColumn ?? roll ?? this.place;
    if (!(place instanceof HTMLElement)) return;
    place.focus({ preventScroll: true });
    if (this.over) place.scrollIntoView({ block: "nearest" });
    else scrollTo(0, 0);
  }

  /** @param {string} option */
  #focusOption(option) {
    const found = this.say.querySelector(`[data-option="${option}"]`);
    if (found instanceof HTMLElement) found.focus();
  }

  /** @param {() => void} what */
  #later(what) {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(what, PAUSE_MS);
  }
}
