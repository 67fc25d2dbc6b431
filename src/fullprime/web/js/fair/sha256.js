/** SHA-256 and HMAC: browsers have them only on pages that come by https. */

import { joined } from "./bytes.js";

/** The first 32 bits behind the point of the roots of the first primes. @param {number} power */
function roots(power) {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  return Uint32Array.from(primes, (prime) => (prime ** (1 / power) % 1) * 2 ** 32);
}

const START = roots(2).slice(0, 8);
const ROUNDS = roots(3);

/** @param {number} x @param {number} n */
function turned(x, n) {
  return (x >>> n) | (x << (32 - n));
}

/** @param {Uint8Array} data @returns {Uint8Array} 32 bytes */
export function sha256(data) {
  const padded = new Uint8Array(((data.length + 72) >> 6) << 6);
  const view = new DataView(padded.buffer);
  padded.set(data);
  padded[data.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  const state = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) mix(state, words, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** One block of 64 bytes.
 * @param {Uint32Array} state @param {Uint32Array} w @param {DataView} view @param {number} at */
function mix(state, w, view, at) {
  /** @type {(list: Uint32Array, i: number) => number} */
  const of = (list, i) => /** @type {number} */ (list[i]);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = of(w, i - 15);
    const y = of(w, i - 2);
    const low = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
    const high = turned(y, 17) ^ turned(y, 19) ^ (y >>> 10);
    w[i] = of(w, i - 16) + low + of(w, i - 7) + high;
  }
  let [a, b, c, d, e, f, g, h] = /** @type {number[]} */ ([...state]);
  for (let i = 0; i < 64; i++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + of(ROUNDS, i) + of(w, i)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = of(state, i) + word));
}

/** @param {Uint8Array} key at most 64 bytes @param {Uint8Array} data */
export function hmac(key, data) {
  const inner = new Uint8Array(64).fill(0x36);
  const outer = new Uint8Array(64).fill(0x5c);
  key.forEach((byte, i) => {
    inner[i] = 0x36 ^ byte;
    outer[i] = 0x5c ^ byte;
  });
  return sha256(joined(outer, sha256(joined(inner, data))));
}
