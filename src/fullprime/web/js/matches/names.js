/** Which player am I in matches that were played elsewhere? */

import { button, fill, h } from "../dom.js";
import { trying } from "../page.js";
import { claim, myName, myNames } from "../settings.js";
import { t } from "../words.js";

/** @typedef {import("../match-card.js").Listed} Listed */

/** Names that are offered at once. */
const MOST = 8;

/** Names in imported matches of which none is known to be mine, the most frequent first.
 * @param {Listed[]} matches @param {string[]} own @returns {string[]} */
export function strangers(matches, own) {
  const mine = new Set(own.filter(Boolean).map(same));
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const { imported, players } of matches) {
    const names = players.map(({ name }) => name).filter(Boolean);
    if (!imported || names.some((name) => mine.has(same(name)))) continue;
    for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  }
  return [...found].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([name]) => name);
}

/** @param {string} name */
function same(name) {
  return name.toLowerCase();
}

/** Asks once; the answer counts for all matches.
 * @param {() => void} changed called when a name is known to be mine */
export function namesPanel(changed) {
  return new NamesPanel(changed);
}

class NamesPanel {
  #later = false;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    const looks = { class: "panel names", "aria-labelledby": "names-title", hidden: true };
    this.element = h("section", looks);
  }

  /** @param {Listed[]} matches */
  ask(matches) {
    const names = strangers(matches, [myName, ...myNames]);
    this.element.hidden = this.#later || names.length === 0;
    const choices = names
      .slice(0, MOST)
      .map((name) => button(name, () => void this.#take(name), { dir: "auto" }));
    const title = h("h2", { id: "names-title" }, t("matches.names"));
    const later = button(t("matches.names.later"), () => this.#put(), { class: "quiet" });
    fill(
      this.element,
      h("div", null, title, h("p", null, t("matches.names.text"))),
      h("div", { class: "row" }, choices, later),
    );
  }

  /** @param {string} name */
  async #take(name) {
    const kept = await trying(claim([...myNames, name]).then(() => true));
    if (kept) this.changed();
  }

  #put() {
    this.#later = true;
    this.element.hidden = true;
  }
}
