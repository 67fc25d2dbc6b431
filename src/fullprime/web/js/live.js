/** What the page says by itself: announcements for screen readers, and short notices on the page. */

import { h } from "./dom.js";

const SHOWN_MS = 6000;

/** Said by a screen reader when it has finished what it is saying.
 * @param {string} text */
export function announce(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  live.append(h("p", null, text));
  while (live.childElementCount > 5) live.firstElementChild?.remove();
}

/** A notice that goes by itself, or when another of its kind comes.
 * @param {import("./dom.js").Child | import("./dom.js").Child[]} text @param {"info" | "fault"} [kind] */
export function notice(text, kind = "info") {
  const place = document.getElementById("notices");
  const shown = h("p", { class: `notice ${kind}` }, text);
  place?.querySelector(`.${kind}`)?.remove();
  place?.append(shown);
  setTimeout(() => shown.remove(), SHOWN_MS);
}
