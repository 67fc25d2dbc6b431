/** The referee of a real table: dice are entered as they were thrown, and what goes wrong there is
 * recorded with what the rules say about it. What can be recorded now, the server says in `calls`. */

import { button, fill, h } from "../dom.js";
import { sentence, t, worded } from "../words.js";
import { dieGlyph } from "./glyphs.js";
import { askSetup } from "./referee-setup.js";
import { playerName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {{send: (type: string, content?: object) => void}} Api */
/** What two dice are entered for. @typedef {"roll" | "premature" | "seats" | "checkers" | "dice"} Purpose */

const FACES = [1, 2, 3, 4, 5, 6];
const VOID = ["cocked", "off_board", "on_checker", "touched"];
/** @type {Purpose[]} */
const CHOICES = ["seats", "checkers", "dice"];
const WRITING = "input, select, textarea, dialog";

/** @param {Api} api */
export function refereePanel(api) {
  return new RefereePanel(api);
}

class RefereePanel {
  #ruling = h("div", { class: "ruling", role: "status" });
  #content = h("div", { class: "referee-calls" });
  /** @type {State | null} */
  #state = null;
  /** What was asked for by a button; else dice are a roll. @type {Purpose | null} */
  #wanted = null;
  /** The first of two dice. @type {number | null} */
  #first = null;

  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    this.element = h(
      "section",
      { class: "panel referee", "aria-label": t("referee.title"), hidden: true },
      h("div", { class: "panel-head" }, h("h2", null, t("referee.title"))),
      this.#ruling,
      this.#content,
    );
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.#keyed(event);
    document.addEventListener("keydown", this.pressed);
  }

  close() {
    document.removeEventListener("keydown", this.pressed);
  }

  /** @param {State} state */
  show(state) {
    if (state.version !== this.#state?.version) this.#wanted = this.#first = null;
    this.#state = state;
    this.element.hidden = !state.typed || !state.you.length;
    this.#draw();
  }

  /** What the rules say about what has happened. @param {Happening[]} events */
  happened(events) {
    const last = events.findLast((event) => event.ruling)?.ruling;
    if (!last && !events.length) return;
    fill(this.#ruling, last && [h("p", null, sentence(worded(last))), h("small", null, clause(last))]);
  }

  /** What dice would be entered for now. @returns {Purpose | null} */
  get #purpose() {
    return this.#wanted ?? (this.#may("roll") ? "roll" : null);
  }

  /** @param {string} call */
  #may(call) {
    return this.#state?.calls.includes(call) ?? false;
  }

  #draw() {
    const state = this.#state;
    if (!state || this.element.hidden) return;
    const used = document.activeElement?.getAttribute("data-name");
    fill(
      this.#content,
      this.#dice(state),
      this.#throws(),
      this.#beforeGame(state),
      this.#setup(state),
    );
    const again = used && this.#content.querySelector(`[data-name="${used}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  // Dice

  /** @param {State} state */
  #dice(state) {
    const purpose = this.#purpose;
    const faces = FACES.map((face) => {
      const chosen = face === this.#first;
      return h(
        "button",
        {
          type: "button",
          class: "face",
          "data-name": `face${face}`,
          "aria-label": t("editor.die", { n: face }),
          "aria-pressed": String(chosen),
          disabled: purpose === null,
          onclick: () => this.enter(face),
        },
        dieGlyph(face, true),
      );
    });
    return h(
      "fieldset",
      { class: "faces" },
      h("legend", null, this.#asked(state, purpose)),
      h("div", null, faces),
    );
  }

  /** @param {State} state @param {Purpose | null} purpose */
  #asked(state, purpose) {
    const values = { name: playerName(state, 0), other: playerName(state, 1) };
    if (purpose === null) return t("referee.no_dice");
    if (purpose === "premature") return t("referee.premature.dice", { name: playerName(state, 1 - state.turn) });
    if (purpose !== "roll") return t(`referee.${purpose}.dice`, values);
    if (state.actor === null) return t("referee.opening", values);
    return t("referee.roll", { name: playerName(state, state.actor) });
  }

  /** The next die. @param {number} face */
  enter(face) {
    const purpose = this.#purpose;
    if (purpose === null) return;
    if (this.#first === null) this.#first = face;
    else this.#enterBoth(purpose, [this.#first, face]);
    this.#draw();
  }

  /** @param {Purpose} purpose @param {[number, number]} dice */
  #enterBoth(purpose, dice) {
    this.#first = this.#wanted = null;
    if (purpose === "roll") this.api.send("rolled", { dice });
    else if (purpose === "premature") this.api.send("premature", { dice });
    else this.api.send("rolledoff", { what: purpose, dice });
  }

  /** Keys 1 to 6 are dice wherever nothing is written. @param {KeyboardEvent} event */
  #keyed(event) {
    if (this.element.hidden || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest(WRITING)) return;
    if (event.key >= "1" && event.key <= "6" && event.key.length === 1) this.enter(Number(event.key));
    else if (event.key === "Escape" && (this.#first !== null || this.#wanted)) {
      this.#first = this.#wanted = null;
      this.#draw();
    }
  }

  // What goes wrong with them

  #throws() {
    const again = this.#may("take back");
    const open = again || this.#may("void");
    const premature = this.#may("premature");
    return h(
      "div",
      { class: "calls" },
      VOID.map((reason) =>
        this.#call(reason, t(`referee.${reason}`), open, () =>
          this.api.send("voided", { dice: null, reason }),
        ),
      ),
      this.#call("premature", t("referee.premature"), premature, () => this.#want("premature")),
      this.#call("takeBack", t("referee.take_back"), again, () => this.api.send("taken_back")),
      this.#state && this.#ownCall(this.#state),
    );
  }

  /** Where either player may call for a legal play: the one who made the illegal one.
   * @param {State} state */
  #ownCall(state) {
    if (!this.#may(`demand ${state.turn}`)) return false;
    const name = playerName(state, state.turn);
    return this.#call("demand", t("referee.demand", { name }), true, () =>
      this.api.send("demanded", { seat: state.turn }),
    );
  }

  /** @param {Purpose} purpose */
  #want(purpose) {
    this.#first = null;
    this.#wanted = this.#wanted === purpose ? null : purpose;
    this.#draw();
  }

  /** @param {string} name @param {string} label @param {boolean} open @param {() => void} press */
  #call(name, label, open, press) {
    const on = name === this.#wanted ? "true" : null;
    return button(label, press, { "data-name": name, disabled: !open, "aria-pressed": on });
  }

  // Before the game

  /** @param {State} state */
  #beforeGame(state) {
    const mix = [0, 1].map((seat) =>
      this.#call(`mix${seat}`, t("referee.mix", { name: playerName(state, seat) }), this.#may("mix"), () =>
        this.api.send("mixed", { caller: seat }),
      ),
    );
    const offs = CHOICES.map((what) =>
      this.#call(what, t(`referee.${what}`), this.#may(`rolloff ${what}`), () => this.#want(what)),
    );
    return h("div", { class: "calls" }, mix, offs, this.#may("colour") && this.#colors(state));
  }

  /** @param {State} state */
  #colors(state) {
    const name = playerName(state, state.turn);
    return ["white", "black"].map((colour) =>
      this.#call(colour, t(`referee.${colour}`, { name }), true, () => this.api.send("coloured", { colour })),
    );
  }

  /** @param {State} state */
  #setup(state) {
    const report = (/** @type {string} */ position) => this.api.send("misplaced", { position });
    return h(
      "div",
      { class: "calls" },
      this.#call("setup", t("referee.setup"), this.#may("setup"), () => void askSetup(state, report)),
      this.#call("reset", t("referee.reset"), this.#may("reset"), () => this.api.send("reset")),
    );
  }
}

/** The rule that a ruling comes from, and where it is written.
 * @param {import("../words.js").Message & {rule: string, source: string}} ruling */
function clause({ rule, source }) {
  return t("referee.clause", { sentence: t(rule), rule, source });
}
