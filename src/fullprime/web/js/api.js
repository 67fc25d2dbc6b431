/** The HTTP side of the server: JSON in and out, errors as `Problem`. */

export class Problem extends Error {
  /** @param {number} status @param {import("./words.js").Message} fault */
  constructor(status, fault) {
    super(fault.message);
    this.status = status;
    this.fault = fault;
  }
}

/** The server cannot be reached. */
export class Offline extends TypeError {}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
async function ask(path, init) {
  const answer = await fetch(path, init).catch((error) => {
    throw error instanceof TypeError ? new Offline(error.message) : error;
  });
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  throw await problem(answer);
}

/** @param {Response} answer */
async function problem(answer) {
  const body = await answer.json().catch(() => ({}));
  const { code = "", values = {}, detail = answer.statusText } = body;
  return new Problem(answer.status, { code, values, message: detail });
}

/** What came with the page, by address: the first one who wants it need not wait.
 * @type {Map<string, any>} */
const early = new Map(
  Object.entries(JSON.parse(globalThis.document?.getElementById("early")?.textContent ?? "{}")),
);

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, signal) {
  if (!early.has(path)) return ask(path, signal ? { signal } : {});
  const known = early.get(path);
  early.delete(path);
  return known;
}

/** What is changed arrives even if the page is left at once.
 * @param {string} method @param {string} path @param {any} body @param {AbortSignal} [signal] */
export function send(method, path, body, signal) {
  const headers = { "content-type": "application/json" };
  const keepalive = method !== "POST";
  const init = { method, headers, keepalive, body: JSON.stringify(body), signal: signal ?? null };
  return ask(path, init);
}

/** @param {string} path @param {any} [body] @param {AbortSignal} [signal] */
export function post(path, body = {}, signal) {
  return send("POST", path, body, signal);
}

/** Sends a file as it is.
 * @param {string} path @param {Blob} file */
export function postFile(path, file) {
  const headers = { "content-type": "application/octet-stream" };
  return ask(path, { method: "POST", headers, body: file });
}

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** What does not change while the page is open is loaded once.
 * @param {string} path */
export function getOnce(path) {
  const known = kept.get(path);
  if (known) return known;
  const answer = get(path);
  kept.set(path, answer);
  answer.catch(() => kept.delete(path));
  return answer;
}

/** @returns {Promise<import("./types.js").Catalogue>} */
export function variants() {
  return getOnce("/api/variants");
}

/** @returns {Promise<import("./types.js").Level[]>} */
export function levels() {
  return getOnce("/api/levels");
}
