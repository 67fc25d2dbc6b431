/** What was there before: edits can be undone one by one. */

/** @typedef {import("./setup.js").Setup} Setup */

const MOST = 200;

export class Undo {
  /** @type {Setup[]} */
  #past = [];

  /** Remembers a position before it is changed. @param {Setup} setup */
  keep(setup) {
    this.#past.push(setup);
    if (this.#past.length > MOST) this.#past.shift();
  }

  /** The position before the last edit; undefined if there is none. */
  back() {
    return this.#past.pop();
  }

  get isEmpty() {
    return this.#past.length === 0;
  }
}
