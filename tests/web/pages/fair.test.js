import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { fromHex, toHex, utf8 } from "../../../src/fullprime/web/js/fair/bytes.js";
import { Chain, follows } from "../../../src/fullprime/web/js/fair/chain.js";
import { contextOf, openingOf, rollOf } from "../../../src/fullprime/web/js/fair/dealing.js";
import { isSigned, sha512 } from "../../../src/fullprime/web/js/fair/ed25519.js";
import { Ledger, Unfair } from "../../../src/fullprime/web/js/fair/ledger.js";
import { Party } from "../../../src/fullprime/web/js/fair/party.js";
import { readRecord, verifyRecord } from "../../../src/fullprime/web/js/fair/record.js";
import { hmac, sha256 } from "../../../src/fullprime/web/js/fair/sha256.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const known = JSON.parse(readFileSync(join(ROOT, "tests/data/fair_dice/vectors.json"), "utf8"));

/** What a program of the tests prints, line by line. */
function lines(program, ...words) {
  const own = join(ROOT, ".venv/bin/python");
  const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
  const run = spawnSync(python, [program, ...words], { cwd: ROOT, maxBuffer: 2 ** 30 });
  assert.equal(run.status, 0, String(run.stderr));
  return String(run.stdout).trim().split("\n").map((line) => JSON.parse(line));
}

const MATCHES = process.env.FULLPRIME_FORGERIES ?? "5";
const forgeries = lines("tests/fair_forgeries.py", MATCHES, "1");

test("the hashes are those of everyone", () => {
  for (const each of known.hashes) {
    assert.equal(toHex(sha256(utf8(each.text))), each.sha256);
    assert.equal(toHex(sha512(utf8(each.text))), each.sha512);
  }
  for (const each of known.macs) assert.equal(toHex(hmac(fromHex(each.key), utf8(each.text))), each.hmac);
});

test("signatures", () => {
  for (const each of known.signatures) {
    const [key, signature, text] = [each.key, each.signature, each.text].map(fromHex);
    assert.ok(isSigned(key, signature, text));
    assert.ok(!isSigned(key, signature, utf8("another text")));
    const changed = Uint8Array.from(signature, (byte, i) => (i ? byte : byte ^ 1));
    assert.ok(!isSigned(key, changed, text));
    assert.ok(!isSigned(new Uint8Array(32).fill(255), signature, text));
    assert.ok(!isSigned(key, new Uint8Array(), text));
    const large = Uint8Array.from(signature, (byte, i) => (i < 32 ? byte : 255));
    assert.ok(!isSigned(key, large, text)); // a number that is too large has another name
  }
});

const chains = known.secrets.map((secret, party) => new Chain(fromHex(secret), known.match, party));
const links = (number) => chains.map((chain) => chain.link(number));

test("anchors, links and 4,096 rolls are those of the other implementation", () => {
  assert.deepEqual(chains.map((chain) => toHex(chain.anchor)), known.anchors);
  assert.deepEqual(links(1).map(toHex), known.first_links);
  const context = contextOf(known.match, known.rules, chains.map((chain) => chain.anchor));
  assert.equal(toHex(context), known.context);
  assert.deepEqual(openingOf(context, 1, links(1)), known.opening);
  const rolls = Array.from({ length: 4095 }, (_, i) => rollOf(context, i + 2, links(i + 2)));
  assert.deepEqual(rolls.slice(0, 12).map((roll) => roll.join("")), known.rolls);
  assert.equal(toHex(sha256(Uint8Array.from(rolls.flat()))), known.digest);
  assert.ok(follows(chains[0].link(63), 64, chains[0].link(64), known.match, 0));
  assert.ok(!follows(chains[0].link(63), 64, chains[0].link(64), known.match, 1));
  assert.throws(() => chains[0].link(4097), RangeError);
});

test("true records hold, and each of the twelve forgeries is found", () => {
  const refused = new Map();
  for (const { forgery, fault, record } of forgeries) {
    if (!forgery) {
      assert.equal(verifyRecord(readRecord(JSON.stringify(record))).dealt.length, 8);
      continue;
    }
    assert.throws(() => verifyRecord(record), (error) => error instanceof Unfair && error.kind === fault, forgery);
    refused.set(forgery, (refused.get(forgery) ?? 0) + 1);
  }
  assert.equal(refused.size, 12);
  const counts = [...refused.values()];
  assert.ok(counts.every((count) => count === Number(MATCHES)));
  console.log(`${counts.reduce((a, b) => a + b)} forgeries refused`);
});

