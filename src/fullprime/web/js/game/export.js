/** What a match can be saved as: files for other programs, and a picture of the board. */

import { get } from "../api.js";
import { button, fill, h } from "../dom.js";
import { trying } from "../page.js";
import { savePicture } from "../picture.js";
import { hasText, t } from "../words.js";

/** @typedef {{format: string, title: string, ending: string, losses: string[]}} Format */

/** Asks for the kind of file and saves it.
 * @param {string} id of the match @param {{element: HTMLElement}} [board] that is shown */
export async function askExport(id, board) {
  const path = `/api/matches/${encodeURIComponent(id)}`;
  /** @type {Format[] | undefined} */
  const formats = await trying(get(`${path}/exports`));
  if (!formats) return;
  const dialog = h("dialog", { class: "export-dialog", "aria-labelledby": "export-title" });
  const close = () => dialog.close();
  fill(
    dialog,
    h("h2", { id: "export-title" }, t("export.title")),
    h("ul", null, formats.map((each) => formatRow(path, each, close))),
    board && pictures(board, `fullprime-${id}`, close),
    h("div", { class: "row" }, button(t("export.close"), close)),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} path @param {Format} format @param {() => void} close */
function formatRow(path, { format, title, ending, losses }, close) {
  const key = `format.${format}`;
  const href = `${path}/export?format=${format}`;
  const looks = { class: "button", href, download: "", onclick: close };
  const name = h("a", looks, hasText(key) ? t(key) : title, h("code", { dir: "ltr" }, ending));
  const lost = h("small", { lang: "en", dir: "ltr" }, losses.join(" "));
  return h("li", null, name, losses.length ? lost : h("small", null, t("export.whole")));
}

/** @param {{element: HTMLElement}} board @param {string} name of the file @param {() => void} close */
function pictures(board, name, close) {
  const kinds = /** @type {const} */ (["png", "svg"]);
  const buttons = kinds.map((kind) => {
    const save = () => {
      close();
      void trying(savePicture(board, kind, name));
    };
    return button(t(`editor.picture.${kind}`), save, { "data-name": kind });
  });
  const head = h("h3", { id: "export-picture" }, t("export.picture"));
  return h("section", { "aria-labelledby": "export-picture" }, head, buttons);
}
