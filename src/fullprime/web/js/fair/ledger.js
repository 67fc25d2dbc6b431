/**
 * What may follow what in the log of a match with fair dice. Written from the description of the
 * protocol, not from the program of the server: two that agree are worth more than one.
 */

import { fromHex, joined, toHex, u32, utf8 } from "./bytes.js";
import { LENGTH, follows, tagOf } from "./chain.js";
import { contextOf, openingOf, rollOf } from "./dealing.js";
import { sha256 } from "./sha256.js";

/** @typedef {{version: number, seat: number | null, action?: string, digest?: string}} Entry */
/** @typedef {{anchor: string, link: Uint8Array, last: number}} Known how far a chain is public */
/** @typedef {{number: number, opening: boolean, throws: [number, number][]}} Dealt */

const NEAR_END = 64;
const MOST_REPLACED = 1;

/** A record that does not hold, by the kind of fault. */
export class Unfair extends Error {
  /** @param {string} kind @param {number} [version] of the event */
  constructor(kind, version = 0) {
    super(kind);
    this.kind = kind;
    this.version = version;
  }
}

/** @param {unknown} right @param {string} kind @returns {asserts right} */
function check(right, kind) {
  if (!right) throw new Unfair(kind);
}

/** @param {unknown} value */
function isHash(value) {
  return typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
}

/** @param {unknown} list @returns {list is [string, string, string]} */
function areHashes(list) {
  return Array.isArray(list) && list.length === 3 && list.every(isHash);
}

/** @param {unknown} seat */
function isSeat(seat) {
  return seat === 0 || seat === 1;
}

export class Ledger {
  /** @type {(Known | null)[]} */
  known = [null, null, null];
  /** @type {Uint8Array | null} */
  context = null;
  key = "";
  version = 0;
  /** Every roll that was dealt. @type {Dealt[]} */
  dealt = [];
  /** Waits for the other link. @type {{by: number, link: string, opening: boolean} | null} */
  rolling = null;
  /** @type {(string | null)[]} */
  deposits = [null, null];
  /** Dice that must stand in the log now. @type {[number, number][]} */
  due = [];
  mayOpen = true;
  renewed = [0, 0];
  weak = 0;
  gone = false;
  /** Hashes of deposits that are kept secret until their roll is dealt, by seat.
   * @type {(string | null)[]} */
  hidden = [null, null];

  /** @param {string} match @param {string} rules */
  constructor(match, rules) {
    this.match = match;
    this.rules = rules;
    const agreed = joined(tagOf(match), sha256(utf8(rules)));
    this.head = sha256(joined(utf8("bgdice/v1/log\0"), agreed));
  }

  get next() {
    return this.dealt.length + 1;
  }

  /** The next event of the log. @param {Entry} entry */
  take(entry) {
    try {
      check(entry.version === this.version + 1, "order");
      check(entry.seat === null || isSeat(entry.seat), "unreadable");
      this.#judge(entry);
    } catch (error) {
      if (error instanceof Unfair) error.version = this.version + 1;
      throw error;
    }
    const { action, digest = "" } = entry;
    const hashed = action === undefined ? fromHex(digest) : sha256(utf8(action));
    const where = joined(u32(entry.version), Uint8Array.of(entry.seat ?? 255));
    this.head = sha256(joined(utf8("bgdice/v1/event\0"), this.head, where, hashed));
    this.version += 1;
  }

