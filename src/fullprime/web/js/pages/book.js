/** The opening book: every first roll, its candidates, and the replies, on the board. */

import { get, variants } from "../api.js";
import { createBoard } from "../board/index.js";
import { bookAddress, askedOf, placeOf, STANDARD } from "../book/address.js";
import { decisionPart, verdictText } from "../book/decision.js";
import { playText, rollGrid, rollList } from "../book/grid.js";
import { fill, h, link } from "../dom.js";
import { gamePicker } from "../editor/game-picker.js";
import { diceText } from "../game/sayings.js";
import { boardColors } from "../game/table.js";
import { announce } from "../live.js";
import { trying } from "../page.js";
import { fit, followAddresses, go, keepAddress, nameAddress } from "../router.js";
import { settings } from "../settings.js";
import { loadPart, nameOf, t } from "../words.js";

/** @import {BookRoll, Candidate, Opened, Place, Step} from "../book/types.js" */

const PATTERNS = ["/book", "/book/:game", "/book/:game/:first", "/book/:game/:first/:play", "/book/:game/:first/:play/:reply"];
const WAIT_MS = 250;

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, gone }) {
  const place = placeOf(params);
  const [all, opened] = await Promise.all([variants(), get(askedOf(place)), loadPart("book")]);
  if (gone()) return;
  const page = new BookPage(all.variants, gone);
  fill(main, page.element);
  page.show(opened);
  nameAddress(bookAddress(page.place));
  followAddresses((path) => page.follow(path));
  return () => page.close();
}

class BookPage {
  /** @type {Opened | null} */
  #shown = null;
  #asked = 0;
  #version = 0;
  #place = h("div", { class: "board-place" });
  #side = h("aside", { class: "lesson-side book-side" });
  #caption = h("div", { class: "strip book-caption", "aria-hidden": "true" });
  #keys = (/** @type {KeyboardEvent} */ event) => this.#key(event);

