/**
 * The match files that were added since the application was opened, one after the other. They are
 * held in memory and nowhere else: to use a proposal for the repair of a file is to send it again.
 */

import { Problem, postFile } from "../api.js";
import { errorText } from "../faults.js";
import { t } from "../words.js";

/**
 * @typedef {{line: number, game: number, action?: number | null, text: string}} FileFault
 * @typedef {{n: number, game: number, line: number, change: string, text: string}} Proposal
 *
 * @typedef {object} Added what the server has found in a file
 * @property {string} id of the match
 * @property {string} format
 * @property {boolean} known the same match was added before
 * @property {string[]} players
 * @property {number} games
 * @property {FileFault[]} faults
 * @property {Proposal[]} proposals
 *
 * @typedef {object} Item a file on its way
 * @property {string} name
 * @property {Blob} file
 * @property {"waits" | "reads" | "added" | "known" | "refused"} state
 * @property {Added} [added]
 * @property {string} [error] why it was refused
 */

const MOST_BYTES = 8 * 2 ** 20;
/** The server reads one file of each visitor at a time; another page may have one there. */
const TRIES = 8;
const PAUSE_MS = 1000;

/** @type {Item[]} */
let items = [];
/** @type {Set<(finished: boolean) => void>} */
const watchers = new Set();
let running = false;

/**
 * @typedef {object} Held the file of a match that can be repaired
 * @property {string} name
 * @property {Blob} file
 * @property {Proposal[]} proposals that are left
 * @property {number[]} used those that were used already
 */

/** By the match. @type {Map<string, Held>} */
const held = new Map();

/** @param {string} id of a match */
export function heldFile(id) {
  return held.get(id);
}

export function addedItems() {
  return items;
}

/** Those that are done leave the list. */
export function clearItems() {
  items = items.filter(({ state }) => state === "waits" || state === "reads");
  tell(false);
}

/** @param {(finished: boolean) => void} watcher called when an item changes; finished: it was the
 *   last one @returns {() => void} stops it */
export function watchItems(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** @param {boolean} finished */
function tell(finished) {
  for (const watcher of watchers) watcher(finished);
}

/** @param {{name: string, file: Blob}[]} files */
export function addFiles(files) {
  items.push(...files.map((each) => /** @type {Item} */ ({ ...each, state: "waits" })));
  if (!running) void run();
}

async function run() {
  running = true;
  for (let item; (item = items.find(({ state }) => state === "waits")); ) {
    item.state = "reads";
    tell(false);
    await read(item);
  }
  running = false;
  tell(true);
}

/** @param {Item} item */
async function read(item) {
  try {
    item.added = await sendFile(item.name, item.file);
    item.state = item.added.known ? "known" : "added";
  } catch (error) {
    item.error = errorText(error);
    item.state = "refused";
  }
}

/** Adds the match of a file to mine.
 * @param {string} name @param {Blob} file @param {number[]} [used] proposals for its repair
 * @returns {Promise<Added>} */
export async function sendFile(name, file, used = []) {
  if (file.size > MOST_BYTES) throw new Error(t("add.large", { n: MOST_BYTES / 2 ** 20 }));
  const query = new URLSearchParams({ name });
  if (used.length) query.set("repair", used.join());
  /** @type {Added} */
  const added = await patiently(() => postFile(`/api/imports?${query}`, file));
  if (added.faults.length) held.set(added.id, { name, file, ...left(added, used) });
  return added;
}

/** A game is repaired by one proposal. @param {Added} added @param {number[]} used */
function left({ proposals }, used) {
  const games = proposals.filter(({ n }) => used.includes(n)).map(({ game }) => game);
  return { used, proposals: proposals.filter(({ game }) => !games.includes(game)) };
}

/** @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
async function patiently(ask) {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      const busy = error instanceof Problem && (error.status === 429 || error.status === 503);
      if (!busy || tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
