/** The board as pages see it. */

import { mayMove } from "./animate.js";
import { Core } from "./core.js";
import { listenToPointers } from "./input.js";
import { listenToKeys } from "./keys.js";
import { between } from "./scene.js";
import { OffStrip } from "./strip.js";
import { describe, stepName } from "./text.js";
import { begin, forced, nodeOf, wayOf } from "./walk.js";

/** @import {ArrowKind, Editor, Notes, Options, Played, Seat, State, Step} from "./types.js" */

/** @type {Options} */
const DEFAULTS = {
  perspective: 0,
  homeLeft: false,
  theme: "auto",
  checkers: "theme",
  dice: "theme",
  texture: true,
  numbers: true,
  marks: "hover",
  white: null,
  animate: true,
  oneClick: false,
  autoForced: false,
  form: null,
  showLast: true,
  t: (key) => key,
  onPlay: () => {},
  onChange: () => {},
  onRoll: () => {},
  onDouble: () => {},
  onRefused: () => {},
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
    const { theme, checkers, dice, numbers } = this.options;
    Object.assign(this.element.dataset, { theme, checkers, dice });
    this.element.classList.toggle("unnumbered", !numbers);
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

  /** @param {(Played & {kind?: ArrowKind})[]} plays */
  arrows(plays) {
    this.suggested = plays;
    this.redraw();
  }

  /** What a lesson draws on the board, in place of what it has drawn before.
   * @param {Notes} notes */
  annotate(notes) {
    this.notes = notes;
    this.redraw();
  }

  /** Where a page puts buttons: over the half in which the viewer's dice lie. */
  get middle() {
    return this.view.middle;
  }

  /** The same at the cube. */
  get beside() {
    return this.view.beside;
  }

  /** Shows how many checkers a seat has borne off where the board has no trays for them; can be
   * clicked as a tray can. @param {Seat} seat */
  offStrip(seat) {
    const strip = this.strips[seat] ?? new OffStrip(seat, () => this.bearOff(seat));
    this.strips[seat] = strip;
    strip.show(this);
    return strip.element;
  }

  /** @param {Seat} seat */
  bearOff(seat) {
    const { selected, hand } = this;
    const to = `off${seat}`;
    return selected !== null && !!hand?.targets(selected).includes(to) && this.move(selected, to);
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
    this.sizes.disconnect();
    this.view.watch.disconnect();
    this.showing++;
    this.element.replaceChildren();
  }

  /** A complete play is confirmed by a click on its dice. */
  clickDice() {
    if (this.may("roll")) return this.roll();
    return this.draft.complete ? this.confirm() : this.swapDice();
  }

  roll() {
    if (this.may("roll")) this.options.onRoll();
    return this.may("roll");
  }

  clickCube() {
    if (this.may("double")) this.options.onDouble();
    return this.may("double");
  }
}
