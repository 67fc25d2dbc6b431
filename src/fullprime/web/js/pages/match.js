/** A match: the table, what can be done, and what happened, all fed by the line to the server. */

import { get, post } from "../api.js";
import { fill, h } from "../dom.js";
import { faultText, refusalParts } from "../faults.js";
import { watchText } from "../game/about.js";
import { analysisPanel } from "../game/analysis.js";
import { automatic } from "../game/automatic.js";
import { claimBanner, lostBanner, pastBanner } from "../game/banner.js";
import { tickingClocks } from "../game/clocks.js";
import { controlsFor, showControls, underThumb } from "../game/controls.js";
import { deeds, replayAddress } from "../game/deeds.js";
import { diceSign, unfairBanner } from "../game/dice-sign.js";
import { askDouble, askResignation } from "../game/dialogs.js";
import { endingCard } from "../game/ending.js";
import { inviteCard } from "../game/invite.js";
import { arrangement, controlGroup } from "../game/layout.js";
import { moveList } from "../game/moves.js";
import { listenToPageKeys } from "../game/page-keys.js";
import { phoneHead } from "../game/phone-head.js";
import { playOn } from "../game/play-on.js";
import { questionOf } from "../game/question.js";
import { refereePanel } from "../game/referee.js";
import { howText, titleText, turnText } from "../game/results.js";
import {
  answerText,
  concerned,
  eventText,
  isFair,
  playerName,
  shownName,
  statusText,
} from "../game/sayings.js";
import { sidePanel } from "../game/side.js";
import { soundOf } from "../game/sounds.js";
import { boardColors, gameTable } from "../game/table.js";
import { tabBar } from "../game/tabs.js";
import { showWarning } from "../game/tutor.js";
import { ticker } from "../game/ticker.js";
import { whyNot } from "../game/why-not.js";
import { announce, notice } from "../live.js";
import { confirmed, trying } from "../page.js";
import { go } from "../router.js";
import { settings } from "../settings.js";
import { MatchSocket, matchAddress } from "../socket.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../game/controls.js").Control} Control */
/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

/** How long an answer of the opponent stands beside the name. */
const ANSWER_MS = 3000;

/** Candidates that stand beside the board. */
const SHOWN = 5;

/** What a page sends for the dice without being asked. */
const BY_ITSELF = new Set(["anchor", "link", "deposit"]);

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, gone }) {
  const id = params.id ?? "";
  /** @type {State} */
  const state = await get(`/api/matches/${encodeURIComponent(id)}`);
  if (gone()) return;
  if (state.imported) return go(replayAddress(id, 1), { replace: true });
  const party = state.fair ? (await import("../fair/party.js")).Party : null; // few matches need it
  if (gone()) return;
  const match = new MatchPage(id, state, party);
  fill(main, match.elements());
  match.open();
  return () => match.close();
}

/** The last state that the server has sent, and all that shows it. */
class MatchPage {
  /** Something was sent and not yet acknowledged. */
  busy = false;
  /** The best play is shown on the board in this turn. */
  hinting = false;
  /** What the opponent has just answered. */
  answer = "";
  /** @type {Timer} */
  answered;
  /** What the page will do by itself. @type {Timer} */
  soon;
  /** Closes the tutor's warning, if there is one. */
  unwarn = () => {};
  /** What is undone when the page is left. @type {(() => void)[]} */
  ends = [];

  /** @param {string} id @param {State} state
   * @param {typeof import("../fair/party.js").Party | null} party takes part in fair dice */
  constructor(id, state, party) {
    this.id = id;
    this.state = state;
    this.table = gameTable({
      onPlay: (/** @type {Step[]} */ steps) => this.played(steps),
      onChange: () => this.drafted(),
      onRoll: () => this.roll(),
      onDouble: () => this.double(),
      onRefused: (/** @type {any} */ step) => this.refused(step),
    });
    this.board = this.table.board;
    this.heading = h("h1", { class: "unseen" });
    this.sign = diceSign();
    this.small = diceSign(true);
    this.head = phoneHead(this.small.element);
    this.ticker = ticker();
    this.main = controlGroup();
    this.cube = controlGroup();
    this.invite = inviteCard();
    this.unfair = unfairBanner();
    this.dice = party && this.#party(party, state);
    this.lost = lostBanner();
    this.claim = claimBanner(() => void this.#claim());
    this.past = pastBanner(() => this.moves.back(), () => this.playOn());
    this.why = whyNot(id);
    this.ending = endingCard((control) => this.press(control));
    this.analysis = analysisPanel(this.board, SHOWN);
    this.moves = moveList(() => this.looked());
    this.side = this.#sidePanel();
    this.referee = refereePanel({ send: (type, content) => this.send(type, content) });
    this.side.moves.before(this.ending.review.aside, this.referee.element);
    this.act = deeds(id, this.board, { double: () => this.double(), hint: () => this.hint() });
    this.page = h("div", { class: "play themed", ...boardColors() });
    this.tabs = tabBar(this.page, {
      resign: () => this.resign(),
      moves: () => this.moves.draw(),
      analysis: () => this.hint(true),
    });
    this.layout = this.#arrangement();
  }

  #sidePanel() {
    return sidePanel({
      sign: this.sign.element,
      board: this.board,
      analysis: this.analysis,
      moves: this.moves.element,
      undo: () => this.board.undo(),
      flip: () => this.flip(),
      resign: () => this.resign(),
      hint: () => this.think(),
      tutor: (setting) => this.send("tutor", setting),
    });
  }

