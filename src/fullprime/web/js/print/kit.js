/** What is to be printed: the choices of the page, the sheets, and the addresses of both. */

/**
 * @typedef {object} Sheet
 * @property {string} id
 * @property {number} pages
 * @property {number | null} things how many are on it
 *
 * @typedef {object} Wish
 * @property {string} game
 * @property {string} paper
 * @property {string} look
 * @property {boolean} large
 * @property {Set<string>} without sheets that are not wanted
 */

/** Width and height of the papers, upright, in millimetres. @type {Record<string, [number, number]>} */
export const PAPERS = { a4: [210, 297], letter: [215.9, 279.4], a3: [297, 420] };
export const LOOKS = ["ink", "color"];

/** Most people have dice, or are content with spinners. @returns {Set<string>} */
function usuallyLeftOut() {
  return new Set(["dice"]);
}

/** @param {URLSearchParams} query @param {string} language @returns {Wish} */
export function wishOf(query, language) {
  const paper = query.get("paper") ?? "";
  const look = query.get("look") ?? "";
  return {
    game: query.get("game") ?? "backgammon",
    paper: paper in PAPERS ? paper : usualPaper(language),
    look: LOOKS.includes(look) ? look : "ink",
    large: query.get("large") === "true",
    without: usuallyLeftOut(),
  };
}

/** Letter where it is sold, A4 in the rest of the world. @param {string} language such as en-US */
export function usualPaper(language) {
  return /-(US|CA|MX|PH|CL|CO|VE)\b/.test(language) ? "letter" : "a4";
}

/** The address of the page. @param {Wish} wish */
export function pageAddress(wish) {
  return `/print?${choices(wish, true)}`;
}

/** What there is to print. @param {Wish} wish */
export function sheetsAddress(wish) {
  return `/api/print/${wish.game}?${choices(wish)}`;
}

/** A page of a sheet as a picture. @param {Wish} wish @param {string} sheet @param {number} page */
export function pictureAddress(wish, sheet, page) {
  const query = choices(wish);
  query.set("page", String(page));
  return `/api/print/${wish.game}/${sheet}.svg?${query}`;
}

/** The PDF of all that is wanted. @param {Wish} wish @param {Sheet[]} sheets */
export function pdfAddress(wish, sheets) {
  const query = choices(wish);
  query.set("sheets", sheets.map(({ id }) => id).join(","));
  return `/api/print/${wish.game}/kit.pdf?${query}`;
}

/** @param {Wish} wish @param {boolean} [withGame] */
function choices({ game, paper, look, large }, withGame = false) {
  const query = new URLSearchParams(withGame ? { game, paper, look } : { paper, look });
  if (large) query.set("large", "true");
  return query;
}

/** @param {Wish} wish @param {Sheet[]} sheets */
export function wanted(wish, sheets) {
  return sheets.filter(({ id }) => !wish.without.has(id));
}

/** @param {Sheet[]} sheets */
export function pagesOf(sheets) {
  return sheets.reduce((sum, { pages }) => sum + pages, 0);
}

/** How wide a page of a sheet is for its height: boards lie on their side, unless they are halves.
 * @param {Wish} wish @param {Sheet} sheet */
export function shape({ paper, large }, { id }) {
  const [width, height] = PAPERS[paper] ?? [1, 1];
  return id === "board" && !large ? height / width : width / height;
}

/** What is shown on the desk: each page of the boards, the first of every other sheet.
 * @param {Wish} wish @param {Sheet[]} sheets
 * @returns {{sheet: Sheet, page: number, shape: number}[]} */
export function shown(wish, sheets) {
  return wanted(wish, sheets).flatMap((sheet) => {
    const pages = sheet.id === "board" ? sheet.pages : 1;
    return Array.from({ length: pages }, (_, i) => ({ sheet, page: i + 1, shape: shape(wish, sheet) }));
  });
}

const MOST_LARGE = 3;

/** How many of them lie in the first, larger row: the boards, and a sheet beside a single board or
 * beside halves, which have its shape; where there are too many boards, none.
 * @param {{sheet: Sheet, shape: number}[]} lying */
export function inFirstRow(lying) {
  const boards = lying.filter(({ sheet }) => sheet.id === "board");
  const beside = boards.length === 1 || boards[0]?.shape === lying[boards.length]?.shape;
  const first = boards.length + (boards.length && beside ? 1 : 0);
  return first > MOST_LARGE ? 0 : first;
}
