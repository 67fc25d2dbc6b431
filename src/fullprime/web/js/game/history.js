/** The list of what happened in a game, a column for each side. */

import { fill, h } from "../dom.js";
import { t } from "../words.js";

/**
 * @typedef {object} Entry
 * @property {number} version
 * @property {number | null} seat
 * @property {import("../types.js").Action} action
 * @property {string} text
 */

/** What is not worth a line: the dice stand beside their play.
 * @param {Entry} entry */
export function isListed(entry) {
  return entry.seat !== null && entry.seat !== undefined && entry.action.type !== "rolled";
}

/** The entries in rows of two columns; a side that acts twice gets a new row.
 * @template {Entry} T @param {T[]} entries @returns {[T | null, T | null][]} */
export function inRows(entries) {
  /** @type {[T | null, T | null][]} */
  const rows = [];
  for (const entry of entries) {
    const seat = entry.seat === 1 ? 1 : 0;
    const last = rows.at(-1);
    if (last && !last[seat] && (seat === 1 || !last[1])) last[seat] = entry;
    else rows.push(seat ? [null, entry] : [entry, null]);
  }
  return rows;
}

/** What stands in the list. Words are ours, plays are in their own notation.
 * @param {Entry} entry */
export function entryText(entry) {
  const { type } = entry.action;
  if (type === "played" || type === "seen") return entry.text || t("list.none");
  const key = `list.${type}`;
  const text = t(key, { n: entry.action.number ?? entry.action.multiple ?? 1 });
  return text === key ? entry.text : text;
}

/** Where the list is shown. */
export function historyPlace() {
  const label = t("list.title");
  return h("div", { class: "history-place", tabIndex: 0, role: "region", "aria-label": label });
}

/** @param {HTMLElement} place @param {Entry[]} entries @param {[string, string]} names
 * @param {{current?: Entry | null, open?: (entry: Entry) => void}} [how] */
export function showHistory(place, entries, names, how = {}) {
  const rows = inRows(entries.filter(isListed));
  const head = h(
    "tr",
    null,
    h("th", null, h("span", { class: "unseen" }, "#")),
    names.map((name) => h("th", null, h("bdi", null, name))),
  );
  const body = rows.map((row, i) =>
    h(
      "tr",
      null,
      h("td", { class: "number faint" }, String(i + 1)),
      row.map((entry) => cell(entry, how)),
    ),
  );
  fill(place, h("table", { class: "history" }, h("thead", null, head), h("tbody", null, body)));
  const shown =
    place.querySelector("[aria-current]") ??
    (how.open ? null : place.querySelector("tbody tr:last-child"));
  const row = shown?.closest("tr");
  if (row) place.scrollTop = row.offsetTop - place.clientHeight / 2;
}

/** @param {Entry | null} entry
 * @param {{current?: Entry | null, open?: (entry: Entry) => void}} how */
function cell(entry, how) {
  if (!entry) return h("td");
  const text = h("span", { class: "notation" }, entryText(entry));
  if (!how.open) return h("td", null, text);
  const current = entry === how.current ? "true" : null;
  const press = () => how.open?.(entry);
  return h(
    "td",
    null,
    h("button", { type: "button", class: "quiet", onclick: press, "aria-current": current }, text),
  );
}
