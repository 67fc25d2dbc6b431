/** The published record of the dice of a match, verified without the server. */

import { fromHex, joined, toHex, u32, utf8 } from "./bytes.js";
import { isSigned } from "./ed25519.js";
import { Ledger, Unfair } from "./ledger.js";

/**
 * @typedef {object} Transcript
 * @property {"bgdice/v1"} format
 * @property {string} match
 * @property {string} rules
 * @property {[string, string]} players
 * @property {import("./ledger.js").Entry[]} events
 * @property {boolean} over
 * @property {string} key
 * @property {string} signature
 */

/** What the server signs. @param {Uint8Array} head @param {number} version @param {boolean} over */
export function signedText(head, version, over) {
  return joined(utf8("bgdice/v1/signed\0"), head, u32(version), Uint8Array.of(over ? 1 : 0));
}

/** A whole record; throws `Unfair` where it does not hold. @param {Transcript} record
 * @returns {Ledger} all that was dealt */
export function verifyRecord(record) {
  const ledger = new Ledger(record.match, record.rules);
  for (const entry of record.events) {
    if (record.over && (entry.action === undefined || entry.action === null))
      throw new Unfair("hidden", ledger.version + 1);
    ledger.take(entry);
  }
  if (ledger.due.length) throw new Unfair("cut", ledger.version);
  if (ledger.key && ledger.key !== record.key) throw new Unfair("key", ledger.version);
  const text = signedText(ledger.head, ledger.version, record.over);
  if (!isSigned(fromHex(record.key), fromHex(record.signature), text))
    throw new Unfair("signature", ledger.version);
  return ledger;
}

/** The record in a file; throws a `TypeError` where it is none. @param {string} text
 * @returns {Transcript} */
export function readRecord(text) {
  const found = JSON.parse(text);
  const { format, match, rules, players, events, over, key, signature } = found ?? {};
  const texts = [match, rules, key, signature].every((each) => typeof each === "string");
  const right =
    format === "bgdice/v1" &&
    texts &&
    /^[0-9a-f]{64}$/.test(key) &&
    /^[0-9a-f]{128}$/.test(signature) &&
    typeof over === "boolean" &&
    Array.isArray(players) &&
    Array.isArray(events) &&
    events.every((each) => each && typeof each === "object");
  if (!right) throw new TypeError("expected a record of dice");
  return found;
}

/** What can be compared with the copy of a player. @param {Ledger} ledger */
export function headText(ledger) {
  return toHex(ledger.head);
}
