/** My matches: find them, continue, replay, export, abandon, delete. */

import { get, variants } from "../api.js";
import { button, fill, h, link } from "../dom.js";
import { listedGame, opponentText } from "../match-card.js";
import { saveAll } from "../matches/export.js";
import { ALL, byGame, choices, chosen, counts, gameId } from "../matches/filter.js";
import { matchRow } from "../matches/row.js";
import { findField, segmented, select, trying } from "../page.js";
import { number, t } from "../words.js";

/** @typedef {import("../match-card.js").Listed} Listed */
/** @typedef {import("../matches/filter.js").Filter} Filter */

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  /** @type {[import("../types.js").Catalogue, Listed[]]} */
  const [all, matches] = await Promise.all([variants(), get("/api/matches")]);
  if (gone()) return;
  document.title = `${t("matches.title")} · Fullprime`;
  if (matches.length === 0) return fill(main, ...empty());
  new Matches(all, matches, main).show();
}

/** Those who have played nothing yet see what would be here. */
function empty() {
  return [
    h("h1", null, t("matches.title")),
    h(
      "div",
      { class: "empty" },
      h("h2", null, t("matches.none")),
      h("p", null, t("matches.none.text")),
      link("/new", t("new.title"), { class: "button primary" }),
    ),
  ];
}

class Matches {
  /** @type {Filter} */
  #filter = { ...ALL };

  /** @param {import("../types.js").Catalogue} all @param {Listed[]} matches
   * @param {HTMLElement} main */
  constructor(all, matches, main) {
    this.all = all;
    this.matches = matches;
    this.main = main;
    this.count = h("span", { class: "faint number" });
    this.numbers = h("section", { class: "panel counts" });
    this.games = h("section", { class: "panel by-game", "aria-labelledby": "by-game" });
    this.list = h("ol", { class: "match-list" });
    this.found = h("p", { class: "unseen", role: "status" });
  }

  show() {
    const title = h("h1", null, t("matches.title"));
    const save = button(t("matches.export"), () => void this.#save());
    const start = link("/new", t("new.title"), { class: "button primary" });
    const deeds = h("div", { class: "row end" }, save, start);
    fill(
      this.main,
      h(
        "div",
        { class: "matches" },
        h(
          "div",
          null,
          h("div", { class: "page-title" }, title, this.count, deeds),
          this.#filters(),
          this.found,
          h("div", { class: "panel match-panel" }, this.#columns(), this.list),
        ),
        h("aside", { "aria-label": t("matches.numbers") }, this.numbers, this.games),
      ),
    );
    this.#draw();
  }

  #filters() {
    /** @type {[string, string][]} */
    const states = ["all", "open", "won", "lost"].map((name) => [name, t(`matches.show.${name}`)]);
    const set = (/** @type {Partial<Filter>} */ change) => {
      Object.assign(this.#filter, change);
      this.#draw();
    };
    const state = segmented(
      t("matches.show"),
      states,
      "all",
      (value) => set({ state: /** @type {Filter["state"]} */ (value) }),
      { plain: true },
    );
    const games = choices(this.matches, (match) => [gameId(match), listedGame(match)]);
    const people = choices(this.matches, (match) => [opponentText(match), opponentText(match)]);
    /** @type {[string, string][]} */
    const orders = ["newest", "oldest", "game"].map((name) => [name, t(`matches.order.${name}`)]);
    return h(
      "div",
      { class: "filters" },
      state,
      named(
        t("matches.game"),
        select([["", t("matches.any_game")], ...games], "", (game) => set({ game })),
      ),
      named(
        t("matches.opponent"),
        select([["", t("matches.any_opponent")], ...people], "", (opponent) => set({ opponent })),
      ),
      named(
        t("matches.order"),
        select(orders, "newest", (order) => set({ order: /** @type {Filter["order"]} */ (order) })),
      ),
      findField(t("matches.find"), (text) => set({ text })),
    );
  }

  /** Said once, for the eyes; each row says the same in words. */
  #columns() {
    const names = ["position", "", "date", "score", "state"];
    const heads = names.map((name) => h("span", null, name && t(`matches.column.${name}`)));
    return h("p", { class: "match-columns", "aria-hidden": "true" }, heads);
  }

  #draw() {
    const shown = chosen(this.matches, this.#filter);
    this.count.textContent = number(this.matches.length);
    this.found.textContent = t("matches.found", { n: shown.length });
    const rows = shown.map((match) =>
      matchRow(this.all, match, (changed) => this.#replace(match, changed)),
    );
    fill(this.list, rows.length ? rows : h("li", { class: "none" }, t("matches.none.found")));
    const sums = Object.entries(counts(this.matches)).map(([name, n]) => {
      const figure = h("b", { class: "number" }, number(n));
      return h("p", null, figure, h("span", null, t(`matches.count.${name}`, { n })));
    });
    fill(this.numbers, sums);
    this.#drawGames();
  }

  /** How I have done, game by game. */
  #drawGames() {
    const games = byGame(this.matches);
    this.games.hidden = games.length === 0;
    const rows = games.map(({ name, over, won }) => {
      const bar = h("i");
      bar.style.setProperty("--share", String(won / over));
      return h("li", null, name, h("small", null, t("matches.won_of", { won, over })), bar);
    });
    fill(this.games, h("h3", { id: "by-game" }, t("matches.by_game")), h("ul", null, rows));
  }

  /** All that are shown, in one file. */
  async #save() {
    await trying(saveAll(chosen(this.matches, this.#filter)));
  }

  /** @param {Listed} match @param {Listed | null} changed */
  #replace(match, changed) {
    this.matches = this.matches.flatMap((each) => (each === match ? (changed ?? []) : each));
    if (this.matches.length === 0) return fill(this.main, ...empty());
    this.#draw();
    this.list.querySelector("a")?.focus();
  }
}

/** @param {string} label @param {HTMLElement} control */
function named(label, control) {
  control.setAttribute("aria-label", label);
  return control;
}