  #arrangement() {
    const parts = { board: this.board, main: this.main, cube: this.cube };
    const { tools, menu, element: side } = this.side;
    const { head, ticker } = this;
    const stands = { tools, menu, side, head: head.element, ticker: ticker.element };
    return arrangement({ ...parts, ...stands }, () => this.drawControls());
  }

  elements() {
    const over = [this.invite.element, this.ending.element, this.ending.back];
    const banners = [this.unfair.element, this.lost, this.claim.element, this.past.element, this.why.element];
    this.table.frame.append(...over, ...banners);
    const { head, table, layout, side, tabs } = this;
    const parts = [head, table, this.ticker, layout, side, tabs];
    this.page.append(...parts.map(({ element }) => element));
    return [this.heading, this.page];
  }

  /** This page's part in dice that both players can check.
   * @param {typeof import("../fair/party.js").Party} party @param {State} state */
  #party(party, state) {
    const record = `/api/matches/${encodeURIComponent(this.id)}/dice`;
    return new party(state, {
      send: (type, content) => this.socket?.send(type, content),
      changed: () => {
        this.#drawDice();
        this.#goOn(); // what waited until the dice were checked
      },
      record: async () => JSON.stringify(await get(record)),
    });
  }

  #drawDice() {
    const status = this.dice?.status ?? null;
    for (const sign of [this.sign, this.small, this.unfair]) sign.show(this.state, status);
  }

  /** The page is put away: on a phone it may never wake up again. */
  #put = () => {
    const sleeps = document.hidden && matchMedia("(pointer: coarse)").matches;
    if (sleeps) this.dice?.leave();
  };

  #gone = () => this.dice?.leave();

  open() {
    this.clocks = tickingClocks(this.table.element);
    this.socket = new MatchSocket(matchAddress(this.id), this.#listener(), this.state.version);
    this.ends.push(listenToPageKeys(this.#keys()));
    document.addEventListener("visibilitychange", this.#put);
    addEventListener("pagehide", this.#gone);
    void this.dice?.happened([], this.state);
    this.table.frame.addEventListener("pointerdown", () => this.why.hide());
    this.layout.place();
    this.draw();
    void this.moves.reload(this.state);
  }

  close() {
    for (const end of this.ends) end();
    document.removeEventListener("visibilitychange", this.#put);
    removeEventListener("pagehide", this.#gone);
    this.dice?.close();
    this.sign.stop();
    this.small.stop();
    this.referee.close();
    this.ending.review.stop();
    clearTimeout(this.soon);
    clearTimeout(this.answered);
    this.layout.stop();
    this.why.hide();
    this.clocks?.stop();
    this.analysis.stop();
    this.unwarn();
    this.socket?.close();
    this.board.destroy();
  }

  /** @returns {import("../socket.js").Listener} */
  #listener() {
    return {
      events: (events, state) => this.happened(events, state),
      presence: (here, watchers) => this.#present(here, watchers),
      refused: (refusal, stale, type = "") => {
        // Something else has happened meanwhile: what is shown then says it all. And what the page
        // does by itself, another page of the same player may have done before.
        if (!stale && !BY_ITSELF.has(type)) notice(refusalParts(refusal, this.state.variant.id), "fault");
        this.draw();
      },
      warned: (warning, sent) => this.#warned(warning, sent),
      status: (line) => {
        this.lost.hidden = line === "open";
        if (line === "open") this.lost.textContent = t("line.lost");
        // Deleted meanwhile, from another page: this one then says that nothing is here.
        if (line === "gone") go(location.pathname, { replace: true });
      },
      closing: (why) => {
        this.lost.textContent = faultText(why);
        this.lost.hidden = false;
      },
      waiting: (waits) => {
        this.busy = waits;
        this.drawControls();
        if (!waits) this.referee.answered();
      },
    };
  }

  /** @param {boolean[]} here @param {number} watchers */
  #present(here, watchers) {
    this.state.players.forEach((player, seat) => (player.here = Boolean(here[seat])));
    this.state.watchers = watchers;
    void this.dice?.happened([], this.state);
    this.table.players();
    this.claim.show(this.state);
    this.#drawSide();
  }

  async #claim() {
    const words = { title: t("claim.title"), text: t("claim.about"), yes: t("claim.do") };
    if (await confirmed(words)) await trying(post(`/api/matches/${this.id}/claim`));
  }

  // What is shown

  /** @param {Happening[]} events @param {State} next */
  happened(events, next) {
    const newGame = next.game !== this.state.game;
    const ended = next.phase === "over" && this.state.phase !== "over";
    if (next.version !== this.state.version) {
      this.hinting = false;
      this.unwarn();
    }
    this.state = next;
    void this.dice?.happened(events, next);
    for (const event of events) announce(eventText(event, next));
    if (ended) announce(`${titleText(next)}. ${howText(next)}`);
    else if (this.yourTurn) announce(statusText(next));
    soundOf(events, next);
    this.#hearAnswer(answerText(events, next));
    this.moves.happened(events, next, newGame);
    this.referee.happened(events);
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
      this.#say();
    }, ANSWER_MS);
  }

  get yourTurn() {
    const { actor, you } = this.state;
    return actor !== null && you.includes(actor);
  }

  /** The turn that is shown: the game's own, or an earlier one. */
  get shown() {
    return this.moves.past ?? this.state;
  }

  draw() {
    const { state, shown } = this;
    const past = this.moves.past;
    this.#entitle();
    this.page.classList.toggle("looks-back", past !== null);
    this.page.classList.toggle("your-turn", this.yourTurn && !past);
    this.table.set(shown);
    this.clocks?.set(shown);
    this.#say();
    this.why.hide();
    this.head.show(state);
    this.ticker.show(shown);
    this.invite.show(state);
    this.past.show(past !== null, past?.phase !== "over");
    this.ending.show(past ? null : state, this.busy);
    this.claim.show(state);
    this.#drawDice();
    this.moves.show(state, this.table.bottom(state));
    this.#drawSide();
    this.drawControls();
    this.think();
    this.#goOn();
  }

  /** Another turn is looked at, or the game itself again: the board shows it. */
  looked() {
    this.tabs.open("board");
    this.draw();
  }

  #say() {
    const { shown } = this;
    const text = (this.moves.past ? "" : this.answer) || turnText(shown);
    this.table.say(text, concerned(shown, this.table.bottom(shown)));
    this.clocks?.tick();
  }

  #drawSide() {
    const { state } = this;
    this.side.show(state, this.table.bottom(state), this.#mayUndo);
    this.referee.show(state);
    this.page.classList.toggle("real-table", state.typed);
    this.tabs.show(isFair(state), state.can.includes("resign"));
  }

  get #mayUndo() {
    return !this.moves.past && this.board.draft.steps.length > 0;
  }

  #entitle() {
    const title = `${shownName(this.state, 0)} – ${shownName(this.state, 1)}`;
    document.title = `${this.yourTurn ? "● " : ""}${title} · Fullprime`;
    this.heading.textContent = `${title}: ${t("game.title")}`;
  }

  drawControls() {
    const { state, layout } = this;
    const offered = this.moves.past ? [] : controlsFor(state, this.board.draft);
    const press = (/** @type {Control} */ it) => this.press(it);
    const atCube = layout.small ? [] : offered.filter(({ name }) => name === "double");
    const here = offered.filter((control) => !atCube.includes(control));
    const how = { fair: isFair(state), hinting: this.hinting };
    const plays = state.you.length > 0;
    const main = layout.small && plays && state.phase !== "over" ? underThumb(here, how) : here;
    layout.say(plays ? "" : watchText(state));
    this.referee.lendDice(layout.small ? layout.element : null);
    showControls(this.cube, atCube, press, this.busy);
    const left = showControls(this.main, main, press, this.busy);
    this.ending.show(this.moves.past ? null : state, this.busy);
    const moves = state.phase === "to_play" && this.yourTurn && !this.busy;
    if (left && moves) this.table.place.focus();
  }

  think() {
    const { state, shown } = this;
    const wanted = (settings.hints || this.hinting) && isFair(state);
    const decides = wanted && (this.yourTurn || this.moves.past);
    const question = decides ? questionOf(shown, this.table.bottom(shown)) : null;
    this.analysis.element.hidden = !settings.hints && !this.hinting;
    if (question) void this.analysis.ask({ ...question, shows: this.hinting });
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
    if (this.busy || this.dice?.status.is === "broken") return false;
    const { you, actor } = this.state;
    const seat = you.length === 2 && actor !== null ? { seat: actor } : {};
    const link = type === "roll" && this.dice ? this.dice.roll() : {};
    if (type === "roll" && this.dice && !link.link) return false; // not checked yet, or never again
    this.socket?.send(type, { ...seat, ...link, ...content });
    return true;
  }

  /** @param {Step[]} steps */
  played(steps) {
    this.send(this.state.free ? "seen" : "played", { steps });
  }

  /** The tutor asks before something is done.
   * @param {import("../game/tutor.js").Warning} warning @param {{type: string}} sent */
  #warned(warning, sent) {
    const seat = this.state.turn;
    const focused = document.activeElement;
    this.unwarn();
    this.unwarn = showWarning(warning, {
      back: () => this.#takeBack(focused),
      anyway: () => this.send(sent.type, { ...sent, anyway: true }),
      pick: (steps) => {
        this.#takeBack(focused);
        this.board.lay(steps);
      },
      look: (steps) => this.board.arrows(steps ? [{ seat, steps }] : []),
    });
  }

  /** What was to be done is not: its checkers go back. @param {Element | null} focused before */
  #takeBack(focused) {
    while (this.board.undo());
    announce(t("tutor.taken_back"));
    this.draw();
    const place = focused instanceof HTMLElement && focused.isConnected ? focused : this.table.place;
    place.focus();
  }

  /** @param {Control} control */
  press(control) {
    if (this.busy) return;
    if (control.send) this.send(control.send, control.content);
    else if (control.does) this.act(control.does, this.state);
  }

  /** @param {string} verb */
  #can(verb) {
    return !this.moves.past && !this.busy && this.yourTurn && this.state.can.includes(verb);
  }

  roll() {
    const can = this.state.phase === "to_roll" && this.#can("roll");
    if (can) this.send("roll");
    return can;
  }

  double() {
    const { state } = this;
    const can = state.phase === "to_roll" && this.#can("double");
    const opponent = playerName(state, state.actor ? 0 : 1);
    if (can) askDouble(state.cube.value, opponent, () => this.send("doubled"));
    return can;
  }

  resign() {
    if (!this.state.can.includes("resign")) return;
    askResignation(this.state.resignations, (multiple) => this.send("resigned", { multiple }));
  }

  flip() {
    this.table.flip();
    this.draw();
  }

  /** @param {boolean} [on] */
  hint(on = !this.hinting) {
    this.hinting = on;
    this.drawControls();
    this.think();
  }

  /** The board has refused a step: the rule says why. @param {{from: any, to: any}} step */
  refused({ from, to }) {
    const { state } = this;
    if (state.phase !== "to_play" || state.free || !this.yourTurn || this.moves.past) return;
    const steps = [...this.board.draft.steps, /** @type {Step} */ ([from, to])];
    void this.why.ask(steps, state.variant.id);
  }

  /** A new match goes on from the turn that is looked at. */
  playOn() {
    const version = this.moves.past?.version;
    if (version === undefined) return;
    void playOn(this.state, version);
  }

  #keys() {
    const onward = () => this.#onward();
    const undo = () => this.board.undo();
    return {
      Enter: onward,
      " ": onward,
      r: () => this.roll(),
      d: () => this.double(),
      u: undo,
      Backspace: undo,
      Escape: () => this.#leave(),
    };
  }

  /** The one thing that comes next: a roll, the end of a play, the next game. */
  #onward() {
    if (this.moves.past) return false;
    const next = this.ending.controls.querySelector('[data-name="next_game"]');
    if (this.ending.open && next instanceof HTMLElement) {
      next.click();
      return true;
    }
    if (this.roll()) return true;
    const { complete } = this.board.draft;
    if (complete && this.state.phase === "to_play" && !this.busy) return this.board.confirm();
    return false;
  }

  #leave() {
    if (!this.moves.past) return false;
    this.moves.back();
    return true;
  }

  drafted() {
    this.table.players();
    this.drawControls();
    this.side.drafted(this.#mayUndo);
    this.why.hide();
    const { draft } = this.board;
    const done = draft.complete && draft.steps.length;
    if (!settings.confirm && !this.state.free && done) this.board.confirm();
  }
}
