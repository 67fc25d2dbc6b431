/** Where the parts of a match page stand: on the board, or under the thumb on small screens. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** Screens on which buttons on the board would be too small for a finger. */
const SMALL = "(max-width: 959.98px), (max-height: 30rem)";
/** Phones held upright have a head of their own. */
const PHONE = "(max-width: 599.98px) and (orientation: portrait)";

/** Phones on their side have no room for tools: their menu stands with the last plays. */
const LOW = "(max-height: 30rem) and (min-aspect-ratio: 4/3)";

/** A row of buttons with a name of its own. */
export function controlGroup() {
  return h("div", { class: "controls", role: "group", "aria-label": t("game.controls") });
}

/** @typedef {object} Parts
 * @property {{middle: HTMLElement, beside: HTMLElement}} board its places for buttons
 * @property {HTMLElement} main the buttons of the turn
 * @property {HTMLElement} cube those at the cube
 * @property {HTMLElement} tools
 * @property {HTMLElement} menu that belongs to them, or to the head of a phone
 * @property {HTMLElement} head
 * @property {HTMLElement} ticker the last plays on a phone on its side
 * @property {HTMLElement} side where the tools stand on a large screen */

/** @param {Parts} parts @param {() => void} changed */
export function arrangement(parts, changed) {
  const note = h("p", { class: "row-note", hidden: true });
  const row = h("div", { class: "action-row" }, note);
  const [small, phone, low] = [matchMedia(SMALL), matchMedia(PHONE), matchMedia(LOW)];
  const place = () => {
    if (small.matches) row.append(parts.tools, parts.main);
    else {
      parts.board.middle.append(parts.main);
      parts.side.append(parts.tools);
    }
    const atMenu = low.matches ? parts.ticker : parts.tools;
    (phone.matches ? parts.head : atMenu).append(parts.menu);
    parts.board.beside.append(parts.cube);
    changed();
  };
  const queries = [small, phone, low];
  for (const query of queries) query.addEventListener("change", place);
  return {
    element: row,
    place,
    /** In the place of the buttons. @param {string} text for somebody who only watches */
    say(text) {
      note.textContent = text;
      note.hidden = !text || !small.matches;
    },
    get small() {
      return small.matches;
    },
    stop() {
      for (const query of queries) query.removeEventListener("change", place);
    },
  };
}