  /** @param {Entry} entry */
  #judge({ action, digest, seat }) {
    if (action === undefined || action === null) {
      this.#isOpen(this.next);
      check(isHash(digest) && seat !== null, "hidden");
      check(!this.hidden[seat] && !this.deposits[seat], "hidden");
      this.hidden[seat] = digest ?? null;
      return;
    }
    const said = decoded(action);
    const kind = said.type;
    if (["dice_anchor", "dice_rolling", "dice_deposited"].includes(kind)) {
      check(isSeat(said.by) && isHash(said.anchor ?? said.link), "unreadable");
      check(said.by === seat, "seat");
    }
    if (kind === "dice_anchor") this.#anchor(said);
    else if (kind === "dice_fixed") this.#fix(said);
    else if (kind === "dice_rolling") this.#roll(said);
    else if (kind === "dice_deposited") this.#deposit(said);
    else if (kind === "dice_revealed") this.#reveal(said);
    else if (kind === "rolled") this.#rolled(said.dice);
    else this.#other(kind);
  }

  /** @param {any} said */
  #anchor({ by, first, anchor }) {
    const mine = this.known[by + 1];
    check(first === this.next, "number");
    const busy = this.rolling || this.due.length || this.holds;
    check(!busy, "early");
    if (mine && !this.ends(by + 1)) {
      this.renewed[by] = (this.renewed[by] ?? 0) + 1;
      check(this.context && (this.renewed[by] ?? 0) <= MOST_REPLACED, "renewed");
    }
    const taken = this.known.flatMap((each) => (each ? [each.anchor, toHex(each.link)] : []));
    check(!taken.includes(anchor), "copied");
    this.#begin(by + 1, anchor);
    this.context = null;
  }

  /** @param {number} party @param {string} anchor */
  #begin(party, anchor) {
    this.known[party] = { anchor, link: fromHex(anchor), last: this.dealt.length + LENGTH };
  }

  /** Is a link for the coming roll with the server already? */
  get holds() {
    return [...this.deposits, ...this.hidden].some((each) => each);
  }

  /** Does the chain of this party end soon? @param {number} party */
  ends(party) {
    const known = this.known[party];
    return Boolean(known && this.next > known.last - NEAR_END);
  }

  /** @param {any} said */
  #fix({ first, anchors, context, key }) {
    check(areHashes(anchors) && isHash(context) && isHash(key), "unreadable");
    check(!this.context && this.known[1] && this.known[2], "early");
    check(first === this.next, "number");
    check(new Set(anchors).size === 3, "copied");
    if (!this.known[0] || this.ends(0)) this.#begin(0, anchors[0]);
    check(
      this.known.every((each, party) => each?.anchor === anchors[party]),
      "anchor",
    );
    const found = contextOf(this.match, this.rules, anchors.map(fromHex));
    check(toHex(found) === context, "context");
    check(!this.key || this.key === key, "key");
    this.context = found;
    this.key = key;
  }

  /** @param {number} n */
  #isOpen(n) {
    check(!this.gone, "over");
    check(this.context, "early");
    check(!this.due.length, "edited");
    check(!this.rolling, "pending");
    check(n === this.next, "number");
  }

  /** @param {number} party @param {string} link */
  #fits(party, link) {
    const known = this.known[party];
    check(known && this.next <= known.last, "ended");
    check(follows(known.link, this.next, fromHex(link), this.match, party), "link");
  }

  /** @param {any} said */
  #roll({ by, n, link, opening = false }) {
    this.#isOpen(n);
    check(typeof opening === "boolean", "unreadable");
    check(this.mayOpen || !opening, "opening");
    this.#fits(by + 1, link);
    this.rolling = { by, link, opening };
  }

  /** @param {any} said */
  #deposit({ by, n, link }) {
    this.#isOpen(n);
    check(!this.deposits[by], "again");
    this.#fits(by + 1, link);
    this.deposits[by] = link;
  }

  /** @param {any} said */
  #reveal({ n, links }) {
    check(areHashes(links), "unreadable");
    const { rolling, context } = this;
    check(rolling && context, "early");
    check(n === this.next, "number");
    check(links[rolling.by + 1] === rolling.link, "link");
    links.forEach((link, party) => this.#fits(party, link));
    check(
      this.deposits.every((each, seat) => !each || each === links[seat + 1]),
      "link",
    );
    this.hidden.forEach((each, seat) => {
      const link = links[seat + 1];
      const text = `{"type":"dice_deposited","by":${seat},"n":${n},"link":"${link}"}`;
      check(!each || each === toHex(sha256(utf8(text))), "hidden");
    });
    const three = links.map(fromHex);
    three.forEach((link, party) => {
      const known = this.known[party];
      if (known) known.link = link;
    });
    const throws = rolling.opening ? openingOf(context, n, three) : [rollOf(context, n, three)];
    if (this.holds) this.weak += 1;
    this.dealt.push({ number: n, opening: rolling.opening, throws });
    this.due = [...throws];
    this.deposits = [null, null];
    this.hidden = [null, null];
    this.rolling = null;
    this.mayOpen = false;
  }

  /** @param {any} dice */
  #rolled(dice) {
    const [wanted] = this.due;
    check(wanted, "undealt");
    check(Array.isArray(dice) && dice.length === 2, "unreadable");
    check(dice[0] === wanted[0] && dice[1] === wanted[1], "edited");
    this.due = this.due.slice(1);
  }

  /** @param {string} kind */
  #other(kind) {
    const leaves = kind === "abandoned" || kind === "withheld";
    check(!this.due.length, "edited");
    check(!this.rolling || leaves, "pending");
    check(!this.gone, "over");
    if (kind === "next_game" || kind === "set_up_game") this.mayOpen = true;
    else this.gone = leaves || kind === "end_session";
  }
}

/** @param {unknown} action @returns {any} */
function decoded(action) {
  try {
    const said = JSON.parse(String(action));
    if (said && typeof said.type === "string") return said;
  } catch {
    // said below
  }
  throw new Unfair("unreadable");
}
