/** What is looked for among decisions, as it stands in an address; the luck of a match added up. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { CHOICES, changed, choiceOf, findAddress, likeAddress, readQuery } from "../../../src/fullprime/web/js/find/query.js";
import { knownRolls, luckSum } from "../../../src/fullprime/web/js/review/luck.js";

test("an address is read as it was written, without what it cannot hold", () => {
  const query = { loss: "0.08", kind: "pass", was: "take", player: "Ann & Ben" };
  const address = findAddress(query);
  assert.equal(address, "/decisions?loss=0.08&kind=pass&was=take&player=Ann+%26+Ben");
  const given = new URLSearchParams(`${address.split("?")[1]}&most=3&evil=1`);
  assert.deepEqual(readQuery(given), query);
  assert.equal(findAddress({ game: "" }), "/decisions");
});

test("a change leaves out what is empty", () => {
  assert.deepEqual(changed({ plan: "blitz", loss: "0.2" }, { plan: "", game: "tapa" }), { loss: "0.2", game: "tapa" });
});

test("every choice is found again by what it asks for", () => {
  for (const [name, asked] of Object.entries(CHOICES)) assert.equal(choiceOf(asked), name);
  assert.equal(choiceOf({}), "");
  assert.equal(choiceOf({ kind: "beaver" }), "");
});

test("a position is compared as the side on roll sees it", () => {
  const row = (/** @type {Record<number, number>} */ checkers) => ({
    points: Array.from({ length: 24 }, (_, at) => checkers[at + 1] ?? 0),
    ...{ bar: 0, hand: 0, off: 0, pinned: [] },
  });
  const rows = [row({ 6: 5 }), row({ 24: 2 })];
  assert.equal(likeAddress("tapa", rows, 1), "/decisions?game=tapa&like=24%3A2+%2F+6%3A5");
});

test("luck is added up by player and by game, without rolls that have none", () => {
  const roll = (/** @type {number} */ player, /** @type {number | null} */ luck) => ({ turn: 1, player, action: 0, dice: /** @type {[number, number]} */ ([1, 2]), luck });
  const games = [{ rolls: [roll(0, 0.5), roll(1, null), roll(1, -0.25)] }, { rolls: [roll(0, 0.125)] }];
  const rolls = knownRolls(/** @type {any} */ ({ games }));
  assert.equal(rolls.length, 3);
  assert.equal(luckSum(rolls, 0), 0.625);
  assert.equal(luckSum(rolls, 0, 2), 0.125);
  assert.equal(luckSum(rolls, 1), -0.25);
});
