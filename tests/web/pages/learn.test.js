// The lessons without a browser: when a step is solved, how far a lesson has got, what is counted.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { judgeChoice, judgeClick, judgeCount, judgePlay } = await import(
  "../../../src/fullprime/web/js/learn/judge.js"
);
const { nextStep, solvedIn, withStep } = await import(
  "../../../src/fullprime/web/js/learn/progress.js"
);
const { pipsOf } = await import("../../../src/fullprime/web/js/learn/pips.js");
const { begin, advance, wayOf } = await import("../../../src/fullprime/web/js/board/walk.js");
const { sane } = await import("../../../src/fullprime/web/js/settings.js");
const { plain } = await import("../../../src/fullprime/web/js/learn/say.js");

const LESSONS = JSON.parse(
  execFileSync(process.env.PYTHON ?? "python3", [
    "-c",
    "from fullprime.lessons import all_lessons; from fullprime.server.lessons import _lesson;" +
      "print('[' + ','.join(_lesson(each.id).decode() for each in all_lessons()) + ']')",
  ], { maxBuffer: 1 << 26 }).toString(),
);
const STEPS = LESSONS.flatMap((lesson) => lesson.steps.map((step) => ({ lesson, step })));
const PLAYED = STEPS.filter(({ step }) => step.kind === "play");

const draftOf = ({ lesson, step }) =>
  begin(lesson.boards[step.variant.id], step.rows, step.turn, step.walk);
const asInfo = (draft, complete) => ({
  steps: draft.path.map(([from, to]) => [from, to]),
  complete,
});

test("every play that Show me makes solves its step", () => {
  assert.ok(PLAYED.length > 25);
  for (const each of PLAYED) {
    const { step } = each;
    if (step.beginnings.length) {
      assert.equal(judgePlay(step, { steps: step.shown.steps, complete: false }, []), "right");
      continue;
    }
    const way = wayOf(step.walk, step.shown.steps);
    assert.ok(way, step.id);
    const draft = advance(draftOf(each), way);
    assert.deepEqual(draft.rows, step.shown.rows);
    assert.equal(judgePlay(step, asInfo(draft, true), draft.rows), "right", step.id);
  }
});

test("another legal play is wrong, and half of one is nothing yet", () => {
  const each = PLAYED.find(({ step }) => step.id === "two");
  const { step } = each;
  const whole = advance(draftOf(each), wayOf(step.walk, [[13, 8], [13, 10]]));
  assert.equal(judgePlay(step, asInfo(whole, true), whole.rows), "wrong");
  const half = advance(draftOf(each), [step.walk.nodes[0].next[0]]);
  assert.equal(judgePlay(step, asInfo(half, false), half.rows), "open");
  assert.equal(judgePlay(step, { steps: [], complete: false }, step.rows), "open");
});

test("the order of the steps of a play does not matter", () => {
  const each = PLAYED.find(({ step }) => step.id === "two");
  const turned = advance(draftOf(each), wayOf(each.step.walk, [[6, 3], [8, 3]]));
  assert.equal(judgePlay(each.step, asInfo(turned, true), turned.rows), "right");
});

test("where only the first step counts, it decides at once", () => {
  const { step } = PLAYED.find(({ step: { id } }) => id === "hit");
  assert.equal(judgePlay(step, { steps: [[24, 20]], complete: false }, []), "right");
  assert.equal(judgePlay(step, { steps: [[24, 23]], complete: false }, []), "wrong");
});

test("clicks, choices and counts", () => {
  for (const { step } of STEPS) {
    if (step.kind === "click") {
      assert.equal(judgeClick(step, step.places[0]), "right");
      assert.equal(judgeClick(step, "off1"), "wrong");
    }
    if (step.kind === "choose") {
      const right = step.options.filter((each) => judgeChoice(step, each) === "right");
      assert.deepEqual(right, [step.answer]);
    }
    if (step.kind === "count") {
      assert.equal(judgeCount(step, ` ${step.answer} `), "right");
      assert.equal(judgeCount(step, String(step.answer + 1)), "wrong");
    }
  }
  const six = { answer: 17 };
  assert.equal(judgeCount(six, "۱۷"), "right");
  assert.equal(judgeCount(six, "١٧"), "right");
  assert.equal(judgeCount(six, ""), "open");
  assert.equal(judgeCount(six, "many"), "open");
});

test("progress keeps what was solved, and forgets steps that are gone", () => {
  const lesson = { id: "basics", steps: ["a", "b", "c"] };
  let learned = {};
  assert.equal(nextStep(lesson, learned), 1);
  learned = withStep(withStep(learned, "basics", "a"), "basics", "old");
  assert.deepEqual(solvedIn(lesson, learned), ["a"]);
  assert.equal(nextStep(lesson, learned), 2);
  assert.equal(withStep(learned, "basics", "a"), learned);
  learned = withStep(withStep(learned, "basics", "c"), "basics", "b");
  assert.equal(nextStep(lesson, learned), 1);
  assert.deepEqual(solvedIn(lesson, { basics: "nonsense" }), []);
});

test("the pips follow the play", () => {
  const each = PLAYED.find(({ step }) => step.id === "doublet");
  assert.deepEqual(pipsOf(each.step, each.step.rows), each.step.pips);
  assert.deepEqual(pipsOf(each.step, each.step.shown.rows), [143, 167]);
});

test("settings of any kind leave a progress that can be read", () => {
  assert.deepEqual(sane({ learned: null }).learned, {});
  assert.deepEqual(sane({ learned: "all" }).learned, {});
  assert.deepEqual(sane({ learned: { basics: ["goal"] } }).learned, { basics: ["goal"] });
});

test("announcements have no stars", () => {
  assert.equal(plain("Look. **Click it.**"), "Look. Click it.");
});
