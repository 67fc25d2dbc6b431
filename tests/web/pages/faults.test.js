import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem } from "../../../src/fullprime/web/js/api.js";
import { errorText, refusalText } from "../../../src/fullprime/web/js/faults.js";
import { useWords } from "../../../src/fullprime/web/js/words.js";

const TURKISH = {
  "failed.line": "Sunucuya ulaşılamıyor.",
  "refused.rule": "Olmaz: {reason} ({rule})",
  "refused.detail": "Olmaz, {detail}: {reason} ({rule})",
  "STD-CUBE-2": "Bu oyun küpsüz oynanır.",
  "table.turn": "Sıra rakibinde.",
  "table.ended": "ilk oyun bitti",
};

test("a refused action is worded with its rule and its detail", () => {
  useWords("tr", TURKISH);
  const refusal = { code: "STD-CUBE-2", values: {}, message: "no cube", rule: "STD-CUBE-2" };
  assert.equal(refusalText(refusal), "Olmaz: Bu oyun küpsüz oynanır. (STD-CUBE-2)");
  const detail = { code: "table.ended", values: {}, message: "over" };
  assert.equal(
    refusalText({ ...refusal, values: { detail } }),
    "Olmaz, ilk oyun bitti: Bu oyun küpsüz oynanır. (STD-CUBE-2)",
  );
  assert.equal(refusalText({ code: "table.turn", rule: null }), "Sıra rakibinde.");
});

test("whatever is thrown has a text, which begins with a capital letter of the language", () => {
  useWords("tr", TURKISH);
  assert.equal(errorText(new Problem(409, { code: "table.ended" })), "İlk oyun bitti");
  assert.equal(errorText(new Problem(500, { code: "", message: "broken" })), "Broken");
  assert.equal(errorText(new TypeError("Failed to fetch")), "Sunucuya ulaşılamıyor.");
});
