import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { isSame } from "../../../src/fullprime/web/js/game/analysis.js";
import { depthText, evaluatorName, sizeOf } from "../../../src/fullprime/web/js/game/outcome.js";
import { aboutGame, aboutMatch, watchText } from "../../../src/fullprime/web/js/game/about.js";
import { reading } from "../../../src/fullprime/web/js/game/clocks.js";
import { replayAddress } from "../../../src/fullprime/web/js/game/deeds.js";
import { inRows, localPlay } from "../../../src/fullprime/web/js/game/history.js";
import { decisionOf, pastState, turnsOf } from "../../../src/fullprime/web/js/game/past.js";
import { addressOf, stakesOf } from "../../../src/fullprime/web/js/game/position.js";
import {
  howText,
  scoresOf,
  shortText,
  titleText,
} from "../../../src/fullprime/web/js/game/results.js";
import { concerned, eventText } from "../../../src/fullprime/web/js/game/sayings.js";
import { cubeOf } from "../../../src/fullprime/web/js/game/table.js";
import { useWords } from "../../../src/fullprime/web/js/words.js";

const WORDS = new URL("../../../src/fullprime/web/words/en.json", import.meta.url);
const ENGLISH = JSON.parse(readFileSync(WORDS, "utf8"));
useWords("en", ENGLISH);

const row = (more = {}) => ({ points: Array(24).fill(0), bar: 0, hand: 0, off: 0, pinned: [], ...more });
const state = (more = {}) => ({
  id: "m",
  version: 9,
  you: [0],
  players: [
    { name: "Ann", kind: "person", seated: true, level: null },
    { name: "Fullprime", kind: "bot", seated: true, level: "casual" },
  ],
  variant: { id: "backgammon", name: "Backgammon", options: {} },
  series: null,
  target: { type: "points", to: 7 },
  needed: 7,
  score: [3, 4],
  game: 5,
  over: false,
  winner: null,
  phase: "over",
  actor: null,
  turn: 0,
  dice: null,
  rows: [row({ off: 15 }), row({ off: 3 })],
  cube: { on: true, value: 4, owner: 0, offer: 0, animals: 0 },
  crawford: false,
  settings: {},
  last: { seat: 0, dice: [2, 4], steps: [[4, "off"], [2, "off"]], events: [], text: "" },
  result: { winner: 0, points: 4, multiple: 1, by: "bearing off" },
  results: [],
  ...more,
});
const ended = (result, more = {}) => state({ result: { points: 1, multiple: 1, ...result }, ...more });

test("the end of a game says who won, how, and for how much", () => {
  assert.equal(titleText(state()), "You win 4 points");
  assert.equal(
    howText(state()),
    "You bore off your last 2 checkers with 4-2. Fullprime had 3 checkers off. " +
      "Single game with the cube on 4: 4 points.",
  );
  const lost = { winner: 1, points: 2, multiple: 2, by: "resignation" };
  assert.equal(titleText(ended(lost)), "Fullprime wins 2 points");
  assert.equal(howText(ended(lost)), "You resigned. Gammon: 2 points.");
});

test("a lost clock is no resignation", () => {
  const late = ended({ winner: 0, by: "time" });
  assert.equal(titleText(late), "You win on time");
  assert.equal(howText(late), "Fullprime ran out of time. Single game: 1 point.");
  assert.equal(titleText(ended({ winner: 1, by: "time" })), "Fullprime wins on time");
  assert.equal(shortText({ winner: 0, points: 1, multiple: 1, by: "time" }), "on time");
  const event = { seat: 1, action: { type: "timed_out" }, text: "" };
  assert.equal(eventText(event, late), "Fullprime loses on time");
});

test("a passed cube stays as it was offered", () => {
  const cube = { on: true, value: 1, owner: null, offer: 2, animals: 0 };
  const passed = ended({ winner: 0, by: "drop" }, { cube });
  assert.deepEqual([cubeOf(passed).value, cubeOf(passed).offer], [2, 0]);
  assert.equal(howText(passed), "Fullprime passed the double to 2. That is 1 point.");
  assert.equal(cubeOf({ ...passed, phase: "offered" }).offer, 2);
  assert.equal(cubeOf(state()).value, 4);
});

test("draws, and matches and sessions that are over", () => {
  const drawn = ended({ winner: null, points: 0, multiple: 0, by: "lock" });
  assert.equal(titleText(drawn), "The game is drawn");
  assert.match(howText(drawn), /^Neither side/);
  assert.equal(shortText(drawn.result), "drawn");
  assert.equal(titleText(state({ over: true, winner: 1 })), "Fullprime wins the match");
  const money = { target: { type: "money", stake: "1" }, over: true, winner: null };
  assert.equal(titleText(state(money)), "The session is over");
  const left = state({ over: true, winner: 0, abandoned: { by: 1 } });
  assert.equal(howText(left), "Fullprime left the match.");
  const alone = state({ over: true, winner: null, abandoned: { by: null } });
  assert.equal(titleText(alone), "The match is over");
  assert.equal(aboutMatch(state({ over: true })), "Match to 7 points · finished");
  assert.equal(aboutGame(state({ over: true })), "Match to 7 points · game 5");
});

