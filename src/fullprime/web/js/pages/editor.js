/** The position editor: set up by hand or by an id, look, analyze. Its address is the position. */

import { Problem, get, post, variants } from "../api.js";
import { createBoard } from "../board/index.js";
import { button, fill, h } from "../dom.js";
import { setupFields } from "../editor/fields.js";
import { linkedPosition, pasteField } from "../editor/paste.js";
import { cleared, pictureOf, stakesJson } from "../editor/setup.js";
import { faultText } from "../faults.js";
import { analysisPanel } from "../game/analysis.js";
import { fromAddress, positionAddress, positionText, readAddress } from "../game/position.js";
import { notice } from "../live.js";
import { segmented, copyable, field, select, trying } from "../page.js";
import { go, nameAddress } from "../router.js";
import { settings } from "../settings.js";
import { nameOf, t } from "../words.js";

/** @typedef {import("../editor/setup.js").Setup} Setup */
/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("../words.js").Message} Message */

const IDS = ["text", "gnubg_id", "match_id", "xgid"];

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, query, gone }) {
  const { variants: games } = await variants();
  const game = params.variant ? find(games, params.variant) : games[0];
  if (gone() || !game) return;
  const told = readAddress(query);
  const editor = new Editor(games, { variant: game.id, rows: game.start, ...told }, gone);
  document.title = `${t("editor.title")} · Fullprime`;
  fill(main, editor.elements());
  editor.takeUp("0");
  editor.showNotes([]);
  const read = params.text && (await editor.read(fromAddress(params.text), told));
  if (!read) editor.set(editor.setup);
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
  /** Requests for names so far: only the last answer counts. */
  asked = 0;

  /** @param {Variant[]} games @param {Setup} setup @param {() => boolean} gone */
  constructor(games, setup, gone) {
    this.games = games;
    this.setup = setup;
    this.gone = gone;
    this.shape = this.game.board;
    this.place = h("div", { class: "board-place" });
    this.board = createBoard(this.place, {
      perspective: 0,
      homeLeft: settings.homeLeft,
      theme: settings.theme,
      animate: false,
      t,
    });
    this.analysis = analysisPanel(this.board);
    this.fields = h("div", { class: "setup-fields" });
    this.notes = h("div", { class: "status notes", role: "status" });
    this.ids = h("div");
    this.think = button(t("editor.analyse"), () => void this.analyze(), { class: "primary" });
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
      h("div", { class: "game" }, this.#table(), this.#side()),
    ];
  }

  #table() {
    const label = t("game.board");
    return h("section", { class: "table", "aria-label": label }, this.place, this.notes, this.#tools());
  }

  #tools() {
    /** @type {[string, string][]} */
    const colors = [
      ["0", t("editor.white")],
      ["1", t("editor.black")],
      ["", t("editor.remove")],
    ];
    return h(
      "div",
      { class: "row" },
      segmented(t("editor.brush"), colors, "0", (color) => this.takeUp(color)),
      button(t("editor.start"), () => this.start(this.setup.variant)),
      button(t("editor.clear"), () => this.set({ ...this.setup, rows: cleared(this.setup.rows) })),
    );
  }

  #side() {
    const list = select(
      this.games.map((game) => [game.id, nameOf("variant", game)]),
      this.setup.variant,
      (id) => this.start(id),
    );
    return h(
      "aside",
      { class: "side", "aria-label": t("game.side") },
      field(t("new.game"), list),
      this.fields,
      h("div", { class: "card" }, this.think, this.analysis.element),
      pasteField((text) => this.paste(text)),
      this.ids,
    );
  }

  /** @param {string} color */
  takeUp(color) {
    this.brush = color;
    const seat = Number(color) ^ Number(this.setup.black);
    this.board.edit({
      onEdit: (rows) => this.set({ ...this.setup, rows }),
      brush: color === "" ? null : seat,
      onIdle: () => color !== "" && this.#sayFull(seat),
    });
  }

  /** Says why a click has put down nothing. @param {number} seat */
  #sayFull(seat) {
    if (this.setup.rows[seat]?.off) return;
    const key = seat === this.white ? "editor.all.white" : "editor.all.black";
    notice(t(key, { n: this.shape.checkers }));
  }

  /** @param {string} id */
  start(id) {
    const game = find(this.games, id);
    this.shape = game.board;
    this.set({ ...this.setup, variant: id, rows: game.start, dice: null });
  }

  /** Shows a position at once and gets its names from the server. @param {Setup} next */
  set(next) {
    const turned = this.setup.black !== next.black;
    this.setup = next;
    this.#draw();
    if (turned) this.takeUp(this.brush);
    void this.#name();
  }

  #draw() {
    this.board.configure({ perspective: this.white });
    this.#picture();
    fill(this.fields, setupFields(this.setup, this.game.cube, (next) => this.set(next)));
    this.analysis.clear();
  }

  /** @param {number[]} [left] the numbers of the roll, where they are known */
  #picture(left) {
    this.board.set(pictureOf(this.setup, this.shape, this.game.cube, left));
  }

  async #name() {
    const mine = ++this.asked;
    const { stakes, ...board } = this.setup;
    const answer = await trying(post("/api/position", { ...board, stakes: stakesJson(stakes) }));
    if (answer && mine === this.asked && !this.gone()) this.#showNames(answer);
  }

  /** A roll can give more numbers than dice, which only the server knows.
   * @param {{faults: Message[], left: number[], ids: Record<string, string | null>}} answer */
  #showNames({ faults, left, ids }) {
    this.showNotes(faults);
    this.think.disabled = faults.length > 0;
    if (left.length > 2) this.#picture(left);
    const text = ids.text ?? positionText(this.setup.rows, 0);
    const address = positionAddress(this.setup.variant, text, this.setup);
    nameAddress(address);
    fill(
      this.ids,
      copyable(t("editor.link"), location.origin + address),
      IDS.flatMap((id) => (ids[id] ? [copyable(t(`editor.${id}`), ids[id])] : [])),
    );
  }

  /** What is wrong, else what to do. @param {Message[]} faults */
  showNotes(faults) {
    const lines = faults.length ? faults.map(faultText) : [t("editor.help")];
    this.notes.classList.toggle("fault", faults.length > 0);
    fill(
      this.notes,
      lines.map((line) => h("p", null, line)),
    );
  }

  /** @param {string} text */
  paste(text) {
    const path = linkedPosition(text);
    if (path) go(path);
    else void this.read(text);
  }

  /** A position text or any id. An address says dice and stakes itself; a pasted id may hold them.
   * @param {string} text @param {Pick<Setup, "dice" | "stakes" | "black">} [told]
   * @returns {Promise<boolean>} */
  async read(text, told) {
    const from = new URLSearchParams({ variant: this.setup.variant, text });
    const answer = await trying(get(`/api/position?${from}`));
    if (!answer || this.gone()) return false;
    this.shape = answer.board;
    const { dice, stakes, black } = told ?? answer;
    this.set({ ...this.setup, rows: answer.rows, dice, stakes, black });
    return true;
  }

  async analyze() {
    const { variant, rows, dice, stakes } = this.setup;
    const position = positionText(rows, 0);
    const question = { variant, position, dice, stakes: stakesJson(stakes) };
    await this.analysis.ask({ ...question, seat: 0, white: this.white });
  }

  close() {
    this.analysis.stop();
    this.board.destroy();
  }
}
