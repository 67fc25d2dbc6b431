/** What is looked for among my decisions, as it stands in the address: the parameters of
 * `/api/me/decisions`. */

import { positionText } from "../game/position.js";

/** @typedef {Record<string, string>} Query parameters that are chosen; others are left out */

/** All that an address can hold. */
const NAMES = ["loss", "kind", "was", "plan", "against", "theme", "game", "player", "opponent", "everyone", "like"];

/** What was done and what would have been right, by one name. @type {Record<string, Query>} */
export const CHOICES = {
  checker: { kind: "checker" },
  cube: { kind: "cube" },
  missed_double: { kind: "no double", was: "double" },
  wrong_double: { kind: "double", was: "no double" },
  wrong_pass: { kind: "pass", was: "take" },
  wrong_take: { kind: "take", was: "pass" },
};

/** @param {URLSearchParams} given @returns {Query} */
export function readQuery(given) {
  return Object.fromEntries(NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name) ?? ""]] : [])));
}

/** The same with changes; an empty text leaves out. @param {Query} query @param {Query} change @returns {Query} */
export function changed(query, change) {
  const next = Object.entries({ ...query, ...change }).filter(([, value]) => value);
  return Object.fromEntries(next);
}

/** The name of what was done and would have been right; "" is anything. @param {Query} query */
export function choiceOf({ kind = "", was = "" }) {
  const fits = (/** @type {Query} */ each) => (each.kind ?? "") === kind && (each.was ?? "") === was;
  return Object.keys(CHOICES).find((name) => fits(CHOICES[name] ?? {})) ?? "";
}

/** @param {Query} query */
export function findAddress(query) {
  const tail = new URLSearchParams(changed(query, {})).toString();
  return `/decisions${tail && `?${tail}`}`;
}

/** Of the decisions in positions like this one.
 * @param {string} game @param {import("../types.js").Row[]} rows @param {number} turn the side on roll */
export function likeAddress(game, rows, turn) {
  return findAddress({ game, like: positionText(rows, turn) });
}
