/** Beside the board: the plays so far, hints where they are fair, the board in words, and tools. */

import { get } from "../api.js";
import { button, fill, h, link } from "../dom.js";
import { aboutText } from "../match-card.js";
import { tick, trying } from "../page.js";
import { change, settings } from "../settings.js";
import { nameOf, t } from "../words.js";
import { showHistory } from "./history.js";
import { positionAddress, positionText, stakesOf } from "./position.js";
import { balanceText, gameOver, isFair, shownName } from "./sayings.js";

/** @import {Board} from "../board/board.js" */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./history.js").Entry} Entry */

/** @param {{board: Board, analysis: {element: HTMLElement}, flip: () => void, resign: () => void,
 *   hint: () => void}} parts */
export function sidePanel({ board, analysis, flip, resign, hint }) {
  /** @type {Entry[]} */
  let entries = [];
  /** @type {State | null} */
  let shown = null;
  const about = h("p", { class: "about-match" });
  const summary = h("section", { class: "card summary", hidden: true });
  const list = h("div", {
    class: "history-place",
    tabIndex: 0,
    role: "region",
    "aria-label": t("list.title"),
  });
  const setHints = (/** @type {boolean} */ hints) => {
    analysis.element.hidden = !hints;
    void trying(change({ hints }));
    hint();
  };
  analysis.element.hidden = !settings.hints;
  const hints = h(
    "section",
    { class: "hints" },
    tick(t("analysis.show"), settings.hints, setHints),
    analysis.element,
  );
  const words = boardInWords(board);
  const tools = h("div", { class: "row tools" });
  const element = h(
    "aside",
    { class: "side", "aria-label": t("game.side") },
    about,
    summary,
    hints,
    list,
    words.element,
    tools,
  );

  /** @param {State} state */
  function show(state) {
    shown = state;
    about.textContent = `${aboutText(state)} · ${t("game.number", { n: state.game })}`;
    showSummary(summary, state);
    hints.hidden = !isFair(state);
    words.show();
    fill(tools, toolsFor(state));
  }

  /** @param {State} state */
  function toolsFor(state) {
    const text = positionText(state.rows, state.turn);
    const where = positionAddress(state.variant.id, text, {
      dice: state.dice,
      stakes: stakesOf(state),
    });
    const may = state.can.includes("resign");
    return [
      button(t("do.resign"), resign, { disabled: !may }),
      button(t("do.flip"), flip),
      link(`/match/${state.id}/replay`, t("replay.title"), { class: "button" }),
      isFair(state) && link(where, t("game.editor"), { class: "button" }),
    ];
  }

  function drawList() {
    if (shown) showHistory(list, entries, [shownName(shown, 0), shownName(shown, 1)]);
  }

  /** Puts events into the list, each once: they come by the line and from the record.
   * @param {Entry[]} more */
  function add(more) {
    const known = new Map([...entries, ...more].map((entry) => [entry.version, entry]));
    entries = [...known.values()].sort((a, b) => a.version - b.version);
    drawList();
  }

  /** Everything that has happened in this game. @param {State} state */
  async function reload(state) {
    shown = state;
    const game = await trying(get(`/api/matches/${state.id}/games/${state.game}`));
    if (game && shown.game === state.game) add(game.steps);
  }

  return {
    element,
    show,
    reload,
    drafted: () => words.show(),
    /** @param {Entry[]} events @param {State} state @param {boolean} newGame */
    happened(events, state, newGame) {
      shown = state;
      if (newGame) entries = [];
      if (newGame) void reload(state);
      else if (events.length) add(events);
    },
  };
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
