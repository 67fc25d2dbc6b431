/** What a page keeps of its part of the dice: its secret must be there after a reload. */

/**
 * @typedef {object} Kept
 * @property {string} secret of the chain, 64 digits
 * @property {number} first roll of the chain
 * @property {number} sent the last roll whose link has left the page
 * @property {string} context under which it was sent
 * @property {number} version how much of the log was checked,
 * @property {string} head and the hash over it
 * @property {string} key with which the server signs
 * @property {number} at when it was kept, in milliseconds
 */

const PREFIX = "fullprime.dice.";
/** A match that nobody has looked at for so long is forgotten. */
const FORGOTTEN_MS = 400 * 86_400_000;

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Place */

export class Keeping {
  /** Where the browser keeps nothing, it is at least there while the page is open.
   * @type {Map<string, string>} */
  #here = new Map();

  /** @param {string} match @param {number | null} seat null: who watches has no secret
   * @param {Place | null} place */
  constructor(match, seat, place) {
    this.name = `${PREFIX}${match}.${seat ?? "watch"}`;
    this.place = place;
  }

  /** @returns {Partial<Kept>} */
  read() {
    try {
      return JSON.parse(this.place?.getItem(this.name) ?? this.#here.get(this.name) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {Partial<Kept>} more */
  keep(more) {
    const text = JSON.stringify({ ...this.read(), ...more, at: Date.now() });
    this.#here.set(this.name, text);
    try {
      this.place?.setItem(this.name, text);
    } catch {
      this.#tidy();
    }
  }

  /** The place is full: what is old goes. */
  #tidy() {
    const { place } = this;
    if (!place) return;
    const names = Array.from({ length: place.length }, (_, i) => place.key(i) ?? "");
    for (const name of names.filter((each) => each.startsWith(PREFIX))) {
      const { at = 0 } = JSON.parse(place.getItem(name) ?? "{}");
      if (Date.now() - at > FORGOTTEN_MS) place.removeItem(name);
    }
  }
}

/** What the browser offers; null where it forbids that. @returns {Place | null} */
export function browserPlace() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
