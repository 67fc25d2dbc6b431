/** A record of dice, verified and shown: on our page, and on the one that needs no server. */

import { fill, h } from "../dom.js";
import { number, t } from "../words.js";
import { toHex } from "./bytes.js";
import { Unfair } from "./ledger.js";
import { readRecord, verifyRecord } from "./record.js";

/** Where a record is chosen or dropped, and what is found in it. */
export function verifier() {
  const found = h("div", { class: "verified", "aria-live": "polite" });
  const input = h("input", { type: "file", accept: ".json,application/json", class: "unseen" });
  const drop = h(
    "label",
    { class: "drop panel" },
    input,
    h("span", { class: "button primary" }, t("verify.choose")),
    h("span", { class: "faint" }, t("verify.drop")),
  );
  input.addEventListener("change", () => void read(input.files?.[0]));
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    void read(event.dataTransfer?.files[0]);
  });

  /** @param {File} [file] */
  async function read(file) {
    if (file) show(await file.text());
    input.value = ""; // the same file can be chosen again
  }
  /** @param {string} text of the record */
  function show(text) {
    fill(found, ...resultOf(text));
  }
  return { element: h("div", null, drop, found), show };
}

/** @param {string} text @returns {HTMLElement[]} */
function resultOf(text) {
  let record;
  try {
    record = readRecord(text);
  } catch {
    return [verdict(false, t("verify.not"))];
  }
  try {
    return shown(record, verifyRecord(record));
  } catch (error) {
    if (!(error instanceof Unfair)) return [verdict(false, t("verify.not"))];
    const about = t("verify.event", { n: error.version, text: t(`fair.${error.kind}`) });
    return [verdict(false, t("verify.bad")), h("p", null, about)];
  }
}

/** @param {boolean} good @param {string} text */
function verdict(good, text) {
  return h("p", { class: good ? "verdict-of-dice good" : "verdict-of-dice bad" }, good ? "✓ " : "✗ ", text);
}

/** @param {import("./record.js").Transcript} record @param {import("./ledger.js").Ledger} ledger */
function shown(record, ledger) {
  const { dealt, weak, renewed } = ledger;
  const again = renewed.reduce((sum, each) => sum + each, 0);
  const facts = [
    h("bdi", null, record.players.join(" – ")),
    t("verify.rolls", { n: dealt.length }),
    t(record.over ? "verify.over" : "verify.open"),
    weak ? t("verify.weak", { n: weak }) : "",
    again ? t("verify.renewed", { n: again }) : "",
  ];
  return [
    verdict(true, t("verify.good")),
    h("ul", null, facts.filter(Boolean).map((fact) => h("li", null, fact))),
    h(
      "dl",
      { class: "hashes" },
      h("dt", null, t("verify.head")),
      h("dd", { dir: "ltr" }, h("code", null, toHex(ledger.head))),
      h("dt", null, t("verify.key")),
      h("dd", { dir: "ltr" }, h("code", null, record.key)),
    ),
    h("p", { class: "faint" }, t("verify.head.help")),
    h("details", null, h("summary", null, t("verify.list")), table(dealt)),
  ];
}

/** @param {import("./ledger.js").Dealt[]} dealt */
function table(dealt) {
  const rows = dealt.map((roll) => {
    const dice = roll.throws.map((each) => each.map((die) => number(die)).join("-")).join(", ");
    const note = roll.opening ? ` · ${t("verify.opening")}` : "";
    return h("tr", null, h("td", null, number(roll.number)), h("td", null, dice, note));
  });
  const head = h("tr", null, h("th", null, t("verify.number")), h("th", null, t("verify.dice")));
  return h("table", { class: "rolls-of-match" }, h("thead", null, head), h("tbody", null, rows));
}
