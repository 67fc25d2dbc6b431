import assert from "node:assert/strict";
import test from "node:test";

import * as walk from "../../../src/fullprime/web/js/board/walk.js";
import { draftsOf, fixtures, random } from "./fixtures.js";

const LINES = fixtures(1);
const drafts = () => draftsOf(LINES);

const STEPS = 10_000; // fewer edges than this would mean that hardly anything was tried

/** Rows as text, without regard to the order of pins. */
const same = (rows) =>
  JSON.stringify(rows.map((row) => ({ ...row, pinned: [...row.pinned].sort((a, b) => a - b) })));

test("every edge of every graph leads to the checkers of the library", () => {
  let edges = 0;
  for (const { state, nodes } of LINES) {
    state.walk.nodes.forEach((node, at) => {
      for (const edge of node.next) {
        edges++;
        const rows = walk.moved(state.board, nodes[at], state.actor, edge);
        assert.equal(same(rows), same(nodes[edge[4]]), `${state.variant.id} ${edge}`);
      }
    });
  }
  assert.ok(edges > STEPS, `only ${edges} edges`);
});

test("the ends of the graph are the legal plays", () => {
  for (const { state, nodes, ends } of LINES) {
    const done = nodes.filter((_, at) => state.walk.nodes[at].done).map(same);
    assert.deepEqual([...new Set(done)].sort(), ends.map(same).sort(), state.variant.id);
  }
});

test("all games are met, with hits, pins, hands and lost pieces", () => {
  const edges = LINES.flatMap(({ state }) => state.walk.nodes.flatMap((node) => node.next));
  assert.ok(new Set(LINES.map(({ state }) => state.variant.id)).size >= 24);
  for (const event of ["hit", "pin"]) assert.ok(edges.some((edge) => edge[3] === event), event);
  for (const place of ["bar", "hand"]) assert.ok(edges.some((edge) => edge[0] === place), place);
  assert.ok(edges.some((edge) => edge[1] === "off"));
});

test("targets are ways of one checker along legal steps, and none is missing", () => {
  for (const { draft, nodes } of drafts()) {
    for (const source of walk.sources(draft)) {
      const found = walk.targets(draft, source);
      for (const [target, way] of found) {
        const stops = way.map((edge) => edge[0]).concat([way.at(-1)[1]]);
        assert.equal(stops[0], source);
        assert.equal(stops.at(-1), target);
        way.forEach((edge, at) => assert.equal(edge[1], stops[at + 1]));
        const after = walk.advance(draft, way);
        assert.equal(same(after.rows), same(nodes[way.at(-1)[4]]));
      }
      const direct = walk.nodeOf(draft).next.filter((edge) => edge[0] === source);
      for (const [, target] of direct) assert.equal(found.get(target)?.length, 1);
    }
  }
});

test("of two ways of the same length the one without a hit in passing is taken", () => {
  const nodes = [
    { done: false, next: [[8, 7, 1, "hit", 1], [8, 5, 3, null, 2]] },
    { done: false, next: [[7, 4, 3, null, 3]] },
    { done: false, next: [[5, 4, 1, null, 4]] },
    { done: true, next: [] },
    { done: true, next: [] },
  ];
  const { draft } = drafts().next().value;
  const way = walk.targets({ ...draft, walk: { nodes }, path: [] }, 8).get(4);
  assert.deepEqual(way.map((edge) => edge[1]), [5, 4]);
});

test("bearing off takes the smaller of two numbers that both do it", () => {
  const nodes = [
    { done: false, next: [[4, "off", 6, null, 1], [4, "off", 5, null, 1]] },
    { done: true, next: [] },
  ];
  const { draft } = drafts().next().value;
  assert.equal(walk.targets({ ...draft, walk: { nodes }, path: [] }, 4).get("off")[0][2], 5);
});

test("one click plays the preferred number if the checker can", () => {
  for (const { draft } of drafts()) {
    for (const source of walk.sources(draft)) {
      const dice = walk.nodeOf(draft).next.filter((edge) => edge[0] === source).map((edge) => edge[2]);
      for (const die of dice) assert.equal(walk.oneStep(draft, source, [die, 99])?.[2], die);
    }
  }
});

test("any way to the end can be taken back step by step", () => {
  const pick = random(3);
  for (const { draft, state } of drafts()) {
    let now = draft;
    while (walk.nodeOf(now).next.length) now = walk.advance(now, [pick(walk.nodeOf(now).next)]);
    assert.ok(walk.nodeOf(now).done);
    assert.equal(walk.stepsOf(now).length, now.path.length);
    while (now.path.length) now = walk.undo(now);
    assert.equal(same(now.rows), same(state.rows));
    assert.deepEqual(walk.leftOf(now, state.left), state.left);
  }
});

test("what was moved at once is taken back at once", () => {
  let several = 0;
  for (const { draft } of drafts()) {
    for (const source of walk.sources(draft)) {
      for (const edges of walk.targets(draft, source).values()) {
        if (edges.length > 1) several++;
        const [first] = walk.nodeOf(draft).next;
        assert.deepEqual(walk.undo(walk.advance(draft, edges)).path, []);
        const second = walk.nodeOf(walk.advance(draft, [first])).next[0];
        if (!second) continue;
        const both = walk.advance(walk.advance(draft, [first]), [second]);
        assert.deepEqual(walk.undo(both).path, [first]);
      }
    }
  }
  assert.ok(several > 0);
});

test("what is forced is the whole play where there is just one, and never a choice", () => {
  let whole = 0;
  for (const { draft, ends } of drafts()) {
    const after = walk.advance(draft, walk.forced(draft));
    if (ends.length === 1) {
      whole++;
      assert.equal(same(after.rows), same(ends[0]));
    } else if (after.path.length) {
      const reached = endsFrom(after);
      assert.equal(reached.size, ends.length);
    }
  }
  assert.ok(whole > 50, `only ${whole} forced plays`);
});

/** The boards at which a draft can still end. */
function endsFrom(draft) {
  const found = new Set();
  const seen = new Set();
  const todo = [draft];
  for (const now of todo) {
    const node = walk.nodeOf(now);
    if (node.done) found.add(same(now.rows));
    for (const edge of node.next) {
      if (!seen.has(edge[4])) todo.push(walk.advance(now, [edge]));
      seen.add(edge[4]);
    }
  }
  return found;
}
