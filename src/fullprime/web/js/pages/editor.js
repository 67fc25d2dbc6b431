/** The position editor: set up by hand or by an id, look, analyze, play on. Its address is the
 * position. */

import { Problem, get, post, variants } from "../api.js";
import { createBoard } from "../board/index.js";
import { button, fill, h, icon, link } from "../dom.js";
import { addressOfSetup, lengthOf, readSetup } from "../editor/address.js";
import { setupFields } from "../editor/fields.js";
import { gamePicker } from "../editor/game-picker.js";
import { idLines } from "../editor/ids.js";
import { linkedPosition, listenToPaste } from "../editor/paste.js";
import { Rollout } from "../editor/rollout.js";
import { cleared, matchFrom, pictureOf, stakesJson, swapped } from "../editor/setup.js";
import { toolbar } from "../editor/toolbar.js";
import { Undo } from "../editor/undo.js";
import { Verdict } from "../editor/verdict.js";
import { likeAddress } from "../find/query.js";
import { askOpponent } from "../game/dialogs.js";
import { showScores } from "../maps/scores.js";
import { fromAddress, positionText } from "../game/position.js";
import { boardColors } from "../game/table.js";
import { SHARE } from "../icons.js";
import { notice } from "../live.js";
import { defaultWish } from "../new/wish.js";
import { trying } from "../page.js";
import { askPicture } from "../picture.js";
import { go, nameAddress } from "../router.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

/** @typedef {import("../editor/setup.js").Setup} Setup */
/** @typedef {import("../editor/address.js").Told} Told */
/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("../words.js").Message} Message */
/** @typedef {{faults: Message[], left: number[], pips: [number, number],
 *   ids: Record<string, string | null>}} Named */

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, query, gone }) {
  const { variants: games } = await variants();
  const game = params.variant ? find(games, params.variant) : games[0];
  if (gone() || !game) return;
  const { told, odd } = readSetup(query);
  const editor = new Editor(games, { variant: game.id, rows: game.start, ...told }, gone);
  editor.verdict.notes = odd.map(([key, text]) => t(key, { text }));
  document.title = `${t("editor.title")} · Fullprime`;
  fill(main, editor.elements());
  editor.takeUp("0");
  const read = params.text && (await editor.read(fromAddress(params.text), told));
  if (!read) editor.show();
  return () => editor.close();
}

/** @param {Variant[]} games @param {string} id @returns {Variant} */
function find(games, id) {
  const found = games.find((game) => game.id === id);
  if (!found) throw new Problem(404, { code: "request.unknown_game", values: { name: id } });
  return found;
}

/** The position that is being set up, and all that shows it. */
class Editor {
  /** What a click puts down: a light checker (0), a dark one (1), or nothing. */
  brush = "0";
  /** A die that waits for the other. @type {number[]} */
  waiting = [];
  /** Requests for names so far: only the last answer counts. */
  asked = 0;
  homeLeft = settings.homeLeft;
  past = new Undo();
  /** What a map of the scores would ask. @type {import("../editor/verdict.js").Question | null} */
  atScores = null;

