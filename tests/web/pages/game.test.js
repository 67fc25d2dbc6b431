import assert from "node:assert/strict";
import { test } from "node:test";

import { toPlay } from "../../../src/fullprime/web/js/board/dice.js";
import { cleared, otherSide } from "../../../src/fullprime/web/js/editor/setup.js";
import { automatic, onlyPlay } from "../../../src/fullprime/web/js/game/automatic.js";
import {
  controlsFor,
  endingControls,
  underThumb,
} from "../../../src/fullprime/web/js/game/controls.js";
import { isLoopback } from "../../../src/fullprime/web/js/game/invite.js";
import { inRows, isListed, playText } from "../../../src/fullprime/web/js/game/history.js";
import { chances } from "../../../src/fullprime/web/js/game/outcome.js";
import {
  fromAddress,
  positionAddress,
  positionText,
  readAddress,
  stakesOf,
  toAddress,
} from "../../../src/fullprime/web/js/game/position.js";
import { questionOf } from "../../../src/fullprime/web/js/game/question.js";
import { eventText, isFair } from "../../../src/fullprime/web/js/game/sayings.js";
import { money } from "../../../src/fullprime/web/js/words.js";

const row = (counts, more = {}) => {
  const points = Array(24).fill(0);
  for (const [point, count] of Object.entries(counts)) points[point - 1] = count;
  return { points, bar: 0, hand: 0, off: 0, pinned: [], ...more };
};
const state = (more = {}) => ({
  you: [0],
  actor: 0,
  winner: null,
  over: false,
  target: { type: "points", to: 3 },
  phase: "to_roll",
  can: ["roll", "double", "resign"],
  free: false,
  dice: null,
  walk: null,
  players: [{ kind: "person" }, { kind: "bot" }],
  cube: { on: true, value: 1, owner: null, offer: 0 },
  ...more,
});
const LIKES = { autoRoll: true, autoForced: true };
const names = (controls) => controls.map(({ name }) => name);
const draft = (steps, done) => ({ steps, done });

test("a position is written with the side to move first, each side by its own points", () => {
  const rows = [
    row({ 24: 2, 6: 5 }, { bar: 1 }),
    row({ 18: 1, 1: 3 }, { pinned: [18], off: 2, hand: 4 }),
  ];
  assert.equal(positionText(rows, 0), "bar:1 24:2 6:5 / hand:4 18p:1 1:3 off:2");
  assert.equal(positionText(rows, 1), "hand:4 18p:1 1:3 off:2 / bar:1 24:2 6:5");
});

test("a position text in an address has neither blanks nor slashes and comes back as it was", () => {
  for (const text of [
    "24:2 13:5 / bar:1 6:5",
    "4HPwATDgc/ABMA",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
  ]) {
    const part = toAddress(text);
    assert.doesNotMatch(part, /[ /]/);
    assert.equal(fromAddress(decodeURIComponent(part)), text);
  }
  assert.equal(toAddress("24:2 / 6:1"), "24:2~6:1");
});

test("dice, cube and score travel in the address too", () => {
  const stakes = { cube: 2, owner: "opponent", away: [3, 5], crawford: true, jacoby: false };
  const address = positionAddress("backgammon", "6:1 / 6:1", { dice: [3, 1], stakes, black: true });
  const { searchParams } = new URL(address, "http://x");
  assert.deepEqual(readAddress(searchParams), { dice: [3, 1], stakes, black: true });
  assert.equal(positionAddress("nard", "6:1 / 6:1"), "/position/nard/6:1~6:1");
  assert.equal(readAddress(new URLSearchParams("dice=71&owner=you&away=0")).dice, null);
});

test("the engine is told the stakes as the side to move sees them", () => {
  const match = {
    cube: { value: 4, owner: 0 },
    turn: 1,
    score: [2, 0],
    needed: 5,
    crawford: false,
    settings: {},
  };
  const told = stakesOf(match);
  assert.equal(told.owner, "opponent");
  assert.deepEqual(told.away, [5, 3]);
  assert.equal(stakesOf({ ...match, needed: null, cube: { value: 1, owner: null } }).away, null);
});

test("the only play is found, and no play where there is a choice", () => {
  const nodes = [
    { done: false, next: [[8, 5, 3, null, 1]] },
    { done: false, next: [[6, 5, 1, null, 2]] },
    { done: true, next: [] },
  ];
  assert.deepEqual(onlyPlay({ nodes }), [
    [8, 5],
    [6, 5],
  ]);
  assert.equal(onlyPlay({ nodes: [...nodes, { done: true, next: [] }] }), null);
  assert.deepEqual(onlyPlay({ nodes: [{ done: true, next: [] }] }), []);
});

