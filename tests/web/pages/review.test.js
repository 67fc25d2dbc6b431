import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { turnNumber, versionAt } from "../../../src/fullprime/web/js/game/past.js";
import { decisionAddress, reviewAddress } from "../../../src/fullprime/web/js/review/address.js";
import { compared } from "../../../src/fullprime/web/js/review/compared.js";
import { curveOf, heightAt, nice, placesOf, turnsOf } from "../../../src/fullprime/web/js/review/curve.js";
import { inGrid, lineOf } from "../../../src/fullprime/web/js/review/decision.js";
import { choiceText, placeText } from "../../../src/fullprime/web/js/review/said.js";
import { sizeBy } from "../../../src/fullprime/web/js/review/sizes.js";
import {
  beyond,
  isError,
  listed,
  ofTurn,
  opening,
  stopAt,
  stopsOf,
} from "../../../src/fullprime/web/js/review/stops.js";
import { rateOf, rateText } from "../../../src/fullprime/web/js/review/summary.js";
import { useWords } from "../../../src/fullprime/web/js/words.js";

const WORDS = new URL("../../../src/fullprime/web/words/en.json", import.meta.url);
useWords("en", JSON.parse(readFileSync(WORDS, "utf8")));

const decision = (turn, player, kind, action, more = {}) => ({
  ...{ turn, player, kind, action, played: "13/8", best: "13/8", error: 0, size: null, counts: true },
  ...{ dice: [3, 2], plies: 2, luck: 0, equity: 0, ...more },
});
const roll = (turn, player, action, luck = 0.1) => ({ turn, player, action, dice: [6, 1], luck });

const ERROR = { error: 0.05, size: "error", best: "24/18" };
const BLUNDER = { error: 0.2, size: "blunder", best: "24/18" };
const report = {
  games: [
    {
      ...{ winner: 0, points: 2 },
      decisions: [
        decision(1, 0, "checker", 1, ERROR),
        decision(2, 1, "double", 2, { played: "no double", best: "no double", counts: false }),
        decision(2, 1, "checker", 3),
        decision(3, 0, "double", 4, { played: "double", best: "double" }),
        decision(3, 1, "take", 5, { played: "take", best: "pass", ...BLUNDER }),
      ],
      rolls: [roll(1, 0, 0, 0.2), roll(2, 1, 2, 0.4), roll(3, 0, 6, null)],
      curve: [
        { turn: 1, action: 0, value: 0.5 },
        { turn: 2, action: 2, value: 0.6 },
        { turn: 3, action: 4, value: 0.7 },
        { turn: 4, action: 8, value: 0.9 },
      ],
    },
    {
      ...{ winner: null, points: null, rolls: [roll(1, 1, 0)] },
      decisions: [decision(1, 1, "checker", 1, BLUNDER), decision(1, 1, "checker", 2)],
      curve: [{ turn: 1, action: 0, value: 0.8 }],
    },
  ],
};
const stops = stopsOf(report);
const addresses = (found) => found.map(({ address }) => address);

test("every turn, every cube decision and the end of every game has an address", () => {
  assert.deepEqual(addresses(stops), [
    ...["1.1", "1.2-double", "1.2", "1.3-double", "1.3-take", "1.3", "1.end"],
    ...["2.1", "2.1-2", "2.end"],
  ]);
  assert.equal(new Set(addresses(stops)).size, stops.length);
  assert.deepEqual(stopsOf(null), []);
});

test("a roll without a choice is a stop of its own, and rolling on is none on the way", () => {
  assert.deepEqual(
    stops.filter(({ kind }) => kind === "roll").map(({ address, action }) => [address, action]),
    [["1.3", 6]],
  );
  assert.deepEqual(addresses(stops.filter(({ quiet }) => quiet)), ["1.2-double"]);
  const passes = ({ quiet }) => !quiet;
  assert.equal(beyond(stops, stops[0], 1, passes)?.address, "1.2");
  assert.equal(beyond(stops, stops[2], -1, passes)?.address, "1.1");
  assert.equal(beyond(stops, stops[0], -1, passes), null);
  assert.equal(beyond(stops, stops.at(-1), 1, passes), null);
});

