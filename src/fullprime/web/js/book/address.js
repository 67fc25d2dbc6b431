/** Addresses of the opening book: `/book/backgammon/31/8-5_6-5/64`. */

/** @import {Place} from "./types.js" */

export const STANDARD = "backgammon";

/** @param {Place} place */
export function bookAddress({ game, first, play, reply }) {
  const parts = [game, first, first && play ? inAddress(play) : "", first && play ? reply : ""];
  return `/book/${parts.filter(Boolean).map((part) => encodeURIComponent(String(part))).join("/")}`;
}

/** What an address says; `/book/31` and `/book/31/64` are short for the standard game.
 * @param {Record<string, string>} params @returns {Place} */
export function placeOf({ game = STANDARD, first = "", play = "", reply = "" }) {
  if (/^[1-6]-?[1-6]$/.test(game)) return { game: STANDARD, first: game, play: "", reply: first };
  return { game, first, play: fromAddress(play), reply };
}

/** What the server is asked. @param {Place} place */
export function askedOf({ game, first = "", play = "", reply = "" }) {
  const query = new URLSearchParams({ first, play, reply });
  return `/api/book/${encodeURIComponent(game)}?${query}`;
}

/** A play without what means something else in an address. @param {string} play */
function inAddress(play) {
  return play.replaceAll("/", "-").replaceAll(" ", "_");
}

/** @param {string} part */
function fromAddress(part) {
  return part.replaceAll("-", "/").replaceAll("_", " ");
}
