import assert from "node:assert/strict";
import { test } from "node:test";

import en from "../../../src/fullprime/web/words/en.json" with { type: "json" };
import { opponentText, standing } from "../../../src/fullprime/web/js/match-card.js";
import { entryText, isIllegal, isPlay } from "../../../src/fullprime/web/js/game/history.js";
import { commentedStep } from "../../../src/fullprime/web/js/game/past.js";
import { ALL, chosen } from "../../../src/fullprime/web/js/matches/filter.js";
import {
  addFiles,
  addedItems,
  clearItems,
  heldFile,
  sendFile,
  watchItems,
} from "../../../src/fullprime/web/js/matches/files.js";
import { useWords } from "../../../src/fullprime/web/js/words.js";

useWords("en", en);

const FOUND = { id: "m1", format: "mat", known: false, players: ["Ann", "Ben"], games: 1 };
const FAULT = { line: 6, game: 1, action: 7, text: "an impossible play" };
const PROPOSAL = { n: 1, game: 1, line: 6, change: "dice", text: "line 6: 52, not 62" };

/** A server that answers in this order, and what it was asked.
 * @param {[number, any][]} answers */
function serve(answers) {
  /** @type {string[]} */
  const asked = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ path) => {
      asked.push(path);
      const [status, body] = answers.shift() ?? [500, {}];
      return new Response(JSON.stringify(body), { status });
    }
  );
  return asked;
}

test("files are sent one after the other, and each has its result", async () => {
  const refusal = { code: "no.such.code", detail: "this is no match" };
  const found = { ...FOUND, faults: [FAULT], proposals: [PROPOSAL] };
  const asked = serve([
    [201, found],
    [422, refusal],
    [201, { ...found, known: true }],
  ]);
  const names = ["a b.mat", "letter.txt", "again.mat"];
  const finished = new Promise((resolve) => watchItems((all) => all && resolve(null)));
  addFiles(names.map((name) => ({ name, file: new Blob([name]) })));
  assert.deepEqual(addedItems().map(({ state }) => state), ["reads", "waits", "waits"]);
  await finished;
  assert.deepEqual(addedItems().map(({ state }) => state), ["added", "refused", "known"]);
  assert.equal(addedItems()[1]?.error, "This is no match");
  assert.equal(asked[0], "/api/imports?name=a+b.mat");
  assert.deepEqual(heldFile("m1")?.proposals, [PROPOSAL]);
  clearItems();
  assert.deepEqual(addedItems(), []);
  assert.ok(heldFile("m1"), "its file can still be repaired");
});

test("a proposal is used by its number; a file that is too large is not sent", async () => {
  const asked = serve([[201, { ...FOUND, id: "m2", faults: [], proposals: [] }]]);
  await sendFile("a.mat", new Blob(["a"]), [2]);
  assert.deepEqual(asked, ["/api/imports?name=a.mat&repair=2"]);
  assert.equal(heldFile("m2"), undefined);
  const huge = /** @type {any} */ ({ size: 9 * 2 ** 20 });
  await assert.rejects(sendFile("huge.mat", huge), /larger than 8 MB/);
  assert.equal(asked.length, 1);
});

test("after one repair, the proposals for other games are left", async () => {
  const game = (/** @type {number} */ n, /** @type {number} */ game) => ({ ...PROPOSAL, n, game });
  const proposals = [game(1, 1), game(2, 1), game(3, 4)];
  serve([[201, { ...FOUND, id: "m3", faults: [FAULT], proposals }]]);
  await sendFile("a.mat", new Blob(["a"]), [2]);
  const held = heldFile("m3");
  assert.deepEqual([held?.used, held?.proposals.map(({ n }) => n)], [[2], [3]]);
});

test("an imported match has the names of its file and is nobody's turn", () => {
  const players = [{ name: "Ann" }, { name: "Ben" }];
  const match = /** @type {any} */ ({
    ...{ players, opponent: { kind: "imported" }, state: "playing", your_turn: false },
    ...{ variant: { id: "backgammon", name: "Backgammon" }, series: null, changed: "" },
    imported: { format: "sgf", name: "night.sgf" },
  });
  assert.equal(opponentText(match), "Ann – Ben");
  assert.equal(standing(match), "imported");
  const found = (/** @type {any} */ filter) => chosen([match], { ...ALL, ...filter }).length;
  assert.equal(found({ state: "imported" }), 1);
  assert.equal(found({ state: "open" }), 0);
  assert.equal(found({ text: "NIGHT.sgf" }), 1);
});

test("an illegal play that stood is a play, a board that was put up is none", () => {
  const entry = { version: 1, seat: 0, text: "", dice: /** @type {[number, number]} */ ([5, 2]) };
  const arranged = { ...entry, action: { type: "arranged" }, play: "13/7" };
  assert.ok(isPlay(arranged) && isIllegal(arranged));
  assert.equal(entryText(arranged), "13/7 (illegal)");
  const board = { ...entry, action: { type: "arranged" }, play: "" };
  assert.ok(!isPlay(board));
  assert.equal(entryText(board), "position as in the file");
});

test("a comment belongs to the play, unless the file has it at the roll", () => {
  const rolled = { action: { type: "rolled" }, index: 0, note: null };
  const made = { action: { type: "played" }, index: 1, note: null };
  const at = (/** @type {any[]} */ steps) => commentedStep(/** @type {any} */ ({ steps }), 1)?.index;
  const note = { text: "Well rolled", mark: "" };
  assert.equal(at([rolled, made]), 1);
  assert.equal(at([{ ...rolled, note }, made]), 0);
  assert.equal(at([{ ...rolled, note }, { ...made, note }]), 1);
  assert.equal(at([rolled, { ...made, index: null }]), undefined);
});
