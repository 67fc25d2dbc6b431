import assert from "node:assert/strict";
import { test } from "node:test";

import { find, fit } from "../../../src/fullprime/web/js/router.js";

test("a path gives the values of its pattern", () => {
  assert.deepEqual(fit("/match/:id", "/match/a1"), { id: "a1" });
  assert.deepEqual(fit("/match/:id", "/match/a1/"), { id: "a1" });
  assert.equal(fit("/match/:id", "/match/a1/replay"), null);
  assert.equal(fit("/match/:id", "/match/"), null);
  assert.deepEqual(fit("/", "/"), {});
});

test("values are decoded, and what cannot be decoded is no address", () => {
  assert.deepEqual(fit("/join/:code", "/join/a%20b"), { code: "a b" });
  assert.equal(fit("/join/:code", "/join/%E0%A4%A"), null);
});

test("every page has its address", () => {
  const addresses = ["/", "/new", "/games", "/matches", "/match/x", "/match/x/replay", "/join/c", "/editor"];
  addresses.push("/games/tapa", "/glossary", "/position/backgammon/24:2~24:2", "/print");
  addresses.push("/settings", "/about", "/api");
  for (const path of addresses) assert.ok(find(path), path);
  assert.equal(find("/nothing"), null);
  assert.equal(find("/openapi.json"), null);
});
