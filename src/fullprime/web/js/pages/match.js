/** A match: the table, what can be done, and what happened, all fed by the line to the server. */

import { get } from "../api.js";
import { fill, h } from "../dom.js";
import { analysisPanel } from "../game/analysis.js";
import { automatic } from "../game/automatic.js";
import { askResignation, controlsFor, showControls } from "../game/controls.js";
import { deeds } from "../game/deeds.js";
import { inviteCard } from "../game/invite.js";
import { questionOf } from "../game/question.js";
import { answerText, eventText, isFair, shownName, statusText } from "../game/sayings.js";
import { sidePanel } from "../game/side.js";
import { tickingClocks } from "../game/players.js";
import { gameTable } from "../game/table.js";
import { refusalText } from "../faults.js";
import { announce, notice } from "../live.js";
import { settings } from "../settings.js";
import { MatchSocket, matchAddress } from "../socket.js";
import { soundOf } from "../game/sounds.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").State} State */

/** How long an answer of the opponent stands below the board. */
const ANSWER_MS = 3000;

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, gone }) {
  const id = params.id ?? "";
  /** @type {State} */
  let state = await get(`/api/matches/${encodeURIComponent(id)}`);
  if (gone()) return;
  let busy = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  let answer = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let answered;

  const table = gameTable({
    onPlay: (/** @type {any} */ steps) => sendPlay(steps),
    onChange: drafted,
  });
  const { board, place } = table;
  const heading = h("h1", { class: "unseen" });
  const status = h("p", { class: "status" });
  const lost = h("p", { class: "lost", role: "alert", hidden: true }, t("line.lost"));
  const controls = h("div", { class: "controls", role: "group", "aria-label": t("game.controls") });
  const analysis = analysisPanel(board);
  const side = sidePanel({ board, analysis, flip: () => table.flip(), resign, hint: think });
  const invite = inviteCard();
  table.element.append(lost, status, invite.element, controls);
  fill(main, heading, h("div", { class: "game" }, table.element, side.element));
  const clocks = tickingClocks(table.element);
  const act = deeds(id, board);

  /** @type {import("../socket.js").Listener} */
  const listener = {
    events: happened,
    presence(here) {
      state.players.forEach((player, seat) => (player.here = Boolean(here[seat])));
      table.players(state);
    },
    refused(refusal, stale) {
      // Something else has happened meanwhile: what is shown then says it all.
      if (!stale) notice(refusalText(refusal), "fault");
      draw();
    },
    status: (line) => (lost.hidden = line === "open"),
    waiting(waits) {
      busy = waits;
      drawControls();
    },
  };
  const socket = new MatchSocket(matchAddress(id), listener, state.version);

  /** @param {import("../types.js").Happening[]} events @param {State} next */
  function happened(events, next) {
    const newGame = next.game !== state.game;
    state = next;
    for (const event of events) announce(eventText(event, state));
    if (yourTurn()) announce(statusText(state));
    soundOf(events, state);
    hearAnswer(answerText(events, state));
    side.happened(events, state, newGame);
    draw();
  }

  /** What the opponent has answered is shown before what the game waits for.
   * @param {string} text */
  function hearAnswer(text) {
    clearTimeout(answered);
    answer = text;
    if (!text) return;
    answered = setTimeout(() => {
      answer = "";
      status.textContent = statusText(state);
    }, ANSWER_MS);
  }

  function draw() {
    const title = `${shownName(state, 0)} – ${shownName(state, 1)}`;
    document.title = `${yourTurn() ? "● " : ""}${title} · Fullprime`;
    heading.textContent = `${title}: ${t("game.title")}`;
    table.set(state);
    clocks.set(state);
    status.textContent = answer || statusText(state);
    invite.show(state);
    side.show(state);
    drawControls();
    think();
    clearTimeout(soon);
    const move = automatic(state, settings);
    if (move) soon = setTimeout(() => send(move.type, move.content), move.pause);
  }

  function yourTurn() {
    return state.actor !== null && state.you.includes(state.actor);
  }

  function drawControls() {
    const left = showControls(controls, controlsFor(state, board.draft), press, busy);
    if (left && state.phase === "to_play" && yourTurn() && !busy) place.focus();
  }

  /** Enter on the board rolls too: the hands can stay there. @param {KeyboardEvent} event */
  function entered(event) {
    if (event.defaultPrevented || (event.key !== "Enter" && event.key !== " ")) return;
    const next = controls.querySelector('[data-name="roll"], [data-name="next_game"]');
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.click();
  }

  function drafted() {
    drawControls();
    side.drafted();
    const { draft } = board;
    if (!settings.confirm && !state.free && draft.complete && draft.steps.length) board.confirm();
  }

  /** @param {string} type @param {object} [content] */
  function send(type, content = {}) {
    clearTimeout(soon);
    if (busy) return;
    const seat = state.you.length === 2 && state.actor !== null ? { seat: state.actor } : {};
    socket.send(type, { ...content, ...seat });
  }

  /** @param {import("../types.js").Step[]} steps */
  function sendPlay(steps) {
    send(state.free ? "seen" : "played", { steps });
  }

  /** @param {import("../game/controls.js").Control} control */
  function press(control) {
    if (busy) return;
    if (control.send) send(control.send, control.content);
    else if (control.does) act(control.does, state);
  }

  function resign() {
    askResignation(state.resignations, (multiple) => send("resigned", { multiple }));
  }

  function think() {
    const question = settings.hints && isFair(state) && yourTurn() ? questionOf(state) : null;
    if (question) void analysis.ask(question);
    else analysis.clear();
  }

  const hurry = () => socket.hurry();
  addEventListener("online", hurry);
  place.addEventListener("keydown", entered);
  draw();
  side.reload(state);
  return () => {
    removeEventListener("online", hurry);
    clearTimeout(soon);
    clearTimeout(answered);
    clocks.stop();
    analysis.stop();
    socket.close();
    board.destroy();
  };
}
