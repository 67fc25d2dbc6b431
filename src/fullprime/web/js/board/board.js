/** The board: a state, the play that is being made on it, and the picture of both. */

import { arrival, mayMove } from "./animate.js";
import { shownDice } from "./dice.js";
import { keyOf } from "./geometry.js";
import { editHand, freeHand, legalHand } from "./hands.js";
import { listenToPointers } from "./input.js";
import { listenToKeys } from "./keys.js";
import { arrows, checkerMark, cursorMark, lastMarks, targetMark } from "./marks.js";
import { hasBar } from "./stack.js";
import { describe, name, placeText, stepActions, stepName } from "./text.js";
import { View } from "./view.js";
import { advance, begin, forced, leftOf, moved, nodeOf, stepsOf, undo } from "./walk.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Edge} Edge */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./hands.js").Hand} Hand */
/**
 * @typedef {object} DraftInfo
 * @property {Step[]} steps
 * @property {boolean} done  May the play end here?
 * @property {boolean} complete  Must it, since no step is left?
 * @property {number[]} left
 *
 * @typedef {object} Options
 * @property {Seat} perspective  Who sits at the bottom.
 * @property {boolean} homeLeft
 * @property {"wood" | "slate"} theme
 * @property {Seat | null} white  The seat with the light checkers; null: as the state says.
 * @property {boolean} animate
 * @property {boolean} oneClick  A click plays at once instead of picking up.
 * @property {boolean} autoForced  Steps without a choice are made at once.
 * @property {boolean | null} compact  Trays above and below; null: on narrow upright screens.
 * @property {boolean} showLast
 * @property {import("./types.js").Translate} t
 * @property {(steps: Step[]) => void} onPlay  The play is confirmed.
 * @property {(draft: DraftInfo) => void} onChange
 */

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

/** What `createBoard` gives. */
export class Board {
  /**
   * @param {HTMLElement} element
   * @param {Partial<Options>} options
   */
  constructor(element, options) {
    this.element = element;
    /** @type {Options} */
    this.options = { ...DEFAULTS, ...options };
    element.classList.add("board");
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    this.view = new View(element);
    this.live = document.createElement("p");
    this.live.className = "board-live";
    this.live.setAttribute("aria-live", "polite");
    element.append(this.live);
    /** @type {State | null} */
    this.state = null;
    /** @type {import("./walk.js").Draft | null} */
    this.play = null;
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {string | null} */
    this.selected = null;
    /** @type {string | null} */
    this.cursor = null;
    /** @type {string | null} */
    this.over = null;
    /** @type {{seat: Seat, steps: Step[]}[]} */
    this.suggested = [];
    /** @type {{brush: Seat | null, onEdit: (rows: [Row, Row]) => void} | null} */
    this.editor = null;
    this.swapped = false;
    this.showing = 0;
    this.narrow = matchMedia(NARROW);
    this.narrow.addEventListener("change", this.redraw);
    this.restyle();
    listenToPointers(this);
    listenToKeys(this);
  }

  // What a page calls ---------------------------------------------------------------------------

  /**
   * Shows a state; the last play is shown step by step if it leads from the old one to it.
   * @param {State} state
   */
  set(state) {
    const frames = this.state && !this.editor ? this.frames(this.state, state) : [];
    const same = this.state?.version === state.version && this.state?.version !== undefined;
    if (!(same && this.play?.path.length)) this.restart(state);
    this.state = state;
    this.setHand();
    void this.animated(frames);
    if (this.options.autoForced && this.play && !this.play.path.length && !state.free) {
      const edges = forced(this.play);
      if (edges.length) return this.take(edges);
    }
    this.changed();
  }

  /** @param {Partial<Options>} options */
  configure(options) {
    Object.assign(this.options, options);
    this.restyle();
    this.setHand();
    this.redraw();
  }

  /** @returns {DraftInfo} */
  get draft() {
    const { play, state } = this;
    if (!play || !state) return { steps: [], done: false, complete: false, left: [] };
    const { done, next } = state.free ? { done: true, next: [null] } : nodeOf(play);
    const left = leftOf(play, state.left ?? []);
    return { steps: stepsOf(play), done, complete: done && !next.length, left };
  }

  /** @returns {boolean} */
  undo() {
    if (!this.play?.path.length) return false;
    this.play = undo(this.play);
    return this.afterStep(this.options.t("board.undone"));
  }

  /** @returns {boolean} */
  swapDice() {
    const { dice } = this.state ?? {};
    if (!dice || dice[0] === dice[1] || !this.hand) return false;
    this.swapped = !this.swapped;
    this.redraw();
    return true;
  }

