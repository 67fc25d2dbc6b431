/**
 * A page's part in fair dice: it keeps its chain, shows a link only when it is due, and checks
 * everything that the server says. A page of somebody who watches only checks.
 */

import { fromHex, toHex } from "./bytes.js";
import { Chain } from "./chain.js";
import { isSigned } from "./ed25519.js";
import { Keeping, browserPlace } from "./keeping.js";
import { Ledger, Unfair } from "./ledger.js";
import { readRecord, signedText } from "./record.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Happening} Happening */
/**
 * @typedef {object} Parts
 * @property {(type: string, content: object) => void} send
 * @property {() => void} changed the status is another one
 * @property {() => Promise<string>} record the whole record, from the server
 * @property {import("./keeping.js").Place | null} [place]
 * @property {() => Uint8Array} [secret] 32 bytes that nobody can guess
 *
 * @typedef {object} Status
 * @property {"checking" | "checked" | "broken"} is
 * @property {number} rolls that were checked
 * @property {number} weak rolls with a link that was left in advance
 * @property {string} fault the kind, where it is broken
 * @property {number} version of the event that does not hold
 * @property {boolean} lost this page cannot take part any more
 * @property {string} evidence what the server has said, where it is broken: signed by itself
 */

export class Party {
  /** @type {Status} */
  status = { is: "checking", rolls: 0, weak: 0, fault: "", version: 0, lost: false, evidence: "" };
  /** @type {Chain | null} */
  #chain = null;
  /** What was sent, so that nothing is sent twice. @type {Set<string>} */
  #sent = new Set();
  /** What comes is checked one after the other. @type {Promise<void>} */
  #turn = Promise.resolve();
  #gone = false;

  /** @param {State} state @param {Parts} parts */
  constructor(state, parts) {
    const [seat = null] = state.you.length === 1 ? state.you : [];
    this.seat = seat;
    this.match = state.id;
    this.state = state;
    this.parts = parts;
    this.keeping = new Keeping(state.id, seat, parts.place === undefined ? browserPlace() : parts.place);
    /** @type {Ledger | null} */
    this.ledger = null;
  }

  /** The page has a newer state. @param {Happening[]} events @param {State} state */
  happened(events, state) {
    this.state = state;
    this.#turn = this.#turn.then(() => this.#follow(events, state));
    return this.#turn;
  }

  /** What goes with the wish to roll. @returns {{link?: string}} */
  roll() {
    const link = this.#take(this.ledger?.next ?? 0);
    return link ? { link } : {};
  }

  /** The page is about to go: without a clock the opponent can roll without it.
   * @param {State} [state] */
  leave(state = this.state) {
    if (this.#mayDeposit(state)) this.#show("deposit");
  }

  close() {
    this.leave();
    this.#gone = true;
  }

  // Checking

  /** @param {Happening[]} events @param {State} state */
  async #follow(events, state) {
    if (this.status.is === "broken" || this.#gone || !state.fair) return;
    try {
      await this.#check(events, state);
      this.status.is = "checked";
    } catch (error) {
      if (!(error instanceof Unfair)) return; // the record could not be loaded: the next one may
      const { kind: fault, version } = error;
      const { secret: _, ...kept } = this.keeping.read();
      const evidence = JSON.stringify({ match: this.match, fault, version, kept, events, fair: state.fair });
      this.status = { ...this.status, is: "broken", fault, version, evidence };
    }
    this.status.rolls = this.ledger?.dealt.length ?? 0;
    this.status.weak = this.ledger?.weak ?? 0;
    if (this.#gone) return;
    if (this.status.is === "checked" && state === this.state) this.#act(state);
    this.parts.changed();
  }

  /** @param {Happening[]} events @param {State} state */
  async #check(events, state) {
    const { ledger } = this;
    if (ledger && state.version < ledger.version) return;
    if (!ledger || !follows(events, ledger.version, state.version)) await this.#catchUp();
    else {
      this.#checkOpening(ledger, events[0]);
      for (const event of events) this.#judge(ledger, entryOf(event));
    }
    const now = this.ledger;
    if (now?.version !== state.version) return; // something newer is on its way
    this.#compare(now, state);
  }

  /** From the first event on: after a reload, or when something was missed. */
  async #catchUp() {
    const record = readRecord(await this.parts.record());
    const kept = this.keeping.read();
    const ledger = new Ledger(this.match, record.rules);
    if (record.match !== this.match) throw new Unfair("history");
    for (const entry of record.events) {
      this.#judge(ledger, entry);
      const seen = ledger.version === kept.version;
      if (seen && toHex(ledger.head) !== kept.head) throw new Unfair("history", ledger.version);
    }
    if ((kept.version ?? 0) > ledger.version) throw new Unfair("history", ledger.version);
    this.ledger = ledger;
  }

