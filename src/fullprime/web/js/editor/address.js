/** The address of a position that is being set up: what it says, and what in it makes no sense. */

import { positionAddress, readAddress } from "../game/position.js";
import { MOST_AWAY } from "./setup.js";

/** @typedef {import("./setup.js").Setup} Setup */
/** @typedef {Pick<Setup, "dice" | "stakes" | "black" | "length">} Told */

/** @param {Setup} setup @param {string} text of the position */
export function addressOfSetup(setup, text) {
  const address = positionAddress(setup.variant, text, setup);
  const beavers = setup.length === null && setup.stakes.beavers;
  const more = new URLSearchParams();
  if (setup.length !== null) more.set("to", String(setup.length));
  if (beavers) more.set("beavers", String(beavers));
  if (!more.size) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${more}`;
}

/** What an address says besides the position, and the keys of the sentences about the rest of it.
 * @param {URLSearchParams} query @returns {{told: Told, odd: [string, string][]}} */
export function readSetup(query) {
  const { dice, stakes, black } = readAddress(query);
  /** @type {[string, string][]} */
  const odd = [];
  const wrong = (/** @type {string} */ name, /** @type {boolean} */ isRead) => {
    const given = query.get(name);
    if (given !== null && !isRead) odd.push([`editor.odd.${name}`, given]);
  };
  const away = stakes.away?.every((n) => n >= 1 && n <= MOST_AWAY) ? stakes.away : null;
  const cube = isCube(stakes.cube) ? stakes.cube : 1;
  const beavers = Number(query.get("beavers"));
  wrong("away", away !== null);
  wrong("dice", dice !== null);
  wrong("cube", String(cube) === query.get("cube"));
  wrong("owner", stakes.owner !== null && cube > 1);
  const crawford = Boolean(stakes.crawford) && Boolean(away?.includes(1));
  wrong("crawford", crawford);
  return {
    told: {
      dice,
      black,
      stakes: {
        ...stakes,
        away,
        cube,
        crawford,
        owner: cube > 1 ? stakes.owner : null,
        jacoby: Boolean(stakes.jacoby) && !away,
        beavers: !away && (beavers === 1 || beavers === 2) ? beavers : 0,
      },
      length: away ? lengthOf(away, Number(query.get("to"))) : null,
    },
    odd,
  };
}

/** The length of a match in which the sides need so many points; the shortest, if it is not said.
 * @param {[number, number]} away @param {number | null} [said] */
export function lengthOf(away, said) {
  const least = Math.max(...away);
  return Math.max(least, Math.min(MOST_AWAY, said || least));
}

/** @param {number} n */
function isCube(n) {
  return n >= 1 && n <= 4096 && Number.isInteger(Math.log2(n));
}
