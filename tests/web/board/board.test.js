import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { shownDice, toPlay } from "../../../src/fullprime/web/js/board/dice.js";
import { keyOf, nearest, placeOf, towards } from "../../../src/fullprime/web/js/board/geometry.js";
import { editHand, legalHand } from "../../../src/fullprime/web/js/board/hands.js";
import { formFor, layout } from "../../../src/fullprime/web/js/board/layout.js";
import { between, dieByDie } from "../../../src/fullprime/web/js/board/scene.js";
import { checkers, hasBar } from "../../../src/fullprime/web/js/board/stack.js";
import { localDigits } from "../../../src/fullprime/web/js/board/svg.js";
import { describe, placeText, stepName } from "../../../src/fullprime/web/js/board/text.js";
import { pipsOf } from "../../../src/fullprime/web/js/board/walk.js";
import { draftsOf, fixtures, random } from "./fixtures.js";

const LINES = fixtures(12);
const WORDS = JSON.parse(
  readFileSync(new URL("../../../src/fullprime/web/words/en.json", import.meta.url), "utf8"),
);
const BOARDS = [...new Map(LINES.map(({ state }) => [state.variant.id, state])).values()];

/** Forms at their least and greatest heights. Checkers in hand never lie on a phone on its side. */
const FORMS = [["wide", 752], ["wide", 888], ["upright", 740], ["upright", 1080], ["flat", 540], ["flat", 660]];
const WIDE = { seat: 0, homeLeft: false, form: "wide", height: 752, bar: true, cube: true, texture: true };

/** Every way to look at a board. */
function* looks(state) {
  for (const seat of [0, 1]) {
    for (const homeLeft of [false, true]) {
      for (const [form, height] of FORMS) {
        if (form === "flat" && state.board.views[0].hand.length) continue;
        const bar = hasBar(state.board, state.rows);
        yield { seat, homeLeft, form, height, bar, cube: state.cube.on, texture: true };
      }
    }
  }
}

test("every checker is drawn once, inside the frame, in its own place", () => {
  for (const { state } of LINES) {
    for (const look of looks(state)) {
      const plan = layout(state.board, look);
      const { areas, width, height } = plan;
      const drawn = checkers(plan, state.board, look.seat, state.rows);
      assert.equal(drawn.length, 2 * state.board.checkers, state.variant.id);
      for (const { x, y, key, size, w = size, h = size } of drawn) {
        assert.ok(x - w / 2 >= -1 && x + w / 2 <= width + 1, `${state.variant.id} ${key} ${x}`);
        assert.ok(y - h / 2 >= -1 && y + h / 2 <= height + 1, `${state.variant.id} ${key} ${y}`);
        const area = areas.find((other) => other.key === key);
        assert.equal(nearest([area], x, y, 16), area, `${state.variant.id} ${key} ${x} ${y}`);
      }
    }
  }
});

test("places do not overlap, and all can be reached by arrows", () => {
  for (const state of BOARDS) {
    for (const look of looks(state)) {
      const { areas } = layout(state.board, look);
      for (const a of areas) {
        for (const b of areas) {
          const apart =
            a.box.x + a.box.w <= b.box.x + 1 || b.box.x + b.box.w <= a.box.x + 1 ||
            a.box.y + a.box.h <= b.box.y + 1 || b.box.y + b.box.h <= a.box.y + 1;
          assert.ok(a === b || apart, `${state.variant.id}: ${a.key} and ${b.key}`);
        }
      }
      const found = new Set([areas[0]]);
      for (const area of found) {
        for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) found.add(towards(areas, area, dx, dy));
      }
      assert.equal(found.size, areas.length, state.variant.id);
    }
  }
});

test("dice, cube and checkers in hand do not lie on each other", () => {
  for (const state of BOARDS) {
    for (const look of looks(state)) {
      const plan = layout(state.board, { ...look, cube: true });
      for (const owner of [null, 0, 1]) {
        const { x, y } = plan.cube(owner);
        for (const area of plan.areas.filter(({ key }) => !key.startsWith("bar"))) {
          const along = Math.max(0, (x - area.x) * area.dx + (y - area.y) * area.dy);
          const nearest = Math.min(along, area.room);
          const dx = Math.abs(x - area.x - nearest * area.dx);
          const dy = Math.abs(y - area.y - nearest * area.dy);
          const cube = 28 * plan.cubeScale;
          const [w, h] = area.away ? [0, 0] : area.edge ? [area.edge, 20] : [plan.checker - 4, plan.checker - 4];
          assert.ok(dx >= cube + w / 2 || dy >= cube + h / 2, `${state.variant.id} ${look.form}: cube of ${owner} on ${area.key}`);
        }
      }
    }
  }
});

test("a place gets the form that makes most of it", () => {
  const [{ board }] = BOARDS;
  const inHand = BOARDS.find((state) => state.board.views[0].hand.length).board;
  const form = (width, height, shape = board) => Object.values(formFor(shape, width, height, null)).join(" ");
  assert.equal(form(1072, 752), "wide 1072 752");
  assert.equal(form(1100, 600), "wide 1072 752");
  assert.equal(form(788, 605), "wide 1072 823");
  assert.equal(form(788, 1100), "wide 1072 888");
  assert.equal(form(352, 472), "upright 704 944");
  assert.equal(form(352, 700), "upright 704 1080");
  assert.equal(form(533, 347), "flat 858 559");
  assert.equal(form(533, 347, inHand), "wide 1072 752");
  assert.equal(form(0, 0), "wide 1072 752");
});

test("the pips of a draft are those of the library", () => {
  for (const { state } of LINES) assert.deepEqual(state.rows.map(pipsOf), state.pips, state.variant.id);
});