  /** One event more. What this page has sent a link for must be dealt as it was agreed then.
   * @param {Ledger} ledger @param {import("./ledger.js").Entry} entry */
  #judge(ledger, entry) {
    const before = ledger.next;
    ledger.take(entry);
    const { sent, context } = this.keeping.read();
    const dealt = before === sent && ledger.next > sent;
    if (dealt && toHex(ledger.context ?? new Uint8Array()) !== context)
      throw new Unfair("history", ledger.version);
  }

  /** Who begins a game is decided by an opening roll, and nothing else is.
   * @param {Ledger} ledger @param {Happening} [event] */
  #checkOpening(ledger, event) {
    const known = this.#last.version === ledger.version;
    if (!known || event?.action.type !== "dice_rolling") return;
    const opens = this.#last.phase === "opening";
    if (Boolean(event.action.opening) !== opens) throw new Unfair("opening", ledger.version + 1);
  }

  /** Of the last state that was checked. */
  #last = { version: -1, phase: "" };

  /** What the server says now must be what it has signed, and what follows from the log.
   * @param {Ledger} ledger @param {State} state */
  #compare(ledger, state) {
    const { head, key, signature } = /** @type {import("../types.js").Fair} */ (state.fair);
    const known = this.keeping.read().key ?? key;
    const { version } = ledger;
    if (head !== toHex(ledger.head)) throw new Unfair("history", version);
    if (key !== known || (ledger.key && ledger.key !== key)) throw new Unfair("key", version);
    const text = signedText(ledger.head, version, state.over);
    if (!isSigned(fromHex(key), fromHex(signature), text)) throw new Unfair("signature", version);
    this.keeping.keep({ version, head, key });
    this.#last = { version, phase: state.phase };
  }

  // Taking part

  /** What is due by itself. @param {State} state */
  #act(state) {
    const { ledger, seat } = this;
    if (!ledger || seat === null || state.over || !state.players.every((each) => each.seated)) return;
    const known = ledger.known[seat + 1];
    const chain = this.#mine(known?.anchor);
    this.status.lost = Boolean(known && !chain && !this.#mayRenew(ledger));
    if (!known || ((!chain || ledger.ends(seat + 1)) && this.#mayRenew(ledger))) return this.#begin(ledger);
    if (!chain || !ledger.context) return;
    const opens = state.phase === "opening" && !ledger.rolling && !ledger.due.length;
    if (ledger.rolling ? ledger.rolling.by !== seat : opens) this.#show("link");
    else if (this.#mayDeposit(state) && !state.players[1 - seat]?.here) this.#show("deposit");
  }

  /** The chain of that anchor, if this browser has it. @param {string} [anchor] */
  #mine(anchor) {
    if (!anchor) return null;
    if (this.#chain && toHex(this.#chain.anchor) === anchor) return this.#chain;
    const { secret, first } = this.keeping.read();
    if (!secret || !first || this.seat === null) return null;
    const chain = new Chain(fromHex(secret), this.match, this.seat + 1, first);
    this.#chain = toHex(chain.anchor) === anchor ? chain : null;
    return this.#chain;
  }

  /** @param {Ledger} ledger */
  #mayRenew(ledger) {
    const seat = this.seat ?? 0;
    const idle = !ledger.rolling && !ledger.due.length && !ledger.holds;
    return idle && (ledger.ends(seat + 1) || !ledger.renewed[seat]);
  }

  /** A chain from the coming roll on. Its secret is kept before its anchor leaves the page.
   * @param {Ledger} ledger */
  #begin(ledger) {
    const first = ledger.next;
    const name = `anchor ${first} ${ledger.known[(this.seat ?? 0) + 1]?.anchor}`;
    if (this.#sent.has(name) || this.seat === null) return;
    this.#sent.add(name);
    const kept = this.keeping.read();
    const again = !ledger.known[this.seat + 1] && kept.secret && kept.first === first;
    const secret = again ? fromHex(kept.secret ?? "") : (this.parts.secret ?? fresh)();
    this.keeping.keep({ secret: toHex(secret), first });
    this.#chain = new Chain(secret, this.match, this.seat + 1, first);
    this.parts.send("anchor", { first, anchor: toHex(this.#chain.anchor) });
  }

  /** @param {"link" | "deposit"} kind */
  #show(kind) {
    const n = this.ledger?.next ?? 0;
    const name = `${kind} ${n}`;
    if (this.#sent.has(name)) return;
    const link = this.#take(n);
    if (!link) return;
    this.#sent.add(name);
    this.parts.send(kind, { n, link });
  }

  /** The link of that roll leaves the page, which remembers under what it was promised.
   * @param {number} n */
  #take(n) {
    const { ledger, seat } = this;
    const sound = this.status.is === "checked" && ledger?.context;
    const chain = seat === null ? null : this.#mine(ledger?.known[seat + 1]?.anchor);
    if (!sound || !chain) return "";
    this.keeping.keep({ sent: n, context: toHex(sound) });
    return toHex(chain.link(n));
  }

  /** Only without a clock, while the opponent is to act. @param {State} state */
  #mayDeposit(state) {
    const { ledger, seat } = this;
    if (seat === null || !ledger?.context || ledger.rolling || !state.fair || state.fair.live) return false;
    const theirs = state.actor === 1 - seat && state.phase === "to_roll";
    return theirs && !state.fair.deposited[seat] && ledger.version === state.version;
  }
}

/** @param {Happening[]} events @param {number} from @param {number} to */
function follows(events, from, to) {
  const shown = events.every(({ raw, digest }) => raw !== undefined || digest !== undefined);
  const first = events[0]?.version ?? from + 1;
  return shown && first === from + 1 && from + events.length === to;
}

/** @param {Happening} event @returns {import("./ledger.js").Entry} */
function entryOf({ version, seat, raw, digest }) {
  const what = raw === undefined ? { digest: digest ?? "" } : { action: raw };
  return { version, seat, ...what };
}

function fresh() {
  return crypto.getRandomValues(new Uint8Array(32));
}
