import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import en from "../../../src/fullprime/web/words/en.json" with { type: "json" };
import {
  gameName,
  gameOfTheDay,
  gamesOf,
  grouped,
  themeOf,
} from "../../../src/fullprime/web/js/games/families.js";
import { useWords } from "../../../src/fullprime/web/js/words.js";

useWords("en", en);
const CATALOGUE = "from fullprime.server import catalogue; print(catalogue._games().decode())";
const python = process.env.PYTHON ?? ".venv/bin/python";
const all = JSON.parse(execFileSync(python, ["-c", CATALOGUE], { maxBuffer: 1e8 }).toString());

/** @param {string} text */
const found = (text) => grouped(all, text).flatMap(([, games]) => games.map(({ id }) => id));

test("every game is in the gallery, once, with words", () => {
  const ids = [...all.variants, ...all.series].map(({ id }) => id);
  assert.deepEqual(found("").sort(), ids.sort());
  for (const [family, games] of grouped(all)) {
    assert.ok(en[`family.${family}`] && en[`family.${family}.about`], family);
    assert.ok(themeOf(family));
    for (const game of games) assert.ok(en[`short.${game.id}`], game.id);
  }
});

test("games are found by name, by other names, by what they are, without accents", () => {
  assert.deepEqual(found("plakoto"), ["plakoto", "mahbusa", "tavli"]);
  assert.deepEqual(found("MISERE"), ["misere"]);
  assert.deepEqual(found("bottle game"), ["coan_ki"]);
  assert.deepEqual(found("greek in turn"), ["tavli"]);
  for (const id of all.families.pinning) assert.ok(found("pinning").includes(id), id);
  assert.deepEqual(found("chess"), []);
});

test("a series shows the games that it is made of", () => {
  const tavli = all.series.find(({ id }) => id === "tavli");
  assert.deepEqual(gamesOf(all, tavli).map(gameName), ["Portes", "Plakoto", "Fevga"]);
});

test("every day has its game, every game its day, and none is the standard game", () => {
  const day = (n) => gameOfTheDay(all, new Date(2026, 10, 1 + n)).id;
  const days = Array.from({ length: 25 }, (_, n) => day(n));
  assert.equal(new Set(days).size, 25);
  assert.ok(!days.includes("backgammon"));
  assert.equal(
    gameOfTheDay(all, new Date(2026, 10, 3, 0, 1)),
    gameOfTheDay(all, new Date(2026, 10, 3, 23)),
  );
});

test("the positions of the gallery hold all checkers", () => {
  for (const { id, board, sample } of all.variants) {
    for (const row of sample.rows) {
      const count = row.points.reduce((a, b) => a + b, 0) + row.bar + row.hand + row.off;
      assert.equal(count, board.checkers, id);
    }
  }
});
