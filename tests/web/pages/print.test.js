import assert from "node:assert/strict";
import { test } from "node:test";

import {
  inFirstRow,
  pageAddress,
  pagesOf,
  pdfAddress,
  pictureAddress,
  shown,
  usualPaper,
  wanted,
  wishOf,
} from "../../../src/fullprime/web/js/print/kit.js";

const SHEETS = [
  { id: "board", pages: 1, things: null },
  { id: "counters", pages: 1, things: 15 },
  { id: "dice", pages: 1, things: 4 },
  { id: "rules", pages: 3, things: null },
];
const wish = (address = "") => wishOf(new URLSearchParams(address), "de-DE");

test("the address chooses, and what makes no sense is left as usual", () => {
  const { game, paper, look, large } = wish("game=plakoto&paper=a3&look=color&large=true");
  assert.deepEqual([game, paper, look, large], ["plakoto", "a3", "color", true]);
  const odd = wish("paper=a5&look=gold&large=1");
  assert.deepEqual([odd.game, odd.paper, odd.look, odd.large], ["backgammon", "a4", "ink", false]);
  assert.equal(pageAddress(wish("game=tapa")), "/print?game=tapa&paper=a4&look=ink");
});

test("letter is for those who can buy it", () => {
  assert.deepEqual(["en-US", "fr-CA", "en-GB", "fa"].map(usualPaper), ["letter", "letter", "a4", "a4"]);
});

test("only what is wanted is printed and counted", () => {
  const mine = wish();
  assert.deepEqual(wanted(mine, SHEETS).map(({ id }) => id), ["board", "counters", "rules"]);
  assert.equal(pagesOf(wanted(mine, SHEETS)), 5);
  mine.without.add("board");
  assert.equal(
    pdfAddress(mine, wanted(mine, SHEETS)),
    "/api/print/backgammon/kit.pdf?paper=a4&look=ink&sheets=counters%2Crules",
  );
});

test("boards lie on their side, and every page of them is shown", () => {
  const lying = shown(wish(), SHEETS);
  assert.deepEqual(lying.map(({ shape }) => shape > 1), [true, false, false]);
  assert.equal(inFirstRow(lying), 2);
  const halves = SHEETS.map((sheet) => (sheet.id === "board" ? { ...sheet, pages: 2 } : sheet));
  const large = shown(wish("large=true"), halves);
  assert.deepEqual(large.map(({ page }) => page), [1, 2, 1, 1]);
  assert.equal(large.every(({ shape }) => shape < 1), true);
  assert.equal(inFirstRow(large), 3);
  assert.equal(inFirstRow(shown(wish(), halves)), 2);
  const many = SHEETS.map((sheet) => (sheet.id === "board" ? { ...sheet, pages: 4 } : sheet));
  assert.equal(inFirstRow(shown(wish(), many)), 0);
  assert.equal(inFirstRow(lying.slice(1)), 0);
  assert.match(pictureAddress(wish("large=true"), "board", 2), /board\.svg\?.*large=true&page=2/);
});
