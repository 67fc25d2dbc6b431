/**
 * The line to a match. What was sent stays here until the server has acknowledged it, and is sent
 * again when the line has been down; the server knows each by its `ack`, so nothing happens twice.
 * A line that comes back says the last version it saw and gets what it missed.
 *
 * A line may be dead without anyone having closed it. So a silent one is tried: the server answers
 * every ping, and one that is not answered is given up for a new one. The server tries it as well,
 * by pings of the protocol itself, which browsers answer even for pages that sleep.
 */

/**
 * @typedef {object} Listener
 * @property {(events: import("./types.js").Happening[], state: import("./types.js").State) => void}
 *   events
 * @property {(here: boolean[], watchers: number) => void} presence
 * @property {(refusal: import("./faults.js").Refusal, stale: boolean, type?: string) => void} refused
 *   type: of what was sent
 * @property {(warning: any, sent: {type: string}) => void} [warned] the tutor knows something
 *   better than what was sent, and nothing has happened
 * @property {(status: "open" | "lost" | "gone") => void} status gone: there is no such match any
 *   more
 * @property {(why: import("./faults.js").Refusal) => void} [closing] the server ends, or cannot
 *   save anything: what was sent is sent again when the line is back
 * @property {(waiting: boolean) => void} waiting is something sent and not yet acknowledged?
 */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;
/** After so much silence the line is tried. */
const SILENCE_MS = 3_000;
/** An answer that takes longer than this means that the line is dead, even if it seems open: with
 * the silence before it, a player hears of it within ten seconds. */
const PATIENCE_MS = 6_000;
/** How the server closes a line to a match that does not exist, or whose record is damaged: the
 * page that is loaded again says which. */
const NO_MATCH = [4404, 4500];

export class MatchSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | null} */
  #version = null;
  /** @type {Map<string, object>} */
  #unacknowledged = new Map();
  #count = 0;
  #failures = 0;
  #closed = false;
  #greeted = false;
  /** What the server has asked for before the line is tried again. */
  #pause = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #patience;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;

  /** @param {string} url @param {Listener} listener
   * @param {number | null} [seen] version that is known already
   * @param {{open?: (url: string) => WebSocket, name?: string, network?: EventTarget}} [parts]
   *   for tests */
  constructor(url, listener, seen = null, parts = {}) {
    this.#version = seen;
    this.url = url;
    this.listener = listener;
    this.make = parts.open ?? ((address) => new WebSocket(address));
    this.name = parts.name ?? crypto.randomUUID().slice(0, 13);
    this.network = parts.network ?? window;
    this.network.addEventListener("offline", this.#giveUp);
    this.network.addEventListener("online", this.#hurry);
    this.#connect();
  }

  /** Sends an action or a request; it will arrive once, now or when the line is back.
   * @param {string} type @param {object} [content] */
  send(type, content = {}) {
    const ack = `${this.name}-${++this.#count}`;
    const message = { type, ...content, version: this.#version, ack };
    this.#unacknowledged.set(ack, message);
    if (this.#greeted) this.#put(message);
    this.listener.waiting(true);
  }

  get waiting() {
    return this.#unacknowledged.size > 0;
  }

  /** Tries at once instead of waiting: the network is said to be back. */
  #hurry = () => {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#again);
    this.#connect();
  };

  close() {
    this.#closed = true;
    this.network.removeEventListener("offline", this.#giveUp);
    this.network.removeEventListener("online", this.#hurry);
    clearTimeout(this.#again);
    this.#rest();
    // Browsers complain of a line that is cut before it stands: such a one is closed as it opens.
    if (this.#socket?.readyState !== 0) this.#socket?.close();
  }

  #connect() {
    const socket = this.make(this.url);
    this.#socket = socket;
    this.#greeted = false;
    this.#expect();
    socket.onopen = () => {
      if (this.#closed) socket.close();
      else this.#put({ type: "hello", version: this.#version });
    };
    socket.onmessage = (event) => this.#read(socket, event.data);
    socket.onclose = ({ code }) => (NO_MATCH.includes(code) ? this.#gone() : this.#lost(socket));
  }

  /** @param {object} message */
  #put(message) {
    if (this.#socket?.readyState !== 1) return;
    this.#socket.send(JSON.stringify(message));
    this.#expect();
  }

  /** An answer, from the first moment that one is due. */
  #expect() {
    this.#patience ??= setTimeout(this.#giveUp, PATIENCE_MS);
  }

  /** Nothing is due, and no silence is counted. */
  #rest() {
    clearTimeout(this.#patience);
    clearTimeout(this.#silence);
    this.#patience = undefined;
  }

  /** The line is dead, or the browser says that there is no network. */
  #giveUp = () => {
    const socket = this.#socket;
    if (!socket) return;
    socket.close();
    this.#lost(socket);
  };

  /** Something was heard: the line lives. */
  #heard() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#put({ type: "ping" }), SILENCE_MS);
    if (!this.#greeted || this.waiting) return;
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }

  /** @param {WebSocket} socket @param {string} data */
  #read(socket, data) {
    if (socket !== this.#socket) return;
    const message = JSON.parse(data);
    if (message.type === "events") this.#happened(message);
    else if (message.type === "ack") this.#settle(message.ack);
    else if (message.type === "error") this.#refuse(message);
    else if (message.type === "warning") this.#warn(message);
    else if (message.type === "closing") this.#closing(message);
    else if (message.type === "presence") this.listener.presence(message.here, message.watchers);
    this.#heard();
  }

  /** @param {{events: any[], state: import("./types.js").State}} message */
  #happened({ events, state }) {
    const first = !this.#greeted;
    this.#greeted = true;
    this.#failures = 0;
    if (first) this.listener.status("open");
    if (this.#version === null || state.version >= this.#version) {
      const seen = this.#version ?? -1;
      this.#version = state.version;
      this.listener.events(
        events.filter((event) => event.version > seen),
        state,
      );
    }
    if (first) for (const message of this.#unacknowledged.values()) this.#put(message);
  }

  /** @param {string} ack */
  #settle(ack) {
    this.#unacknowledged.delete(ack);
    if (!this.waiting) this.listener.waiting(false);
  }

  /** A line that was down may bring a warning twice: what it is about is known once.
   * @param {any} message */
  #warn(message) {
    const sent = this.#unacknowledged.get(message.ack);
    if (!sent) return;
    this.#settle(message.ack);
    this.listener.warned?.(message, /** @type {{type: string}} */ (sent));
  }

  /** @param {any} message */
  #refuse({ ack, code, values, error, rule, stale }) {
    const sent = /** @type {{type: string} | undefined} */ (this.#unacknowledged.get(ack));
    if (ack) this.#settle(ack);
    this.listener.refused({ code, values, message: error, rule }, Boolean(stale), sent?.type);
  }

  /** @param {any} message */
  #closing({ code, values, error, retry }) {
    this.#pause = 1000 * retry;
    this.listener.closing?.({ code, values, message: error, rule: null });
  }

  /** @param {WebSocket} socket */
  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#greeted = false;
    this.#rest();
    if (this.#closed) return;
    this.listener.status("lost");
    this.#again = setTimeout(() => this.#connect(), this.#wait());
  }

  #gone() {
    if (this.#closed) return;
    this.close();
    this.listener.status("gone");
  }

  /** Longer after each failure, and never the same for all who lost the line together. */
  #wait() {
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++);
    const pause = this.#pause;
    this.#pause = 0;
    return pause + longest * (0.5 + Math.random() / 2);
  }
}

/** @param {string} id @returns {string} */
export function matchAddress(id) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/ws/matches/${encodeURIComponent(id)}`;
}
