/** The HTTP side of the server: JSON in and out, errors as `Problem`. */

export class Problem extends Error {
  /** @param {number} status @param {import("./words.js").Message} fault */
  constructor(status, fault) {
    super(fault.message);
    this.status = status;
    this.fault = fault;
  }
}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
async function ask(path, init) {
  const answer = await fetch(path, init);
  if (answer.ok) return answer.status === 204 ? null : answer.json();
  throw await problem(answer);
}

/** @param {Response} answer */
async function problem(answer) {
  const body = await answer.json().catch(() => ({}));
  const { code = "", values = {}, detail = answer.statusText } = body;
  return new Problem(answer.status, { code, values, message: detail });
}

/** @param {string} path @param {AbortSignal} [signal] */
export function get(path, signal) {
  return ask(path, signal ? { signal } : {});
}

/** What is changed arrives even if the page is left at once.
 * @param {string} method @param {string} path @param {any} body @param {AbortSignal} [signal] */
export function send(method, path, body, signal) {
  const headers = { "content-type": "application/json" };
  const keepalive = method === "PATCH";
  const init = { method, headers, keepalive, body: JSON.stringify(body), signal: signal ?? null };
  return ask(path, init);
}

/** @param {string} path @param {any} [body] @param {AbortSignal} [signal] */
export function post(path, body = {}, signal) {
  return send("POST", path, body, signal);
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
