/** A game of a match, turn by turn: a roll and its play are one. The address follows. */

import { get } from "../api.js";
import { button, fill, h, icon, link } from "../dom.js";
import { analysisPanel, hintsOf } from "../game/analysis.js";
import { aboutGame, gameName } from "../game/about.js";
import { whiteSeat } from "../game/colours.js";
import { commentPanel } from "../game/comments.js";
import { replayAddress } from "../game/deeds.js";
import { askExport } from "../game/export.js";
import { fileFaults } from "../game/file-faults.js";
import { historyPlace, showHistory } from "../game/history.js";
import { REPLAY_KEYS, showKeys } from "../game/keys-help.js";
import {
  commentedStep,
  decisionOf,
  pastState,
  recordAddress,
  turnNumber,
  turnsOf,
  versionAt,
} from "../game/past.js";
import { playOn } from "../game/play-on.js";
import { addressOf } from "../game/position.js";
import { questionOf } from "../game/question.js";
import { scoreText } from "../game/results.js";
import { eventText, isFair, shownName } from "../game/sayings.js";
import { boardColors, gameTable } from "../game/table.js";
import { select, trying } from "../page.js";
import { decisionAddress, reviewAddress } from "../review/address.js";
import { nameAddress } from "../router.js";
import { settings } from "../settings.js";
import { number, t } from "../words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Note} Note */
/** @typedef {import("../game/past.js").GameRecord} GameRecord */
/** @typedef {import("../game/past.js").Step} Step */
/** @typedef {import("../game/comments.js").Place} Place */

/** Key, name and drawing of each button. @type {[string, string, string][]} */
const WAYS = [
  ["Home", "first", "M18 6l-8 6 8 6zM6 6v12"],
  ["ArrowLeft", "back", "M16 6l-8 6 8 6z"],
  ["ArrowRight", "on", "M8 6l8 6-8 6z"],
  ["End", "last", "M6 6l8 6-8 6zM18 6v12"],
];

/** Candidates that stand beside the board. */
const SHOWN = 5;

const NO_NOTE = Object.freeze({ text: "", mark: "" });

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, query, gone }) {
  const id = params.id ?? "";
  /** @type {State} */
  const match = await get(`/api/matches/${encodeURIComponent(id)}`);
  const game = Number(query.get("game")) || match.game;
  const record = await get(recordAddress(id, game));
  if (gone()) return;
  const replay = new Replay(match, game, record, gone);
  document.title = `${t("replay.title")}: ${replay.names.join(" – ")} · Fullprime`;
  fill(main, h("h1", { class: "unseen" }, document.title), replay.elements());
  const pressed = (/** @type {KeyboardEvent} */ event) => replay.pressed(event);
  const hidden = () => void replay.comments.save();
  document.addEventListener("keydown", pressed, true);
  document.addEventListener("visibilitychange", hidden);
  replay.jump(Number(query.get("turn")) || 0);
  return () => {
    document.removeEventListener("keydown", pressed, true);
    document.removeEventListener("visibilitychange", hidden);
    replay.close();
  };
}

/** A game as the server recorded it, and where in it we are. */
class Replay {
  /** The turn that is shown; 0 before the first. */
  turn = 0;

