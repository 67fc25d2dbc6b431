/** A whole play on the board: the steps of the engine are found in the graph of legal plays. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { wayOf } from "../../../src/fullprime/web/js/board/walk.js";

/** Two ways begin alike: only one of them leads on to the second step. */
const WALK = {
  nodes: [
    { done: false, next: [[6, "off", 6, null, 1], [6, "off", 5, null, 2], [5, 1, 4, null, 3]] },
    { done: true, next: [] },
    { done: false, next: [[4, "off", 6, null, 3]] },
    { done: true, next: [] },
  ],
};

test("steps are found whatever way they begin", () => {
  assert.deepEqual(wayOf(WALK, [[6, "off"], [4, "off"]]), [
    [6, "off", 5, null, 2],
    [4, "off", 6, null, 3],
  ]);
  assert.deepEqual(wayOf(WALK, [[6, "off"]]), [[6, "off", 6, null, 1]]);
});

test("what is no whole play is not found", () => {
  assert.equal(wayOf(WALK, [[4, "off"]]), null);
  assert.equal(wayOf(WALK, []), null);
  assert.equal(wayOf(WALK, [[5, 1], [6, "off"]]), null);
});