  /** @param {Variant[]} games @param {Setup} setup @param {() => boolean} gone */
  constructor(games, setup, gone) {
    this.games = games;
    this.setup = setup;
    this.gone = gone;
    this.place = h("div", { class: "board-place" });
    this.board = createBoard(this.place, {
      perspective: 0,
      homeLeft: this.homeLeft,
      theme: settings.theme,
      animate: false,
      t,
    });
    this.verdict = new Verdict(this.board, (dice) => this.set({ ...this.setup, dice }));
    this.rollout = new Rollout(this.verdict.plays);
    this.fields = h("div", { class: "setup-fields" });
    this.ids = idLines((text) => this.paste(text));
    this.picker = gamePicker(games, settings.theme, (id) => this.start(id));
    this.tools = toolbar(this.picker.element, this.#tools(), (color) => this.takeUp(color));
    this.play = button(t("editor.play"), () => this.playOn(), { class: "primary" });
    this.scores = button(t("map.scores"), () => this.atScores && showScores(this.atScores), { disabled: true });
    this.like = link("/decisions", t("ways.like"), { class: "button" });
    this.picture = button("", () => askPicture(this.board, this.setup.variant));
    this.picture.append(icon(SHARE), t("editor.picture"));
    this.deaf = listenToPaste((text) => this.paste(text));
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.#keyed(event);
    document.addEventListener("keydown", this.pressed);
  }

  get game() {
    return find(this.games, this.setup.variant);
  }

  /** The seat with the light checkers. */
  get white() {
    return this.setup.black ? 1 : 0;
  }

  /** @returns {HTMLElement[]} */
  elements() {
    return [
      h("h1", { class: "unseen" }, t("editor.title")),
      h(
        "div",
        { class: "editor themed", ...boardColors() },
        h(
          "section",
          { class: "editor-table", "aria-label": t("game.board") },
          this.tools.element,
          this.place,
          this.fields,
        ),
        h(
          "aside",
          { class: "editor-side", "aria-label": t("game.side") },
          this.ids.element,
          this.verdict.elements,
          this.rollout.element,
          h("div", { class: "editor-ways" }, this.rollout.button, this.scores, this.picture, this.like, this.play),
        ),
      ),
    ];
  }

  #tools() {
    return {
      start: () => this.start(this.setup.variant),
      clear: () => this.set({ ...this.setup, rows: cleared(this.setup.rows) }),
      mirror: () => this.mirror(),
      swap: () => this.set(swapped(this.setup)),
      undo: () => this.undo(),
    };
  }

