/** Inside a board: the state, the play that is being made on it, and the picture of both. */

import { pause } from "./animate.js";
import { canSwap } from "./dice.js";
import { editHand, freeHand, legalHand } from "./hands.js";
import { formFor } from "./layout.js";
import { drawMarks, sceneOf } from "./scene.js";
import { OffStrip } from "./strip.js";
import { placeText, stepName } from "./text.js";
import { View } from "./view.js";
import { advance, begin, clickOrder, leftOf, nodeOf, pipsOf, stepsOf, undo } from "./walk.js";

/** @import {ArrowKind, Draft, DraftInfo, Edge, Editor, Hand} from "./types.js" */
/** @import {Notes, Options, Played, Row, Seat, State} from "./types.js" */

/** What hands and pictures know of a board. */
export class Core {
  /** @type {State | null} */ state = null;
  /** @type {Draft | null} */ play = null;
  /** @type {Hand | null} */ hand = null;
  /** @type {Editor | null} */ editor = null;
  /** @type {(Played & {kind?: ArrowKind})[]} */ suggested = [];
  /** @type {Notes} */ notes = {};
  /** Where a checker is picked up. @type {string | null} */ selected = null;
  /** Under the mouse, and could be taken. @type {string | null} */ hovered = null;
  dragging = false;
  /** Of the keyboard. @type {string | null} */ cursor = null;
  /** Under a dragged checker. @type {string | null} */ over = null;
  swapped = false;
  showing = 0; // a number for each thing shown, so that an old motion knows that it is old
  /** Of checkers borne off, beside the board. @type {(OffStrip | undefined)[]} */ strips = [];
  size = { width: 0, height: 0 }; // of the place, in pixels
  live = document.createElement("p");

  /** @param {HTMLElement} element @param {Options} options */
  constructor(element, options) {
    this.element = element;
    this.options = options;
    this.view = new View(element);
    this.live.className = "board-live";
    this.live.setAttribute("aria-live", "polite");
    element.append(this.live);
    element.classList.add("board");
    element.setAttribute("role", "application");
    element.tabIndex = 0;
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(element);
  }

  /** How large the place is. @returns {boolean} whether that is new */
  measure() {
    const { clientWidth: width, clientHeight: height } = this.element;
    const known = width === this.size.width && height === this.size.height;
    this.size = { width, height };
    return !known;
  }

  /** The place decides on the form of the board, and nothing on the board on its place. */
  resized() {
    if (!this.measure()) return;
    const before = this.state && JSON.stringify(this.view.scene?.look);
    const now = this.state && JSON.stringify(sceneOf(this, this.state, this.rows, false).look);
    if (before !== now) this.redraw();
    this.view.fit(this.size.width, this.size.height);
  }

  /** @param {State} state */
  formOf({ board }) {
    const { form, height } = formFor(board, this.size.width, this.size.height, this.options.form);
    return { form, height };
  }

  /** The seat with the light checkers. @returns {Seat} */
  get light() {
    return this.options.white ?? this.state?.white ?? 0;
  }

  /** May the viewer do this now? @param {"roll" | "double"} what */
  may(what) {
    const { actor, you = [], can = [] } = this.state ?? {};
    return typeof actor === "number" && you.includes(actor) && can.includes(what);
  }

  /** Whose targets are shown: what is picked up, or would be by the next click or key. */
  get taken() {
    const { selected, hovered, cursor, hand, editor } = this;
    if (selected) return selected;
    const next = hovered ?? cursor;
    return next && !editor && hand?.sources().includes(next) ? next : null;
  }

  /** @returns {DraftInfo} */
  get draft() {
    const { play, state } = this;
    const pips = /** @type {[number, number]} */ (this.rows.map(pipsOf));
    if (!play || !state) return { steps: [], done: false, complete: false, left: [], pips };
    const { done, next } = nodeOf(play);
    const complete = done && !next.length && !state.free;
    return { steps: stepsOf(play), done, complete, left: leftOf(play, state.left ?? []), pips };
  }

  undo() {
    if (!this.play?.path.length) return false;
    this.play = undo(this.play);
    return this.afterStep(this.options.t("board.undone"));
  }

  swapDice() {
    if (!this.state || !canSwap(this.state) || !this.play || this.play.path.length) return false;
    this.swapped = !this.swapped;
    this.redraw();
    return true;
  }

  get oneClick() {
    return this.options.oneClick || this.editor !== null;
  }

  /** @param {string | null} key */
  select(key) {
    this.selected = key;
    this.over = null;
    this.mark();
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
    const done = this.hand?.click(key, other) ?? false;
    if (!done && !other) this.editor?.onIdle?.();
    return done;
  }

  /** A checker is held over a place. @param {string | null} key */
  hover(key) {
    this.over = key;
    this.mark();
  }

  /** The mouse is over a checker that could be taken. @param {string | null} key */
  offer(key) {
    if (key === this.hovered) return;
    this.hovered = key;
    this.mark();
  }

  /** @param {string | null} key */
  point(key) {
    this.cursor = key;
    if (key) this.say(this.placeText(key));
    this.mark();
    return true;
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

  /** @returns {Row[]} */
  get rows() {
    return this.play?.rows ?? this.state?.rows ?? [];
  }

  /** Takes a state over; a draft of the same turn goes on.
   * @param {State} state @param {boolean} again */
  begin(state, again) {
    this.state = state;
    if (again && this.play) return;
    const { actor, walk, free, phase, you = [], board, rows } = state;
    const open = free && phase === "to_play" ? { nodes: [{ done: true, next: [] }] } : walk;
    const mine = typeof actor === "number" && you.includes(actor);
    this.play = mine && open ? begin(board, rows, actor, open) : null;
    this.selected = this.over = this.hovered = null;
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
      else this.hand = legalHand(play, viewer, () => clickOrder(state, this.swapped), take);
    }
    const { classList } = this.element;
    classList.toggle("playable", this.hand !== null);
    classList.toggle("rollable", this.may("roll"));
    classList.toggle("doubling", this.may("double"));
  }

  /** @param {Row[]} rows */
  edited(rows) {
    if (this.state) this.state = { ...this.state, rows };
    this.setHand();
    this.redraw();
    this.editor?.onEdit(/** @type {[Row, Row]} */ (rows));
  }

  /** @param {Edge[]} edges */
  take(edges) {
    if (this.play) this.play = advance(this.play, edges);
    this.afterStep(edges.map((edge) => stepName(edge, this.options.t)).join(", "));
  }

  /** @param {string} words */
  afterStep(words) {
    this.selected = this.over = this.hovered = null;
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
      const time = this.state ? this.draw(this.state, rows, true) : 0;
      await pause(time);
      if (showing !== this.showing) return;
    }
    this.redraw();
  }

  /** Shows what can be done. */
  mark() {
    if (this.state) drawMarks(this, this.state);
    this.strips.forEach((strip) => strip?.show(this));
  }

  /** @param {State} state @param {Row[]} rows @param {boolean} onTheWay
   * @returns {number} how long it moves */
  draw(state, rows, onTheWay) {
    if (!this.size.width) this.measure();
    const time = this.view.show(sceneOf(this, state, rows, onTheWay));
    this.view.fit(this.size.width, this.size.height);
    if (onTheWay) this.view.clearMarks();
    else this.mark();
    return time;
  }
}
