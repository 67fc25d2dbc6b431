/** What the editor reads by itself. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { linkedPosition } from "../../../src/fullprime/web/js/editor/paste.js";

test("a link of our own leads to its position, from whatever host", () => {
  const path = "/position/backgammon/24:2_6:2~13:1?dice=31&black=1";
  for (const host of ["", "http://127.0.0.1:8023", "https://example.org"]) {
    assert.equal(linkedPosition(host + path), path);
  }
  assert.equal(linkedPosition("/position/narde"), "/position/narde");
});

test("what is no link of ours is left to the server", () => {
  for (const text of ["4HPwATDgc/ABMA", "24:2 / 6:2", "XGID=a", "/games", "http://a.b/match/x"]) {
    assert.equal(linkedPosition(text), null);
  }
});