  /** Ctrl+Z, unless a text is being written. @param {KeyboardEvent} event */
  #keyed(event) {
    const writes = event.target instanceof Element && event.target.closest("input[type=text], dialog");
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || writes) return;
    event.preventDefault();
    this.undo();
  }

  /** @param {string} color */
  takeUp(color) {
    this.brush = color;
    const seat = Number(color) ^ Number(this.setup.black);
    this.board.edit({
      onEdit: (rows) => this.set({ ...this.setup, rows }),
      brush: color === "" ? null : seat,
      onIdle: () => color !== "" && this.#sayFull(seat),
      supply: (n) => t("editor.supply", { n, all: this.game.board.checkers }),
    });
  }

  /** Says why a click has put down nothing. @param {number} seat */
  #sayFull(seat) {
    if (this.setup.rows[seat]?.off) return;
    const key = seat === this.white ? "editor.all.white" : "editor.all.black";
    notice(t(key, { n: this.game.board.checkers }));
  }

  /** @param {string} id */
  start(id) {
    this.set({ ...this.setup, variant: id, rows: find(this.games, id).start, dice: null });
  }

  /** Only the picture is turned: home is on the other side. */
  mirror() {
    this.homeLeft = !this.homeLeft;
    this.board.configure({ homeLeft: this.homeLeft });
  }

  undo() {
    const before = this.past.back();
    if (before) this.#become(before);
  }

  /** An edit. @param {Setup} next @param {number[]} [waiting] */
  set(next, waiting = []) {
    if (next !== this.setup && !waiting.length) this.past.keep(this.setup);
    this.verdict.notes = [];
    this.#become(next, waiting);
  }

  /** @param {Setup} next @param {number[]} [waiting] */
  #become(next, waiting = []) {
    const turned = this.setup.black !== next.black;
    this.setup = next;
    this.waiting = waiting;
    if (turned) this.takeUp(this.brush);
    this.show();
  }

  /** Shows a position at once and gets its names from the server. */
  show() {
    this.board.configure({ perspective: this.white });
    this.#draw();
    this.picker.show(this.game);
    this.tools.show(null, !this.past.isEmpty);
    this.#showFields();
    void this.#name();
  }

  /** The field that was used keeps the focus. */
  #showFields() {
    const places = [...this.fields.querySelectorAll("input, button")];
    const used = places.indexOf(/** @type {Element} */ (document.activeElement));
    const how = { doubles: this.game.cube, waiting: this.waiting };
    fill(
      this.fields,
      setupFields(this.setup, how, (next, waiting) => this.set(next, waiting)),
    );
    if (used < 0) return;
    const again = this.fields.querySelectorAll("input, button")[used];
    const group = again?.closest(".segments")?.querySelector(":checked");
    const next = group ?? again;
    if (next instanceof HTMLElement) next.focus();
  }

  /** @param {number[]} [left] the numbers of the roll, where they are known */
  #draw(left) {
    this.board.set(pictureOf(this.setup, this.game.board, this.game.cube, left));
  }

  async #name() {
    const mine = ++this.asked;
    this.verdict.stop();
    this.rollout.offer(null);
    this.#offerScores(null);
    const { stakes, length, ...board } = this.setup;
    const body = { ...board, stakes: stakesJson(stakes), length: length ?? 0 };
    const answer = await trying(post("/api/position", body));
    if (answer && mine === this.asked && !this.gone()) this.#showNames(answer);
  }

  /** A roll can give more numbers than dice, which only the server knows. @param {Named} answer */
  #showNames({ faults, left, ids, pips }) {
    const { setup } = this;
    if (left.length > 2) this.#draw(left);
    const [mover, other] = pips;
    this.tools.show(setup.black ? [other, mover] : [mover, other], !this.past.isEmpty);
    const text = ids.text ?? positionText(setup.rows, 0);
    const address = addressOfSetup(setup, text);
    nameAddress(address);
    const gnu = ids.gnubg_id && `${ids.gnubg_id}${ids.match_id ? `:${ids.match_id}` : ""}`;
    this.ids.show([
      ["xgid", ids.xgid ?? null],
      ["gnubg_id", gnu ?? null],
      ["text", text],
      ["link", location.origin + address],
    ]);
    this.play.disabled = faults.length > 0;
    this.like.href = likeAddress(setup.variant, setup.rows, 0);
    if (faults.length) this.verdict.refuse(faults);
    else this.#analyze(text);
  }

  /** @param {string} position */
  #analyze(position) {
    const { variant, dice, stakes, black, rows } = this.setup;
    const over = rows.some((row) => row.off === this.game.board.checkers);
    if (over) return this.verdict.over(position);
    const told = stakesJson(stakes);
    const question = { variant, position, dice, stakes, told, doubles: this.game.cube, black };
    this.verdict.ask(question);
    this.rollout.offer(question);
    this.#offerScores(question);
  }

  /** Only what is played for a cube, or has dice, differs by score.
   * @param {import("../editor/verdict.js").Question | null} question */
  #offerScores(question) {
    this.atScores = question && (question.dice || question.doubles) ? question : null;
    this.scores.disabled = !this.atScores;
  }

  /** @param {string} text */
  paste(text) {
    const path = linkedPosition(text);
    if (path) go(path);
    else void this.read(text);
  }

  /** A position text or any id. An address says dice and stakes itself; a pasted id may hold them.
   * @param {string} text @param {Told} [told] @returns {Promise<boolean>} */
  async read(text, told) {
    const from = new URLSearchParams({ variant: this.setup.variant, text });
    const answer = await trying(get(`/api/position?${from}`));
    if (!answer || this.gone()) {
      if (!told) this.show();
      return false;
    }
    const { away } = answer.stakes;
    const length = away ? lengthOf(away, answer.length) : null;
    const { dice, stakes, black } = told ?? answer;
    const next = { ...this.setup, rows: answer.rows, dice, stakes, black, length: told ? told.length : length };
    if (told) this.#become(next);
    else this.set(next);
    return true;
  }

  /** A game that begins here, against the computer or somebody at the same screen. */
  playOn() {
    askOpponent((kind) => void this.#playOn(kind));
  }

  /** @param {"bot" | "here"} kind */
  async #playOn(kind) {
    const { game, setup } = this;
    const level = (game.net && defaultWish().level) || null;
    const opponent = kind === "bot" ? { kind, level } : { kind };
    const made = await trying(
      post("/api/matches", matchFrom(setup, positionText(setup.rows, 0), opponent)),
    );
    if (made) go(`/match/${made.id}`);
  }

  close() {
    this.deaf();
    document.removeEventListener("keydown", this.pressed);
    this.verdict.stop();
    this.rollout.close();
    this.board.destroy();
  }
}
