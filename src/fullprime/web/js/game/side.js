/** Beside the board: the plays so far, hints where they are fair, the board in words, and tools. */

import { get } from "../api.js";
import { button, fill, h, link } from "../dom.js";
import { aboutText } from "../match-card.js";
import { trying } from "../page.js";
import { nameOf, t } from "../words.js";
import { hintsOf } from "./analysis.js";
import { historyPlace, showHistory } from "./history.js";
import { addressOf } from "./position.js";
import { balanceText, gameOver, isFair, shownName } from "./sayings.js";

/** @import {Board} from "../board/board.js" */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./history.js").Entry} Entry */

/** @typedef {{board: Board, analysis: {element: HTMLElement}, flip: () => void, resign: () => void,
 *   hint: () => void}} Parts */

/** @param {Parts} parts */
export function sidePanel(parts) {
  return new SidePanel(parts);
}

class SidePanel {
  /** @type {Entry[]} */
  #entries = [];
  /** @type {State | null} */
  #shown = null;
  #about = h("p", { class: "about-match" });
  #summary = h("section", { class: "card summary", hidden: true });
  #list = historyPlace();
  #tools = h("div", { class: "row tools" });

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    this.hints = hintsOf(parts.analysis, parts.hint);
    this.words = boardInWords(parts.board);
    this.element = h(
      "aside",
      { class: "side", "aria-label": t("game.side") },
      this.#about,
      this.#summary,
      this.hints,
      this.#list,
      this.words.element,
      this.#tools,
    );
  }

  /** @param {State} state */
  show(state) {
    this.#shown = state;
    this.#about.textContent = `${aboutText(state)} · ${t("game.number", { n: state.game })}`;
    showSummary(this.#summary, state);
    this.hints.hidden = !isFair(state);
    this.words.show();
    fill(this.#tools, this.#toolsFor(state));
  }

  /** @param {State} state */
  #toolsFor(state) {
    const may = state.can.includes("resign");
    return [
      button(t("do.resign"), this.parts.resign, { disabled: !may }),
      button(t("do.flip"), this.parts.flip),
      link(`/match/${state.id}/replay`, t("replay.title"), { class: "button" }),
      isFair(state) && link(addressOf(state), t("game.editor"), { class: "button" }),
    ];
  }

  /** The board shows another draft. */
  drafted() {
    this.words.show();
  }

  /** @param {Entry[]} events @param {State} state @param {boolean} newGame */
  happened(events, state, newGame) {
    this.#shown = state;
    if (newGame) this.#entries = [];
    if (newGame) void this.reload(state);
    else if (events.length) this.#add(events);
  }

  /** Everything that has happened in this game. @param {State} state */
  async reload(state) {
    this.#shown = state;
    const game = await trying(get(`/api/matches/${state.id}/games/${state.game}`));
    if (game && this.#shown.game === state.game) this.#add(game.steps);
  }

  /** Puts events into the list, each once: they come by the line and from the record.
   * @param {Entry[]} more */
  #add(more) {
    const known = new Map([...this.#entries, ...more].map((entry) => [entry.version, entry]));
    this.#entries = [...known.values()].sort((a, b) => a.version - b.version);
    const state = this.#shown;
    if (state) showHistory(this.#list, this.#entries, [shownName(state, 0), shownName(state, 1)]);
  }
}

/** When a game is over: how all of them ended, and the record to take away.
 * @param {HTMLElement} place @param {State} state */
function showSummary(place, state) {
  place.hidden = state.phase !== "over";
  if (place.hidden) return;
  const several = new Set(state.results.map(({ variant }) => variant.id)).size > 1;
  const rows = state.results.map((result) =>
    h("li", null, several && `${nameOf("variant", result.variant)}: `, gameOver(state, result)),
  );
  const file = `/api/matches/${state.id}/export`;
  fill(
    place,
    h("h2", null, t("summary.title")),
    h("ol", null, rows),
    state.target.type === "money" && h("p", { class: "balance" }, balanceText(state)),
    h(
      "p",
      { class: "row ways-of-match" },
      link(`${file}?format=text`, t("export.text"), { download: "" }),
      link(`${file}?format=json`, t("export.json"), { download: "" }),
    ),
  );
}

/** The board as text, and every step that can be made as a button: enough to play without seeing.
 * @param {import("../board/board.js").Board} board */
function boardInWords(board) {
  const lines = h("ul");
  const actions = h("ul", { class: "actions" });
  const element = h(
    "details",
    { class: "in-words" },
    h("summary", null, t("words.title")),
    lines,
    h("h2", null, t("words.actions")),
    actions,
  );
  element.addEventListener("toggle", show);

  function show() {
    if (!element.open) return;
    const focused = actions.contains(document.activeElement);
    fill(
      lines,
      board.describe().map((line) => h("li", null, line)),
    );
    fill(actions, board.actions().map(actionItem));
    if (focused) actions.querySelector("button")?.focus();
  }
  return { element, show };
}

/** @param {{label: string, run: () => void}} action */
function actionItem(action) {
  return h("li", null, button(action.label, action.run));
}
