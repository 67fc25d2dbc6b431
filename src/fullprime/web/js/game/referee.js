/** The referee of a real table: dice are entered as they were thrown, and what goes wrong there is
 * recorded with what the rules say about it. What can be recorded now, the server says in `calls`. */

import { button, fill, h } from "../dom.js";
import { notice } from "../live.js";
import { sentence, t, worded } from "../words.js";
import { dieGlyph } from "./glyphs.js";
import { askSetup } from "./referee-setup.js";
import { playerName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {{send: (type: string, content?: object) => boolean}} Api was it sent? */
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
  /** The dice to enter; a page may put them under the thumb. */
  dice = h("fieldset", { class: "faces" });
  /** @type {State | null} */
  #state = null;
  /** What was asked for by a button; else dice are a roll. @type {Purpose | null} */
  #wanted = null;
  /** The first of two dice. @type {number | null} */
  #first = null;
  /** Dice that were entered before the server had answered. @type {[string, object] | null} */
  #held = null;

  /** @param {Api} api */
  constructor(api) {
    this.api = api;
    this.element = h(
      "section",
      { class: "panel referee", "aria-label": t("referee.title"), hidden: true },
      h("div", { class: "panel-head" }, h("h2", null, t("referee.title"))),
      this.#ruling,
      this.dice,
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
    this.element.hidden = this.dice.hidden = !state.typed || !state.you.length;
    this.#draw();
  }

  /** Puts the dice there, or back into the panel. @param {HTMLElement | null} place */
  lendDice(place) {
    if (place) place.prepend(this.dice);
    else this.#content.before(this.dice);
  }

  /** What the rules say about what has happened, where it can be seen. @param {Happening[]} events */
  happened(events) {
    if (!events.length) return;
    const last = events.findLast((event) => event.ruling)?.ruling;
    const text = last ? sentence(worded(last)) : "";
    fill(this.#ruling, last && [h("p", null, text), h("small", null, clause(last))]);
    if (last && !this.element.checkVisibility()) notice(text);
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
    fill(this.dice, this.#faces(state));
    fill(this.#content, this.#throws(state), this.#before(state));
    for (const place of used ? [this.dice, this.#content] : []) {
      const again = place.querySelector(`[data-name="${used}"]:enabled`);
      if (again instanceof HTMLElement) again.focus();
    }
  }

  // Dice

  /** @param {State} state */
  #faces(state) {
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
    return [h("legend", null, this.#asked(state, purpose)), h("div", null, faces)];
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
    if (purpose === "roll") this.#send("rolled", { dice });
    else if (purpose === "premature") this.#send("premature", { dice });
    else this.#send("rolledoff", { what: purpose, dice });
  }

  /** Whoever types quickly loses nothing. @param {string} type @param {object} content */
  #send(type, content) {
    this.#held = this.api.send(type, content) ? null : [type, content];
  }

  /** The server is ready for what comes next. */
  answered() {
    const held = this.#held;
    this.#held = null;
    if (held) this.#send(...held);
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

  // What goes wrong: only what can be recorded now is offered

  /** @param {State} state */
  #throws(state) {
    const again = this.#may("take back");
    const void_ = again || this.#may("void");
    const own = playerName(state, state.turn);
    return h(
      "div",
      { class: "calls" },
      VOID.map((reason) =>
        this.#call(reason, void_, t(`referee.${reason}`), "voided", { dice: null, reason }),
      ),
      this.#wish("premature", this.#may("premature"), t("referee.premature")),
      this.#call("takeBack", again, t("referee.take_back"), "taken_back"),
      // The opponent's call is among the answers on the board.
      this.#call("ownDemand", this.#may(`demand ${state.turn}`), t("referee.demand", { name: own }), "demanded", {
        seat: state.turn,
      }),
    );
  }

  /** @param {State} state */
  #before(state) {
    const name = playerName(state, state.turn);
    const report = (/** @type {string} */ position) => this.api.send("misplaced", { position });
    const setup = button(t("referee.setup"), () => void askSetup(state, report), { "data-name": "setup" });
    return h(
      "div",
      { class: "calls" },
      ["white", "black"].map((colour) =>
        this.#call(colour, this.#may("colour"), t(`referee.${colour}`, { name }), "coloured", { colour }),
      ),
      CHOICES.map((what) => this.#wish(what, this.#may(`rolloff ${what}`), t(`referee.${what}`))),
      [0, 1].map((seat) =>
        this.#call(`mix${seat}`, this.#may("mix"), t("referee.mix", { name: playerName(state, seat) }), "mixed", {
          caller: seat,
        }),
      ),
      this.#may("setup") && setup,
      this.#call("reset", this.#may("reset"), t("referee.reset"), "reset"),
    );
  }

  /** A button that records something. @param {string} name @param {boolean} open
   * @param {string} label @param {string} type of the message @param {object} [content] */
  #call(name, open, label, type, content) {
    return open && button(label, () => this.api.send(type, content), { "data-name": name });
  }

  /** A button after which dice are entered for something else than a roll.
   * @param {Purpose} purpose @param {boolean} open @param {string} label */
  #wish(purpose, open, label) {
    const press = () => {
      this.#first = null;
      this.#wanted = this.#wanted === purpose ? null : purpose;
      this.#draw();
    };
    const on = String(this.#wanted === purpose);
    return open && button(label, press, { "data-name": purpose, "aria-pressed": on });
  }
}

/** The rule that a ruling comes from, and where it is written.
 * @param {import("../words.js").Message & {rule: string, source: string}} ruling */
function clause({ rule, source }) {
  return t("referee.clause", { sentence: t(rule), rule, source });
}
