/** All rules: chapter by chapter, each with the id that refusals name. */

import { h } from "../dom.js";
import { withTerms } from "../terms.js";
import { t } from "../words.js";
import { said, worded } from "./say.js";

/** @import {Chapter, GameBook, Line, Rule} from "./types.js" */

/** @param {GameBook} book */
export function allRules(book) {
  const chapters = book.sections.filter(({ lines, rules }) => lines.length || rules.length);
  return h(
    "section",
    { class: "all-rules", "aria-labelledby": "all-rules" },
    h(
      "div",
      { class: "section-title" },
      h("h2", { id: "all-rules" }, t("rulepage.full")),
      h("span", { class: "faint" }, t("rulepage.full.about")),
    ),
    h("div", { class: "chapters" }, chapters.map(chapter)),
  );
}

/** @param {Chapter} part */
function chapter({ id, title, lines, rules }) {
  return h(
    "section",
    { class: "panel chapter", id: `chapter-${id}` },
    h("h3", null, worded(`rulebook.section.${id}`, title)),
    h("ul", null, lines.map(line), rules.map(ruleLine)),
  );
}

/** @param {Line} part */
function line({ says, differs }) {
  const mark = differs && h("span", { class: "unseen" }, `${t("rulepage.differs")}: `);
  return h("li", { class: differs ? "differs" : "stated" }, mark, withTerms(said(says)));
}

/** @param {Rule} rule */
export function ruleLine({ id, text }) {
  const words = withTerms(worded(id, text));
  return h("li", { id, class: "rule" }, words, " ", h("code", { class: "rule-id" }, id));
}