  /** @returns {boolean} */
  confirm() {
    const { steps, done } = this.draft;
    if (!done || !this.hand) return false;
    this.options.onPlay(steps);
    return true;
  }

  /** @param {{seat: Seat, steps: Step[]}[]} plays */
  arrows(plays) {
    this.suggested = plays;
    this.redraw();
  }

  /**
   * The position editor. A click puts down a checker of the brush's seat, or takes one away.
   * @param {{onEdit: (rows: [Row, Row]) => void, brush?: Seat | null} | null} editor  null: no more
   */
  edit(editor) {
    this.editor = editor && { brush: 0, ...editor };
    this.setHand();
    this.redraw();
  }

  /** @returns {string[]} */
  describe() {
    const { state } = this;
    return state ? describe(state, this.rows, this.options.perspective, this.options.t) : [];
  }

  /** The legal steps from here by name; `run` makes one. */
  actions() {
    const { play, state } = this;
    if (!play || !this.hand || state?.free) return [];
    return stepActions(play, this.options.t).map(({ edge, label }) => ({
      label,
      step: /** @type {Step} */ ([edge[0], edge[1]]),
      run: () => this.take([edge]),
    }));
  }

  destroy() {
    this.narrow.removeEventListener("change", this.redraw);
    this.element.replaceChildren();
  }

  // What hands call -----------------------------------------------------------------------------

  get oneClick() {
    return this.options.oneClick || this.editor !== null;
  }

  /** @param {string | null} key @param {boolean} [aloud] */
  select(key, aloud = false) {
    this.selected = key;
    this.over = null;
    if (key && aloud) this.say(this.placeText(key));
    this.redraw();
    return true;
  }

  /** @param {string} from @param {string} to */
  move(from, to) {
    this.selected = this.over = null;
    return this.hand?.move(from, to) ?? false;
  }

  /** @param {string} key @param {boolean} other */
  click(key, other) {
    this.selected = null;
    const clicked = this.hand?.click(key, other) ?? false;
    if (!clicked) this.redraw();
    return clicked;
  }

  /** @param {string | null} key */
  hover(key) {
    if (key === this.over) return;
    this.over = key;
    this.drawMarks();
  }

  /** @param {string | null} key @param {boolean} aloud */
  point(key, aloud) {
    this.cursor = key;
    if (key && aloud) this.say(this.placeText(key));
    this.drawMarks();
  }

  clickDice() {
    if (this.draft.complete) this.confirm();
    else this.swapDice();
  }

  /** @param {string} key */
  announceRefusal(key) {
    this.say(this.options.t("board.cannot", { place: this.placeText(key) }));
    return true;
  }

  // Inside --------------------------------------------------------------------------------------

  /** @returns {[Row, Row]} */
  get rows() {
    return this.play?.rows ?? /** @type {State} */ (this.state).rows;
  }

  /** @param {State} state */
  restart(state) {
    const { actor, walk, free, phase } = state;
    const mine = typeof actor === "number" && (state.you ?? []).includes(actor);
    const nodes = walk ?? (free && phase === "to_play" ? { nodes: [{ done: true, next: [] }] } : null);
    this.play = mine && nodes ? begin(state.board, state.rows, actor, nodes) : null;
    this.selected = this.over = null;
    this.swapped = false;
    this.suggested = [];
  }

  setHand() {
    const { state, play, editor } = this;
    const viewer = this.options.perspective;
    const { t } = this.options;
    if (!state) return;
    if (editor) {
      this.hand = editHand(state.board, state.rows, viewer, () => editor.brush, (rows) => {
        this.state = { ...state, rows };
        this.setHand();
        this.redraw();
        editor.onEdit(rows);
      });
    } else if (!play) this.hand = null;
    else if (state.free) this.hand = freeHand(play, viewer, (edges) => this.take(edges));
    else this.hand = legalHand(play, viewer, () => this.order(), (edges) => this.take(edges));
    this.element.classList.toggle("playable", this.hand !== null);
    this.element.setAttribute("aria-label", t("board.label"));
  }

  /** The dice in the order in which one click plays them: the larger first unless swapped. */
  order() {
    const { dice, left = [] } = /** @type {State} */ (this.state);
    const order = [...new Set([...(dice ?? []), ...left])].sort((a, b) => b - a);
    return this.swapped ? order.reverse() : order;
  }

  /** @param {Edge[]} edges */
  take(edges) {
    if (!this.play) return;
    this.play = advance(this.play, edges);
    this.afterStep(edges.map((edge) => stepName(edge, this.options.t)).join(", "));
  }

