/** Bytes and their ways of being written. */

const encoder = new TextEncoder();

/** @param {string} text */
export function utf8(text) {
  return encoder.encode(text);
}

/** @param {...Uint8Array} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text digits in pairs */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** A number in four bytes, the largest first. @param {number} value */
export function u32(value) {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** @param {Uint8Array} a @param {Uint8Array} b */
export function same(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
