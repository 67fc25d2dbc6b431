/** What is shown of a board: its scene and the marks on it. */

import { mayMove } from "./animate.js";
import { shownDice } from "./dice.js";
import { arrows, cursorMark, lastMarks, ringMark, targetMark } from "./marks.js";
import { hasBar } from "./stack.js";
import { moved } from "./walk.js";

/** @import {Core} from "./core.js" */
/** @import {Row, Scene, State} from "./types.js" */

/** @param {Core} board @param {State} state @param {Row[]} rows
 * @param {boolean} between  On the way to the state: its dice have not been rolled yet.
 * @returns {Scene} */
export function sceneOf(board, state, rows, between) {
  const { perspective, homeLeft, compact, white, animate } = board.options;
  const look = {
    seat: perspective,
    homeLeft,
    compact: compact ?? board.narrow.matches,
    bar: hasBar(state.board, rows),
    cube: !!state.cube?.on,
  };
  const light = white ?? state.white ?? 0;
  const dice = diceOf(board, state, between);
  return { state, rows, look, dice, light, moving: mayMove(animate) };
}

/** As long as none are on the table, the dice of the last play are shown.
 * @param {Core} board @param {State} state @param {boolean} between */
function diceOf(board, { board: { kind }, dice, last, turn, left = [], cube }, between) {
  const past = between || !dice;
  const thrown = past ? last?.dice : dice;
  const seat = past ? last?.seat : turn;
  if (!thrown || seat === undefined || cube?.offer) return null;
  const order = [...thrown].sort((a, b) => (board.swapped ? a - b : b - a));
  // On a ring the numbers can be played in several patterns, so none of them is used up.
  const all = past || kind === "ring" ? [] : left;
  return { seat, dice: shownDice(order, all, board.play ? board.draft.left : left), past };
}

/** The boards from one state to the next, if the last play leads there.
 * @param {State} before @param {State} after @param {Row[]} shown */
export function between(before, after, shown) {
  const { last } = after;
  if (!last || alike(shown, after.rows)) return [];
  let { rows } = before;
  const frames = last.steps.map(([source, target], number) => {
    rows = moved(after.board, rows, last.seat, [source, target, 0, last.events?.[number] ?? null]);
    return rows;
  });
  return alike(rows, after.rows) ? frames : [];
}

/** @param {Row[]} a @param {Row[]} b */
function alike(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** @param {Core} board @param {State} state */
export function drawMarks(board, state) {
  const { view, hand, selected, options, editor, over, cursor } = board;
  const { checkers, layout } = view;
  const seen = { areas: layout.areas, checkers, board: state.board, viewer: options.perspective };
  /** @type {SVGElement[]} */
  const marks = [];
  if (state.last && options.showLast && !board.play?.path.length && !editor) {
    marks.push(...lastMarks(seen, state.last));
  }
  if (hand && !editor) {
    for (const key of selected ? [selected] : hand.sources()) {
      const top = checkers.findLast((other) => other.key === key && other.seat === hand.seat(key));
      if (top) marks.push(ringMark(top, selected ? "selected" : "source"));
    }
    const targets = selected ? hand.targets(selected) : [];
    const open = layout.areas.filter((area) => targets.includes(area.key));
    marks.push(...open.map((area) => targetMark(area, checkers, area.key === over)));
  }
  marks.push(...layout.areas.filter((area) => area.key === cursor).map(cursorMark));
  view.marks.replaceChildren(...marks);
  view.arrows.replaceChildren(...board.suggested.flatMap((play) => arrows(seen, play)));
}
