/** Comments and marks of what is shown: of the turn, of the game, of the match. */

import { send } from "../api.js";
import { button, fill, h } from "../dom.js";
import { trying } from "../page.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Note} Note */

/**
 * @typedef {object} Place what a comment can be about
 * @property {"turn" | "game" | "match"} kind
 * @property {string} name
 * @property {number | null} game counted from 0
 * @property {number | null} action
 * @property {Note} note
 * @property {(note: Note) => void} keep the page has it from now on
 */

/** Marks and the keys of their names. @type {[string, string][]} */
export const MARKS = [
  ["!!", "brilliant"],
  ["!", "good"],
  ["!?", "interesting"],
  ["?!", "doubtful"],
  ["?", "error"],
  ["??", "blunder"],
];

/** How a mark looks and is spoken. @param {string} mark */
export function markSign(mark) {
  const name = MARKS.find(([sign]) => sign === mark)?.[1];
  if (!name) return null;
  const spoken = h("span", { class: "unseen" }, `, ${t(`mark.${name}`)}`);
  return h("span", { class: `mark is-${name}` }, h("b", { "aria-hidden": "true" }, mark), spoken);
}

/** @param {string} id of the match @param {boolean} may can they be edited? */
export function commentPanel(id, may) {
  return new CommentPanel(id, may);
}

class CommentPanel {
  /** The kind of place that was chosen: before the first turn it is the game all the same.
   * @type {Place["kind"]} */
  #kind = "turn";
  /** @type {Place[]} */
  #places = [];
  /** What is being edited. @type {Place | null} */
  #place = null;
  /** The last note on its way. @type {Promise<any>} */
  #sent = Promise.resolve();
  #saved = h("span", { class: "faint", role: "status" });
  #choice = h("select", { "aria-label": t("comment.about"), onchange: () => this.#choose() });
  #text = h("textarea", { rows: 2, maxLength: 8000, dir: "auto" });

  /** @param {string} id @param {boolean} may */
  constructor(id, may) {
    this.id = id;
    this.may = may;
    this.#text.ariaLabel = t("comment.title");
    this.#text.readOnly = !may;
    if (may) this.#text.placeholder = t("comment.placeholder");
    this.#text.addEventListener("blur", () => void this.save());
    this.#text.addEventListener("input", () => (this.#saved.textContent = ""));
    this.marks = MARKS.map(([mark, name]) => this.#markButton(mark, t(`mark.${name}`)));
    const title = h("h2", null, t("comment.title"));
    const choice = h("span", { class: "depth end" }, this.#choice);
    const head = h("div", { class: "panel-head" }, title, this.#saved, choice);
    const label = t("comment.marks");
    const marks = h("div", { class: "marks-row", role: "group", "aria-label": label }, this.marks);
    this.element = h("section", { class: "panel comments" }, head, this.#text, may && marks);
  }

  /** @param {string} mark @param {string} name */
  #markButton(mark, name) {
    const press = () => void this.save(this.#place?.note.mark === mark ? "" : mark);
    return button(mark, press, { class: "mark", title: name, "aria-label": name, value: mark });
  }

  /** Another turn is shown; what was written about the last one is saved.
   * @param {Place[]} places that can be commented on, the closest first */
  show(places) {
    void this.save();
    this.#places = places;
    this.#draw();
  }

  #choose() {
    void this.save();
    this.#kind = this.#places[this.#choice.selectedIndex]?.kind ?? "turn";
    this.#draw();
  }

  #draw() {
    const place = this.#places.find(({ kind }) => kind === this.#kind) ?? this.#places[0];
    if (!place) return;
    const options = this.#places.map(({ name, note }) => {
      const has = note.text || note.mark ? " ●" : "";
      return h("option", null, `${name}${has}`);
    });
    fill(this.#choice, options);
    this.#choice.selectedIndex = this.#places.indexOf(place);
    if (this.#place !== place) {
      this.#place = place;
      this.#text.value = place.note.text;
      this.#saved.textContent = "";
    }
    for (const each of this.marks) each.ariaPressed = String(each.value === place.note.mark);
    this.element.classList.toggle("nothing", !this.may && !place.note.text);
  }

  /** What was written, if it is new, and the mark.
   * @param {string} [mark] */
  async save(mark) {
    const place = this.#place;
    if (!place || !this.may) return;
    const text = this.#text.value.trim();
    const note = { text, mark: mark ?? place.note.mark };
    if (note.text === place.note.text && note.mark === place.note.mark) return;
    place.note = note;
    place.keep(note);
    this.#draw();
    const { game, action } = place;
    const path = `/api/matches/${encodeURIComponent(this.id)}/notes`;
    // One after the other: the last one must be the last to arrive.
    const before = this.#sent;
    this.#sent = before.then(() => trying(send("PUT", path, { game, action, ...note })));
    if ((await this.#sent) && place === this.#place) this.#saved.textContent = t("comment.saved");
  }
}
