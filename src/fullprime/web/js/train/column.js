/** What stands beside the board of a card: the question, the ways to answer, what was right, and how
 * well it was known. */

import { button, fill, h, link } from "../dom.js";
import { bookAddress, STANDARD } from "../book/address.js";
import { reviewAddress } from "../review/address.js";
import { choiceText } from "../review/said.js";
import { clockTime, loss as lost, number, signed, t } from "../words.js";
import { factsOf, questionText, themeText, waitText } from "./said.js";

/** @import {Card, Deck, Grade, Judged} from "./types.js" */

/** @type {Grade[]} */
const GRADES = ["again", "hard", "good", "easy"];

/**
 * @typedef {object} Shown
 * @property {Deck} deck
 * @property {Card} card
 * @property {Judged | null} judged
 * @property {Grade | null} grade
 * @property {string} chosen the last choice
 * @property {{steps: unknown[], done: boolean}} draft
 * @property {boolean} busy
 * @property {string} fault
 *
 * @typedef {object} Asks
 * @property {() => void} undo
 * @property {() => void} confirm
 * @property {(choice: string) => void} choose
 * @property {(typed: string) => void} count
 * @property {(grade: Grade) => void} grade
 * @property {() => void} next
 */

/** @param {HTMLElement} place @param {Shown} shown @param {Asks} asks */
export function showColumn(place, shown, asks) {
  const { deck, card, judged, fault } = shown;
  const facts = factsOf(card);
  fill(
    place,
    h("p", { class: "kick" }, t(`train.deck.${deck.id}`), h("span", { class: "faint number" }, leftText(deck))),
    h("h1", null, questionText(card)),
    facts.length > 0 && h("p", { class: "faint facts-of" }, facts.join(" · ")),
    judged ? answered(shown, judged, asks) : asking(shown, asks),
    fault && h("p", { class: "judged", role: "alert" }, fault),
  );
}

/** @param {Deck} deck */
function leftText(deck) {
  return [deck.due && t("train.due", { n: deck.due }), deck.new && t("train.new", { n: deck.new })].filter(Boolean).join(" · ");
}

/** @param {Shown} shown @param {Asks} asks */
function asking(shown, asks) {
  const { card, draft, busy } = shown;
  if (card.kind === "checker") {
    const undo = { disabled: !draft.steps.length || busy };
    const done = { class: "primary", disabled: !draft.done || busy };
    return [
      h("p", { class: "text" }, t("train.play")),
      h("div", { class: "pair" }, button(t("do.undo"), asks.undo, undo), button(t("do.confirm"), asks.confirm, done)),
    ];
  }
  return card.kind === "count" ? countField(asks) : choices(shown, asks);
}

/** @param {Shown} shown @param {Asks} asks */
function choices({ card, chosen, busy }, asks) {
  const kind = card.kind === "take" ? "take" : "double";
  const all = card.choices.map((choice) =>
    button(choiceText(kind, choice), () => asks.choose(choice), { class: choice === chosen ? "answer tried" : "answer", disabled: busy, "data-choice": choice }),
  );
  return h("div", { class: "answers", role: "group", "aria-label": questionText(card) }, all);
}

/** With a clock: counting is half of it, being quick the other. @param {Asks} asks */
function countField(asks) {
  const box = h("input", { type: "text", inputMode: "numeric", autocomplete: "off", maxLength: 4 });
  const form = h(
    "form",
    { class: "count", noValidate: true },
    h("label", null, h("span", null, t("learn.number")), box),
    h("button", { class: "primary" }, t("learn.check")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    asks.count(box.value);
    box.select();
  });
  return [h("p", { class: "stopwatch number", role: "timer", "aria-label": t("train.time") }, clockTime(0)), form];
}

/** @param {Shown} shown @param {Judged} judged @param {Asks} asks */
function answered(shown, judged, asks) {
  return [
    h("p", { class: judged.right ? "judged right" : "judged" }, verdictText(shown.card, judged)),
    judged.was && wasLine(shown.card, judged),
    judged.book && bookLine(judged.book),
    grades(shown, judged, asks),
    h("div", { class: "pair" }, link("/train", t("train.stop"), { class: "button" }), button(t("train.next"), asks.next, { class: "primary next" })),
  ];
}

/** @param {Card} card @param {Judged} judged */
export function verdictText({ kind }, { right, count, decision, loss }) {
  if (count) return countText(count);
  if (!decision || kind === "count") return "";
  const [played, best] = [choiceText(kind, decision.played), choiceText(kind, decision.best)];
  if (!right) return t("train.wrong", { played, loss: lost(loss ?? 0), best });
  return loss ? t("train.nearly", { loss: lost(loss), best }) : t("train.right", { best });
}

/** @param {import("./types.js").Count} count */
function countText({ number: pips, off }) {
  if (!off) return t("train.count.right", { n: pips });
  return t(off > 0 ? "train.count.more" : "train.count.less", { n: pips, off: Math.abs(off) });
}

/** What was played when it counted, and where. @param {Card} card @param {Judged} judged */
function wasLine({ kind, theme }, { was, source }) {
  if (!was || kind === "count") return null;
  const text = t("train.was", { played: choiceText(kind, was.played), loss: signed(-was.error) });
  const there = source.match && link(reviewAddress(source.match, source.place), t("train.source"));
  return h("p", { class: "was faint" }, text, " ", there, " ", h("span", { class: "theme" }, themeText(theme)));
}

/** The same decision in the opening book. @param {[string, string, string]} place */
function bookLine([first, play, reply]) {
  return h("p", { class: "was faint" }, link(bookAddress({ game: STANDARD, first, play, reply }), t("train.in_book")));
}

/** How well it was known: as the rule says, or as the player says.
 * @param {Shown} shown @param {Judged} judged @param {Asks} asks */
function grades({ grade }, { waits }, asks) {
  const all = GRADES.map((each) =>
    h(
      "button",
      { type: "button", class: `grade is-${each}`, "aria-pressed": String(each === grade), onclick: () => asks.grade(each) },
      h("b", null, t(`train.grade.${each}`)),
      h("small", { class: "number" }, waitText(waits[each])),
    ),
  );
  const help = h("p", { class: "faint" }, t("train.grade.help"));
  return h("fieldset", { class: "grades" }, h("legend", null, t("train.grade")), h("div", null, all), help);
}

/** Nothing is due any more. @param {HTMLElement} place @param {Deck} deck */
export function showDone(place, deck) {
  const soon = deck.next_due === null ? null : deck.next_due - Date.now() / 1000;
  fill(
    place,
    h("p", { class: "kick" }, t(`train.deck.${deck.id}`)),
    h("h1", null, t(deck.cards ? "train.done" : "train.empty")),
    h("p", { class: "text" }, deck.cards ? soon !== null && t("train.done.text", { wait: waitText(soon), n: number(deck.learned) }) : t("train.empty.errors")),
    h("div", { class: "pair" }, link("/train", t("train.stop"), { class: "button" }), !deck.cards && link("/matches", t("nav.matches"), { class: "button primary" })),
  );
}
