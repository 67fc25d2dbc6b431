/** The plays of the game that is being played, from the record and from the line. */

import { get } from "../api.js";
import { trying } from "../page.js";
import { whiteSeat } from "./colours.js";
import { historyPlace, showHistory } from "./history.js";
import { pastState, recordAddress } from "./past.js";
import { shownName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("./history.js").Entry} Entry */
/** @typedef {import("./past.js").GameRecord} GameRecord */

/** @param {() => void} looks called when another turn is looked at */
export function moveList(looks) {
  return new MoveList(looks);
}

class MoveList {
  element = historyPlace();
  /** @type {Entry[]} */
  #entries = [];
  /** @type {State | null} */
  #state = null;
  /** The turn that is looked at, if it is an earlier one. @type {State | null} */
  past = null;
  #bottom = 0;

  /** @param {() => void} looks */
  constructor(looks) {
    this.looks = looks;
  }

  /** @param {State} state @param {number} bottom the seat at the bottom of the board */
  show(state, bottom) {
    this.#bottom = bottom;
    this.#state = state;
    this.draw();
  }

  draw() {
    const state = this.#state;
    if (!state) return;
    const waits = state.phase === "to_play" && state.dice;
    showHistory(this.element, this.#entries, {
      names: [shownName(state, 0), shownName(state, 1)],
      white: whiteSeat(state),
      first: this.#bottom,
      current: this.past ? this.past.version : null,
      next: waits ? { seat: state.turn, dice: state.dice ?? [] } : null,
      open: (entry) => void this.#look(entry),
    });
  }

  /** @param {Entry[]} events @param {State} state @param {boolean} newGame */
  happened(events, state, newGame) {
    if (newGame) {
      this.#entries = [];
      this.past = null;
      void this.reload(state);
    } else if (events.length) this.#add(events);
  }

  /** Everything that has happened in this game. @param {State} state */
  async reload(state) {
    this.#state = state;
    const game = await trying(get(recordAddress(state.id, state.game)));
    if (game && this.#state.game === state.game) {
      this.#add(game.steps);
      this.draw();
    }
  }

  /** Puts events into the list, each once: they come by the line and from the record.
   * @param {Entry[]} more */
  #add(more) {
    const known = new Map([...this.#entries, ...more].map((entry) => [entry.version, entry]));
    this.#entries = [...known.values()].sort((a, b) => a.version - b.version);
  }

  /** Looks at the board after an entry; the last one is the game itself. @param {Entry} entry */
  async #look(entry) {
    const state = this.#state;
    if (!state) return;
    if (entry.version === state.version) return this.back();
    /** @type {GameRecord | undefined} */
    const record = await trying(get(recordAddress(state.id, state.game)));
    const at = record?.steps.findIndex(({ version }) => version === entry.version) ?? -1;
    if (!record || at < 0 || this.#state?.game !== state.game) return;
    this.past = pastState(this.#state, state.game, record, at);
    this.looks();
  }

  back() {
    this.past = null;
    this.looks();
  }
}
