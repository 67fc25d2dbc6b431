/** The set-up on a real board, with one arrow for the way. */

import { createBoard } from "../board/index.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

/** @import {GameBook, Opening} from "./types.js" */

/** @param {GameBook} book @param {string} theme @param {string} name */
export function setupBoard(book, theme, name) {
  const place = h("div", { class: "setup-board" });
  const label = t("rulepage.setup.label", { game: name });
  const element = h("div", { class: "setup", role: "img", "aria-label": label }, place);
  const form = book.board.views[0]?.hand.length || book.board.kind === "ring" ? "wide" : "flat";
  const board = createBoard(place, { t, theme, form, animate: settings.animation });
  place.tabIndex = -1;
  place.setAttribute("aria-hidden", "true");
  let version = 0;

  function start() {
    board.set({ board: book.board, rows: book.start, version: ++version });
    board.annotate({ way: 0, labels: captions(book) });
  }
  /** @param {Opening} opening */
  function show({ rows, last }) {
    board.annotate({});
    board.set({ board: book.board, rows, version: ++version, last, turn: last.seat });
  }
  start();
  return { element, start, show, close: () => board.destroy() };
}

/** @param {GameBook} book */
function captions(book) {
  if (book.board.kind === "ring") return [];
  const [left, right] = book.same_way ? ["", "rulepage.both"] : ["rulepage.white", "rulepage.black"];
  const all = [
    { at: "left", text: left && t(left), kind: /** @type {const} */ ("caption") },
    { at: "right", text: right && t(right), kind: /** @type {const} */ ("caption") },
  ];
  return all.filter(({ text }) => text);
}
