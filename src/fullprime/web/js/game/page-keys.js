/** Keys that work wherever the focus is, but not where they have a meaning of their own. */

const OWN = "input, select, textarea, button, a, summary, [contenteditable], dialog";

/** @param {EventTarget | null} target */
function isTaken(target) {
  return target instanceof Element && target.closest(OWN) !== null;
}

/** @param {Record<string, () => boolean>} keys each says whether there was anything to do
 * @returns {() => void} ends it */
export function listenToPageKeys(keys) {
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey) return;
    if (isTaken(target) || document.querySelector("dialog[open]")) return;
    if (keys[key]?.()) event.preventDefault();
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
