/** The position editor: set up by hand or by an id, look, analyse. Its address is the position. */

import { Problem, get, post, variants } from "../api.js";
import { createBoard } from "../board/index.js";
import { button, fill, h } from "../dom.js";
import { setupFields } from "../editor/fields.js";
import { linkedPosition, pasteField } from "../editor/paste.js";
import { cleared, pictureOf, toldStakes } from "../editor/setup.js";
import { analysisPanel } from "../game/analysis.js";
import { fromAddress, positionAddress, positionText, readAddress } from "../game/position.js";
import { notice } from "../live.js";
import { choice, copyable, field, select, trying } from "../page.js";
import { go, nameAddress } from "../router.js";
import { settings } from "../settings.js";
import { faultText } from "../faults.js";
import { nameOf, t } from "../words.js";

/** @typedef {import("../editor/setup.js").Setup} Setup */

const IDS = ["text", "gnubg_id", "match_id", "xgid"];

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, query, gone }) {
  const { variants: games } = await variants();
  const find = (/** @type {string} */ id) => {
    const found = games.find((game) => game.id === id);
    if (!found) throw new Problem(404, { code: "request.unknown_game", values: { name: id } });
    return found;
  };
  const first = params.variant ? find(params.variant) : games[0];
  const told = readAddress(query);
  /** @type {Setup} */
  let setup = { variant: first.id, rows: first.start, ...told };
  let shape = first.board;
  let asked = 0;
  let brush = "0";

  const place = h("div", { class: "board-place" });
  const board = createBoard(place, {
    perspective: 0,
    homeLeft: settings.homeLeft,
    theme: settings.theme,
    animate: false,
    t,
  });
  const analysis = analysisPanel(board);
  const fields = h("div", { class: "setup-fields" });
  const notes = h("div", { class: "status notes", role: "status" });
  const ids = h("div");
  const help = h("p", null, t("editor.help"));
  const think = button(t("editor.analyse"), () => void analyse(), { class: "primary" });
  const list = select(
    games.map((game) => [game.id, nameOf("variant", game)]),
    first.id,
    (id) => start(id),
  );
  const paste = pasteField((text) => {
    const path = linkedPosition(text);
    if (path) go(path);
    else void read(text);
  });

  /** @type {[string, string][]} */
  const colours = [
    ["0", t("editor.white")],
    ["1", t("editor.black")],
    ["", t("editor.remove")],
  ];
  const brushes = choice(t("editor.brush"), colours, "0", takeUp);

  /** What a click puts down: a light checker, a dark one, or nothing. @param {string} colour */
  function takeUp(colour) {
    brush = colour;
    const seat = Number(colour) ^ Number(setup.black);
    board.edit({
      onEdit: (rows) => set({ ...setup, rows }),
      brush: colour === "" ? null : seat,
      onIdle: () => {
        if (colour === "" || setup.rows[seat]?.off) return;
        notice(t(seat === white() ? "editor.all.white" : "editor.all.black", { n: shape.checkers }));
      },
    });
  }

  /** The seat with the light checkers. */
  function white() {
    return setup.black ? 1 : 0;
  }

  /** @param {string} id */
  function start(id) {
    const game = find(id);
    shape = game.board;
    set({ ...setup, variant: id, rows: game.start, dice: null });
  }

  /** Shows a position at once and asks the server what it is called. @param {Setup} next */
  function set(next) {
    const turned = setup.black !== next.black;
    setup = next;
    draw();
    if (turned) takeUp(brush);
    void name();
  }

  function draw() {
    board.configure({ perspective: white() });
    const { cube } = find(setup.variant);
    board.set(pictureOf(setup, shape, cube));
    fill(fields, setupFields(setup, cube, set));
    analysis.clear();
  }

  /** A roll can give more numbers than dice, which only the server knows. @param {number[]} left */
  function showNumbers(left) {
    if (left.length > 2) board.set(pictureOf(setup, shape, find(setup.variant).cube, left));
  }

  async function name() {
    const mine = ++asked;
    const { stakes, ...board } = setup;
    const answer = await trying(
      post("/api/position", { ...board, stakes: toldStakes(stakes) }),
    );
    if (answer && mine === asked && !gone()) showNames(answer);
  }

  /** @param {any} answer */
  function showNames(answer) {
    const wrong = answer.faults ?? [];
    showNotes(wrong);
    think.disabled = wrong.length > 0;
    showNumbers(answer.left);
    const text = answer.ids?.text ?? positionText(setup.rows, 0);
    const address = positionAddress(setup.variant, text, setup);
    nameAddress(address);
    const known = IDS.filter((id) => answer.ids?.[id]);
    fill(
      ids,
      copyable(t("editor.link"), location.origin + address),
      known.map((id) => copyable(t(`editor.${id}`), answer.ids[id])),
    );
  }

  /** What is wrong, else what to do. @param {import("../words.js").Message[]} faults */
  function showNotes(faults) {
    notes.classList.toggle("fault", faults.length > 0);
    fill(notes, faults.length ? faults.map((fault) => h("p", null, faultText(fault))) : help);
  }

  /** A position text or any id. An address says dice and stakes itself; a pasted id may hold them.
   * @param {string} text @param {Pick<Setup, "dice" | "stakes" | "black">} [told]
   * @returns {Promise<boolean>} */
  async function read(text, told) {
    const from = new URLSearchParams({ variant: setup.variant, text });
    const answer = await trying(get(`/api/position?${from}`));
    if (!answer || gone()) return false;
    shape = answer.board;
    const { dice, stakes, black } = told ?? answer;
    set({ ...setup, rows: answer.rows, dice, stakes, black });
    return true;
  }

  async function analyse() {
    const { variant, rows, dice, stakes } = setup;
    const position = positionText(rows, 0);
    const question = { variant, position, dice, stakes: toldStakes(stakes) };
    await analysis.ask({ ...question, seat: 0, white: white() });
  }

  if (gone()) return;
  document.title = `${t("editor.title")} · Fullprime`;
  const tools = h(
    "div",
    { class: "row" },
    brushes,
    button(t("editor.start"), () => start(setup.variant)),
    button(t("editor.clear"), () => set({ ...setup, rows: cleared(setup.rows) })),
  );
  const table = h(
    "section",
    { class: "table", "aria-label": t("game.board") },
    place,
    notes,
    tools,
  );
  const side = h(
    "aside",
    { class: "side", "aria-label": t("game.side") },
    field(t("new.game"), list),
    fields,
    h("div", { class: "card" }, think, analysis.element),
    paste,
    ids,
  );
  fill(
    main,
    h("h1", { class: "unseen" }, t("editor.title")),
    h("div", { class: "game" }, table, side),
  );
  takeUp("0");
  showNotes([]);
  if (!(params.text && (await read(fromAddress(params.text), told)))) set(setup);
  return () => {
    analysis.stop();
    board.destroy();
  };
}