  /** @param {string} words */
  afterStep(words) {
    this.selected = this.over = null;
    this.setHand();
    this.say(words);
    this.redraw();
    this.changed();
    return true;
  }

  changed() {
    this.options.onChange(this.draft);
  }

  /** @param {string} words */
  say(words) {
    this.live.textContent = words;
  }

  /** @param {string} key */
  placeText(key) {
    const { state, selected, hand } = this;
    /** @type {"source" | "target" | "selected" | ""} */
    let can = "";
    if (key === selected) can = "selected";
    else if (selected && hand?.targets(selected).includes(key)) can = "target";
    else if (hand?.sources().includes(key)) can = this.editor ? "" : "source";
    const { perspective, t } = this.options;
    return state ? placeText(state, this.rows, perspective, key, can, t) : "";
  }

  restyle() {
    this.element.dataset.theme = this.options.theme;
  }

  /**
   * The boards between two states, if the last play leads from one to the other.
   * @param {State} before
   * @param {State} after
   * @returns {[Row, Row][]}
   */
  frames(before, after) {
    const { last } = after;
    if (!last || !mayMove(this.options.animate) || before.board.kind !== after.board.kind) return [];
    let rows = before.rows;
    const frames = last.steps.map(([source, target], number) => {
      rows = moved(after.board, rows, last.seat, [source, target, 0, last.events?.[number] ?? null]);
      return rows;
    });
    const shown = JSON.stringify(this.rows) === JSON.stringify(after.rows);
    return !shown && JSON.stringify(rows) === JSON.stringify(after.rows) ? frames.slice(0, -1) : [];
  }

  /** @param {[Row, Row][]} frames */
  async animated(frames) {
    const showing = ++this.showing;
    for (const rows of frames) {
      this.draw(rows, true);
      await arrival();
      if (showing !== this.showing) return;
    }
    this.draw(this.rows, false);
  }

  redraw = () => {
    this.showing++;
    if (this.state) this.draw(this.rows, false);
  };

  /**
   * @param {[Row, Row]} rows
   * @param {boolean} between  On the way to the state: its dice have not been thrown yet.
   */
  draw(rows, between) {
    const state = /** @type {State} */ (this.state);
    const { perspective, homeLeft, compact, white, animate } = this.options;
    const bar = hasBar(state.board, rows);
    const look = { seat: perspective, homeLeft, compact: compact ?? this.narrow.matches, bar };
    const turn = state.actor ?? null;
    const light = white ?? state.white ?? 0;
    const dice = this.shownDice(state, between);
    this.view.show({ state, rows, look, dice, turn, light, animate });
    this.drawMarks();
  }

  /** @param {State} state @param {boolean} between */
  shownDice(state, between) {
    const { dice, last } = state;
    const past = between || !dice;
    const thrown = past ? last?.dice : dice;
    const seat = past ? last?.seat : state.turn;
    if (!thrown || seat === undefined || state.cube?.offer) return null;
    const order = [...thrown].sort((a, b) => b - a);
    if (this.swapped) order.reverse();
    const all = past ? [] : (state.left ?? []);
    return { seat, dice: shownDice(order, all, past ? [] : this.play ? this.draft.left : all), past };
  }

  drawMarks() {
    const { view, hand, selected, options } = this;
    const { spots, layout } = view;
    const state = /** @type {State} */ (this.state);
    const viewer = options.perspective;
    const over = [];
    const { last } = state;
    if (last && options.showLast && !this.play?.path.length && !this.editor) {
      const key = (/** @type {import("./types.js").Place} */ place) => keyOf(state.board, viewer, last.seat, place);
      over.push(...lastMarks({ areas: layout.areas, spots, steps: last.steps, seat: last.seat, key }));
    }
    if (hand && !this.editor) {
      for (const key of selected ? [selected] : hand.sources()) {
        const spot = spots.findLast((other) => other.key === key && other.seat === hand.seat(key));
        if (spot) over.push(checkerMark(spot, selected ? "selected" : "source"));
      }
      for (const key of selected ? hand.targets(selected) : []) {
        const area = layout.areas.find((other) => other.key === key);
        if (!area) continue;
        const mark = targetMark(area, spots);
        if (key === this.over) mark.classList.add("over");
        over.push(mark);
      }
    }
    const at = layout.areas.find((area) => area.key === this.cursor);
    if (at) over.push(cursorMark(at));
    view.mark("over", over);
    const where = { areas: layout.areas, spots, board: state.board, viewer };
    view.mark("top", this.suggested.flatMap((play) => arrows(where, play)));
  }
}
