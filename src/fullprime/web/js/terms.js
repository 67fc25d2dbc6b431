/**
 * Words of the players in any text: marked (`[[anchor]]`, `[[anchor|anchors]]`) or found by the
 * forms of the glossary, each once in a text, as links that explain themselves.
 */

import { getOnce } from "./api.js";
import { fill, h } from "./dom.js";
import { currentLanguage, loadPart, worded } from "./words.js";

/**
 * @typedef {object} Term of the glossary, as the server lists it
 * @property {string} id
 * @property {string} name
 * @property {string} text
 * @property {string} forms
 * @property {string[]} see
 * @property {boolean} common
 *
 * @typedef {{id: string, text: string}} Found
 */

const MARKED = /\[\[([a-z_]+)(?:\|([^\]]*))?\]\]/g;

/** All terms; their words are in the catalogue once this is done. @returns {Promise<Term[]>} */
export async function loadTerms() {
  const [terms] = await Promise.all([getOnce("/api/glossary"), loadPart("glossary")]);
  for (const term of terms) english.set(term.id, term);
  return terms;
}

/** What stands where a language has no words. @type {Map<string, Term>} */
const english = new Map();

/** @param {string} id */
export function termName(id) {
  return worded({ code: `glossary.${id}`, message: english.get(id)?.name ?? id });
}

/** @param {string} id */
export function termText(id) {
  return worded({ code: `glossary.${id}.text`, message: english.get(id)?.text ?? "" });
}

/** The spellings of a term in the language of the page. @param {string} id */
export function formsOf(id) {
  return worded({ code: `glossary.${id}.forms`, message: english.get(id)?.forms ?? "" })
    .split(/[,،]/)
    .map((form) => form.trim())
    .filter(Boolean);
}

/** A text in pieces: plain ones, and those that are terms. A text with marks is taken at its word;
 * in any other one the first place of each term is found by its forms, the longest ones first.
 * @param {string} text @param {Map<string, string[]>} forms by term
 * @param {string} [without] a term that is not linked: the text explains it
 * @returns {(string | Found)[]} */
export function pieces(text, forms, without = "") {
  if (text.search(MARKED) >= 0) return marked(text);
  const found = new Set([without]);
  const pattern = anyOf(forms);
  if (!pattern) return [text];
  /** @type {(string | Found)[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    const id = termWith(match[0], forms);
    if (id === null || found.has(id)) continue;
    found.add(id);
    parts.push(text.slice(from, match.index), { id, text: match[0] });
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
}

/** @param {string} text @returns {(string | Found)[]} */
function marked(text) {
  /** @type {(string | Found)[]} */
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(MARKED)) {
    const id = match[1] ?? "";
    const said = match[2] ?? termName(id).toLocaleLowerCase(currentLanguage());
    parts.push(text.slice(from, match.index), { id, text: said });
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
}

/** @param {Map<string, string[]>} forms */
function anyOf(forms) {
  const all = [...forms.values()].flat().sort((a, b) => b.length - a.length);
  if (!all.length) return null;
  const escaped = all.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}-])(?:${escaped.join("|")})(?![\\p{L}\\p{N}-])`, "giu");
}

/** @param {string} text @param {Map<string, string[]>} forms */
function termWith(text, forms) {
  const lower = text.toLowerCase();
  for (const [id, spellings] of forms) {
    if (spellings.some((form) => form.toLowerCase() === lower)) return id;
  }
  return null;
}

/** The text with its terms as links. It is there at once, and the links follow when the glossary
 * is. @param {string} text @param {{without?: string}} [how] */
export function withTerms(text, { without = "" } = {}) {
  const span = h("span", { class: "with-terms" }, text.replace(MARKED, (_, id, said) => said ?? id));
  loadTerms().then(
    (terms) => {
      const linked = terms.filter(({ common }) => !common);
      const forms = new Map(linked.map(({ id }) => [id, formsOf(id)]));
      const parts = pieces(text, forms, without);
      fill(span, ...parts.map((part) => (typeof part === "string" ? part : termLink(part))));
    },
    () => {}, // without a line the text stands as it is
  );
  return span;
}

/** A link to the glossary that shows what it says: while the pointer or the focus is on it; on a
 * touch screen the first tap shows it, and its own link leads on.
 * @param {Found} found */
export function termLink({ id, text }) {
  const link = h("a", { class: "term", href: `/glossary#${id}` }, text);
  let touched = false;
  link.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"));
  link.addEventListener("pointerenter", (event) => {
    if (event.pointerType !== "touch") showTip(link, id);
  });
  link.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") hideTip();
  });
  link.addEventListener("focus", () => {
    if (!touched) showTip(link, id);
  });
  link.addEventListener("blur", hideTip);
  link.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hideTip();
  });
  link.addEventListener("click", (event) => {
    const explains = touched && shownFor !== link;
    touched = false;
    if (!explains) return hideTip();
    event.preventDefault();
    showTip(link, id);
  });
  return link;
}

// The tip -------------------------------------------------------------------------------------

/** @type {HTMLElement | null} */
let tip = null;
/** @type {HTMLElement | null} */
let shownFor = null;

/** @param {HTMLElement} link @param {string} id */
function showTip(link, id) {
  tip ??= h("div", { class: "term-tip", id: "term-tip", role: "tooltip" });
  document.getElementById("main")?.append(tip);
  fill(tip, h("b", null, termName(id)), termText(id));
  tip.hidden = false;
  shownFor = link;
  link.setAttribute("aria-describedby", "term-tip");
  place(tip, link.getBoundingClientRect());
}

function hideTip() {
  if (tip) tip.hidden = true;
  shownFor?.removeAttribute("aria-describedby");
  shownFor = null;
}

/** Above the word if there is room, and inside the window.
 * @param {HTMLElement} box @param {DOMRect} word */
function place(box, word) {
  const { offsetWidth: width, offsetHeight: height } = box;
  const middle = word.left + word.width / 2 - width / 2;
  const left = Math.max(8, Math.min(middle, innerWidth - width - 8));
  const above = word.top - height - 8;
  const top = above > 52 ? above : word.bottom + 8;
  box.style.setProperty("--tip-x", `${left}px`);
  box.style.setProperty("--tip-y", `${top}px`);
}
