import assert from "node:assert/strict";
import { test } from "node:test";

import {
  USUAL,
  belonging,
  clockOf,
  defaultWish,
  request,
  unusual,
} from "../../../src/fullprime/web/js/new/wish.js";
import { DEFAULTS, sane, settings } from "../../../src/fullprime/web/js/settings.js";

const KNOWS = { cube: true, net: true };

test("the usual wish asks for the usual match", () => {
  const asked = request(USUAL, KNOWS);
  assert.deepEqual(asked.opponent, { kind: "bot", level: "casual", pr: null });
  assert.deepEqual(asked.target, { type: "points", to: 5 });
  assert.equal(asked.settings.cube, null);
  assert.equal(asked.settings.crawford, null);
  assert.equal(asked.clock, null);
});

test("what does not belong together is not asked for", () => {
  const wish = { ...USUAL, jacoby: true, beavers: 2, murphy: 1, holland: true };
  const match = request(wish, KNOWS).settings;
  assert.deepEqual([match.jacoby, match.beavers, match.murphy, match.holland], [false, 0, 1, true]);
  const money = request({ ...wish, target: "money" }, KNOWS).settings;
  assert.deepEqual([money.jacoby, money.beavers, money.murphy, money.holland], [true, 2, 1, false]);
  assert.equal(money.crawford, null);
  const flat = request({ ...wish, target: "best_of" }, KNOWS).settings;
  assert.deepEqual([flat.cube, flat.crawford, flat.jacoby], [null, null, false]);
});

test("a cube limit is asked for where there is a cube", () => {
  const wish = { ...USUAL, cubeLimit: true };
  assert.equal(request(USUAL, KNOWS).settings.cube_limit, null);
  assert.equal(request(wish, KNOWS).settings.cube_limit, 64);
  assert.equal(request({ ...wish, cube: false }, KNOWS).settings.cube_limit, null);
  assert.equal(request({ ...wish, target: "best_of" }, KNOWS).settings.cube_limit, null);
});

test("house rules allow everything", () => {
  const fits = belonging({ ...USUAL, houseRules: true }, false);
  assert.ok(Object.values(fits).every(Boolean));
  assert.equal(
    request({ ...USUAL, houseRules: true }, { cube: false, net: false }).settings.cube,
    true,
  );
});

test("without the cube nothing of the cube is asked for", () => {
  const asked = request({ ...USUAL, cube: false }, KNOWS).settings;
  assert.deepEqual([asked.cube, asked.crawford], [false, null]);
  assert.equal(request(USUAL, { cube: false, net: true }).settings.cube, null);
});

test("a level is asked for only where a net plays, a referee only between people", () => {
  assert.equal(request(USUAL, { cube: true, net: false }).opponent.level, null);
  const wish = { ...USUAL, referee: true };
  assert.equal(request(wish, KNOWS).referee, false);
  assert.equal(request({ ...wish, opponent: "invite" }, KNOWS).referee, true);
  const table = { illegal_play: "must_correct" };
  const typed = { dice: "typed", illegal_play: "must_correct" };
  assert.deepEqual(request({ ...wish, opponent: "here", table }, KNOWS).referee, typed);
});

test("Crawford is said only where it is not as usual", () => {
  assert.equal(request({ ...USUAL, crawford: false }, KNOWS).settings.crawford, false);
  assert.equal(request({ ...USUAL, houseRules: true }, KNOWS).settings.crawford, true);
});

test("clocks follow the length of the match", () => {
  assert.equal(clockOf(USUAL), null);
  const clock = (/** @type {any} */ changes) => clockOf({ ...USUAL, ...changes });
  assert.deepEqual(clock({ clock: "tournament", to: 7 }), { minutes: 14, delay: 12, kind: "delay" });
  assert.deepEqual(clock({ clock: "tournament", target: "money" }), {
    minutes: 10,
    delay: 12,
    kind: "delay",
  });
  assert.deepEqual(clock({ clock: "fast", to: 1 }), { minutes: 2, delay: 8, kind: "delay" });
  const own = { minutes: 3, delay: 5 };
  assert.deepEqual(clock({ clock: "own", ...own, clockKind: "fischer" }), {
    ...own,
    kind: "fischer",
  });
});

test("the color decides the seat", () => {
  assert.equal(request({ ...USUAL, color: "white" }, KNOWS).seat, 0);
  assert.equal(request({ ...USUAL, color: "black" }, KNOWS).seat, 1);
  const seats = new Set(
    Array.from({ length: 60 }, () => request({ ...USUAL, color: "either" }, KNOWS).seat),
  );
  assert.deepEqual([...seats].sort(), [0, 1]);
});

test("dice that both players can check are for two pages", () => {
  assert.equal(request({ ...USUAL, opponent: "invite" }, KNOWS).fair_dice, true);
  assert.ok(!("fair_dice" in request({ ...USUAL, opponent: "invite", fairDice: false }, KNOWS)));
  assert.ok(!("fair_dice" in request(USUAL, KNOWS)));
  assert.ok(!("fair_dice" in request({ ...USUAL, opponent: "here" }, KNOWS)));
});

test("the form begins with what was saved, as far as it is of the right kind", () => {
  assert.deepEqual(defaultWish(), USUAL);
  settings.wish = { level: "expert", to: "seven", nonsense: 1, options: { cap5: true } };
  assert.deepEqual(defaultWish(), { ...USUAL, level: "expert" });
  settings.wish = {};
});

test("house rules that are not as usual are counted", () => {
  assert.equal(unusual(USUAL), 0);
  assert.equal(unusual({ ...USUAL, skipClosedOut: false, options: { cap5: true } }), 2);
  assert.equal(unusual({ ...USUAL, level: "club", jacoby: true }), 0);
});

test("settings of another kind, or of another time, do no harm", () => {
  assert.deepEqual(sane(null), DEFAULTS);
  assert.deepEqual(sane({ sounds: "yes", unknown: 1 }), DEFAULTS);
  assert.equal(sane({ sounds: true }).sounds, true);
});
