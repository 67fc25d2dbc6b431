/** A position that is pasted anywhere on the page, and what can be read of it without the server. */

import { find } from "../router.js";

/** As much of a text as the server reads: of an export the ids stand at its head. */
const LONGEST_TEXT = 4000;

/** Hands over what is pasted, unless it goes into a field that is not about positions.
 * @param {(text: string) => void} read @returns {() => void} ends it */
export function listenToPaste(read) {
  const pasted = (/** @type {ClipboardEvent} */ event) => {
    const field = event.target instanceof Element && event.target.closest("input, textarea");
    if (field && !field.closest(".id-line")) return;
    const text = event.clipboardData?.getData("text").trim().slice(0, LONGEST_TEXT);
    if (!text) return;
    event.preventDefault();
    read(text);
  };
  document.addEventListener("paste", pasted);
  return () => document.removeEventListener("paste", pasted);
}

/** The path to a position in a link, from any host; null if it is none.
 * @param {string} text @returns {string | null} */
export function linkedPosition(text) {
  const link = /^(?:https?:\/\/[^/]+)?(\/position\/[^\s?#]+)(\?[^\s#]*)?$/.exec(text);
  return link?.[1] && find(link[1]) ? link[1] + (link[2] ?? "") : null;
}
