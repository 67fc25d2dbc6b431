/** The whole page takes files: dropped, also as folders, or pasted. */

import { h, icon } from "../dom.js";
import { INTO } from "../icons.js";
import { t } from "../words.js";

const MOST_FILES = 500;

/** @typedef {{name: string, file: Blob}} Named */

/** @param {{files: (files: Named[]) => void, text: (text: string) => void}} takes
 * @returns {() => void} stops it */
export function takeDrops(takes) {
  const sign = h("p", null, icon(INTO), t("add.drop_now"));
  const over = h("div", { class: "drop-over", hidden: true, "aria-hidden": "true" }, sign);
  document.body.append(over);
  const ends = new AbortController();
  const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ does) =>
    addEventListener(name, does, { signal: ends.signal });

  for (const name of ["dragenter", "dragover"])
    listen(name, (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      over.hidden = false;
    });
  listen("dragleave", (/** @type {DragEvent} */ event) => {
    if (!event.relatedTarget) over.hidden = true;
  });
  listen("drop", (/** @type {DragEvent} */ event) => {
    over.hidden = true;
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    void filesIn(event.dataTransfer).then(takes.files);
  });
  listen("paste", (/** @type {ClipboardEvent} */ event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea, dialog")) return;
    const files = [...(event.clipboardData?.files ?? [])].map(named);
    const text = event.clipboardData?.getData("text") ?? "";
    if (files.length) takes.files(files);
    else if (text.trim()) takes.text(text);
  });
  return () => {
    ends.abort();
    over.remove();
  };
}

/** @param {File} file @returns {Named} */
export function named(file) {
  return { name: file.name, file };
}

/** What was dropped; of a folder all that is in it.
 * @param {DataTransfer} transfer @returns {Promise<Named[]>} */
async function filesIn(transfer) {
  // All of it must be taken at once: what was dropped is gone after the event.
  const found = [...transfer.items].map((item) => {
    const entry = item.webkitGetAsEntry?.();
    const file = item.getAsFile();
    return entry?.isDirectory ? inFolder(entry) : file ? [named(file)] : [];
  });
  return (await Promise.all(found)).flat().slice(0, MOST_FILES);
}

/** @param {any} folder @returns {Promise<Named[]>} */
async function inFolder(folder) {
  const reader = folder.createReader();
  /** @type {Named[]} */
  const found = [];
  for (;;) {
    /** @type {any[]} */
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0 || found.length >= MOST_FILES) return found;
    for (const entry of entries) {
      if (entry.isDirectory) found.push(...(await inFolder(entry)));
      else found.push(named(await new Promise((resolve, reject) => entry.file(resolve, reject))));
    }
  }
}
