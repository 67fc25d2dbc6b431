import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { untilBack } from "../../../src/fullprime/web/js/offline.js";

let network, asked, answers, back, end;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  network = new EventTarget();
  asked = back = 0;
  answers = [];
  const ask = async () => {
    asked++;
    const answer = answers.shift();
    if (!answer) throw new TypeError("no network");
    return answer;
  };
  end = untilBack(() => back++, ask, network);
});

/** Lets promises that are settled be heard. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function wait(ms) {
  mock.timers.tick(ms);
  await settled();
}

test("the server is asked for until it answers, and then no more", async () => {
  for (let n = 1; n <= 3; n++) {
    await wait(3_000);
    assert.deepEqual([asked, back], [n, 0]);
  }
  answers.push({ ok: false }, { ok: true });
  await wait(3_000);
  assert.equal(back, 0);
  await wait(3_000);
  assert.deepEqual([asked, back], [5, 1]);
  await wait(30_000);
  assert.deepEqual([asked, back], [5, 1]);
});

test("news of the network asks at once", async () => {
  answers.push({ ok: true });
  network.dispatchEvent(new Event("online"));
  await settled();
  assert.deepEqual([asked, back], [1, 1]);
});

test("a page that is left asks no more", async () => {
  end();
  network.dispatchEvent(new Event("online"));
  await wait(30_000);
  assert.deepEqual([asked, back], [0, 0]);
});