  /** @param {State} match @param {number} game @param {GameRecord} record @param {() => boolean} gone */
  constructor(match, game, record, gone) {
    this.match = match;
    this.gone = gone;
    this.names = /** @type {[string, string]} */ ([shownName(match, 0), shownName(match, 1)]);
    this.table = gameTable();
    const pointed = { arrows: (/** @type {any} */ plays) => this.#arrows(plays), lay: () => false };
    this.analysis = analysisPanel(pointed, SHOWN);
    this.list = historyPlace();
    this.status = h("p", { class: "status replay-status", "aria-live": "polite" });
    this.score = h("span", { class: "chip score-chip number" });
    this.about = h("p", { class: "about-match" });
    this.links = h("div", { class: "tools" });
    this.may = match.over || isFair(match) || match.imported !== null;
    const mine = match.you.length > 0 || match.imported !== null;
    this.comments = commentPanel(match.id, mine);
    this.game = game;
    this.record = record;
  }

  /** The steps that end its turns. */
  get turns() {
    return turnsOf(this.record.steps);
  }

  elements() {
    const acts = h("div", { class: "action-row" }, this.#buttons(), this.status);
    const looks = { class: "play replay themed", ...boardColors() };
    return h("div", looks, this.table.element, acts, this.#side());
  }

  #buttons() {
    const buttons = WAYS.map(([key, name, path]) => {
      const label = t(`replay.${name}`);
      const press = () => this.walk(key);
      const looks = { type: "button", onclick: press, "aria-label": label, title: label };
      return h("button", looks, icon(path));
    });
    const label = t("game.controls");
    return h("div", { class: "controls", dir: "ltr", role: "group", "aria-label": label }, buttons);
  }

  #side() {
    const hints = hintsOf(this.analysis, () => this.#think());
    hints.hidden = !this.may;
    const name = h("h2", { class: "game-name" }, gameName(this.match));
    const { imported } = this.match;
    const file = imported && h("p", { class: "about-match" }, h("bdi", null, imported.name));
    const meta = h("div", { class: "meta" }, h("div", null, name, this.about, file), this.score);
    const faults = fileFaults(this.match, (fault) => void this.openFault(fault));
    const moves = h("section", { class: "panel moves" }, this.list);
    const label = t("game.side");
    const chooser = this.#chooser();
    const parts = [meta, chooser, faults, hints, moves, this.comments.element, this.links];
    return h("aside", { class: "play-side", "aria-label": label }, parts.filter(Boolean));
  }

  #chooser() {
    if (this.record.games < 2) return null;
    const numbers = Array.from(
      { length: this.record.games },
      (_, i) => /** @type {[string, string]} */ ([String(i + 1), t("game.number", { n: i + 1 })]),
    );
    this.chooser = select(numbers, String(this.game), (value) => void this.open(Number(value)));
    this.chooser.setAttribute("aria-label", t("replay.game"));
    return this.chooser;
  }

  /** The step that ends the turn; -1 before the first. */
  get #at() {
    return this.turn ? (this.turns[this.turn - 1] ?? -1) : -1;
  }

  #state() {
    return pastState(this.match, this.game, this.record, this.#at);
  }

  /** Where the play was chosen: analysis is about that. */
  #decision() {
    return decisionOf(this.match, this.game, this.record, this.#at);
  }

