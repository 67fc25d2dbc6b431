/** From three links to dice. */

import { joined, u32, utf8 } from "./bytes.js";
import { tagOf } from "./chain.js";
import { hmac, sha256 } from "./sha256.js";

/** @typedef {[number, number]} Dice */

/** Bytes from here on are dropped: 252 is 42 times 6, so every number is equally likely. */
const LIMIT = 252;

/** @param {string} match @param {string} rules @param {Uint8Array[]} anchors of S, A and B */
export function contextOf(match, rules, anchors) {
  return sha256(joined(utf8("bgdice/v1/ctx\0"), tagOf(match), sha256(utf8(rules)), ...anchors));
}

/** @param {Uint8Array} context @param {number} number @param {Uint8Array[]} links of S, A and B
 * @returns {Generator<number, never>} */
function* numbers(context, number, [server, first, second]) {
  if (!server || !first || !second) throw new TypeError("expected three links");
  const key = hmac(server, joined(utf8("bgdice/v1/roll\0"), context, u32(number), first, second));
  for (let block = 0; ; block++) {
    for (const byte of hmac(key, u32(block))) if (byte < LIMIT) yield 1 + (byte % 6);
  }
}

/** @param {Generator<number, never>} from @returns {Dice} */
function two(from) {
  return [from.next().value, from.next().value];
}

/** @param {Uint8Array} context @param {number} number @param {Uint8Array[]} links */
export function rollOf(context, number, links) {
  return two(numbers(context, number, links));
}

/** The throws of an opening roll, a die of seat 0 and one of seat 1: only the last is no tie.
 * @param {Uint8Array} context @param {number} number @param {Uint8Array[]} links */
export function openingOf(context, number, links) {
  const from = numbers(context, number, links);
  const throws = [two(from)];
  while (throws.at(-1)?.[0] === throws.at(-1)?.[1]) throws.push(two(from));
  return throws;
}
