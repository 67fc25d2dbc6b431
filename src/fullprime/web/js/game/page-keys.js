/** Keys that work wherever the focus is, but not where they have a meaning of their own. */

const FIELDS =
  "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable], dialog[open]";
/** What is pressed by Enter and the space bar. */
const PRESSED = "button, a, summary, input";

/** @param {EventTarget | null} target @param {string} key */
function isTaken(target, key) {
  if (!(target instanceof Element)) return false;
  const presses = key === "Enter" || key === " ";
  if (key.startsWith("Arrow") && target.matches("[type=radio]")) return true;
  return target.closest(FIELDS) !== null || (presses && target.closest(PRESSED) !== null);
}

/** @param {Record<string, () => boolean>} keys each says whether there was anything to do
 * @param {{first?: boolean}} [how] first: before the board, which has keys of its own
 * @returns {() => void} ends it */
export function listenToPageKeys(keys, { first = false } = {}) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey) return;
    if (isTaken(target, key) || document.querySelector("dialog[open]")) return;
    if (!keys[key]?.()) return;
    event.preventDefault();
    if (first) event.stopPropagation();
  };
  document.addEventListener("keydown", pressed, first);
  return () => document.removeEventListener("keydown", pressed, first);
}