  draw() {
    const state = this.#state();
    this.table.set(state);
    this.#say(state);
    this.#list(state);
    this.comments.show(this.#places());
    this.about.textContent = aboutGame({ ...this.match, game: this.game });
    this.score.textContent = scoreText(state.score, this.table.bottom(state));
    fill(this.links, this.#ways(state));
    this.#think();
  }

  /** @param {State} state */
  #list(state) {
    const { steps } = this.record;
    const noted = steps.map((step, at) => this.#withNoteOfRoll(step, at));
    showHistory(this.list, noted, {
      names: this.names,
      white: whiteSeat(state),
      first: this.table.bottom(state),
      current: steps[this.#at]?.version ?? 0,
      next: null,
      open: (entry) => this.jump(this.#turnOf(entry.version)),
    });
  }

  /** What was said about a roll stands beside its play. @param {Step} step @param {number} at */
  #withNoteOfRoll(step, at) {
    return { ...step, note: (commentedStep(this.record, at) ?? step).note ?? null };
  }

  /** What can be done from here. @param {State} state */
  #ways(state) {
    const { id, imported } = this.match;
    const on = button(t("past.on"), () => this.#playOn());
    on.hidden = state.phase === "over";
    return [
      imported ? on : link(`/match/${id}`, t("replay.match"), { class: "button" }),
      this.may && (this.match.over || imported) && link(this.#review(), t("replay.review"), { class: "button" }),
      link(addressOf(this.#decision()), t("game.editor"), { class: "button" }),
      this.match.fair && link(`/verify?match=${id}`, t("fair.record"), { class: "button" }),
      button(t("export.title"), () => void askExport(id, this.table.board)),
    ];
  }

  /** The same turn in the review. */
  #review() {
    const turn = turnNumber(this.record, this.#at);
    return reviewAddress(this.match.id, decisionAddress(this.game, turn));
  }

  /** A new match goes on from the turn that is shown. */
  #playOn() {
    void playOn(this.#state(), versionAt(this.record, this.#at));
  }

  /** What can be commented on here, the closest first. @returns {Place[]} */
  #places() {
    const { record, game } = this;
    const step = commentedStep(record, this.#at);
    const whole = { game: game - 1, action: null };
    /** @type {Place[]} */
    const places = [
      {
        ...{ kind: "game", name: t("comment.game", { n: game }), ...whole },
        note: record.note ?? NO_NOTE,
        keep: (note) => (record.note = note),
      },
      {
        ...{ kind: "match", name: t("comment.match"), ...whole, game: null },
        note: record.match_note ?? NO_NOTE,
        keep: (note) => (record.match_note = note),
      },
    ];
    if (!step) return places;
    const keep = (/** @type {Note} */ note) => {
      step.note = note;
      this.#list(this.#state());
    };
    const turn = { name: t("comment.turn"), game: game - 1, action: step.index };
    return [{ kind: "turn", ...turn, note: step.note ?? NO_NOTE, keep }, ...places];
  }

  #think() {
    const decision = this.#decision();
    const wanted = this.may && settings.hints;
    const question = wanted ? questionOf(decision, this.table.bottom(decision)) : null;
    const played = this.record.steps[this.#at]?.action.steps;
    if (question) void this.analysis.ask(played ? { ...question, played } : question);
    else this.analysis.clear();
  }

  /** A play that is pointed at is shown where it could have been made.
   * @param {{seat: number, steps: any[]}[]} plays */
  #arrows(plays) {
    this.table.set(plays.length ? this.#decision() : this.#state());
    this.table.board.arrows(plays);
  }

  /** @param {number} version */
  #turnOf(version) {
    return this.turns.findIndex((at) => this.record.steps[at]?.version === version) + 1;
  }

  /** Where we are, and what has just happened. @param {State} state */
  #say(state) {
    const step = this.record.steps[this.#at];
    const text = step ? eventText({ ...step }, state) : t("replay.begin");
    const where = `${number(this.turn)}/${number(this.turns.length)}`;
    this.status.textContent = `${where} · ${text}`;
  }

  /** @param {number} to */
  jump(to) {
    this.turn = Math.max(0, Math.min(this.turns.length, Math.trunc(to)));
    nameAddress(replayAddress(this.match.id, this.game, this.turn));
    this.draw();
  }

  /** @param {string} key */
  walk(key) {
    const { turn } = this;
    const last = this.turns.length;
    this.jump({ Home: 0, ArrowLeft: turn - 1, ArrowRight: turn + 1, End: last }[key] ?? turn);
  }

  /** Another game of the match. @param {number} wanted */
  async open(wanted) {
    const found = await trying(get(recordAddress(this.match.id, wanted)));
    if (!found || this.gone()) return;
    this.game = wanted;
    this.record = found;
    if (this.chooser) this.chooser.value = String(wanted);
    this.jump(0);
  }

  /** Where a file is wrong. @param {import("../matches/files.js").FileFault} fault */
  async openFault({ game, action }) {
    if (game !== this.game) await this.open(game);
    if (game !== this.game) return;
    const { steps } = this.record;
    const turn = this.turns.findIndex((at) => (steps[at]?.index ?? -1) >= (action ?? 0));
    this.jump(turn < 0 ? this.turns.length : turn + 1);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const inField =
      event.target instanceof HTMLElement &&
      event.target.closest("input:not([type=checkbox]), select, textarea");
    if (inField || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?") return showKeys(REPLAY_KEYS);
    if (!WAYS.some(([key]) => key === event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.walk(event.key);
  }

  close() {
    void this.comments.save();
    this.analysis.stop();
    this.table.board.destroy();
  }
}
