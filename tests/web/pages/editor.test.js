/** What the editor knows by itself: links, scores, dice, undo, and the match that begins there. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOfSetup, lengthOf, readSetup } from "../../../src/fullprime/web/js/editor/address.js";
import { linkedPosition } from "../../../src/fullprime/web/js/editor/paste.js";
import { isRoll, strength } from "../../../src/fullprime/web/js/editor/roll-map.js";
import {
  forMoney,
  matchFrom,
  otherSide,
  scoreOf,
  stakesJson,
  swapped,
  withDie,
  withScore,
} from "../../../src/fullprime/web/js/editor/setup.js";
import { Undo } from "../../../src/fullprime/web/js/editor/undo.js";

const ROW = { points: Array(24).fill(0), bar: 0, hand: 0, off: 15, pinned: [] };
/** @type {import("../../../src/fullprime/web/js/editor/setup.js").Setup} */
const SETUP = {
  variant: "backgammon",
  rows: [{ ...ROW, off: 1 }, { ...ROW, off: 2 }],
  dice: [3, 1],
  stakes: { cube: 2, owner: "me", away: [4, 3], crawford: false, jacoby: false, beavers: 0 },
  black: false,
  length: 7,
};

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

test("an address holds all of a position and is read again", () => {
  for (const setup of [
    SETUP,
    { ...SETUP, black: true, dice: null },
    withScore({ ...SETUP, stakes: { ...SETUP.stakes, crawford: true } }, 7, [6, 2]),
    { ...forMoney(SETUP), stakes: { ...forMoney(SETUP).stakes, jacoby: true, beavers: 2 } },
  ]) {
    const { pathname, searchParams } = new URL(addressOfSetup(setup, "6:2 / 5:1"), "http://a");
    assert.equal(pathname, "/position/backgammon/6:2~5:1");
    const { told, odd } = readSetup(searchParams);
    assert.deepEqual(odd, []);
    const { dice, black, length } = setup;
    assert.deepEqual(told, { dice, black, length, stakes: setup.stakes });
  }
});

test("nonsense in an address is named and left out", () => {
  /** @type {[string, string, string][]} */
  const cases = [
    ["away=-3-3", "editor.odd.away", "-3-3"],
    ["away=0-5", "editor.odd.away", "0-5"],
    ["away=5-99", "editor.odd.away", "5-99"],
    ["dice=71", "editor.odd.dice", "71"],
    ["cube=3", "editor.odd.cube", "3"],
    ["cube=8192", "editor.odd.cube", "8192"],
    ["owner=me", "editor.odd.owner", "me"],
    ["away=5-5&crawford=1", "editor.odd.crawford", "1"],
  ];
  for (const [query, key, text] of cases) {
    const { told, odd } = readSetup(new URLSearchParams(query));
    assert.deepEqual(odd, [[key, text]], query);
    assert.deepEqual([told.dice, told.stakes.cube, told.stakes.owner, told.stakes.crawford], [null, 1, null, false]);
  }
  assert.equal(readSetup(new URLSearchParams("away=-3-3")).told.length, null);
});

test("a match is as long as its sides need at least", () => {
  assert.equal(lengthOf([4, 3], 7), 7);
  assert.equal(lengthOf([4, 3], 2), 4);
  assert.equal(lengthOf([4, 3]), 4);
});

test("the score is White's and Black's, whoever is to play", () => {
  assert.deepEqual(scoreOf(SETUP), [3, 4]);
  assert.deepEqual(scoreOf(otherSide(SETUP)), [3, 4]);
  assert.deepEqual(scoreOf(swapped(SETUP)), [4, 3]);
  assert.equal(scoreOf(forMoney(SETUP)), null);
  assert.deepEqual(withScore(otherSide(SETUP), 5, [1, 4]).stakes.away, [1, 4]);
});

test("a score that no match has is brought to one that it can have", () => {
  assert.deepEqual(scoreOf(withScore(SETUP, 5, [9, -2])), [4, 0]);
  assert.equal(withScore(SETUP, 500, [0, 0]).length, 64);
  const crawford = { ...SETUP, stakes: { ...SETUP.stakes, crawford: true } };
  assert.equal(withScore(crawford, 7, [2, 2]).stakes.crawford, false);
  assert.equal(withScore(crawford, 7, [6, 2]).stakes.crawford, true);
});

test("to play: the picture stays; sides swapped: the colors change", () => {
  const other = otherSide(SETUP);
  assert.deepEqual([other.black, other.rows[0]?.off, other.stakes.owner], [true, 2, "opponent"]);
  const colors = swapped(SETUP);
  assert.deepEqual([colors.black, colors.rows[0]?.off, colors.stakes.owner], [true, 1, "me"]);
});

test("faces make a roll, take it apart and begin a new one", () => {
  assert.deepEqual(withDie([], 3), [3]);
  assert.deepEqual(withDie([3], 1), [3, 1]);
  assert.deepEqual(withDie([3], 3), [3, 3]);
  assert.deepEqual(withDie([3, 1], 3), [1]);
  assert.deepEqual(withDie([3, 3], 3), []);
  assert.deepEqual(withDie([3, 1], 6), [6]);
});

test("money has rules that a match does not know, and the other way round", () => {
  const stakes = { ...SETUP.stakes, jacoby: true, beavers: 1 };
  assert.equal("jacoby" in stakesJson(stakes), false);
  assert.deepEqual(stakesJson({ ...stakes, away: null }), { cube: 2, owner: "me", jacoby: true, beavers: 1 });
});

test("a match begins with the position, the score and the cube where they are", () => {
  const asked = matchFrom(otherSide(SETUP), "6:2 / 5:1", { kind: "here" });
  assert.deepEqual(asked.position, {
    position: "6:2 / 5:1",
    starter: 1,
    cube: 2,
    owner: 0,
    crawford: false,
    score: [3, 4],
  });
  assert.deepEqual([asked.seat, asked.target, asked.dice], [1, { type: "points", to: 7 }, [3, 1]]);
  assert.deepEqual(matchFrom(forMoney(SETUP), "", { kind: "here" }).target, { type: "money" });
});

test("edits are undone one by one, the last first", () => {
  const past = new Undo();
  assert.equal(past.back(), undefined);
  past.keep(SETUP);
  past.keep(swapped(SETUP));
  assert.equal(past.back()?.black, true);
  assert.equal(past.isEmpty, false);
  assert.equal(past.back(), SETUP);
  assert.ok(past.isEmpty);
});

test("a roll is the same in either order, and luck is as strong as half a point at most", () => {
  assert.ok(isRoll([6, 5], 5, 6));
  assert.ok(!isRoll([6, 5], 6, 6));
  assert.deepEqual([0, 0.25, -0.25, 0.5, -3].map(strength), [0, 50, 50, 100, 100]);
});