test("what is no record", () => {
  for (const text of ["", "[]", "{}", "null", '{"format":"bgdice/v2"}']) assert.throws(() => readRecord(text));
});

// The part of a page -------------------------------------------------------------------------------

const MATCH = "abc";
const RULES = '{"game":"backgammon"}';

/** A place to keep things, as a browser has it. */
function place() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
    key: (number) => [...kept.keys()][number] ?? null,
    get length() {
      return kept.size;
    },
  };
}

/** A true record of the other implementation, told to a page step by step. */
class Server {
  constructor({ record } = forgeries[0], clock = false) {
    this.record = record;
    this.clock = clock;
    this.version = 0;
    this.sent = [];
  }

  state(more = {}) {
    const part = { ...this.record, events: this.record.events.slice(0, this.version) };
    const whole = this.version === this.record.events.length;
    const ledger = new Ledger(part.match, part.rules);
    for (const each of part.events) ledger.take(each);
    const fair = {
      ready: true,
      rolling: ledger.rolling?.by ?? null,
      deposited: [false, false],
      live: this.clock,
      lost: false,
      head: toHex(ledger.head),
      key: part.key,
      signature: whole ? part.signature : "00".repeat(64),
    };
    const players = [{ seated: true, here: true }, { seated: true, here: true }];
    return { id: part.match, version: this.version, you: [], over: whole, phase: "opening", players, actor: null, fair, ...more };
  }

  party(state, more = {}) {
    return new Party(state, {
      send: (type, content) => this.sent.push({ type, ...content }),
      changed: () => {},
      record: async () => JSON.stringify({ ...this.record, events: this.record.events.slice(0, this.version) }),
      place: place(),
      ...more,
    });
  }
}

test("a page that watches checks a whole match, and sends nothing", async () => {
  const server = new Server();
  server.version = server.record.events.length;
  const party = server.party(server.state());
  await party.happened([], server.state());
  assert.deepEqual([party.status.is, party.status.rolls], ["checked", 8]);
  assert.deepEqual(server.sent, []);
});

test("a signature, a head and a history that do not fit are found", async () => {
  const server = new Server();
  server.version = server.record.events.length;
  for (const [name, value, fault] of [
    ["signature", "00".repeat(64), "signature"],
    ["head", "00".repeat(32), "history"],
    ["key", "11".repeat(32), "key"],
  ]) {
    const state = server.state();
    state.fair[name] = value;
    const party = server.party(state);
    await party.happened([], state);
    assert.deepEqual([party.status.is, party.status.fault], ["broken", fault]);
  }
});

test("a page that comes back finds a history that was changed", async () => {
  const server = new Server();
  const kept = place();
  server.version = server.record.events.length;
  const first = server.party(server.state(), { place: kept });
  await first.happened([], server.state());
  assert.equal(first.status.is, "checked");
  const other = new Server(forgeries.find(({ forgery }) => forgery === "dropped event"));
  other.record = { ...forgeries[13].record, match: server.record.match }; // of another match
  other.version = other.record.events.length;
  const second = other.party(server.state(), { place: kept });
  await second.happened([], server.state());
  assert.equal(second.status.is, "broken");
});

test("a page of a player keeps its secret before its anchor leaves it, and has it after a reload", async () => {
  const kept = place();
  const server = { record: { match: MATCH, rules: RULES, events: [], players: ["", ""], over: false } };
  const sent = [];
  const key = known.signatures[0].key;
  const head = toHex(new Ledger(MATCH, RULES).head);
  const state = {
    id: MATCH,
    version: 0,
    you: [1],
    over: false,
    phase: "opening",
    actor: null,
    players: [{ seated: true, here: true }, { seated: true, here: true }],
    fair: { ready: false, rolling: null, deposited: [false, false], live: false, head, key, signature: "00".repeat(64) },
  };
  const file = { format: "bgdice/v1", ...server.record, key, signature: "00".repeat(64) };
  const parts = { send: (type, content) => sent.push({ type, ...content }), changed() {}, place: kept, record: async () => JSON.stringify(file) };
  const first = new Party(state, parts);
  await first.happened([], state);
  assert.equal(first.status.fault, "signature"); // no server, no anchor
  assert.deepEqual(sent, []);
  assert.equal(kept.length, 0);
});
