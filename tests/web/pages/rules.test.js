/** Rules: sentences, cut-outs, and how cards lie. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { arranged } from "../../../src/fullprime/web/js/rules/cards.js";
import { crop } from "../../../src/fullprime/web/js/rules/figure.js";
import { said } from "../../../src/fullprime/web/js/rules/say.js";
import { useWords } from "../../../src/fullprime/web/js/words.js";

const WORDS = {
  "rulebook.cap.other": "At most {n} on a point.",
  "rulebook.start.places": "Set up: {places}.",
  "rulebook.start.point": "{n} on {point}",
};

test("a sentence is worded by its code, its list with the words of the language", () => {
  useWords("en", WORDS);
  const place = (/** @type {number} */ n, /** @type {string} */ point) => {
    return { code: "rulebook.start.point", text: "", values: { n, point } };
  };
  const values = { places: [place(2, "24"), place(5, "13"), place(3, "8")] };
  const text = said({ code: "rulebook.start.places", text: "", values });
  assert.equal(text, "Set up: 2 on 24, 5 on 13, and 3 on 8.");
  assert.equal(said({ code: "rulebook.cap.other", text: "", values: { n: 5 } }), "At most 5 on a point.");
});

test("without words the English of the library stands", () => {
  useWords("en", {});
  assert.equal(said({ code: "rulebook.x", text: "As it is.", values: {} }), "As it is.");
});

/** Points of 64 by 300 in two rows, as the board lays them out. */
const PLAN = /** @type {any} */ ({
  height: 752,
  areas: [1, 6, 12, 13, 24].map((point) => ({
    key: String(point),
    box: { x: point > 12 ? (point - 13) * 64 : (12 - point) * 64, y: point > 12 ? 28 : 424, w: 64, h: 300 },
  })),
});

test("a cut-out keeps its shape and the edge of the board", () => {
  const below = /** @type {any} */ (crop(PLAN, ["1-6"], 1.29));
  assert.ok(Math.abs(below.w / below.h - 1.29) < 1e-9);
  assert.equal(below.y + below.h, 424 + 300 + 8);
  const above = /** @type {any} */ (crop(PLAN, ["13-24"], 1.95));
  assert.equal(above.y, 28 - 8);
  assert.equal(crop(PLAN, ["all"], 1.29), null);
});

/** @param {...string[]} views @returns {any[]} */
const figures = (...views) => views.map((view) => ({ figure: { view, rolls: [] } }));
const SCORE = /** @type {any} */ ({ score: {} });
const NARROW = ["7-12"];
const WIDE = ["all"];

test("cards fill their rows: three narrow ones, or two others", () => {
  const places = (/** @type {any[]} */ cards) => arranged(cards).map(({ place }) => place);
  assert.deepEqual(places(figures(NARROW, NARROW, NARROW)), ["over", "over", "over"]);
  assert.deepEqual(places([...figures(NARROW, NARROW, NARROW, NARROW), SCORE]), [
    "over",
    "over",
    "over",
    "beside",
    "beside",
  ]);
  assert.deepEqual(places(figures(NARROW, WIDE)), ["wide", "wide"]);
  assert.deepEqual(places([...figures(WIDE), SCORE]), ["wide", "beside"]);
  assert.deepEqual(places([SCORE]), ["whole"]);
});
