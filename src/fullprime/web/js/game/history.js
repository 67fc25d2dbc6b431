/** The list of what happened in a game, a column for each side. */

import { fill, h, icon } from "../dom.js";
import { SAYING } from "../icons.js";
import { number, t } from "../words.js";
import { markSign } from "./comments.js";
import { diceGlyphs } from "./glyphs.js";

/**
 * @typedef {object} Entry
 * @property {number} version
 * @property {number | null} seat
 * @property {import("../types.js").Action} action
 * @property {string} text
 * @property {[number, number]} [dice] of a play
 * @property {string} [play] its notation; empty where nothing was moved
 * @property {import("../types.js").Note | null} [note] what was said about it
 *
 * @typedef {object} How the list is shown
 * @property {[string, string]} names
 * @property {number} white the seat with the light dice
 * @property {number} first the seat of the first column
 * @property {number | null} current the version of the entry that is looked at
 * @property {{seat: number, dice: number[]} | null} next the roll that waits for its play
 * @property {(entry: Entry) => void} open
 */

/** Rows of the tutor are no part of the game. */
const UNLISTED = new Set(["rolled", "tutor", "warned"]);

/** What is not worth a line: the dice stand beside their play.
 * @param {Entry} entry */
export function isListed(entry) {
  const { seat, action } = entry;
  const listed = !UNLISTED.has(action.type) && !isOfDice(action);
  return seat !== null && seat !== undefined && listed;
}

/** Is it about how the dice are made, and nothing that players do?
 * @param {import("../types.js").Action} action */
export function isOfDice({ type }) {
  return type.startsWith("dice_");
}

/** The entries in rows of two columns; a side that acts twice gets a new row.
 * @template {{seat: number | null}} T @param {T[]} entries @param {number} [first] seat of the
 *   first column @returns {[T | null, T | null][]} */
export function inRows(entries, first = 0) {
  /** @type {[T | null, T | null][]} */
  const rows = [];
  for (const entry of entries) {
    const column = entry.seat === first ? 0 : 1;
    const last = rows.at(-1);
    if (last && !last[column] && (column === 1 || !last[1])) last[column] = entry;
    else rows.push(column ? [null, entry] : [entry, null]);
  }
  return rows;
}

/** What stands in the list. Words are ours, plays are in their own notation.
 * @param {Entry} entry */
export function entryText(entry) {
  const { type } = entry.action;
  if (isPlay(entry)) return shownPlay(entry);
  const key = `list.${type}`;
  const color = entry.action.colour ? t(`board.${entry.action.colour}`) : "";
  const text = t(key, { n: entry.action.number ?? entry.action.multiple ?? 1, color });
  return text === key ? entry.text : text;
}

/** A play, or one that broke the rules: at a table, or in a file. A board that was put up in a file
 * is none.
 * @param {Pick<Entry, "action" | "dice" | "play">} entry */
export function isPlay(entry) {
  return entry.action.type === "played" || isIllegal(entry);
}

/** @param {Pick<Entry, "action" | "play">} entry */
export function isIllegal({ action: { type }, play }) {
  return type === "seen" || (type === "arranged" && Boolean(play));
}

/** A play in the digits of the language; where they are not ours, bar and off are numbers too.
 * @param {string} play */
export function localPlay(play) {
  if (number(1) === "1") return play;
  const named = play.replaceAll("bar", "25").replaceAll("off", "0");
  return named.replace(/\d+/g, (digits) => number(Number(digits)));
}

/** @param {Pick<Entry, "action" | "play">} entry */
function shownPlay(entry) {
  const text = entry.play ? localPlay(entry.play) : t("list.none");
  return isIllegal(entry) ? t("list.seen", { text }) : text;
}

/** A play with its dice, the larger first; an illegal one says so.
 * @param {Pick<Entry, "action" | "dice" | "play">} entry */
export function playText(entry) {
  const { dice = [0, 0], play } = entry;
  const text = `${rolledText(dice)}: ${play ? localPlay(play) : t("list.none")}`;
  return isIllegal(entry) ? t("list.seen", { text }) : text;
}

/** Where the list is shown. What happens now stays in sight when something beside it takes room. */
export function historyPlace() {
  const label = t("list.title");
  const place = h("div", { class: "history-place", tabIndex: 0, role: "region", "aria-label": label });
  new ResizeObserver(() => keepInSight(place)).observe(place);
  return place;
}

/** @param {HTMLElement} place @param {Entry[]} entries @param {How} how */
export function showHistory(place, entries, how) {
  const waiting = how.next && { ...how.next, waits: true };
  const rows = inRows([...entries.filter(isListed), ...(waiting ? [waiting] : [])], how.first);
  const names = how.first ? [how.names[1], how.names[0]] : how.names;
  const head = h(
    "tr",
    null,
    h("th", null, h("span", { class: "unseen" }, t("list.turn"))),
    names.map((name) => h("th", { scope: "col" }, h("bdi", null, name))),
  );
  const body = rows.map((row, i) =>
    h(
      "tr",
      null,
      h("td", { class: "number faint" }, number(i + 1)),
      row.map((entry) => cell(entry, how)),
    ),
  );
  const focused = place.contains(document.activeElement) && document.activeElement !== place;
  fill(place, h("table", { class: "history" }, h("thead", null, head), h("tbody", null, body)));
  const shown = place.querySelector("[aria-current]");
  if (focused && shown instanceof HTMLElement) shown.focus();
  if (shown || how.current === null) keepInSight(place);
}

/** The entry that is looked at, or the newest. @param {HTMLElement} place */
function keepInSight(place) {
  const row = place.querySelector("[aria-current]")?.closest("tr") ?? place.querySelector("tbody tr:last-child");
  if (!(row instanceof HTMLElement)) return;
  const head = place.querySelector("thead")?.offsetHeight ?? 0;
  const above = row.offsetTop - head;
  const below = row.offsetTop + row.offsetHeight + 6 - place.clientHeight;
  if (place.scrollTop > above) place.scrollTop = above;
  else if (place.scrollTop < below) place.scrollTop = below;
}

/** @param {any} entry an entry, or the roll that waits @param {How} how */
function cell(entry, how) {
  if (!entry) return h("td");
  const light = entry.seat === how.white;
  if (entry.waits)
    return h("td", null, h("span", { class: "to-play" }, diceGlyphs(entry.dice, light), t("list.to_play")));
  const dice = isPlay(entry) && entry.dice ? diceGlyphs(entry.dice, light) : [];
  const style = isIllegal(entry) ? " illegal" : entry.play ? "" : " none";
  const text = h("span", { class: `notation${style}` }, entryText(entry));
  const spoken = dice.length ? h("span", { class: "unseen" }, `${rolledText(entry.dice)}: `) : null;
  const current = entry.version === how.current ? "true" : null;
  const press = () => how.open(entry);
  const looks = { type: "button", class: "quiet", onclick: press, "aria-current": current };
  return h("td", null, h("button", looks, dice, spoken, text, noteSigns(entry.note)));
}

/** Small signs behind a play: its mark, and that something was said. @param {Entry["note"]} note */
function noteSigns(note) {
  if (!note) return [];
  const said = h("span", { class: "said" }, icon(SAYING));
  said.append(h("span", { class: "unseen" }, `, ${t("list.comment")}`));
  return [markSign(note.mark), note.text ? said : null];
}

/** @param {number[]} dice */
function rolledText(dice) {
  return [...dice].sort((a, b) => b - a).map((n) => number(n)).join("-");
}
