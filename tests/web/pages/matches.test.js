import assert from "node:assert/strict";
import { test } from "node:test";

import en from "../../../src/fullprime/web/words/en.json" with { type: "json" };
import { prText } from "../../../src/fullprime/web/js/levels.js";
import { opponentText, scoreText, standing } from "../../../src/fullprime/web/js/match-card.js";
import { ALL, choices, chosen, counts } from "../../../src/fullprime/web/js/matches/filter.js";
import { strangers } from "../../../src/fullprime/web/js/matches/names.js";
import { averages, scale } from "../../../src/fullprime/web/js/matches/progress.js";
import { doneText, luckText, reviewAddress } from "../../../src/fullprime/web/js/matches/rated.js";
import { day, useWords } from "../../../src/fullprime/web/js/words.js";

useWords("en", en);

const BOT = { name: "Fullprime", kind: "bot", level: "club", seated: true };
const ANN = { name: "Ann", kind: "person", level: null, seated: true };
const ME = { name: "Me", kind: "person", level: null, seated: true };
const POINTS = { type: "points", to: 5 };

/** @param {any} changes */
function match(changes) {
  const { opponent = BOT } = changes;
  return {
    ...{ id: "m", variant: { id: "backgammon", name: "Backgammon" }, series: null, you: [0] },
    ...{ players: [ME, opponent], opponent, score: [3, 1], target: POINTS, state: "playing" },
    ...{ your_turn: true, winner: null, outcome: null, changed: "2026-11-18T04:00:00+00:00" },
    ...changes,
  };
}

const OPEN = match({ id: "open", your_turn: false, opponent: ANN });
const WON = match({
  id: "won",
  state: "over",
  outcome: "won",
  changed: "2026-11-16T04:00:00+00:00",
});
const LOST = match({
  ...{ id: "lost", state: "over", outcome: "lost", changed: "2026-11-17T04:00:00+00:00" },
  variant: { id: "narde", name: "Narde" },
});
const LIST = [OPEN, LOST, WON];
const ids = (/** @type {any} */ filter) => chosen(LIST, { ...ALL, ...filter }).map(({ id }) => id);

test("matches are chosen by state, game, opponent and words", () => {
  assert.deepEqual(ids({}), ["open", "lost", "won"]);
  assert.deepEqual(ids({ state: "open" }), ["open"]);
  assert.deepEqual(ids({ state: "won" }), ["won"]);
  assert.deepEqual(ids({ state: "lost" }), ["lost"]);
  assert.deepEqual(ids({ game: "narde" }), ["lost"]);
  assert.deepEqual(ids({ opponent: "Ann" }), ["open"]);
  assert.deepEqual(ids({ text: "fullprime NARDE" }), ["lost"]);
  assert.deepEqual(ids({ text: "no such" }), []);
});

test("they can be ordered", () => {
  assert.deepEqual(ids({ order: "oldest" }), ["won", "lost", "open"]);
  assert.deepEqual(ids({ order: "game" }), ["open", "won", "lost"]);
});

test("filters offer what there is, and the sums count it", () => {
  assert.deepEqual(
    choices(LIST, (each) => [each.variant.id, each.variant.name]),
    [
      ["backgammon", "Backgammon"],
      ["narde", "Narde"],
    ],
  );
  assert.deepEqual(counts(LIST), { matches: 3, won: 1, games: 2 });
});

test("what becomes of a match", () => {
  assert.equal(standing(OPEN), "waiting");
  assert.equal(standing(match({})), "turn");
  assert.equal(standing(match({ state: "waiting" })), "open");
  assert.equal(standing(match({ your_turn: false })), "turn"); // the computer plays by itself
  assert.equal(standing(match({ state: "over", outcome: "even" })), "over");
});

test("my own score comes first; a session has a difference", () => {
  assert.equal(scoreText(match({})), "3 – 1");
  assert.equal(scoreText(match({ you: [1] })), "1 – 3");
  const money = { type: "money", stake: "1" };
  assert.equal(scoreText(match({ target: money })), "+2");
  assert.equal(scoreText(match({ target: money, you: [1] })), "-2");
  assert.equal(scoreText(match({ target: money, score: [0, 0] })), "0");
});

