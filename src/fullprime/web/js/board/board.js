/** The board: a state, the play that is being made on it, and the picture of both. */

import { arrival, mayMove } from "./animate.js";
import { editHand, freeHand, legalHand } from "./hands.js";
import { listenToPointers } from "./input.js";
import { listenToKeys } from "./keys.js";
import { between, drawMarks, sceneOf } from "./scene.js";
import { describe, placeText, stepName } from "./text.js";
import { View } from "./view.js";
import { advance, begin, forced, leftOf, nodeOf, stepsOf, undo } from "./walk.js";

/** @import {Draft, DraftInfo, Edge, Editor, Hand, Options, Played, Row, State} from "./types.js" */

const NARROW = "(max-width: 560px) and (orientation: portrait)";
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

/** What `createBoard` gives; the first part is for pages, the second for hands. */
export class Board {
  /** @param {HTMLElement} element @param {Partial<Options>} options */
  constructor(element, options) {
    this.element = element;
    this.options = { ...DEFAULTS, ...options };
    this.view = new View(element);
    this.live = element.appendChild(document.createElement("p"));
    /** @type {State | null} */
    this.state = null;
    /** @type {Draft | null} */
    this.play = null;
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {Editor | null} */
    this.editor = null;
    /** @type {Played[]} */
    this.suggested = [];
    /** Keys of the place that is picked, that of the cursor, and that under a dragged checker.
     * @type {string | null} */
    this.selected = null;
    /** @type {string | null} */
    this.cursor = null;
    /** @type {string | null} */
    this.over = null;
    this.swapped = false;
    this.showing = 0; // a number for each thing shown, so that an old motion knows that it is old
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener("change", this.redraw);
    this.live.className = "board-live";
    this.live.setAttribute("aria-live", "polite");
    element.classList.add("board");
    element.setAttribute("role", "application");
    element.tabIndex = 0;
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
    this.state = state;
    if (!again || !this.play) this.restart(state); // else the draft goes on
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

  /** @returns {DraftInfo} */
  get draft() {
    const { play, state } = this;
    if (!play || !state) return { steps: [], done: false, complete: false, left: [] };
    const { done, next } = nodeOf(play);
    const complete = done && !next.length && !state.free;
    return { steps: stepsOf(play), done, complete, left: leftOf(play, state.left ?? []) };
  }

  undo() {
    if (!this.play?.path.length) return false;
    this.play = undo(this.play);
    return this.afterStep(this.options.t("board.undone"));
  }

  swapDice() {
    const { dice } = this.state ?? {};
    if (!dice || dice[0] === dice[1] || !this.play) return false;
    this.swapped = !this.swapped;
    this.redraw();
    return true;
  }

  confirm() {
    const { steps, done } = this.draft;
    if (done) this.options.onPlay(steps);
    return done;
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

  // For hands -----------------------------------------------------------------------------------

  get oneClick() {
    return this.options.oneClick || this.editor !== null;
  }

  /** @param {string | null} key */
  select(key) {
    this.selected = key;
    this.over = null;
    if (this.state) drawMarks(this, this.state);
    return true;
  }

  /** @param {string} from @param {string} to */
  move(from, to) {
    this.selected = this.over = null;
    return this.hand?.move(from, to) ?? false;
  }

  /** @param {string} key @param {boolean} other  With the other die. */
  click(key, other) {
    this.select(null);
    return this.hand?.click(key, other) ?? false;
  }

  /** @param {string | null} key */
  hover(key) {
    this.over = key;
    if (this.state) drawMarks(this, this.state);
  }

  /** @param {string | null} key */
  point(key) {
    this.cursor = key;
    if (key) this.say(this.placeText(key));
    if (this.state) drawMarks(this, this.state);
    return true;
  }

  clickDice() {
    return this.draft.complete ? this.confirm() : this.swapDice();
  }

  /** @param {string} words */
  say(words) {
    this.live.textContent = words;
  }

  /** @param {string} key */
  placeText(key) {
    const { state, selected, hand, options } = this;
    if (!state) return "";
    const target = selected && hand?.targets(selected).includes(key);
    const source = !this.editor && hand?.sources().includes(key);
    const can = key === selected ? "selected" : target ? "target" : source ? "source" : "";
    return placeText(state, this.rows, options.perspective, key, can, options.t);
  }

  redraw = () => {
    this.showing++;
    if (this.state) this.draw(this.state, this.rows, false);
  };

  // Inside --------------------------------------------------------------------------------------

  /** @returns {Row[]} */
  get rows() {
    return this.play?.rows ?? this.state?.rows ?? [];
  }

  /** A new draft, if it is this page's turn to play. @param {State} state */
  restart({ actor, walk, free, phase, you = [], board, rows }) {
    const open = free && phase === "to_play" ? { nodes: [{ done: true, next: [] }] } : walk;
    const mine = typeof actor === "number" && you.includes(actor);
    this.play = mine && open ? begin(board, rows, actor, open) : null;
    this.selected = this.over = null;
    this.swapped = false;
    this.suggested = [];
  }

  setHand() {
    const { state, play, editor } = this;
    const viewer = this.options.perspective;
    const take = this.take.bind(this);
    this.hand = null;
    if (state && editor) {
      const { brush = null } = editor;
      this.hand = editHand(state.board, state.rows, viewer, brush, (rows) => this.edited(rows));
    } else if (play) {
      if (state?.free) this.hand = freeHand(play, viewer, take);
      else this.hand = legalHand(play, viewer, () => this.order(), take);
    }
    this.element.classList.toggle("playable", this.hand !== null);
  }

  /** @param {Row[]} rows */
  edited(rows) {
    if (this.state) this.state = { ...this.state, rows };
    this.setHand();
    this.redraw();
    this.editor?.onEdit(/** @type {[Row, Row]} */ (rows));
  }

  /** The dice in the order in which one click plays them: the larger first unless swapped. */
  order() {
    const { dice, left = [] } = this.state ?? {};
    const order = [...new Set([...(dice ?? []), ...left])].sort((a, b) => b - a);
    return this.swapped ? order.reverse() : order;
  }

  /** @param {Edge[]} edges */
  take(edges) {
    if (this.play) this.play = advance(this.play, edges);
    this.afterStep(edges.map((edge) => stepName(edge, this.options.t)).join(", "));
  }

  /** @param {string} words */
  afterStep(words) {
    this.selected = this.over = null;
    this.setHand();
    this.say(words);
    this.redraw();
    this.options.onChange(this.draft);
    return true;
  }

  /** @param {Row[][]} frames */
  async animated(frames) {
    const showing = ++this.showing;
    for (const rows of frames) {
      if (this.state) this.draw(this.state, rows, true);
      await arrival();
      if (showing !== this.showing) return;
    }
    this.redraw();
  }

  /** @param {State} state @param {Row[]} rows @param {boolean} onTheWay */
  draw(state, rows, onTheWay) {
    this.view.show(sceneOf(this, state, rows, onTheWay));
    drawMarks(this, state);
  }
}