test("the games of a match are listed with the score after each", () => {
  const results = [
    { winner: 1, points: 2, multiple: 1, by: "bearing off" },
    { winner: 0, points: 1, multiple: 1, by: "drop" },
    { winner: 0, points: 4, multiple: 2, by: "resignation" },
  ];
  assert.deepEqual(scoresOf(state({ results })), [[0, 2], [1, 2], [5, 2]]);
  assert.deepEqual(scoresOf(state({ results, needed: 3 })), [[0, 2], [1, 2], [3, 2]]);
  const best = state({ results, target: { type: "best_of", games: 5 } });
  assert.deepEqual(scoresOf(best), [[0, 1], [1, 1], [2, 1]]);
  assert.deepEqual(results.map(shortText), [
    "single game, cube 2",
    "opponent passed",
    "resignation, gammon, cube 2",
  ]);
});

test("what is going on stands beside the one whom it concerns", () => {
  assert.equal(concerned(state({ actor: 1 }), 0), 1);
  assert.equal(concerned(state({ result: { winner: 1 } }), 0), 1);
  assert.equal(concerned(state({ result: null }), 1), 1);
});

test("a clock uses up its delay first", () => {
  const clock = { left: [60, 50], delay: 12, running: 0 };
  assert.deepEqual(reading(clock, 0, 5), { left: 60, delay: 7 });
  assert.deepEqual(reading(clock, 0, 20), { left: 52, delay: 0 });
  assert.deepEqual(reading(clock, 0, 200), { left: 0, delay: 0 });
  assert.deepEqual(reading(clock, 1, 20), { left: 50, delay: 0 });
});

const step = (type, seat, version, more = {}) => ({
  version,
  seat,
  action: { type },
  text: "",
  state: { phase: type === "rolled" ? "to_play" : "to_roll", turn: seat ?? 0, score: [0, 0] },
  ...more,
});
const STEPS = [
  step("rolled", null, 1),
  step("played", 0, 2),
  step("rolled", 1, 3),
  step("played", 1, 4),
  step("doubled", 0, 5),
  step("took", 1, 6),
  step("rolled", 0, 7),
];

test("a roll and its play are one turn, and a roll that waits is one too", () => {
  assert.deepEqual(turnsOf(STEPS), [1, 3, 4, 5, 6]);
  assert.deepEqual(turnsOf(STEPS.slice(0, 6)), [1, 3, 4, 5]);
  assert.deepEqual(turnsOf(STEPS.slice(0, 1)), [0]);
  assert.deepEqual(turnsOf([step("rolled", null, 1, { state: { phase: "opening" } })]), []);
});

test("an earlier turn is shown as it was, and its decision before the play", () => {
  const record = { games: 1, variant: { id: "x" }, board: {}, start: { phase: "opening" }, steps: STEPS };
  const match = state({ can: ["roll"], over: true });
  const past = pastState(match, 1, record, 3);
  assert.deepEqual([past.version, past.can, past.actor, past.over], [4, [], 1, false]);
  assert.equal(pastState(match, 1, record, -1).phase, "opening");
  assert.equal(decisionOf(match, 1, record, 3).phase, "to_play");
  assert.equal(decisionOf(match, 1, record, 4).version, 4);
  assert.equal(decisionOf(match, 1, record, 6).version, 7);
});

test("the address of a replay names the game and the turn", () => {
  assert.equal(replayAddress("ab", 2, 14), "/match/ab/replay?game=2&turn=14");
  assert.equal(replayAddress("ab", 1), "/match/ab/replay?game=1");
});

test("plays are written in the digits of the language, bar and off as numbers there", () => {
  assert.equal(localPlay("bar/24* 6/off(2)"), "bar/24* 6/off(2)");
  useWords("fa", {});
  assert.equal(localPlay("bar/24* 6/off(2)"), "۲۵/۲۴* ۶/۰(۲)");
  useWords("en", ENGLISH);
});

test("who sits below has the first column", () => {
  const entry = (seat) => ({ seat });
  const seats = inRows([entry(0), entry(1), entry(0)], 1).map((pair) => pair.map((e) => e?.seat ?? null));
  assert.deepEqual(seats, [[null, 0], [1, 0]]);
});

test("the editor gets the colors as they are, and no score after the match", () => {
  const black = new URL(addressOf(state({ turn: 1, phase: "to_roll" })), "http://x").searchParams;
  assert.equal(black.get("black"), "1");
  assert.equal(black.get("away"), "3-4");
  const white = new URL(addressOf(state({ phase: "to_roll" })), "http://x").searchParams;
  assert.deepEqual([white.get("black"), white.get("away")], [null, "4-3"]);
  const over = state({ over: true, winner: 0, score: [10, 4] });
  assert.equal(new URL(addressOf(over), "http://x").searchParams.get("away"), null);
  assert.deepEqual(stakesOf(over).away, [1, 3]);
});

test("errors have names by their size", () => {
  assert.deepEqual([0.01, 0.03, 0.05, 0.1].map(sizeOf), ["", "doubtful", "error", "blunder"]);
  assert.equal(isSame([[8, 5], [6, 5]], [[6, 5], [8, 5]]), true);
  assert.equal(isSame([[8, 5]], [[8, 4]]), false);
});

test("a solved game says so, and where its numbers are no estimates", () => {
  const solved = { net: null, plies: 0, solved: true };
  assert.equal(evaluatorName(solved), "solved game");
  assert.equal(depthText({ ...solved, exact: true }), "exact");
  assert.equal(depthText(solved), "0-ply");
  assert.equal(evaluatorName({ net: "hyper-1", plies: 2 }), "net hyper-1");
  assert.equal(evaluatorName({ net: null, plies: 0 }), "hand-made evaluation");
});

test("who watches is said to watchers and to players", () => {
  assert.equal(watchText({ you: [], watchers: 3 }), "You are watching · 3 watching");
  assert.equal(watchText({ you: [0], watchers: 1 }), "1 watching");
  assert.equal(watchText({ you: [0] }), "");
});