test("opponents have names", () => {
  assert.equal(opponentText(match({})), "Fullprime, club");
  assert.equal(opponentText(match({ opponent: { ...BOT, level: null } })), "Fullprime");
  assert.equal(opponentText(match({ opponent: { ...ANN, name: "" } })), "Friend by link");
  assert.equal(opponentText(match({ opponent: { ...ANN, kind: "invited" } })), "Invitation sent");
  const here = { ...ANN, kind: "here" };
  assert.equal(opponentText(match({ opponent: here, players: [ME, ANN] })), "Me – Ann");
  assert.equal(
    opponentText(match({ opponent: here, players: [ME, { ...ANN, name: "" }] })),
    "Same screen",
  );
});

test("no error rate is less than nothing", () => {
  const shown = (/** @type {number | null} */ pr) => prText(/** @type {any} */ ({ pr }));
  assert.equal(shown(-0.03), "PR 0");
  assert.equal(shown(0.03), "PR 0");
  assert.equal(shown(0.13), "PR 0.1");
  assert.equal(shown(7.11), "PR 7.1");
  assert.equal(shown(9.96), "PR 10");
  assert.equal(shown(21.72), "PR 22");
  assert.equal(shown(null), "");
});

test("days by name", () => {
  const now = new Date(2026, 10, 18, 12);
  assert.equal(day(new Date(2026, 10, 18, 1).toISOString(), now), "Today");
  assert.equal(day(new Date(2026, 10, 17, 23).toISOString(), now), "Yesterday");
  assert.equal(day(new Date(2026, 10, 1).toISOString(), now), "Nov 1");
  assert.equal(day(new Date(2025, 10, 1).toISOString(), now), "Nov 1, 2025");
});

test("figures of a review in words", () => {
  assert.equal(luckText(0.4249), "+0.42");
  assert.equal(luckText(-1.1), "\u22121.10");
  assert.equal(luckText(0), "0.00");
  assert.equal(doneText("24/18 8/7", "checker"), "24/18 8/7");
  assert.equal(doneText("", "checker"), "no play");
  assert.equal(doneText("no double", "double"), "No double");
  assert.equal(doneText("pass", "take"), "Pass");
  assert.equal(reviewAddress("m"), "/match/m/review");
  const at = (/** @type {any} */ kind) => reviewAddress("m", /** @type {any} */ ({ game: 2, turn: 8, kind }));
  assert.equal(at("checker"), "/match/m/review/3.8");
  assert.equal(at("take"), "/match/m/review/3.8-take");
});

test("the line is the average of five, by decisions", () => {
  const even = [10, 8, 6, 4, 2, 10].map((pr) => ({ pr, decisions: 20 }));
  assert.deepEqual(averages(even), [10, 9, 8, 7, 6, 6]);
  assert.deepEqual(averages([{ pr: 10, decisions: 30 }, { pr: 2, decisions: 10 }]), [10, 8]);
});

test("a scale has a few round lines around all values", () => {
  assert.deepEqual(scale([6.8, 12.1]), [6, 8, 10, 12, 14]);
  assert.deepEqual(scale([5, 13]), [3, 6, 9, 12, 15]);
  assert.deepEqual(scale([7, 7]), [7, 8]);
  assert.deepEqual(scale([0, 36]), [0, 20, 40]);
});

test("names of imported matches in which no one is known to be me", () => {
  const of = (/** @type {string[]} */ ...names) =>
    match({ imported: { format: "mat", name: "a.mat" }, players: names.map((name) => ({ ...ME, name })) });
  const matches = [of("Ben", "Cleo"), of("Cleo", "Dan"), of("ANN", "Eve"), match({})];
  assert.deepEqual(strangers(matches, ["Ann"]), ["Cleo", "Ben", "Dan"]);
  assert.deepEqual(strangers(matches, ["Ann", "cleo"]), []);
  assert.deepEqual(strangers(matches, [""]), ["Cleo", "ANN", "Ben", "Dan", "Eve"]);
});

test("an imported match is won or lost where my name is known", () => {
  const brought = match({ id: "mine", state: "over", outcome: "won", imported: { format: "mat", name: "" } });
  assert.deepEqual(counts([...LIST, brought]), { matches: 4, won: 2, games: 2 });
  assert.deepEqual(chosen([brought], { ...ALL, state: "won" }), [brought]);
  assert.deepEqual(chosen([brought], { ...ALL, state: "imported" }), [brought]);
});
