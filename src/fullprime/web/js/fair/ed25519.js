/**
 * Checks signatures by Ed25519 (RFC 8032), with whole numbers of any size. It only checks: no
 * secret ever comes here, so it need not take the same time for all numbers.
 */

import { joined } from "./bytes.js";

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const MASK = 2n ** 64n - 1n;
/** @typedef {[bigint, bigint, bigint, bigint]} Point x, y, z and x·y / z */

/** @param {bigint} a @param {bigint} [modulus] */
function mod(a, modulus = P) {
  const rest = a % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** @param {bigint} base @param {bigint} exponent */
function power(base, exponent) {
  let [result, square] = [1n, mod(base)];
  for (let left = exponent; left; left >>= 1n) {
    if (left & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}

const D = mod(-121665n * power(121666n, P - 2n));
const ROOT = power(2n, (P - 1n) / 4n);

/** @param {Point} p @param {Point} q @returns {Point} */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * t2 * D);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

/** @param {bigint} times @param {Point} point @returns {Point} */
function multiple(times, point) {
  /** @type {Point} */
  let sum = [0n, 1n, 1n, 0n];
  for (let [left, twice] = [times, point]; left; left >>= 1n) {
    if (left & 1n) sum = add(sum, twice);
    twice = add(twice, twice);
  }
  return sum;
}

/** @param {Uint8Array} bytes the smallest first */
function numberOf(bytes) {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

/** @param {Uint8Array} bytes @returns {Point | null} */
function pointOf(bytes) {
  const number = numberOf(bytes);
  const odd = number >> 255n;
  const y = number & (2n ** 255n - 1n);
  if (bytes.length !== 32 || y >= P) return null;
  const square = mod((y * y - 1n) * power(D * y * y + 1n, P - 2n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square)) x = mod(x * ROOT);
  if (mod(x * x - square) || (x === 0n && odd)) return null;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

const BASE = /** @type {Point} */ (pointOf(new Uint8Array(32).fill(0x66).fill(0x58, 0, 1)));

/** Has the owner of the key signed this?
 * @param {Uint8Array} key @param {Uint8Array} signature @param {Uint8Array} text */
export function isSigned(key, signature, text) {
  if (signature.length !== 64) return false;
  const [owner, nonce] = [pointOf(key), pointOf(signature.subarray(0, 32))];
  const proof = numberOf(signature.subarray(32));
  if (!owner || !nonce || proof >= ORDER) return false;
  const hash = numberOf(sha512(joined(signature.subarray(0, 32), key, text)));
  const [x1, y1, z1] = multiple(proof, BASE);
  const [x2, y2, z2] = add(nonce, multiple(mod(hash, ORDER), owner));
  return mod(x1 * z2 - x2 * z1) === 0n && mod(y1 * z2 - y2 * z1) === 0n;
}

// SHA-512, which Ed25519 is made of ----------------------------------------------------------------

/** The first 64 bits behind the point of the roots of the first 80 primes. @param {2n | 3n} power */
function roots(power) {
  /** @type {bigint[]} */
  const primes = [];
  for (let n = 2n; primes.length < 80; n++) if (primes.every((p) => n % p)) primes.push(n);
  return primes.map((prime) => root(prime << (64n * power), power) & MASK);
}

/** The largest number whose power is not larger. @param {bigint} value @param {bigint} power */
function root(value, power) {
  let [low, high] = [0n, 1n << 80n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** power <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** @type {bigint[]} */
let start = [];
/** @type {bigint[]} */
let rounds = [];

/** @param {bigint} x @param {bigint} n */
function turned(x, n) {
  return ((x >> n) | (x << (64n - n))) & MASK;
}

/** @param {Uint8Array} data @returns {Uint8Array} 64 bytes */
export function sha512(data) {
  if (!start.length) [start, rounds] = [roots(2n).slice(0, 8), roots(3n)];
  const padded = new Uint8Array(((data.length + 144) >> 7) << 7);
  const view = new DataView(padded.buffer);
  padded.set(data);
  padded[data.length] = 0x80;
  view.setBigUint64(padded.length - 8, BigInt(data.length) * 8n);
  let state = start;
  for (let at = 0; at < padded.length; at += 128) state = mixed(state, view, at);
  const out = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => out.setBigUint64(8 * i, word));
  return new Uint8Array(out.buffer);
}

/** @param {bigint[]} state @param {DataView} view @param {number} at @returns {bigint[]} */
function mixed(state, view, at) {
  const w = Array.from({ length: 80 }, (_, i) => (i < 16 ? view.getBigUint64(at + 8 * i) : 0n));
  /** @type {(i: number) => bigint} */
  const word = (i) => /** @type {bigint} */ (w[i]);
  for (let i = 16; i < 80; i++) {
    const [x, y] = [word(i - 15), word(i - 2)];
    const low = turned(x, 1n) ^ turned(x, 8n) ^ (x >> 7n);
    const high = turned(y, 19n) ^ turned(y, 61n) ^ (y >> 6n);
    w[i] = (word(i - 16) + low + word(i - 7) + high) & MASK;
  }
  let [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n, g = 0n, h = 0n] = state;
  for (let i = 0; i < 80; i++) {
    const high = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
    const one = h + high + ((e & f) ^ (~e & MASK & g)) + (rounds[i] ?? 0n) + word(i);
    const low = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
    const two = low + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + two) & MASK];
  }
  return [a, b, c, d, e, f, g, h].map((each, i) => (each + (state[i] ?? 0n)) & MASK);
}
