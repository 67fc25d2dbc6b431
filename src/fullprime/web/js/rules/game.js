/** The page of a game: its set-up, what is different, house rules, and every rule by its id. */

import { fill, h } from "../dom.js";
import { withTerms } from "../terms.js";
import { hasText, nameOf, t } from "../words.js";
import { basics } from "./basics.js";
import { countOf, differences } from "./cards.js";
import { allRules } from "./full.js";
import { houseRules } from "./house.js";
import { openingList } from "./opening.js";
import { crumbs, moreLinks, playButtons, sectionTitle, themeFor } from "./parts.js";
import { said } from "./say.js";
import { setupBoard } from "./setup.js";

/** @import {GameBook} from "./types.js" */

export class GamePage {
  /** @param {HTMLElement} main @param {GameBook} book */
  constructor(main, book) {
    const name = nameOf("variant", book);
    document.title = `${name} · ${t("rulepage.rules")} · Fullprime`;
    this.book = book;
    this.name = name;
    this.theme = themeFor(book.family);
    this.setup = setupBoard(book, this.theme, name);
    this.basics = book.differences.length ? null : basics(book, this.theme);
    fill(
      main,
      h("div", { class: "rules-page" }, this.#about(), this.#rules()),
      allRules(book),
      this.#sources(),
    );
  }

  leave() {
    this.setup.close();
    this.basics?.close();
  }

  #about() {
    const { book, name } = this;
    const also = book.aliases.length > 0 && h("p", { class: "faint also-known" }, aliases(book.aliases));
    return h(
      "div",
      { class: "rules-about" },
      crumbs(book.family, name),
      h("h1", null, name),
      h("p", { class: "lead" }, summary(book)),
      this.setup.element,
      h("p", { class: "setup-text" }, h("b", null, t("rulepage.setup")), " ", setupText(book)),
      playButtons(book.id, name),
      h("p", { class: "description" }, withTerms(description(book))),
      also,
      moreLinks(book.id, true),
      sectionTitle(t("rulepage.opening")),
      openingList(book.opening, this.setup),
    );
  }

  #rules() {
    const { book } = this;
    const house = [...book.options, ...book.modifiers];
    return h(
      "div",
      { class: "rules-different" },
      this.basics
        ? [sectionTitle(t("rulepage.basics")), this.basics.element]
        : [
            sectionTitle(t("rulepage.different"), t("rulepage.things", { n: countOf(book) })),
            ...differences(book, this.theme),
          ],
      sectionTitle(
        t("rulepage.house"),
        house.length ? t("rulepage.house.usual") : "",
        house.length ? t("rulepage.house.change") : "",
      ),
      houseRules(house),
    );
  }

  #sources() {
    const list = this.book.sources.map((source) => h("li", { dir: "auto" }, source));
    return h("section", { class: "sources" }, h("h2", null, t("rulepage.sources")), h("ul", null, list));
  }
}

/** @param {GameBook} book */
function summary({ id, summary: english }) {
  const code = `variant.${id}.summary`;
  return hasText(code) ? t(code) : english;
}

/** @param {GameBook} book */
function description({ id, description: english }) {
  const code = `variant.${id}.description`;
  return hasText(code) ? t(code) : english;
}

/** @param {GameBook} book */
function setupText(book) {
  const lines = book.sections.find(({ id }) => id === "setup")?.lines ?? [];
  return lines.map(({ says }) => said(says)).join(" ");
}

/** @param {string[]} names */
function aliases(names) {
  return t("rulepage.also", { names: names.map((name) => name.replaceAll("_", " ")).join(", ") });
}
