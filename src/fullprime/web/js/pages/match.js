/** A match: the table, what can be done, and what happened, all fed by the line to the server. */

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { refusalText } from "../faults.js";
import { analysisPanel } from "../game/analysis.js";
import { automatic } from "../game/automatic.js";
import { askResignation, controlsFor, showControls } from "../game/controls.js";
import { deeds } from "../game/deeds.js";
import { inviteCard } from "../game/invite.js";
import { tickingClocks } from "../game/players.js";
import { questionOf } from "../game/question.js";
import { answerText, eventText, isFair, shownName, statusText } from "../game/sayings.js";
import { sidePanel } from "../game/side.js";
import { soundOf } from "../game/sounds.js";
import { gameTable } from "../game/table.js";
import { announce, notice } from "../live.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { MatchSocket, matchAddress } from "../socket.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

/** How long an answer of the opponent stands below the board. */
const ANSWER_MS = 3000;

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, gone }) {
  const id = params.id ?? "";
  /** @type {State} */
  const state = await get(`/api/matches/${encodeURIComponent(id)}`);
  if (gone()) return;
  const match = new MatchPage(id, state);
  fill(main, match.elements());
  match.open();
  return () => match.close();
}

/** The last state that the server has sent, and all that shows it. */
class MatchPage {
  /** Something was sent and not yet acknowledged. */
  busy = false;
  /** What the opponent has just answered. */
  answer = "";
  /** @type {Timer} */
  answered;
  /** What the page will do by itself. @type {Timer} */
  soon;

  /** @param {string} id @param {State} state */
  constructor(id, state) {
    this.id = id;
    this.state = state;
    this.table = gameTable({
      onPlay: (/** @type {any} */ steps) => this.send(this.state.free ? "seen" : "played", { steps }),
      onChange: () => this.drafted(),
    });
    this.board = this.table.board;
    this.heading = h("h1", { class: "unseen" });
    this.status = h("p", { class: "status" });
    this.lost = h("p", { class: "lost", role: "alert", hidden: true }, t("line.lost"));
    const label = t("game.controls");
    this.controls = h("div", { class: "controls", role: "group", "aria-label": label });
    this.invite = inviteCard();
    this.analysis = analysisPanel(this.board);
    this.side = sidePanel({
      board: this.board,
      analysis: this.analysis,
      flip: () => this.table.flip(),
      resign: () => this.resign(),
      hint: () => this.think(),
    });
    this.act = deeds(id, this.board);
  }

  elements() {
    const { table } = this;
    table.element.append(this.lost, this.status, this.invite.element, this.controls);
    return [this.heading, h("div", { class: "game" }, table.element, this.side.element)];
  }

  open() {
    this.clocks = tickingClocks(this.table.element);
    this.socket = new MatchSocket(matchAddress(this.id), this.#listener(), this.state.version);
    this.table.place.addEventListener("keydown", (event) => this.entered(event));
    this.draw();
    void this.side.reload(this.state);
  }

  close() {
    clearTimeout(this.soon);
    clearTimeout(this.answered);
    this.clocks?.stop();
    this.analysis.stop();
    this.socket?.close();
    this.board.destroy();
  }

  /** @returns {import("../socket.js").Listener} */
  #listener() {
    return {
      events: (events, state) => this.happened(events, state),
      presence: (here, watchers) => this.#present(here, watchers),
      refused: (refusal, stale) => {
        // Something else has happened meanwhile: what is shown then says it all.
        if (!stale) notice(refusalText(refusal), "fault");
        this.draw();
      },
      status: (line) => {
        this.lost.hidden = line === "open";
        // Deleted meanwhile, from another page: this one then says that nothing is here.
        if (line === "gone") go(location.pathname, { replace: true });
      },
      waiting: (waits) => {
        this.busy = waits;
        this.drawControls();
      },
    };
  }

  /** @param {boolean[]} here @param {number} watchers */
  #present(here, watchers) {
    this.state.watchers = watchers;
    this.state.players.forEach((player, seat) => (player.here = Boolean(here[seat])));
    this.table.players(this.state);
  }

  // What is shown

  /** @param {Happening[]} events @param {State} next */
  happened(events, next) {
    const newGame = next.game !== this.state.game;
    this.state = next;
    for (const event of events) announce(eventText(event, next));
    if (this.yourTurn) announce(statusText(next));
    soundOf(events, next);
    this.#hearAnswer(answerText(events, next));
    this.side.happened(events, next, newGame);
    this.draw();
  }

  /** What the opponent has answered is shown before what the game waits for.
   * @param {string} text */
  #hearAnswer(text) {
    clearTimeout(this.answered);
    this.answer = text;
    if (!text) return;
    this.answered = setTimeout(() => {
      this.answer = "";
      this.status.textContent = statusText(this.state);
    }, ANSWER_MS);
  }

  get yourTurn() {
    const { actor, you } = this.state;
    return actor !== null && you.includes(actor);
  }

  draw() {
    const { state } = this;
    this.#entitle();
    this.table.set(state);
    this.clocks?.set(state);
    this.status.textContent = this.answer || statusText(state);
    this.invite.show(state);
    this.side.show(state);
    this.drawControls();
    this.think();
    this.#goOn();
  }

  #entitle() {
    const title = `${shownName(this.state, 0)} – ${shownName(this.state, 1)}`;
    document.title = `${this.yourTurn ? "● " : ""}${title} · Fullprime`;
    this.heading.textContent = `${title}: ${t("game.title")}`;
  }

  drawControls() {
    const offered = controlsFor(this.state, this.board.draft);
    const press = (/** @type {import("../game/controls.js").Control} */ it) => this.press(it);
    const left = showControls(this.controls, offered, press, this.busy);
    const moves = this.state.phase === "to_play" && this.yourTurn && !this.busy;
    if (left && moves) this.table.place.focus();
  }

  think() {
    const { state } = this;
    const wanted = settings.hints && isFair(state) && this.yourTurn;
    const question = wanted ? questionOf(state) : null;
    if (question) void this.analysis.ask(question);
    else this.analysis.clear();
  }

  // What is done

  /** Does what can only be done in one way, if the user likes that. */
  #goOn() {
    clearTimeout(this.soon);
    const move = automatic(this.state, settings);
    if (move) this.soon = setTimeout(() => this.send(move.type, move.content), move.pause);
  }

  /** @param {string} type @param {object} [content] */
  send(type, content = {}) {
    clearTimeout(this.soon);
    if (this.busy) return;
    const { you, actor } = this.state;
    const seat = you.length === 2 && actor !== null ? { seat: actor } : {};
    this.socket?.send(type, { ...content, ...seat });
  }

  /** @param {import("../game/controls.js").Control} control */
  press(control) {
    if (this.busy) return;
    if (control.send) this.send(control.send, control.content);
    else if (control.does) this.act(control.does, this.state);
  }

  resign() {
    askResignation(this.state.resignations, (multiple) => this.send("resigned", { multiple }));
  }

  /** Enter on the board rolls too: the hands can stay there. @param {KeyboardEvent} event */
  entered(event) {
    if (event.defaultPrevented || (event.key !== "Enter" && event.key !== " ")) return;
    const next = this.controls.querySelector('[data-name="roll"], [data-name="next_game"]');
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.click();
  }

  drafted() {
    this.drawControls();
    this.side.drafted();
    const { draft } = this.board;
    const done = draft.complete && draft.steps.length;
    if (!settings.confirm && !this.state.free && done) this.board.confirm();
  }
}
