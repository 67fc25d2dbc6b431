/** A set on paper: what to print, for which game, and how the sheets will look. */

import { get, variants } from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { fill, h, icon } from "../dom.js";
import { findGame, gameName, gamesOf, grouped } from "../games/families.js";
import { DOWN } from "../icons.js";
import { segmented, trying } from "../page.js";
import { LOOKS, PAPERS, inFirstRow, pageAddress, pagesOf, pdfAddress } from "../print/kit.js";
import { pictureAddress, sheetsAddress, shown, wanted, wishOf } from "../print/kit.js";
import { nameAddress } from "../router.js";
import { loadPart, t } from "../words.js";

/** @typedef {import("../print/kit.js").Sheet} Sheet */
/** @typedef {import("../print/kit.js").Wish} Wish */
/** @typedef {import("../games/families.js").Game} Game */

const PRINTER = "M7 9V4h10v5M7 17H4v-6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v6h-3M7 14h10v6H7z";

/** @param {import("../router.js").Visit} visit */
export async function show({ main, query, gone }) {
  const [all] = await Promise.all([variants(), loadPart("print")]);
  if (gone()) return;
  const wish = wishOf(query, navigator.language);
  if (!findGame(all, wish.game)) wish.game = "backgammon";
  /** @type {Sheet[]} */
  let sheets = [];
  const list = h("ul", { class: "sheet-list panel" });
  const go = h("div", { class: "print-go" });
  const about = h("p", { class: "faint" });
  const desk = h("div", { class: "desk" });
  const small = h("div", { class: "game-choice panel" });

  document.title = `${t("print.title")} · Fullprime`;
  fill(
    main,
    h(
      "div",
      { class: "print-page" },
      h(
        "section",
        { class: "print-choices" },
        h("h1", null, t("print.title")),
        h("p", { class: "lead" }, t("print.lead")),
        gameField(),
        paperField(),
        lookField(),
        h("h2", { id: "print-pages" }, t("print.pages")),
        list,
        go,
        about,
      ),
      desk,
    ),
  );
  list.setAttribute("aria-labelledby", "print-pages");
  await load();

  /** Asks what there is, and shows it. */
  async function load() {
    nameAddress(pageAddress(wish));
    showGame();
    const asked = sheetsAddress(wish);
    const answer = await trying(get(asked));
    if (!answer || gone() || asked !== sheetsAddress(wish)) return;
    sheets = answer.sheets;
    fill(list, sheets.map(row), h("li", null, largeBox()));
    update();
  }
  /** Follows the boxes: nothing has to be asked. */
  function update() {
    const chosen = wanted(wish, sheets);
    const pages = pagesOf(chosen);
    const address = pdfAddress(wish, chosen);
    fill(go, printLink(address, pages), downloadLink(address, pages));
    fill(about, t(`print.about.${wish.look}`));
    showDesk(desk, wish, sheets);
  }
  function gameField() {
    const groups = grouped(all).map(([family, games]) => {
      const options = games.map((game) => h("option", { value: game.id }, gameName(game)));
      return h("optgroup", { label: t(`family.${family}`) }, options);
    });
    const box = h("select", { id: "print-game" }, groups);
    box.value = wish.game;
    box.addEventListener("change", () => {
      wish.game = box.value;
      void load();
    });
    const label = h("label", { htmlFor: box.id }, t("print.game"));
    return h("div", { class: "field" }, label, h("div", { class: "game-box" }, box, small, icon(DOWN)));
  }
  function showGame() {
    const game = /** @type {Game} */ (findGame(all, wish.game));
    const first = gamesOf(all, game)[0];
    fill(small, first ? thumbnail(first.board, first.start) : null);
  }
  function paperField() {
    /** @type {[string, string][]} */
    const choices = Object.keys(PAPERS).map((id) => [id, t(`print.paper.${id}`)]);
    const choose = (/** @type {string} */ paper) => change({ paper });
    return segmented(t("print.paper"), choices, wish.paper, choose, { wide: true });
  }
  function lookField() {
    /** @type {[string, string][]} */
    const choices = LOOKS.map((id) => [id, t(`print.look.${id}`)]);
    const choose = (/** @type {string} */ look) => change({ look });
    return segmented(t("print.look"), choices, wish.look, choose, { wide: true });
  }
  /** The sheets stay the same, so that they can be shown at once.
   * @param {Partial<Wish>} changes */
  function change(changes) {
    Object.assign(wish, changes);
    if (changes.large === undefined) update();
    void load();
  }
  /** @param {Sheet} sheet */
  function row(sheet) {
    const tick = h("input", { type: "checkbox", checked: !wish.without.has(sheet.id) });
    tick.addEventListener("change", () => {
      wish.without[tick.checked ? "delete" : "add"](sheet.id);
      update();
    });
    const note = h("span", { class: "faint number" }, noteOf(sheet));
    return h("li", null, h("label", null, tick, h("b", null, t(`print.sheet.${sheet.id}`)), note));
  }
  function largeBox() {
    const tick = h("input", { type: "checkbox", checked: wish.large });
    tick.addEventListener("change", () => change({ large: tick.checked }));
    const note = h("span", { class: "faint" }, t("print.large.note"));
    return h("label", null, tick, h("b", null, t("print.large")), note);
  }
}

/** How much of it there is. @param {Sheet} sheet */
function noteOf({ id, pages, things }) {
  if (id === "board" || id === "rules") return t("print.note.pages", { n: pages });
  return t(`print.note.${id}`, { n: things ?? 1 });
}

/** Opens the PDF, which the browser prints; without pages there is nothing to open.
 * @param {string} href @param {number} pages */
function printLink(href, pages) {
  const label = h("span", null, t("print.go", { n: pages }));
  return way({ class: "button primary big", target: "_blank" }, href, pages, icon(PRINTER), label);
}

/** @param {string} href @param {number} pages */
function downloadLink(href, pages) {
  return way({ class: "button big", download: "" }, href, pages, t("print.pdf"));
}

/** @param {Record<string, any>} props @param {string} href @param {number} pages
 * @param {...(Node | string)} children */
function way(props, href, pages, ...children) {
  const link = h("a", { ...props, rel: "noopener" }, children);
  if (pages) link.href = href;
  else Object.assign(link, { role: "link", ariaDisabled: "true" });
  return link;
}

/** The sheets as paper: the boards large, the others smaller below.
 * @param {HTMLElement} desk @param {Wish} wish @param {Sheet[]} sheets */
function showDesk(desk, wish, sheets) {
  const lying = shown(wish, sheets);
  const first = inFirstRow(lying);
  const rows = [lying.slice(0, first), lying.slice(first)].filter((each) => each.length);
  fill(
    desk,
    rows.map((row, i) => {
      const name = first && i === 0 ? "desk-row large" : "desk-row";
      return h("div", { class: name }, row.map((each) => paper(wish, each)));
    }),
  );
}

/** @param {Wish} wish @param {{sheet: Sheet, page: number, shape: number}} lying */
function paper(wish, { sheet, page, shape }) {
  const name = t(`print.sheet.${sheet.id}`);
  const src = pictureAddress(wish, sheet.id, page);
  const alt = t("print.picture", { sheet: name });
  const more = sheet.pages > 1 && sheet.id !== "board";
  const picture = h("img", { class: more ? "paper pile" : "paper", src, alt, decoding: "async" });
  const figure = h("figure", null, picture, h("figcaption", null, name));
  figure.style.setProperty("--shape", String(shape));
  return figure;
}
