import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { MatchSocket } from "../../../src/fullprime/web/js/socket.js";

/** A line that is told what the server says and keeps what the client says. */
class FakeLine {
  readyState = 0;
  sent = [];

  opens() {
    this.readyState = 1;
    this.onopen();
  }
  says(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  breaks(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
}

let lines, heard, socket, network;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  lines = [];
  heard = { events: [], status: [], refused: [], waiting: [], presence: [], closing: [] };
  const listener = {
    events: (events, state) =>
      heard.events.push([events.map((event) => event.version), state.version]),
    status: (status) => heard.status.push(status),
    refused: (...what) => heard.refused.push(what),
    waiting: (waits) => heard.waiting.push(waits),
    presence: (...who) => heard.presence.push(who),
    closing: (why) => heard.closing.push(why.code),
  };
  const open = () => {
    const line = new FakeLine();
    lines.push(line);
    return line;
  };
  network = new EventTarget();
  socket = new MatchSocket("ws://x/ws/matches/m", listener, null, { open, name: "k", network });
});

const told = (version, ...events) => ({
  type: "events",
  events: events.map((number) => ({
    version: number,
    seat: 0,
    action: { type: "rolled" },
    text: "",
  })),
  state: { version },
});

function greeted(version = 4) {
  lines[0].opens();
  lines[0].says(told(version));
}

function again() {
  lines.at(-1).breaks();
  mock.timers.tick(10_000);
  lines.at(-1).opens();
}

test("it greets with nothing seen and shows what it is told", () => {
  greeted();
  assert.deepEqual(lines[0].sent, [{ type: "hello", version: null }]);
  assert.deepEqual(heard.events, [[[], 4]]);
  assert.deepEqual(heard.status, ["open"]);
});

test("a server that ends says when to come back", () => {
  greeted();
  socket.send("roll");
  lines[0].says({ type: "closing", code: "server.full", values: {}, error: "", retry: 10 });
  assert.deepEqual(heard.closing, ["server.full"]);
  lines[0].breaks(1012);
  mock.timers.tick(10_000);
  assert.equal(lines.length, 1);
  mock.timers.tick(500);
  assert.equal(lines.length, 2);
  lines[1].opens();
  lines[1].says(told(4));
  assert.equal(lines[1].sent[1].ack, "k-1");
});

test("an action carries the version seen and a key of its own, and waits for its ack", () => {
  greeted();
  socket.send("roll");
  socket.send("played", { steps: [[8, 5]] });
  assert.deepEqual(lines[0].sent.slice(1), [
    { type: "roll", version: 4, ack: "k-1" },
    { type: "played", steps: [[8, 5]], version: 4, ack: "k-2" },
  ]);
  lines[0].says({ type: "ack", ack: "k-1", version: 5 });
  assert.equal(socket.waiting, true);
  lines[0].says({ type: "ack", ack: "k-2", version: 6 });
  assert.deepEqual(heard.waiting, [true, true, false]);
});

test("after a break it says the last version and sends again what was not acknowledged", () => {
  greeted();
  socket.send("roll");
  lines[0].says(told(5, 5));
  again();
  assert.deepEqual(lines[1].sent, [{ type: "hello", version: 5 }]);
  lines[1].says(told(6, 6));
  assert.deepEqual(lines[1].sent[1], { type: "roll", version: 4, ack: "k-1" });
  lines[1].says({ type: "ack", ack: "k-1", version: 5 });
  again();
  lines[2].says(told(6));
  assert.deepEqual(lines[2].sent, [{ type: "hello", version: 6 }]);
  assert.deepEqual(heard.status, ["open", "lost", "open", "lost", "open"]);
});

test("what is sent while the line is down goes out once, when it is back", () => {
  greeted();
  lines[0].breaks();
  socket.send("doubled");
  assert.equal(lines[0].sent.length, 1);
  mock.timers.tick(10_000);
  lines[1].opens();
  lines[1].says(told(4));
  assert.deepEqual(
    lines[1].sent.map((message) => message.type),
    ["hello", "doubled"],
  );
});

test("no event is shown twice and no older state is shown", () => {
  greeted(4);
  lines[0].says(told(6, 5, 6));
  lines[0].says(told(6, 5, 6));
  lines[0].says(told(5, 5));
  assert.deepEqual(heard.events, [
    [[], 4],
    [[5, 6], 6],
    [[], 6],
  ]);
});

