/** The board as pages see it. */

import { mayMove } from "./animate.js";
import { Core } from "./core.js";
import { listenToPointers } from "./input.js";
import { listenToKeys } from "./keys.js";
import { between } from "./scene.js";
import { describe, stepName } from "./text.js";
import { begin, forced, nodeOf, wayOf } from "./walk.js";

/** @import {Editor, Options, Played, State, Step} from "./types.js" */

/** @type {Options} */
const DEFAULTS = {
  perspective: 0,
  homeLeft: false,
  theme: "wood",
  white: null,
  animate: true,
  oneClick: false,
  autoForced: false,
  compact: null,
  showLast: true,
  t: (key) => key,
  onPlay: () => {},
  onChange: () => {},
};

/** What `createBoard` gives. */
export class Board extends Core {
  /** @param {HTMLElement} element @param {Partial<Options>} options */
  constructor(element, options) {
    super(element, { ...DEFAULTS, ...options });
    listenToPointers(this);
    listenToKeys(this);
    this.configure({});
  }

  /** Shows a state; the last play is shown step by step if it leads from the old one to it.
   * @param {State} state */
  set(state) {
    const moving = this.state && !this.editor && mayMove(this.options.animate);
    const frames = moving && this.state ? between(this.state, state, this.rows) : [];
    const again = state.version !== undefined && this.state?.version === state.version;
    this.begin(state, again);
    this.setHand();
    void this.animated(frames);
    const edges = this.options.autoForced && this.play && !state.free ? forced(this.play) : [];
    if (edges.length && !again) this.take(edges);
    else this.options.onChange(this.draft);
  }

  /** @param {Partial<Options>} options */
  configure(options) {
    Object.assign(this.options, options);
    this.element.dataset.theme = this.options.theme;
    this.element.setAttribute("aria-label", this.options.t("board.label"));
    this.setHand();
    this.redraw();
  }

  confirm() {
    const { steps, done } = this.draft;
    if (done) this.options.onPlay(steps);
    return done;
  }

  /** Puts a whole play on the board, in place of what was begun; says whether it could.
   * @param {Step[]} steps */
  lay(steps) {
    const { play, state } = this;
    const way = play && !state?.free ? wayOf(play.walk, steps) : null;
    if (!play || !way?.length) return false;
    this.play = begin(play.board, play.start, play.seat, play.walk);
    this.take(way);
    return true;
  }

  /** @param {Played[]} plays */
  arrows(plays) {
    this.suggested = plays;
    this.redraw();
  }

  /** The position editor; null ends it. @param {Editor | null} editor */
  edit(editor) {
    this.editor = editor;
    this.setHand();
    this.redraw();
  }

  describe() {
    const { state, options } = this;
    return state ? describe(state, this.rows, options.perspective, options.t) : [];
  }

  /** The legal steps from here by name; `run` makes one. */
  actions() {
    const next = this.play && !this.state?.free ? nodeOf(this.play).next : [];
    return next.map((edge) => ({
      label: stepName(edge, this.options.t),
      step: edge.slice(0, 2),
      run: () => this.take([edge]),
    }));
  }

  destroy() {
    this.narrow.removeEventListener("change", this.redraw);
    this.element.replaceChildren();
  }

  /** A complete play is confirmed by a click on its dice. */
  clickDice() {
    return this.draft.complete ? this.confirm() : this.swapDice();
  }
}
