/** The figures of the basics: look at them, and try those that have dice. */

import { createBoard } from "../board/index.js";
import { button, fill, h } from "../dom.js";
import { announce } from "../live.js";
import { settings } from "../settings.js";
import { withTerms } from "../terms.js";
import { number, t } from "../words.js";
import { figureText } from "./say.js";

/** @import {Figure, GameBook} from "./types.js" */

/** @param {GameBook} book @param {string} theme */
export function basics(book, theme) {
  const figures = book.figures.filter(({ group }) => group === "basics");
  const cards = figures.map((figure) => new BasicCard(book, figure, theme));
  return {
    element: h("div", { class: "basics" }, cards.map((card) => card.element)),
    close: () => cards.forEach((card) => card.close()),
  };
}

/** A figure on a live board. */
class BasicCard {
  #version = 0;

  /** @param {GameBook} book @param {Figure} figure @param {string} theme */
  constructor(book, figure, theme) {
    this.book = book;
    this.figure = figure;
    this.place = h("div", { class: "basic-board" });
    this.status = h("p", { class: "basic-status", role: "status" });
    const title = figureText(figure, "title");
    this.element = h(
      "article",
      { class: "panel basic", id: `figure-${figure.id}` },
      this.place,
      h("div", null, h("h3", null, title), h("p", null, withTerms(figureText(figure, "text"))), this.status),
    );
    this.board = createBoard(this.place, {
      t,
      theme,
      form: "wide",
      texture: false,
      animate: settings.animation,
      oneClick: settings.oneClick,
      onChange: (draft) => this.#drafted(draft),
    });
    this.show();
  }

  /** The figure as it is printed: the play as arrows. */
  show() {
    const { figure } = this;
    this.#set(false);
    this.board.annotate({
      arrows: [
        ...figure.play.map(([from, to]) => ({ seat: 0, from, to, kind: /** @type {const} */ ("best") })),
      ],
      labels: figure.wrong.map(([, to]) => ({ at: String(to), text: number(25 - Number(to)), kind: /** @type {const} */ ("blocked") })),
      way: figure.way ? 0 : null,
    });
    fill(this.status, figure.walk && button(t("rulepage.try"), () => this.try(), { class: "try" }));
  }

  /** The same position, to be played. */
  try() {
    this.board.annotate({});
    this.#set(true);
    this.place.focus();
  }

  /** @param {boolean} live */
  #set(live) {
    const { book, figure } = this;
    this.place.inert = !live;
    this.board.set({
      board: book.board,
      rows: figure.rows ?? book.start,
      version: ++this.#version,
      you: [0],
      white: 0,
      turn: 0,
      actor: 0,
      phase: figure.dice ? "to_play" : "to_roll",
      dice: figure.dice ?? null,
      left: figure.left ?? [],
      cube: { on: true, value: 1, owner: null, offer: figure.cube },
      walk: live ? (figure.walk ?? null) : null,
      last: null,
    });
  }

  /** @param {{steps: any[], complete: boolean, left: number[]}} draft */
  #drafted(draft) {
    if (this.place.inert) return;
    const left = draft.left.map((n) => number(n)).join(", ");
    const play = draft.steps.map(([from, to]) => `${from}/${to}`).join(" ");
    const text = draft.complete ? t("rulepage.try.done", { play }) : t("rulepage.try.more", { left });
    const back = button(t("rulepage.again"), () => this.show(), { class: "try" });
    fill(this.status, h("span", { class: draft.complete ? "right" : "" }, text), back);
    if (draft.complete) announce(text);
  }

  close() {
    this.board.destroy();
  }
}
