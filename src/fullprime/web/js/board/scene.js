/** What is shown of a board: its scene and the marks on it. */

import { mayMove } from "./animate.js";
import { shownDice } from "./dice.js";
import { cursorMark, playMarks, ringMark, targetMark } from "./marks.js";
import { drawNotes, ledTo } from "./notes.js";
import { RAISED } from "./pieces.js";
import { hasBar } from "./stack.js";
import { make } from "./svg.js";
import { moved, stepsOf } from "./walk.js";

/** @import {Core} from "./core.js" */
/** @import {Seen} from "./marks.js" */
/** @import {Hand, Row, Scene, State} from "./types.js" */

/** @param {Core} board @param {State} state @param {Row[]} rows
 * @param {boolean} between  On the way to the state: its dice have not been rolled yet.
 * @returns {Scene} */
export function sceneOf(board, state, rows, between) {
  const { perspective, homeLeft, texture, animate } = board.options;
  const look = {
    seat: perspective,
    homeLeft,
    ...board.formOf(state),
    bar: hasBar(state.board, rows),
    cube: !!state.cube?.on,
    texture,
    supply: board.editor !== null,
  };
  const dice = diceOf(board, state, between);
  const supply = board.editor?.supply ?? null;
  return { state, rows, look, dice, light: board.light, moving: mayMove(animate), supply };
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
  const { view, hand, options, cursor } = board;
  const { checkers, layout } = view;
  const viewer = options.perspective;
  const seen = { layout, checkers, board: state.board, viewer, light: board.light };
  const marks = lastMarks(board, state, seen);
  const held = hand && board.taken;
  const targets = held ? openTargets(board, hand, held) : [];
  if (hand && options.marks === "all" && !board.editor && !board.selected) {
    for (const key of hand.sources()) marks.push(...sourceMark(seen, hand, key, key === held));
  }
  const open = layout.areas.filter((area) => targets.includes(area.key));
  if (held) {
    marks.push(
      ...open.flatMap((area) =>
        targetMark(
          area,
          seen,
          hand.seat(held),
          dieByDie(hand.numbers(held, area.key), state.dice),
          area.key === board.over,
        ),
      ),
    );
    if (!board.dragging) marks.push(...haloOf(seen, hand, held));
  }
  marks.push(...layout.areas.filter((area) => area.key === cursor).map(cursorMark));
  view.lift(held && !board.dragging ? (view.pieces.top(hand.seat(held), held) ?? null) : null);
  const lit = [...targets, ...ledTo(seen, board.notes)];
  const glowing = layout.areas.filter((area) => lit.includes(area.key));
  view.glow.replaceChildren(
    ...glowing.map(({ shape = "" }) => make("path", { class: "target-point", d: shape })),
  );
  view.lightNumbers(lit);
  view.marks.replaceChildren(...marks);
  const plays = board.suggested.flatMap(({ seat, steps, kind }) =>
    steps.map(([from, to]) => ({ seat, from, to, kind })),
  );
  view.notes.replaceChildren(
    ...drawNotes(seen, { ...board.notes, arrows: [...plays, ...(board.notes.arrows ?? [])] }),
  );
}

/** Where one checker may take the whole roll in a step, the numbers of both dice.
 * @param {number[]} numbers @param {number[] | null} [dice] */
export function dieByDie(numbers, dice) {
  const whole = (dice ?? []).reduce((sum, die) => sum + die, 0);
  return numbers.flatMap((n) => (n > 6 && n === whole ? (dice ?? []) : [n]));
}

/** In the editor everything is a target, so only the one under the hand is shown.
 * @param {Core} board @param {Hand} hand @param {string} from */
function openTargets(board, hand, from) {
  const targets = hand.targets(from);
  return board.editor || board.state?.free ? targets.filter((key) => key === board.over) : targets;
}

/** The play that is being made, or the one before it. @param {Core} board @param {State} state
 * @param {Seen} seen @returns {SVGElement[]} */
function lastMarks({ play, editor, options }, { last }, seen) {
  if (editor) return [];
  if (play?.path.length)
    return playMarks(seen, { seat: play.seat, steps: stepsOf(play) }, "arrived");
  return last && options.showLast ? playMarks(seen, last, "arrived before") : [];
}

/** @param {Seen} seen @param {Hand} hand @param {string} key */
function topOf({ checkers }, hand, key) {
  return checkers.findLast((other) => other.key === key && other.seat === hand.seat(key));
}

/** A checker that can be moved; under the hand it has a halo instead.
 * @param {Seen} seen @param {Hand} hand @param {string} key @param {boolean} held */
function sourceMark(seen, hand, key, held) {
  const top = topOf(seen, hand, key);
  const kind = held ? "source under-hand" : "source";
  return top && !top.away ? [ringMark(top, kind, 0.42)] : [];
}

/** @param {Seen} seen @param {Hand} hand @param {string} key */
function haloOf(seen, hand, key) {
  const top = topOf(seen, hand, key);
  return top && !top.w && !top.away ? [ringMark(top, "selected", 0.55, RAISED)] : [];
}