  /** @param {import("../types.js").Variant[]} games @param {() => boolean} gone */
  constructor(games, gone) {
    this.gone = gone;
    this.games = games;
    this.picker = gamePicker(games, settings.theme, (id) => go(bookAddress({ game: id })));
    this.board = createBoard(this.#place, {
      perspective: 0,
      homeLeft: settings.homeLeft,
      theme: settings.theme,
      checkers: settings.checkers,
      dice: settings.diceColors,
      texture: settings.texture,
      numbers: settings.numbers,
      animate: false,
      showLast: false,
      t,
    });
    const table = h("section", { class: "lesson-table", "aria-label": t("game.board") }, this.#caption, this.#place);
    this.element = h("div", { class: "lesson book themed", ...boardColors() }, table, this.#side);
    document.addEventListener("keydown", this.#keys);
  }

  close() {
    document.removeEventListener("keydown", this.#keys);
    this.board.destroy();
  }

  /** Where the book is open. @returns {Place} */
  get place() {
    const { variant = STANDARD, first, play, reply } = this.#shown ?? {};
    if (!first) return { game: variant };
    return { game: variant, first, play: play ?? "", reply: reply ?? "" };
  }

  /** Another address of the book; another game is another page. @param {string} path */
  follow(path) {
    const params = PATTERNS.map((pattern) => fit(pattern, path)).find(Boolean);
    const place = params && placeOf(params);
    if (!place || place.game !== this.#shown?.variant) return false;
    void this.#open(place, false);
    return true;
  }

  /** @param {Place} place @param {boolean} [keep] as a place to which “back” returns */
  async #open(place, keep = true) {
    const mine = ++this.#asked;
    const waiting = setTimeout(() => this.#side.setAttribute("aria-busy", "true"), WAIT_MS);
    /** @type {Opened | undefined} */
    const opened = await trying(get(askedOf(place)));
    clearTimeout(waiting);
    this.#side.removeAttribute("aria-busy");
    if (!opened || mine !== this.#asked || this.gone()) return;
    this.show(opened);
    if (keep) keepAddress(bookAddress(this.place));
    announce(opened.decision ? `${this.#title()}. ${verdictText(opened.decision)}` : this.#title());
    const heading = this.#side.querySelector("h1");
    if (keep && heading instanceof HTMLElement) heading.focus({ preventScroll: true });
    this.#side.scrollTo(0, 0);
  }

  /** @param {Opened} opened */
  show(opened) {
    this.#shown = opened;
    const game = this.games.find(({ id }) => id === opened.variant);
    if (game) this.picker.show(game);
    document.title = `${this.#title()} · ${t("learn.book")} · Fullprime`;
    this.#rest();
    fill(this.#side, this.#head(), this.#decision(), this.#rolls(), this.#ways());
  }

  #title() {
    const { decision, reply, first } = /** @type {Opened} */ (this.#shown);
    if (!decision || !first) return t("book.first");
    const dice = diceText(decision.dice);
    return reply ? t("book.reply_of", { roll: dice }) : t("book.first_of", { roll: dice });
  }

  // Beside the board ---------------------------------------------------------------------------

  #head() {
    const { first, play, reply, variant } = /** @type {Opened} */ (this.#shown);
    const crumbs = [link(bookAddress({ game: variant }), t("book.first"))];
    if (first && reply) {
      const before = bookAddress({ game: variant, first, play: play ?? "" });
      crumbs.push(link(before, h("bdi", { dir: "ltr" }, `${diceText([...first].map(Number))}: ${playText(play ?? "")}`)));
    }
    return h(
      "section",
      { class: "panel book-head" },
      h("p", { class: "kick" }, t("learn.book"), this.picker.element),
      first && h("nav", { class: "crumbs", "aria-label": t("book.where") }, crumbs),
      h("h1", { tabIndex: -1 }, this.#title()),
      !first && h("p", { class: "faint" }, t("book.lead")),
    );
  }

  #decision() {
    const { decision, reply, play, rolled_out: made, most, rolls } = /** @type {Opened} */ (this.#shown);
    if (!decision) return null;
    const parts = decisionPart(decision, {
      made,
      most,
      chosen: reply ? "" : (play ?? ""),
      look: (candidate) => this.#look(candidate),
      choose: (candidate) => this.#choose(candidate),
    });
    const hint = !reply && rolls.length > 0 && h("p", { class: "faint hint" }, t("book.choose_play"));
    return h("section", { class: "panel", "aria-label": t("book.candidates") }, parts, hint);
  }

  #rolls() {
    const { rolls, first, play, reply } = /** @type {Opened} */ (this.#shown);
    const title = first ? t("book.replies", { play: playText(play ?? "") }) : t("book.first");
    if (!rolls.length) return h("section", { class: "panel" }, h("p", { class: "faint hint" }, t("book.same_player")));
    const looks = { light: !first, now: reply, label: title };
    const hands = {
      choose: (/** @type {BookRoll} */ roll) => void this.#open(this.#placeOf(roll)),
      look: (/** @type {BookRoll | null} */ roll) => this.#lookAtRoll(roll),
    };
    return h(
      "section",
      { class: "panel", "aria-label": title },
      first && h("div", { class: "panel-head" }, h("h2", null, title)),
      rollGrid(rolls, looks, hands),
      rollList(rolls, looks, hands),
    );
  }

  /** @param {BookRoll} roll @returns {Place} */
  #placeOf({ roll }) {
    const { variant: game, first, play } = /** @type {Opened} */ (this.#shown);
    return first ? { game, first, play: play ?? "", reply: roll } : { game, first: roll };
  }

  #ways() {
    const { variant, decision } = /** @type {Opened} */ (this.#shown);
    const dice = decision && decision.dice.join("");
    const address = decision && `/position/${variant}/${encodeURIComponent(decision.position)}?dice=${dice}`;
    return h(
      "p",
      { class: "row book-ways" },
      address && link(address, t("book.editor"), { class: "button" }),
      variant === STANDARD && link("/train/openings", t("book.train"), { class: "button" }),
    );
  }

  // What the player does -----------------------------------------------------------------------

  /** Of a first roll the replies to the play; a reply ends the book. @param {Candidate} candidate */
  #choose(candidate) {
    const { variant: game, first, reply, rolls } = /** @type {Opened} */ (this.#shown);
    if (reply || !first || !rolls.length) return this.#look(candidate);
    void this.#open({ game, first, play: candidate.play });
  }

  /** Escape leads one step back. @param {KeyboardEvent} event */
  #key(event) {
    const { variant: game = STANDARD, first, play, reply } = this.#shown ?? {};
    if (event.key !== "Escape" || event.defaultPrevented || !first || document.querySelector("dialog[open]")) return;
    void this.#open(reply ? { game, first, play: play ?? "" } : { game });
  }

  // The board ----------------------------------------------------------------------------------

  /** What is shown while nothing is pointed at: the roll with its best play, or with the chosen one. */
  #rest() {
    const { decision, reply, play } = /** @type {Opened} */ (this.#shown);
    if (!decision) return this.#lay(0, null, null);
    const chosen = reply ? decision.candidates[0] : decision.candidates.find((each) => each.play === play);
    this.#lay(reply ? 1 : 0, decision.dice, chosen ?? null, chosen === decision.candidates[0] ? "best" : "other");
  }

  /** @param {Candidate | null} candidate */
  #look(candidate) {
    const { decision, reply } = /** @type {Opened} */ (this.#shown);
    if (!candidate || !decision) return this.#rest();
    this.#lay(reply ? 1 : 0, decision.dice, candidate, candidate === decision.candidates[0] ? "best" : "other");
  }

  /** @param {BookRoll | null} roll */
  #lookAtRoll(roll) {
    const { first } = /** @type {Opened} */ (this.#shown);
    if (!roll) return this.#rest();
    this.#lay(first ? 1 : 0, roll.dice, roll.best);
  }

  /** The board of who decides, seen by them.
   * @param {0 | 1} seat @param {number[] | null} dice @param {{steps: Step[], play: string} | null} play
   * @param {"best" | "other"} [kind] */
  #lay(seat, dice, play, kind = "best") {
    const { board, rows, rows_before_reply: later } = /** @type {Opened} */ (this.#shown);
    const shown = { board, rows: (seat && later) || rows, dice, turn: seat, actor: null, phase: dice ? "play" : "roll", left: dice ?? [] };
    this.board.configure({ perspective: seat });
    this.board.set({ ...shown, version: ++this.#version, players: [], you: [], white: 0, walk: null, can: [], last: null });
    this.board.arrows(play?.steps.length ? [{ seat, steps: play.steps, kind }] : []);
    const who = t(seat ? "book.second_player" : "book.first_player");
    fill(this.#caption, h("b", null, who), play && dice && h("span", { class: "faint number" }, `${diceText(dice)}: ${playText(play.play)}`));
  }
}
