/** The errors of a match, by cost or in the order of play; a click goes there. */

import { fill, h } from "../dom.js";
import { segmented } from "../page.js";
import { number, signed, t } from "../words.js";
import { stopGlyph } from "./decision.js";
import { choiceText } from "./said.js";
import { sizeSign } from "./sizes.js";
import { isError, listed } from "./stops.js";

/** @typedef {import("./stops.js").Stop} Stop */
/**
 * @typedef {object} Shown
 * @property {Stop[]} stops
 * @property {Stop | null} at
 * @property {[string, string]} names by seat
 * @property {number} viewer the seat that is named first
 * @property {number} white
 * @property {[import("./types.js").Rated, import("./types.js").Rated] | null} players
 *
 * @typedef {{who: "mine" | "theirs" | "all", sorted: "play" | "cost"}} Wish
 */

export class ErrorList {
  /** @type {Wish} */
  wish = { who: "mine", sorted: "play" };
  #title = h("h2", null);
  #tabs = h("div", { class: "list-tabs" });
  #order = h("button", { type: "button", class: "quiet order", onclick: () => this.#turn() });
  #rows = h("ol", { class: "error-rows" });
  #place = h("div", { class: "error-place", tabIndex: 0, role: "region", "aria-label": t("review.errors") });
  #foot = h("p", { class: "list-foot number faint" });
  #drawn = "";
  #tabsDrawn = "";
  /** @type {Stop[]} */
  #stops = [];
  /** @type {Shown | null} */
  #shown = null;

  /** @param {(stop: Stop) => void} go @param {() => void} changed the wish */
  constructor(go, changed) {
    this.go = go;
    this.changed = changed;
    this.#place.append(this.#rows);
    const head = h("div", { class: "panel-head" }, this.#title, this.#tabs);
    this.element = h("section", { class: "panel error-list" }, head, this.#place, h("div", { class: "list-end" }, this.#foot, this.#order));
  }

  /** Whose errors are meant; null: those of both. @returns {number | null} */
  get seat() {
    if (!this.#shown || this.wish.who === "all") return null;
    const { viewer } = this.#shown;
    return this.wish.who === "mine" ? viewer : 1 - viewer;
  }

  #turn() {
    this.wish.sorted = this.wish.sorted === "cost" ? "play" : "cost";
    if (this.#shown) this.show(this.#shown);
  }

  /** @param {Shown} shown */
  show(shown) {
    this.#shown = shown;
    const { stops, at, ...rest } = shown;
    const drawn = JSON.stringify([rest, this.wish]);
    if (drawn !== this.#drawn || stops !== this.#stops) {
      this.#drawn = drawn;
      this.#stops = stops;
      this.#showTabs(shown);
      this.#showRows(shown);
      this.#showFoot(shown);
    }
    this.#showCurrent(at);
  }

  /** @param {Shown} shown */
  #showTabs({ stops, names, viewer }) {
    const count = (/** @type {number} */ seat) => stops.filter((stop) => isError(stop, seat)).length;
    const tab = (/** @type {number} */ seat) => [h("bdi", null, names[seat] ?? ""), " ", h("span", { class: "number" }, number(count(seat)))];
    const choices = /** @type {[string, any][]} */ ([
      ["mine", tab(viewer)],
      ["theirs", tab(1 - viewer)],
      ["all", t("review.all")],
    ]);
    const change = (/** @type {string} */ value) => {
      this.wish.who = /** @type {Wish["who"]} */ (value);
      if (this.#shown) this.show(this.#shown);
      this.changed();
    };
    const tabs = JSON.stringify([names, viewer, count(0), count(1), this.wish]);
    if (tabs === this.#tabsDrawn) return;
    this.#tabsDrawn = tabs;
    const focused = this.#tabs.contains(document.activeElement);
    this.#title.textContent = t(this.wish.who === "all" ? "review.decisions" : "review.errors");
    fill(this.#tabs, segmented(t("review.whose"), choices, this.wish.who, change, { plain: true }));
    if (focused) /** @type {HTMLElement | null} */ (this.#tabs.querySelector(":checked"))?.focus();
    this.#order.textContent = t(this.wish.sorted === "cost" ? "review.by_play" : "review.by_cost");
  }

  /** The row that had the focus keeps it. @param {Shown} shown */
  #showRows({ stops, white }) {
    const { activeElement: focused } = document;
    const at = focused instanceof HTMLElement && this.#rows.contains(focused) ? focused.dataset.at : "";
    fill(this.#rows, listed(stops, this.seat, this.wish.sorted).map((stop) => this.#row(stop, white)));
    const none = t(stops.length > 1 ? "review.no_errors" : "review.nothing");
    if (!this.#rows.childElementCount) fill(this.#rows, h("li", { class: "none faint" }, none));
    if (at) this.#rowOf(at)?.focus({ preventScroll: true });
  }

  /** @param {string} address @returns {HTMLElement | null} */
  #rowOf(address) {
    return this.#rows.querySelector(`[data-at="${address}"]`);
  }

  /** @param {Stop | null} at */
  #showCurrent(at) {
    const row = at && this.#rowOf(at.address);
    for (const other of this.#rows.querySelectorAll("[aria-current]"))
      if (other !== row) other.removeAttribute("aria-current");
    row?.setAttribute("aria-current", "true");
    this.reveal();
  }

  /** Keeps the current row in sight, whatever room the list has. */
  reveal() {
    const row = this.#rows.querySelector("[aria-current]");
    if (row instanceof HTMLElement) keepInSight(this.#place, row);
  }

  /** @param {Stop} stop @param {number} white */
  #row(stop, white) {
    const { decision } = stop;
    if (!decision) return null;
    const { kind, played, best, size, error } = decision;
    const lost = error >= 0.0005;
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "quiet", "data-at": stop.address, onclick: () => this.go(stop) },
        h("span", { class: "where number faint" }, `${number(stop.game)}.${number(stop.turn)}`),
        stopGlyph(stop, white),
        h("span", { class: kind === "checker" ? "notation was" : "was" }, choiceText(kind, played)),
        h("span", { class: kind === "checker" ? "notation better" : "better" }, lost ? choiceText(kind, best) : ""),
        sizeSign(size),
        h("span", { class: `number loss ${size ?? "faint"}` }, lost ? signed(-error) : "–"),
      ),
    );
  }

  /** @param {Shown} shown */
  #showFoot({ players }) {
    const { seat } = this;
    const rated = players && (seat === null ? players : [players[seat ? 1 : 0]]);
    if (!rated) return fill(this.#foot);
    const n = rated.reduce((sum, { decisions }) => sum + decisions, 0);
    const error = rated.reduce((sum, { checker, doubling, taking }) => sum + checker.error + doubling.error + taking.error, 0);
    this.#foot.textContent = t("review.total", { n, error: error ? signed(-error) : number(0) });
    this.#foot.title = t("review.formula");
  }
}

/** @param {HTMLElement} place @param {HTMLElement} row */
function keepInSight(place, row) {
  const [above, below] = [row.offsetTop - 4, row.offsetTop + row.offsetHeight + 4 - place.clientHeight];
  if (place.scrollTop > above) place.scrollTop = above;
  else if (place.scrollTop < below) place.scrollTop = below;
}