test("the page rolls by itself only where nothing else could be done", () => {
  assert.equal(automatic(state(), LIKES), null);
  assert.equal(automatic(state({ can: ["roll", "resign"] }), LIKES)?.type, "roll");
  assert.equal(automatic(state({ can: ["roll"] }), { ...LIKES, autoRoll: false }), null);
  assert.equal(automatic(state({ can: ["roll"], actor: 1 }), LIKES), null);
});

test("nothing to play is sent by itself; a forced play only where the user likes that", () => {
  const none = { nodes: [{ done: true, next: [] }] };
  const forced = {
    nodes: [
      { done: false, next: [[8, 5, 3, null, 1]] },
      { done: true, next: [] },
    ],
  };
  const calm = { autoRoll: false, autoForced: false };
  assert.deepEqual(automatic(state({ phase: "to_play", walk: none }), calm)?.content, {
    steps: [],
  });
  assert.equal(automatic(state({ phase: "to_play", walk: forced }), calm), null);
  assert.deepEqual(automatic(state({ phase: "to_play", walk: forced }), LIKES)?.content, {
    steps: [[8, 5]],
  });
  assert.equal(automatic(state({ phase: "to_play", walk: forced, free: true }), LIKES), null);
});

test("buttons follow what the server says is open", () => {
  assert.deepEqual(names(controlsFor(state(), draft([], false))), ["roll", "double"]);
  assert.deepEqual(controlsFor(state({ actor: 1, can: [] }), draft([], false)), []);
  const offered = state({ phase: "offered", can: ["take", "drop", "beaver"] });
  assert.deepEqual(names(controlsFor(offered, draft([], false))), ["take", "drop", "beaver"]);
  const seen = state({ phase: "seen", can: ["demand", "condone", "roll", "double"] });
  assert.deepEqual(names(controlsFor(seen, draft([], false))), ["condone", "demand"]);
  assert.equal(controlsFor(state({ phase: "to_name" }), draft([], false)).length, 6);
  assert.deepEqual(controlsFor(state({ phase: "over", actor: null }), draft([], false)), []);
});

test("the card at the end of a game offers what comes next", () => {
  const ended = state({ phase: "over", actor: null });
  assert.deepEqual(names(endingControls(state())), []);
  assert.deepEqual(names(endingControls(ended)), ["next_game", "replay"]);
  const session = { ...ended, target: { type: "money", stake: "1" } };
  assert.deepEqual(names(endingControls(session)), ["next_game", "end_session", "replay"]);
  assert.deepEqual(names(endingControls({ ...session, you: [] })), ["replay"]);
  assert.deepEqual(names(endingControls({ ...ended, over: true })), ["review", "rematch", "share"]);
});

test("under the thumb every button keeps its place, and the main one comes last", () => {
  const row = (more, fair = true) =>
    names(underThumb(controlsFor(state(more), draft([], false)), { fair, hinting: false }));
  assert.deepEqual(row({ actor: 1, can: [] }), ["undo", "hint", "confirm"]);
  assert.deepEqual(row({ phase: "to_play", can: ["play"] }), ["undo", "hint", "confirm"]);
  assert.deepEqual(row({ can: ["roll"] }), ["undo", "hint", "roll"]);
  assert.deepEqual(row({}), ["double", "hint", "roll"]);
  assert.deepEqual(row({}, false), ["double", "roll"]);
  const beaver = { phase: "offered", can: ["take", "drop", "beaver"] };
  assert.deepEqual(row(beaver), ["drop", "beaver", "take"]);
});

test("an amount is counted in what is played for", () => {
  assert.equal(money("15", "beans"), "15\u00a0beans");
  assert.equal(money("0.50"), "0.5");
});

test("a play can be confirmed when it may end, and undone when it has begun", () => {
  const open = (controls) => names(controls.filter(({ disabled }) => !disabled));
  const playing = state({ phase: "to_play", dice: [3, 1], can: ["play"] });
  assert.deepEqual(open(controlsFor(playing, draft([], false))), []);
  assert.deepEqual(
    controlsFor(playing, draft([], false)).map(({ idle }) => idle),
    [true, true],
  );
  assert.deepEqual(open(controlsFor(playing, draft([[8, 5]], false))), ["undo"]);
  assert.deepEqual(
    open(
      controlsFor(
        playing,
        draft(
          [
            [8, 5],
            [6, 5],
          ],
          true,
        ),
      ),
    ),
    ["undo", "confirm"],
  );
});

