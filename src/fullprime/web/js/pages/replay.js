/** A game of a match, play by play. */

import { get } from "../api.js";
import { fill, h, icon, link } from "../dom.js";
import { analysisPanel, hintsOf } from "../game/analysis.js";
import { historyPlace, showHistory } from "../game/history.js";
import { addressOf } from "../game/position.js";
import { questionOf } from "../game/question.js";
import { eventText, isFair, shownName } from "../game/sayings.js";
import { gameTable } from "../game/table.js";
import { select, trying } from "../page.js";
import { settings } from "../settings.js";
import { number, t } from "../words.js";

/** @typedef {import("../types.js").State} State */

/** Key, name and drawing of each button. @type {[string, string, string][]} */
const WAYS = [
  ["Home", "first", "M18 6l-8 6 8 6zM6 6v12"],
  ["ArrowLeft", "back", "M16 6l-8 6 8 6z"],
  ["ArrowRight", "on", "M8 6l8 6-8 6z"],
  ["End", "last", "M6 6l8 6-8 6zM18 6v12"],
];

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, query, gone }) {
  const id = params.id ?? "";
  /** @type {State} */
  const match = await get(`/api/matches/${encodeURIComponent(id)}`);
  const game = Number(query.get("game")) || match.game;
  const record = await get(gameAddress(id, game));
  if (gone()) return;
  const replay = new Replay(match, game, record, gone);
  document.title = `${t("replay.title")}: ${replay.names.join(" – ")} · Fullprime`;
  fill(main, h("h1", { class: "unseen" }, document.title), replay.elements());
  const pressed = (/** @type {KeyboardEvent} */ event) => replay.pressed(event);
  document.addEventListener("keydown", pressed, true);
  replay.draw();
  return () => {
    document.removeEventListener("keydown", pressed, true);
    replay.close();
  };
}

/** @param {string} id @param {number} game */
function gameAddress(id, game) {
  return `/api/matches/${encodeURIComponent(id)}/games/${game}`;
}

/** A game as the server recorded it, and where in it we are. */
class Replay {
  /** The step that is shown; -1 before the first. */
  at = -1;

  /** @param {State} match @param {number} game @param {any} record @param {() => boolean} gone */
  constructor(match, game, record, gone) {
    this.match = match;
    this.game = game;
    this.record = record;
    this.gone = gone;
    this.names = /** @type {[string, string]} */ ([shownName(match, 0), shownName(match, 1)]);
    this.table = gameTable();
    this.analysis = analysisPanel(this.table.board);
    this.status = h("p", { class: "status", "aria-live": "polite" });
    this.list = historyPlace();
    this.links = h("p", { class: "row" });
    this.may = match.over || isFair(match);
  }

  elements() {
    this.table.element.append(this.status, this.#buttons());
    return h("div", { class: "game" }, this.table.element, this.#side());
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
    const hints = hintsOf(this.analysis, () => this.draw());
    hints.hidden = !this.may;
    return h(
      "aside",
      { class: "side", "aria-label": t("game.side") },
      h("h2", null, t("replay.title")),
      this.#chooser(),
      hints,
      this.list,
      this.links,
    );
  }

  #chooser() {
    const numbers = Array.from(
      { length: this.record.games },
      (_, i) => /** @type {[string, string]} */ ([String(i + 1), t("game.number", { n: i + 1 })]),
    );
    const chooser = select(numbers, String(this.game), (value) => void this.open(Number(value)));
    chooser.setAttribute("aria-label", t("replay.game"));
    return chooser;
  }

  /** The match as it was at this step: nobody can act there. @returns {State} */
  #state() {
    const { variant, board, start, steps } = this.record;
    const past = steps[this.at]?.state ?? start;
    return {
      ...this.match,
      variant,
      board,
      version: this.at,
      ...past,
      can: [],
      walk: null,
      free: false,
      clock: null,
      result: null,
      game: this.game,
      actor: past.phase === "over" ? null : past.turn,
    };
  }

  draw() {
    const state = this.#state();
    this.table.set(state);
    this.#say(state);
    const { steps } = this.record;
    showHistory(this.list, steps, this.names, {
      current: steps[this.at] ?? null,
      open: (entry) => this.jump(steps.indexOf(entry)),
    });
    fill(
      this.links,
      link(`/match/${this.match.id}`, t("replay.match"), { class: "button" }),
      link(addressOf(state), t("game.editor"), { class: "button" }),
    );
    const question = this.may && settings.hints ? questionOf(state) : null;
    if (question) void this.analysis.ask(question);
    else this.analysis.clear();
  }

  /** Where we are, and what has just happened. @param {State} state */
  #say(state) {
    const { steps } = this.record;
    const step = steps[this.at];
    const text = step ? eventText({ version: 0, ...step }, state) : t("replay.begin");
    this.status.textContent = `${number(this.at + 1)}/${number(steps.length)} · ${text}`;
  }

  /** @param {number} to */
  jump(to) {
    this.at = Math.max(-1, Math.min(this.record.steps.length - 1, to));
    this.draw();
  }

  /** @param {string} key */
  walk(key) {
    const { at } = this;
    const last = this.record.steps.length - 1;
    this.jump({ Home: -1, ArrowLeft: at - 1, ArrowRight: at + 1, End: last }[key] ?? at);
  }

  /** Another game of the match. @param {number} wanted */
  async open(wanted) {
    const found = await trying(get(gameAddress(this.match.id, wanted)));
    if (!found || this.gone()) return;
    this.game = wanted;
    this.record = found;
    this.jump(-1);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const inField =
      event.target instanceof HTMLElement &&
      event.target.closest("input:not([type=checkbox]), select, textarea");
    if (inField || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!WAYS.some(([key]) => key === event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.walk(event.key);
  }

  close() {
    this.analysis.stop();
    this.table.board.destroy();
  }
}
