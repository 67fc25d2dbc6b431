/** Terms in texts. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces } from "../../../src/fullprime/web/js/terms.js";

const FORMS = new Map([
  ["anchor", ["anchor", "anchors"]],
  ["bar", ["bar"]],
  ["bar_point", ["bar point"]],
  ["hit_and_run", ["hit-and-run"]],
]);

test("a term is found by its forms, once in a text", () => {
  assert.deepEqual(pieces("Two anchors, and an anchor more.", FORMS), [
    "Two ",
    { id: "anchor", text: "anchors" },
    ", and an anchor more.",
  ]);
});

test("the longest form wins, and whole words only", () => {
  assert.deepEqual(pieces("The bar point", FORMS), ["The ", { id: "bar_point", text: "bar point" }]);
  assert.deepEqual(pieces("The barn and a bar-stool", FORMS), ["The barn and a bar-stool"]);
  assert.deepEqual(pieces("No Hit-and-run!", FORMS), [
    "No ",
    { id: "hit_and_run", text: "Hit-and-run" },
    "!",
  ]);
});

test("a text that explains a term does not link it", () => {
  assert.deepEqual(pieces("An anchor", FORMS, "anchor"), ["An anchor"]);
});

test("marks say what is meant, and then nothing else is linked", () => {
  assert.deepEqual(pieces("The bar: [[anchor|stand fast]].", FORMS), [
    "The bar: ",
    { id: "anchor", text: "stand fast" },
    ".",
  ]);
});

test("without forms a text stays as it is", () => {
  assert.deepEqual(pieces("An anchor", new Map()), ["An anchor"]);
});