test("an address that is not quite known leads to its turn", () => {
  assert.equal(stopAt(stops, "1.3-take")?.kind, "take");
  assert.equal(stopAt(stops, "1.2-take")?.address, "1.2");
  assert.equal(stopAt(stops, "2.end")?.kind, "end");
  assert.equal(stopAt(stops, "9.9"), null);
  assert.equal(stopAt(stops, "nonsense"), null);
});

test("errors by player, by cost and in the order of play", () => {
  assert.deepEqual(addresses(listed(stops, 0, "play")), ["1.1"]);
  assert.deepEqual(addresses(listed(stops, 1, "play")), ["1.3-take", "2.1"]);
  assert.deepEqual(addresses(listed(stops, null, "play")), [
    ...["1.1", "1.2", "1.3-double", "1.3-take", "2.1", "2.1-2"],
  ]);
  assert.deepEqual(addresses(listed(stops, null, "cost")).slice(0, 3), ["1.3-take", "2.1", "1.1"]);
  const next = beyond(stops, stops[0], 1, (stop) => isError(stop, 1));
  assert.equal(next?.address, "1.3-take");
});

test("a review opens at the first error of the player, or else at the beginning", () => {
  assert.equal(opening(stops, 1)?.address, "1.3-take");
  const clean = stops.map((stop) => ({ ...stop, decision: null }));
  assert.equal(opening(clean, 0)?.address, "1.1");
  assert.equal(opening([], 0), null);
  assert.deepEqual(addresses(ofTurn(stops, stops[4])), ["1.3-double", "1.3-take", "1.3"]);
});

test("the curve goes through all games, seen by either player", () => {
  const mine = curveOf(report, 0, false);
  assert.deepEqual(mine.line, [[0, 0.5], [0.25, 0.6], [0.5, 0.7], [0.75, 0.9], [0.75, 0.8]]);
  assert.deepEqual(mine.games, [{ x: 0, game: 1 }, { x: 0.75, game: 2 }]);
  const theirs = curveOf(report, 1, false);
  assert.deepEqual(theirs.line.map(([, y]) => Math.round(y * 10)), [5, 4, 3, 1, 2]);
  assert.deepEqual(mine.luck.map(({ luck }) => Math.round(luck * 10)), [4, -8, -2]);
  assert.equal(placesOf(report)(stops[4]), 0.5);
  const end = stops.find(({ address }) => address === "1.end");
  assert.equal(placesOf(report)(end), 0.75);
  assert.equal(heightAt(mine, 0.75, true), 0.9);
  assert.equal(heightAt(mine, 0.75), 0.8);
});

test("where a match turned, seen by either player", () => {
  const games = [
    { curve: [{ turn: 1, value: 0.5 }, { turn: 2, value: 0.3 }, { turn: 3, value: 0.7 }] },
    { curve: [{ turn: 1, value: 0.7 }, { turn: 2, value: 0.9 }, { turn: 3, value: 1 }] },
  ];
  const { low, high, swing, after } = turnsOf({ games }, 0);
  assert.deepEqual(low, { game: 1, turn: 2, value: 0.3 });
  assert.deepEqual(high, { game: 2, turn: 2, value: 0.9 });
  assert.deepEqual([swing, after], [{ game: 1, turn: 2, value: 0.3 }, 0.7]);
  const theirs = turnsOf({ games }, 1);
  assert.deepEqual([theirs.high.value, theirs.swing.turn, theirs.after.toFixed(1)], [0.7, 2, "0.3"]);
  assert.equal(turnsOf({ games: [{ curve: [] }] }, 0), null);
});

