/** Inside a board: the state, the play that is being made on it, and the picture of both. */

import { arrival } from "./animate.js";
import { canSwap } from "./dice.js";
import { editHand, freeHand, legalHand } from "./hands.js";
import { drawMarks, sceneOf } from "./scene.js";
import { placeText, stepName } from "./text.js";
import { View } from "./view.js";
import { advance, begin, clickOrder, leftOf, nodeOf, stepsOf, undo } from "./walk.js";

/** @import {Draft, DraftInfo, Edge, Editor, Hand, Options, Played, Row, State} from "./types.js" */

const NARROW = "(max-width: 560px) and (orientation: portrait)";

/** What hands and pictures know of a board. */
export class Core {
  /** @type {State | null} */ state = null;
  /** @type {Draft | null} */ play = null;
  /** @type {Hand | null} */ hand = null;
  /** @type {Editor | null} */ editor = null;
  /** @type {Played[]} */ suggested = [];
  /** Where a checker is picked up. @type {string | null} */ selected = null;
  /** Of the keyboard. @type {string | null} */ cursor = null;
  /** Under a dragged checker. @type {string | null} */ over = null;
  swapped = false;
  showing = 0; // a number for each thing shown, so that an old motion knows that it is old
  narrow = matchMedia(NARROW);
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
    this.narrow.addEventListener("change", this.redraw);
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
    const done = this.hand?.click(key, other) ?? false;
    if (!done && !other) this.editor?.onIdle?.();
    return done;
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
      else this.hand = legalHand(play, viewer, () => clickOrder(state, this.swapped), take);
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
    if (onTheWay) this.view.marks.replaceChildren();
    else drawMarks(this, state);
  }
}