test("a refusal ends the waiting and is told", () => {
  greeted();
  socket.send("roll");
  lines[0].says({
    type: "error",
    ack: "k-1",
    code: "STD-TURN-1",
    values: {},
    error: "not your turn",
    rule: "STD-TURN-1",
    stale: true,
    version: 4,
  });
  assert.deepEqual(heard.refused, [
    [{ code: "STD-TURN-1", values: {}, message: "not your turn", rule: "STD-TURN-1" }, true, "roll"],
  ]);
  assert.equal(socket.waiting, false);
});

const happens = (name) => network.dispatchEvent(new Event(name));

test("a line that does not answer is given up for a new one", () => {
  greeted();
  socket.send("roll");
  mock.timers.tick(6_000);
  assert.deepEqual(heard.status, ["open", "lost"]);
  mock.timers.tick(500);
  lines[1].opens();
  lines[1].says(told(4));
  assert.equal(lines[1].sent[1].ack, "k-1");
});

test("a silent line is tried, and lives as long as it answers", () => {
  greeted();
  for (let pings = 1; pings <= 20; pings++) {
    mock.timers.tick(2_999);
    assert.equal(lines[0].sent.length, pings);
    mock.timers.tick(1);
    assert.deepEqual(lines[0].sent.at(-1), { type: "ping" });
    mock.timers.tick(5_000);
    lines[0].says({ type: "pong" });
  }
  assert.equal(lines.length, 1);
  assert.deepEqual(heard.status, ["open"]);
});

test("a line on which something is heard needs no trying", () => {
  greeted();
  for (let i = 0; i < 20; i++) {
    mock.timers.tick(2_900);
    lines[0].says({ type: "presence", here: [true, false], watchers: i });
  }
  assert.equal(lines[0].sent.length, 1);
  assert.deepEqual(heard.presence.at(-1), [[true, false], 19]);
});

test("a player who waits on a dead line hears of it within ten seconds", () => {
  greeted();
  for (let second = 0; second < 9; second++) mock.timers.tick(1_000);
  assert.deepEqual(heard.status, ["open", "lost"]);
  assert.equal(lines[0].readyState, 3);
  mock.timers.tick(500);
  assert.equal(lines.length, 2);
});

test("an action that is not acknowledged is not forgiven for a pong", () => {
  greeted();
  socket.send("roll");
  mock.timers.tick(3_000);
  lines[0].says({ type: "pong" });
  mock.timers.tick(3_000);
  assert.deepEqual(heard.status, ["open", "lost"]);
});

test("a line that never stands is given up as well", () => {
  mock.timers.tick(6_000);
  assert.deepEqual(heard.status, ["lost"]);
  mock.timers.tick(500);
  assert.equal(lines.length, 2);
});

test("when the browser says that there is no network, the player hears it at once", () => {
  greeted();
  happens("offline");
  assert.deepEqual(heard.status, ["open", "lost"]);
  happens("online");
  lines[1].opens();
  lines[1].says(told(4));
  assert.deepEqual(heard.status, ["open", "lost", "open"]);
});

test("a closed line has no ears for the network and tries nothing", () => {
  greeted();
  socket.close();
  lines[0].breaks();
  happens("offline");
  happens("online");
  mock.timers.tick(100_000);
  assert.equal(lines.length, 1);
  assert.deepEqual(heard.status, ["open"]);
});

test("it waits longer after each failure, up to a limit", (context) => {
  context.mock.method(Math, "random", () => 1);
  const waits = [];
  for (let i = 0; i < 7; i++) {
    const before = lines.length;
    lines.at(-1).breaks();
    let waited = 0;
    while (lines.length === before) {
      mock.timers.tick(500);
      waited += 500;
    }
    waits.push(waited);
  }
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test("a match that is gone is not looked for again", () => {
  greeted();
  lines[0].breaks(4404);
  happens("online");
  mock.timers.tick(100_000);
  assert.equal(lines.length, 1);
  assert.deepEqual(heard.status, ["open", "gone"]);
});

test("a closed line stays closed", () => {
  greeted();
  socket.close();
  lines[0].breaks();
  mock.timers.tick(100_000);
  assert.equal(lines.length, 1);
});

test("a line that is not needed any more before it stands is closed as it opens, unused", () => {
  socket.close();
  assert.equal(lines[0].readyState, 0);
  lines[0].opens();
  assert.deepEqual([lines[0].readyState, lines[0].sent], [3, []]);
});

test("news of the network tries at once, but never beside an open line", () => {
  greeted();
  happens("online");
  assert.equal(lines.length, 1);
  lines[0].breaks();
  happens("online");
  assert.equal(lines.length, 2);
  lines[1].opens();
  lines[1].says(told(4));
  mock.timers.tick(2_999);
  assert.equal(lines.length, 2);
});
