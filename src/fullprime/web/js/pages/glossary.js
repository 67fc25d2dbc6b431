/** The words of the players: a letter index, a search, and links from each to the next. */

import { fill, h, link } from "../dom.js";
import { announce } from "../live.js";
import { atMark } from "../mark.js";
import { page } from "../page.js";
import { loadTerms, termName, termText, formsOf, withTerms } from "../terms.js";
import { currentLanguage, t } from "../words.js";

/** @import {Term} from "../terms.js" */

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  const terms = await loadTerms();
  if (gone()) return;
  const groups = byLetter(terms.map(({ id }) => id));
  const see = new Map(terms.map((term) => [term.id, term.see]));
  const sections = [...groups].map(([letter, ids]) => section(letter, ids, see));
  const none = h("p", { class: "faint", hidden: true }, t("terms.none"));
  const box = search((wanted) => filter(sections, none, wanted));
  page(
    main,
    t("terms.title"),
    h("p", { class: "lead" }, t("terms.lead", { n: terms.length })),
    h("div", { class: "glossary-tools" }, box, index([...groups.keys()])),
    none,
    h("div", { class: "glossary" }, sections),
  );
  atMark();
}

/** The terms in the order of the language, by their first letters.
 * @param {string[]} ids @returns {Map<string, string[]>} */
function byLetter(ids) {
  const order = new Intl.Collator(currentLanguage());
  const sorted = [...ids].sort((a, b) => order.compare(termName(a), termName(b)));
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const id of sorted) {
    const letter = termName(id).charAt(0).toLocaleUpperCase(currentLanguage());
    groups.set(letter, [...(groups.get(letter) ?? []), id]);
  }
  return groups;
}

/** @param {string} letter @param {string[]} ids @param {Map<string, string[]>} see */
function section(letter, ids, see) {
  const entries = ids.map((id) => entry(id, see.get(id) ?? []));
  const list = h("dl", null, entries);
  return h("section", { id: `letter-${letter}`, "data-letter": letter }, h("h2", null, letter), list);
}

/** @param {string} id @param {string[]} see */
function entry(id, see) {
  const others = see.flatMap((other, i) => [i ? ", " : "", link(`#${other}`, termName(other))]);
  const words = [termName(id), ...formsOf(id)].join(" ").toLocaleLowerCase(currentLanguage());
  return h(
    "div",
    { class: "entry", id, "data-words": words },
    h("dt", null, termName(id)),
    h("dd", null, withTerms(termText(id), { without: id })),
    h("dd", { class: "see" }, `${t("terms.see")} `, others),
  );
}

/** @param {(wanted: string) => void} change */
function search(change) {
  const box = h("input", { type: "search", autocomplete: "off", "aria-label": t("terms.search") });
  box.placeholder = t("terms.search");
  box.addEventListener("input", () => change(box.value.trim()));
  return box;
}

/** @param {HTMLElement[]} sections @param {HTMLElement} none @param {string} wanted */
function filter(sections, none, wanted) {
  const words = wanted.toLocaleLowerCase(currentLanguage());
  let left = 0;
  for (const group of sections) {
    const entries = [.../** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll(".entry"))];
    for (const each of entries) each.hidden = !(each.dataset.words ?? "").includes(words);
    const shown = entries.filter((each) => !each.hidden).length;
    group.hidden = shown === 0;
    left += shown;
  }
  none.hidden = left > 0;
  if (wanted) announce(t("terms.found", { n: left }));
}

/** @param {string[]} letters */
function index(letters) {
  const marks = letters.map((letter) => link(`#letter-${letter}`, letter));
  const nav = h("nav", { class: "letters", "aria-label": t("terms.letters") });
  fill(nav, ...marks);
  return nav;
}
