/** My matches: add files, find them, continue, replay, export, abandon, delete. */

import { get, variants } from "../api.js";
import { button, fill, h, link } from "../dom.js";
import { listedGame, opponentText } from "../match-card.js";
import { addMatches } from "../matches/add.js";
import { saveAll } from "../matches/export.js";
import { ALL, byGame, choices, chosen, counts, gameId } from "../matches/filter.js";
import { mineWays } from "../matches/ways.js";
import { namesPanel } from "../matches/names.js";
import { goesPanel, ratePanel } from "../matches/progress.js";
import { matchRow } from "../matches/row.js";
import { findField, segmented, select, trying } from "../page.js";
import { number, t } from "../words.js";

/** @typedef {import("../match-card.js").Listed} Listed */
/** @typedef {import("../matches/filter.js").Filter} Filter */
/** @typedef {{matches: Listed[], statistics: import("../matches/progress.js").Statistics}} Known */

/** While reviews are being made, the list is asked for again after so long. */
const PAUSE_MS = 2500;

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  const [all, known] = await Promise.all([variants(), loaded()]);
  if (gone()) return;
  document.title = `${t("matches.title")} · Fullprime`;
  const page = new Matches(all, known, main);
  page.show();
  return () => page.close();
}

/** @returns {Promise<Known>} */
async function loaded() {
  const [matches, statistics] = await Promise.all([
    get("/api/matches"),
    get("/api/me/statistics"),
  ]);
  return { matches, statistics };
}

/** Those who have played nothing yet see what would be here. */
function empty() {
  return h(
    "div",
    { class: "empty" },
    h("h2", null, t("matches.none")),
    h("p", null, t("matches.none.text")),
    link("/new", t("new.title"), { class: "button primary" }),
  );
}

class Matches {
  /** @type {Filter} */
  #filter = { ...ALL };
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;

  /** @param {import("../types.js").Catalogue} all @param {Known} known
   * @param {HTMLElement} main */
  constructor(all, { matches, statistics }, main) {
    this.all = all;
    this.matches = matches;
    this.statistics = statistics;
    this.main = main;
    this.rate = h("div", { class: "rate-place" });
    this.goes = h("div", { class: "goes-place" });
    this.names = namesPanel(() => void this.#reload());
    this.count = h("span", { class: "faint number" });
    this.numbers = h("section", { class: "panel counts" });
    this.games = h("section", { class: "panel by-game", "aria-labelledby": "by-game" });
    this.list = h("ol", { class: "match-list" });
    this.found = h("p", { class: "unseen", role: "status" });
    this.filters = h("div", { class: "filters" });
    this.panel = h("div", { class: "panel match-panel" }, this.#columns(), this.list);
    this.none = empty();
    this.add = addMatches(() => void this.#reload());
  }

  show() {
    const title = h("h1", null, t("matches.title"));
    this.save = button(t("matches.export"), () => void this.#save());
    const start = link("/new", t("new.title"), { class: "button primary" });
    const deeds = h("div", { class: "row end" }, this.save, start);
    const figures = [this.rate, this.numbers, this.goes, this.games];
    const about = h("aside", { "aria-label": t("matches.numbers") }, figures);
    const list = [this.names.element, this.filters, this.found, this.panel, this.none];
    fill(
      this.main,
      h(
        "div",
        { class: "matches" },
        h("div", { class: "page-title" }, title, this.count, mineWays("/matches"), deeds),
        this.add.element,
        h("div", { class: "my-matches" }, list),
        about,
      ),
    );
    this.#drawAll();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#soon);
    this.add.close();
  }

  /** Files were added, or a name is known to be mine: there are other matches now. */
  async #reload() {
    const known = await trying(loaded());
    if (!known || this.#closed) return;
    Object.assign(this, known);
    this.#drawAll();
  }

  #drawAll() {
    fill(this.filters, this.#choices());
    this.names.ask(this.matches);
    this.#draw();
    this.#follow();
  }

  /** Reviews come in by themselves; what has the focus stays as it is. */
  #follow() {
    clearTimeout(this.#soon);
    if (!this.matches.some(({ reviewing }) => reviewing)) return;
    this.#soon = setTimeout(async () => {
      const known = await loaded().catch(() => null);
      if (this.#closed) return;
      if (known && !this.list.contains(document.activeElement)) {
        Object.assign(this, known);
        this.#draw();
      }
      this.#follow();
    }, PAUSE_MS);
  }

  #choices() {
    const filter = this.#filter;
    const names = ["all", "open", "won", "lost", "imported"];
    /** @type {[string, string][]} */
    const states = names.map((name) => [name, t(`matches.show.${name}`)]);
    const set = (/** @type {Partial<Filter>} */ change) => {
      Object.assign(filter, change);
      this.#draw();
    };
    const state = segmented(
      t("matches.show"),
      states,
      filter.state,
      (value) => set({ state: /** @type {Filter["state"]} */ (value) }),
      { plain: true },
    );
    const games = choices(this.matches, (match) => [gameId(match), listedGame(match)]);
    const people = choices(this.matches, (match) => [opponentText(match), opponentText(match)]);
    /** @type {[string, string][]} */
    const orders = ["newest", "oldest", "game"].map((name) => [name, t(`matches.order.${name}`)]);
    return [
      state,
      named(
        t("matches.game"),
        select([["", t("matches.any_game")], ...games], filter.game, (game) => set({ game })),
      ),
      named(
        t("matches.opponent"),
        select([["", t("matches.any_opponent")], ...people], filter.opponent, (opponent) =>
          set({ opponent }),
        ),
      ),
      named(
        t("matches.order"),
        select(orders, filter.order, (order) =>
          set({ order: /** @type {Filter["order"]} */ (order) }),
        ),
      ),
      findField(t("matches.find"), (text) => set({ text }), filter.text),
    ];
  }

  /** Said once, for the eyes; each row says the same in words. */
  #columns() {
    const names = ["position", "", "date", "score", "", "pr", "luck", "worst"];
    const heads = names.map((name) => h("span", null, name && t(`matches.column.${name}`)));
    return h("p", { class: "match-columns", "aria-hidden": "true" }, heads);
  }

  #draw() {
    const none = this.matches.length === 0;
    for (const part of [this.filters, this.panel, this.numbers, this.count]) part.hidden = none;
    if (this.save) this.save.hidden = none;
    this.none.hidden = !none;
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
    this.#drawRates(none);
    this.#drawGames();
  }

  /** How well I play. @param {boolean} none there are no matches yet */
  #drawRates(none) {
    fill(this.rate, !none && ratePanel(this.statistics));
    fill(this.goes, goesPanel(this.statistics));
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
    this.#draw();
    this.list.querySelector("a")?.focus();
  }
}

/** @param {string} label @param {HTMLElement} control */
function named(label, control) {
  control.setAttribute("aria-label", label);
  return control;
}