test("the numbers to play are those of the throw, or of the doublet that follows it", () => {
  assert.deepEqual(toPlay({ dice: [2, 1], left: [5, 5, 5, 5] }), [5, 5]);
  assert.deepEqual(toPlay({ dice: [6, 6], left: [6, 6, 6, 6, 1, 1, 1, 1] }), [6, 6]);
  assert.deepEqual(toPlay({ dice: null, left: [] }), []);
});

test("only a link to the machine itself is of no use to others", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) assert.equal(isLoopback(host), true);
  for (const host of ["192.168.0.7", "127.example.org"]) assert.equal(isLoopback(host), false);
});

test("the list of plays has a row for two, and a new one where a side acts again", () => {
  const entry = (seat, type = "played") => ({ seat, action: { type }, text: "" });
  const plays = [entry(1), entry(0), entry(1), entry(1), entry(0)];
  const seats = inRows(plays).map((pair) => pair.map((each) => each?.seat ?? null));
  assert.deepEqual(seats, [
    [null, 1],
    [0, 1],
    [null, 1],
    [0, null],
  ]);
  assert.equal(isListed(entry(0, "rolled")), false);
  assert.equal(isListed(entry(null, "next_game")), false);
});

test("hints are fair against a bot and on one screen, never between two people", () => {
  const people = [{ kind: "person" }, { kind: "person" }];
  assert.equal(isFair(state()), true);
  assert.equal(isFair(state({ players: people })), false);
  assert.equal(isFair(state({ players: people, you: [0, 1] })), true);
  assert.equal(isFair(state({ you: [] })), false);
});

test("who had nothing to play is not said to have played", () => {
  const event = { seat: 1, action: { type: "played", steps: [] }, dice: [1, 3], play: "" };
  assert.equal(eventText(event, state()), "did.nothing");
  assert.equal(eventText({ ...event, play: "8/5 6/5" }, state()), "did.played");
  assert.equal(playText({ ...event, play: "8/5 6/5" }), "3-1: 8/5 6/5");
  assert.equal(playText(event), "3-1: list.none");
});

test("chances add up as players say them", () => {
  const { won, lost } = chances([0.4, 0.1, 0.05, 0.3, 0.1, 0.05]);
  assert.deepEqual(
    won.map((x) => x.toFixed(2)),
    ["0.55", "0.15", "0.05"],
  );
  assert.deepEqual(
    lost.map((x) => x.toFixed(2)),
    ["0.45", "0.15", "0.05"],
  );
});

test("the other side to move keeps the picture and turns the view", () => {
  const setup = {
    variant: "x",
    rows: [row({ 6: 1 }), row({ 5: 2 })],
    dice: null,
    black: false,
    stakes: { cube: 2, owner: "me", away: [1, 4] },
  };
  const turned = otherSide(setup);
  assert.deepEqual(turned.rows, [setup.rows[1], setup.rows[0]]);
  assert.deepEqual(turned.stakes, { cube: 2, owner: "opponent", away: [4, 1] });
  assert.deepEqual(otherSide(turned), setup);
});

test("an empty board has lost no checker", () => {
  const [first] = cleared([row({ 6: 3, 1: 2 }, { bar: 1, off: 4 }), row({})]);
  assert.equal(first.off, 10);
  assert.equal(first.points.some(Boolean), false);
});

test("the engine is asked about whole throws only: not after half of a doublet in stages", () => {
  const rows = [row({ 24: 2 }), row({ 24: 2 })];
  const table = { rows, cube: {}, score: [0, 0], needed: null, settings: {}, turn: 0 };
  const playing = (dice, left) =>
    questionOf(state({ ...table, variant: { id: "x" }, phase: "to_play", dice, left }));
  assert.deepEqual(playing([3, 1], [3, 1]).dice, [3, 1]);
  assert.deepEqual(playing([6, 6], [6, 6, 6, 6, 1, 1, 1, 1]).dice, [6, 6]);
  assert.equal(playing([6, 6], [1, 1, 1, 1]), null);
  assert.equal(playing([2, 1], [2, 2, 2, 2]), null);
});
