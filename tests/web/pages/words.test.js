import assert from "node:assert/strict";
import { test } from "node:test";

import {
  choose,
  clockTime,
  number,
  percent,
  signed,
  t,
  useWords,
  worded,
} from "../../../src/fullprime/web/js/words.js";

const ENGLISH = {
  greet: "Hello {name}",
  points: { one: "{n} point", other: "{n} points" },
};

test("a text takes its values, and a missing one shows its key", () => {
  useWords("en", ENGLISH);
  assert.equal(t("greet", { name: "Ann" }), "Hello Ann");
  assert.equal(t("greet"), "Hello {name}");
  assert.equal(t("nothing.here"), "nothing.here");
});

test("a text that counts takes the form of its language", () => {
  useWords("en", ENGLISH);
  assert.equal(t("points", { n: 1 }), "1 point");
  assert.equal(t("points", { n: 0 }), "0 points");
  useWords("fa", { points: { one: "{n} امتیازِ تک", other: "{n} امتیاز" } });
  assert.equal(t("points", { n: 0 }), "۰ امتیازِ تک");
  assert.equal(t("points", { n: 12 }), "۱۲ امتیاز");
});

test("a name in a text from right to left keeps its own direction", () => {
  useWords("fa", { greet: "سلام {name}" });
  assert.equal(t("greet", { name: "Ann" }), "سلام \u2068Ann\u2069");
});

test("a message of the server is worded by its code, with messages in its gaps", () => {
  useWords("tr", {
    "position.bad": "{text} okunamadı: {faults}",
    "position.checkers": "{side}: {n} pul",
    "side.mover": "oynayan taraf",
  });
  const side = { code: "side.mover", values: {}, message: "the side on roll" };
  const few = { code: "position.checkers", values: { side, n: 14 }, message: "14 checkers" };
  const other = { code: "no.such.code", values: {}, message: "in English" };
  const bad = { code: "position.bad", values: { text: "'x'", faults: [few, other] } };
  assert.equal(worded(bad), "'x' okunamadı: oynayan taraf: 14 pul; in English");
  assert.equal(worded(other), "in English");
});

test("numbers are written as the language writes them", () => {
  useWords("en", ENGLISH);
  assert.equal(signed(0.1234), "+0.123");
  assert.equal(signed(-1), "\u22121.000");
  assert.equal(percent(0.5), "50.0%");
  assert.equal(clockTime(65.2), "1:06");
  assert.equal(clockTime(-3), "0:00");
  useWords("fa", {});
  assert.equal(number(167), "۱۶۷");
  assert.equal(clockTime(61), "۱:۰۱");
});

test("the language is the wished one, then the first of the browser's that we have", () => {
  assert.equal(choose("tr", ["fa"]), "tr");
  assert.equal(choose("auto", ["de-DE", "fa-IR", "tr"]), "fa");
  assert.equal(choose("auto", ["de"]), "en");
  assert.equal(choose("xx", []), "en");
});