test("in a session the curve adds up the points", () => {
  const curve = curveOf(report, 0, true);
  assert.equal(curve.most, 4);
  const points = curve.line.map(([, y]) => Math.round((2 * y - 1) * curve.most * 10) / 10);
  assert.deepEqual(points, [0.5, 0.6, 0.7, 0.9, 2.8]);
  assert.deepEqual([1, 1.2, 3, 4.4, 9, 11, 40].map(nice), [1, 2, 4, 5, 10, 20, 40]);
});

test("an empty match has one stop and no curve", () => {
  const game = { decisions: [], rolls: [], curve: [], winner: null, points: null };
  const empty = { games: [game] };
  assert.deepEqual(addresses(stopsOf(empty)), ["1.end"]);
  assert.deepEqual(curveOf(empty, 0, false).line, []);
  assert.equal(placesOf(empty)(stopsOf(empty)[0]), 0);
});

test("every decision can be linked to", () => {
  assert.equal(reviewAddress("m"), "/match/m/review");
  assert.equal(reviewAddress("m", decisionAddress(3, 8)), "/match/m/review/3.8");
  assert.equal(decisionAddress(3, 8, "take"), "3.8-take");
  assert.equal(decisionAddress(3, 8, "checker", 2), "3.8-2");
});

test("plays are compared step by step", () => {
  const best = [["bar", 22], [24, 21], [8, 5], [8, 5]];
  const played = [[24, 21], ["bar", 22], [8, 5], [13, 10]];
  assert.deepEqual(compared(best, played), {
    both: [["bar", 22], [24, 21], [8, 5]],
    best: [[8, 5]],
    played: [[13, 10]],
  });
});

test("a cube action stands for one of the three lines", () => {
  const cube = { no_double: 0.6, double_take: 0.8, double_pass: 1, action: "double, take" };
  const lines = ["no double", "double", "take", "beaver", "pass"].map((word) => lineOf(word, cube));
  assert.deepEqual(lines, ["no_double", "double_take", "double_take", "double_take", "double_pass"]);
  assert.equal(lineOf("double", { ...cube, double_take: 1.2 }), "double_pass");
});

test("rolls stand in a grid of both dice", () => {
  const grid = inGrid([[2, 6], [6, 2], [4, 4]]);
  assert.equal(grid.flat().filter(Boolean).length, 3);
  assert.deepEqual([grid[1][5], grid[5][1], grid[3][3], grid[0][0]], [true, true, true, false]);
});

test("words and figures", () => {
  const limits = { doubtful: 0.02, error: 0.04, blunder: 0.08 };
  assert.deepEqual([0.01, 0.02, 0.05, 0.08].map((n) => sizeBy(n, limits)), ["", "doubtful", "error", "blunder"]);
  assert.equal(choiceText("take", "pass"), "Pass");
  assert.equal(choiceText("double", "no double"), "No double");
  assert.equal(choiceText("checker", "bar/20"), "bar/20");
  assert.equal(choiceText("checker", ""), "no play");
  assert.equal(placeText(stops[4]), "Game 1, turn 3");
  assert.equal(rateOf({ error: 0.4, count: 20 }), 10);
  assert.equal(rateOf({ error: 0, count: 0 }), null);
  assert.equal(rateText(6.84), "6.8");
});

test("a turn of a replay has the number that it has in the review", () => {
  const step = (type, phase, more = {}) => ({ action: { type }, state: { phase }, version: 4, ...more });
  const record = {
    steps: [
      step("rolled", "opening"),
      step("rolled", "to_play"),
      step("played", "to_roll", { play: "13/8", dice: [3, 2] }),
      step("doubled", "offered"),
      step("took", "to_roll"),
      step("rolled", "to_play"),
      step("played", "to_roll", { play: "24/18", dice: [5, 1] }),
    ],
  };
  assert.deepEqual(record.steps.map((_, at) => turnNumber(record, at)), [1, 1, 1, 2, 2, 2, 2]);
  assert.equal(turnNumber(record, -1), 1);
  assert.equal(versionAt(record, -1), 3);
});
