/** What the editor reads by itself, and what the library says in other languages. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { linkedPosition } from "../../../src/fullprime/web/js/editor/paste.js";
import { said, useWords } from "../../../src/fullprime/web/js/words.js";

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

test("sentences with gaps are said in the language, and so is what fills them", () => {
  useWords("tr", {
    "said: the other side": "öteki taraf",
    "said: {side} has {n} checkers, expected {expected}": "{side}: {n} pul ({expected})",
    "said: bad position {text}: {faults}": "{text} okunamadı: {faults}",
    "said: what (1+1) is?": "ne?",
    "said: a {x} (1+1)?": "bir {x}",
  });
  const fault = "the other side has 14 checkers, expected 15";
  assert.equal(said(fault), "öteki taraf: 14 pul (15)");
  assert.equal(
    said(`bad position '6:1 / 6:1': ${fault}; unheard of`),
    "'6:1 / 6:1' okunamadı: öteki taraf: 14 pul (15); unheard of",
  );
  assert.equal(said("a b (1+1)?"), "bir b");
  assert.equal(said("a b (11)?"), "a b (11)?");
});
