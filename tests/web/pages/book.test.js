import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { askedOf, bookAddress, placeOf } from "../../../src/fullprime/web/js/book/address.js";
import { closeness, isOpen } from "../../../src/fullprime/web/js/book/close.js";
import { verdictText } from "../../../src/fullprime/web/js/book/decision.js";
import { fit } from "../../../src/fullprime/web/js/router.js";
import { useWords } from "../../../src/fullprime/web/js/words.js";

const words = (name) => JSON.parse(readFileSync(new URL(`../../../src/fullprime/web/words/${name}`, import.meta.url), "utf8"));
useWords("en", { ...words("en.json"), ...words("en.book.json") });

const PATTERN = "/book/:game/:first/:play/:reply";
const candidate = (play, error, joint = null) => ({ play, error, joint_error: joint, equity: -error, trials: 36 });

test("an address of the book names the place, and is read again", () => {
  const place = { game: "backgammon", first: "44", play: "24/20(2) 13/9*/5*", reply: "66" };
  const address = bookAddress(place);
  assert.equal(address, "/book/backgammon/44/24-20(2)_13-9*-5*/66");
  assert.deepEqual(placeOf(fit(PATTERN, address)), place);
  assert.deepEqual(placeOf(fit(PATTERN, address.replaceAll("(", "%28"))), place);
});

test("an address ends where nothing more is chosen", () => {
  assert.equal(bookAddress({ game: "plakoto" }), "/book/plakoto");
  assert.equal(bookAddress({ game: "plakoto", first: "31", play: "" }), "/book/plakoto/31");
  assert.equal(bookAddress({ game: "plakoto", first: "", play: "24/21", reply: "64" }), "/book/plakoto");
  assert.deepEqual(placeOf({}), { game: "backgammon", first: "", play: "", reply: "" });
});

test("two dice are short for the standard game", () => {
  const place = { game: "backgammon", first: "31", play: "", reply: "" };
  assert.deepEqual(placeOf({ game: "31" }), place);
  assert.deepEqual(placeOf({ game: "31", first: "64" }), { ...place, reply: "64" });
});

test("the server is asked with the play as it is written", () => {
  const place = placeOf({ game: "backgammon", first: "31", play: "8-5_6-5", reply: "64" });
  assert.equal(askedOf(place), "/api/book/backgammon?first=31&play=8%2F5+6%2F5&reply=64");
});

test("how close the next play is", () => {
  assert.equal(closeness(null), "only");
  assert.equal(closeness(candidate("a", 0.005, 0.003)), "open");
  assert.equal(closeness(candidate("a", 0.01, 0.003)), "close");
  assert.equal(closeness(candidate("a", 0.019)), "close");
  assert.equal(closeness(candidate("a", 0.02, 0.003)), "clear");
  assert.equal(isOpen(candidate("a", 0.001)), false);
});

test("the verdict is a sentence", () => {
  const best = candidate("8/5 6/5", 0);
  const say = (second, plays = 16) => verdictText({ candidates: second ? [best, second] : [best], plays });
  assert.equal(say(candidate("24/20", 0.25, 0.003)), "8/5 6/5 is best. The next, 24/20, loses 0.250.");
  assert.equal(say(candidate("24/20", 0.01, 0.003)), "8/5 6/5 is best, and 24/20 is close: it loses 0.010.");
  assert.equal(say(candidate("24/20", 0.001, 0.003)), "Too close to call: 8/5 6/5 or 24/20. They differ by 0.001.");
  assert.equal(say(null, 1), "Only one play is legal: 8/5 6/5.");
});