test("a key and the place that a seat calls so name each other", () => {
  for (const { board } of BOARDS) {
    for (const viewer of [0, 1]) {
      for (const seat of [0, 1]) {
        for (const place of ["bar", "hand", "off", ...board.across]) {
          assert.equal(placeOf(board, viewer, seat, keyOf(board, viewer, seat, place)), place);
        }
      }
    }
  }
});

test("a finger beside a place means the nearest one", () => {
  const { areas } = layout(BOARDS[0].board, WIDE);
  const point = areas.find(({ key }) => key === "6");
  assert.equal(nearest([point], point.box.x - 20, point.y, 30), point);
  assert.equal(nearest([point], point.box.x - 40, point.y, 30), null);
});

test("dice: two, four of a doublet, and numbers with how often", () => {
  const short = (dice) => dice.map(({ number, times, used }) => `${number}x${times}${used ? "-" : ""}`);
  assert.deepEqual(short(shownDice([3, 1], [3, 1], [1])), ["3x0-", "1x0"]);
  assert.deepEqual(short(shownDice([1, 3], [], [])), ["1x0", "3x0"]);
  assert.deepEqual(short(shownDice([2, 2], [2, 2, 2, 2], [2])), ["2x0-", "2x0-", "2x0-", "2x0"]);
  const climbing = [5, 5, 5, 5, 6, 6, 6, 6];
  assert.deepEqual(short(shownDice([4, 4], climbing, climbing.slice(2))), ["5x2", "6x4"]);
});

test("the last play leads from one state to the next", () => {
  let shown = 0;
  LINES.slice(1).forEach(({ state }, at) => {
    const before = LINES[at].state;
    if (before.version + 2 < state.version || before.variant.id !== state.variant.id || !state.last?.steps.length) return;
    const frames = between(before, state, before.rows);
    assert.equal(frames.length, state.last.steps.length, `${state.variant.id} ${state.last.text}`);
    assert.deepEqual(between(before, state, state.rows), []);
    shown++;
  });
  assert.ok(shown > 100, `only ${shown} plays`);
});

test("the legal hand moves along the graph for either viewer", () => {
  const pick = random(7);
  for (const { draft } of draftsOf(LINES)) {
    for (const viewer of [0, 1]) {
      let taken = [];
      const hand = legalHand(draft, viewer, () => [6, 5, 4, 3, 2, 1], (edges) => (taken = edges));
      if (!hand.sources().length) continue;
      const from = pick(hand.sources());
      const to = pick(hand.targets(from));
      assert.ok(hand.move(from, to));
      assert.equal(keyOf(draft.board, viewer, draft.seat, taken[0][0]), from);
      assert.equal(keyOf(draft.board, viewer, draft.seat, taken.at(-1)[1]), to);
      assert.ok(!hand.move(from, from));
    }
  }
});

test("the editor never changes how many checkers there are", () => {
  const pick = random(11);
  for (const state of BOARDS) {
    let { rows } = state;
    for (let number = 0; number < 300; number++) {
      const hand = editHand(state.board, rows, 0, pick([0, 1, null]), (after) => (rows = after));
      const from = pick(hand.sources());
      if (pick([true, false])) hand.click(from, pick([true, false]));
      else hand.move(from, pick(hand.targets(from)));
      for (const { points, bar, hand: inHand, off, pinned } of rows) {
        const counts = [...points, bar, inHand, off];
        assert.equal(counts.reduce((sum, count) => sum + count), state.board.checkers);
        assert.ok(counts.every((count) => count >= 0));
        assert.ok(pinned.every((point) => points[point - 1] === 1));
      }
    }
  }
});

test("every word that the board says is in the catalogue", () => {
  const missing = new Set();
  const t = (key, values = {}) => {
    const text = WORDS[key];
    if (text === undefined) missing.add(key);
    const names = [...JSON.stringify(text ?? "").matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
    for (const name of names) if (!(name in values)) missing.add(`${key}: ${name}`);
    return key;
  };
  for (const { state } of LINES) {
    const owned = { ...state, cube: { ...state.cube, on: true, owner: 1 } };
    for (const shown of [state, owned]) assert.ok(describe(shown, shown.rows, 0, t).length >= 4);
    for (const node of state.walk.nodes) for (const edge of node.next) stepName(edge, t);
    for (const { key } of layout(state.board, WIDE).areas) {
      for (const can of ["", "source", "target", "selected"]) placeText(state, state.rows, 0, key, can, t);
    }
  }
  for (const key of ["board.label", "board.undone", "board.cannot"]) if (!WORDS[key]) missing.add(key);
  assert.deepEqual([...missing], []);
});

test("labels are written in the digits of the language", () => {
  assert.equal(localDigits("4+3", "fa"), "۴+۳");
  assert.equal(localDigits("64", "fa"), "۶۴");
  assert.equal(localDigits("64", "tr"), "64");
  assert.equal(localDigits("64", ""), "64");
});

test("a checker that takes the whole roll in a step names both dice", () => {
  assert.deepEqual(dieByDie([10], [6, 4]), [6, 4]);
  assert.deepEqual(dieByDie([4], [3, 1]), [4], "a number of a die, and a step by itself");
  assert.deepEqual(dieByDie([6, 4], [6, 4]), [6, 4]);
  assert.deepEqual(dieByDie([6], null), [6]);
});

test("a throw is called by its dice, or by the doublet that follows it", () => {
  assert.deepEqual(toPlay({ dice: [2, 2], left: [4, 4], board: { kind: "ring" } }), [2, 2]);
  assert.deepEqual(toPlay({ dice: [2, 1], left: [5, 5, 5, 5], board: { kind: "points" } }), [5, 5]);
  assert.deepEqual(toPlay({ dice: [6, 3], left: [6, 3], board: { kind: "points" } }), [6, 3]);
});
