import assert from "node:assert/strict";
import test from "node:test";

import * as walk from "../../../src/fullprime/web/js/board/walk.js";
import { fixtures } from "./fixtures.js";

const LINES = fixtures(1, 6);

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
  assert.ok(edges > 10_000, `only ${edges} edges`);
});

test("the ends of the walk are the legal plays", () => {
  for (const { state, nodes, ends } of LINES) {
    const done = nodes.filter((_, at) => state.walk.nodes[at].done).map(same);
    assert.deepEqual([...new Set(done)].sort(), ends.map(same).sort(), state.variant.id);
  }
});

test("all variants are met", () => {
  assert.ok(new Set(LINES.map(({ state }) => state.variant.id)).size >= 24);
});
