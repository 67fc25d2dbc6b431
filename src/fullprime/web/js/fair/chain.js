/** Chains of hashes: each link is the hash of the next one, so only its maker knows that. */

import { joined, same, u32, utf8 } from "./bytes.js";
import { sha256 } from "./sha256.js";

/** The server, seat 0 and seat 1, as hashes name them. */
export const ROLES = ["S", "A", "B"];
/** Rolls for which a chain lasts. */
export const LENGTH = 4096;
const TAG = utf8("bgdice/v1/chain\0");

/** @param {string} match */
export function tagOf(match) {
  return sha256(utf8(match));
}

/** The link before this one. @param {Uint8Array} tag of the match @param {number} party
 * @param {number} number of the link @param {Uint8Array} link */
function before(tag, party, number, link) {
  return sha256(joined(TAG, tag, utf8(ROLES[party] ?? ""), u32(number), link));
}

/** Is this the link of that number, where the one before it is known?
 * @param {Uint8Array} known @param {number} number @param {Uint8Array} link @param {string} match
 * @param {number} party */
export function follows(known, number, link, match, party) {
  return same(before(tagOf(match), party, number, link), known);
}

/** The chain of one party: its links by the number of the roll. */
export class Chain {
  /** @param {Uint8Array} secret @param {string} match @param {number} party
   * @param {number} [first] roll @param {number} [length] */
  constructor(secret, match, party, first = 1, length = LENGTH) {
    const tag = tagOf(match);
    this.first = first;
    /** @type {Uint8Array[]} */
    this.links = new Array(length + 1);
    let link = secret;
    for (let i = length; i >= 0; i--) {
      this.links[i] = link;
      if (i) link = before(tag, party, first - 1 + i, link);
    }
  }

  /** What is published before the first roll. @returns {Uint8Array} */
  get anchor() {
    return this.link(this.first - 1);
  }

  /** @param {number} number of the roll @returns {Uint8Array} */
  link(number) {
    const found = this.links[number - this.first + 1];
    if (!found) throw new RangeError(`roll ${number} is not in this chain`);
    return found;
  }
}
