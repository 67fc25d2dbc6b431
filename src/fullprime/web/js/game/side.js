/** Beside the board: what is played, hints where they are fair, the plays so far, and tools. */

import { button, fill, h, icon, link } from "../dom.js";
import { OUT } from "../icons.js";
import { t } from "../words.js";
import { aboutMatch, gameName, watchText } from "./about.js";
import { hintsOf } from "./analysis.js";
import { askExport } from "./export.js";
import { boardInWords } from "./in-words.js";
import { addressOf } from "./position.js";
import { scoreText, showGames } from "./results.js";
import { isFair } from "./sayings.js";
import { tutorRow } from "./tutor.js";

/** @import {Board} from "../board/board.js" */
/** @typedef {import("../types.js").State} State */

/** @typedef {{board: Board, sign: HTMLElement, analysis: {element: HTMLElement, depth: HTMLElement},
 *   moves: HTMLElement, undo: () => void, flip: () => void, resign: () => void,
 *   hint: () => void, tutor: (setting: import("./tutor.js").Setting) => void}} Parts */

const ICONS = {
  undo: "M9 7L4.5 11.5 9 16M5 11.5h9a5.5 5.5 0 0 1 0 11h-2",
  flip: "M20 8a8 8 0 0 0-15-1M4 3v4.5h4.5M4 16a8 8 0 0 0 15 1M20 21v-4.5h-4.5",
  resign: "M5 21.5V3.5h13l-3 4.5 3 4.5H5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** @param {Parts} parts */
export function sidePanel(parts) {
  return new SidePanel(parts);
}

class SidePanel {
  #name = h("h2", { class: "game-name" });
  #about = h("p", { class: "about-match" });
  #watch = h("p", { class: "watching", role: "status" });
  #score = h("span", { class: "chip score-chip number" });
  #games = h("section", { class: "panel games", hidden: true });
  menu = h("details", { class: "menu" });
  #links = h("div", { class: "menu-list" });

  /** @param {Parts} parts */
  constructor(parts) {
    this.id = "";
    this.board = parts.board;
    this.does = { flip: parts.flip, resign: parts.resign };
    this.hints = hintsOf(parts.analysis, parts.hint);
    this.tutor = tutorRow(parts.tutor);
    this.hints.append(this.tutor.element);
    this.words = boardInWords(parts.board);
    this.undo = tool("undo", t("do.undo"), parts.undo);
    this.flip = tool("flip", t("do.turn"), parts.flip);
    this.resign = tool("resign", t("do.resign"), parts.resign);
    this.menu.append(summary(), this.#links);
    closesByItself(this.menu);
    this.playing = [this.undo, this.flip, this.resign];
    this.save = button(t("export.title"), () => this.#export(), { class: "after" });
    this.save.prepend(icon(OUT));
    this.after = [this.save, link("/new", t("do.new"), { class: "button after" })];
    this.tools = h("div", { class: "tools" }, this.playing, this.after, this.menu);
    const about = h("div", null, this.#name, this.#about, this.#watch, parts.sign);
    const meta = h("div", { class: "meta" }, about, this.#score);
    this.moves = h("section", { class: "panel moves" }, parts.moves);
    const rest = [this.#games, this.hints, this.moves, this.words.element, this.tools];
    this.element = h("aside", { class: "play-side", "aria-label": t("game.side") }, meta, rest);
  }

  /** @param {State} state @param {number} bottom the seat at the bottom of the board
   * @param {boolean} mayUndo */
  show(state, bottom, mayUndo) {
    this.#name.textContent = gameName(state);
    this.#about.textContent = aboutMatch(state);
    this.#watch.textContent = watchText(state);
    this.#watch.hidden = !this.#watch.textContent;
    this.#score.textContent = scoreText(state.score, bottom);
    this.#score.title = t("player.score");
    showGames(this.#games, state, bottom);
    this.hints.hidden = !isFair(state) || state.phase === "over";
    this.tutor.show(state.over ? null : state.tutor);
    this.resign.disabled = !state.can.includes("resign");
    this.words.show();
    this.id = state.id;
    for (const each of this.playing) each.hidden = state.over || !state.you.length;
    this.flip.hidden = state.over;
    for (const each of this.after) each.hidden = !state.over;
    const save = button(t("export.title"), () => this.#export(), { class: "quiet" });
    fill(this.#links, this.#inMenu(state), waysOf(state), save, link("/new", t("do.new")));
    this.drafted(mayUndo);
  }

  #export() {
    this.menu.open = false;
    void askExport(this.id, this.board);
  }

  /** What has no button of its own on a small screen. @param {State} state */
  #inMenu(state) {
    const made = (/** @type {"flip" | "resign"} */ name, /** @type {string} */ label) => {
      const press = () => {
        this.menu.open = false;
        this.does[name]();
      };
      return button(label, press, { class: "quiet in-menu", "data-tool": name });
    };
    const resigns = state.can.includes("resign");
    return [made("flip", t("do.turn")), resigns && made("resign", t("do.resign"))];
  }

  /** The board shows another draft. @param {boolean} mayUndo */
  drafted(mayUndo) {
    this.undo.disabled = !mayUndo;
    this.words.show();
  }
}

/** @param {"undo" | "flip" | "resign"} name @param {string} label @param {() => void} press */
function tool(name, label, press) {
  const made = button(label, press, { "data-tool": name });
  made.prepend(icon(ICONS[name]));
  return made;
}

function summary() {
  const label = t("game.more");
  return h("summary", { class: "button", "aria-label": label, title: label }, icon(ICONS.more));
}

/** @param {State} state */
function waysOf(state) {
  return [
    link(`/match/${state.id}/replay?game=${state.game}`, t("replay.title")),
    state.fair && link(`/verify?match=${state.id}`, t("fair.record")),
    (isFair(state) || state.over) && link(addressOf(state), t("game.editor")),
    link(`/games/${encodeURIComponent(state.variant.id)}`, t("game.rules")),
  ];
}

/** A menu goes away at the next press elsewhere, and by Escape.
 * @param {HTMLDetailsElement} menu */
function closesByItself(menu) {
  const close = (/** @type {Event} */ event) => {
    if (event.target instanceof Node && menu.contains(event.target)) return;
    menu.open = false;
  };
  menu.addEventListener("toggle", () => {
    if (menu.open) document.addEventListener("pointerdown", close);
    else document.removeEventListener("pointerdown", close);
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget)) menu.open = false;
  });
}
