/** My decisions: found by what they cost, what they were about, and by what a position looks like.
 * The address is what is looked for. */

import { get, variants } from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { button, fill, h, link } from "../dom.js";
import { errorText } from "../faults.js";
import { foundCard } from "../find/card.js";
import { CHOICES, changed, choiceOf, findAddress, readQuery } from "../find/query.js";
import { themeOf } from "../games/families.js";
import { choices } from "../matches/filter.js";
import { stillReviewing } from "../matches/rated.js";
import { mineWays } from "../matches/ways.js";
import { select } from "../page.js";
import { keepAddress } from "../router.js";
import { loadPart, nameOf, number, t } from "../words.js";

/** @typedef {import("../find/card.js").Found} Found */
/** @typedef {import("../find/query.js").Query} Query */
/** @typedef {import("../match-card.js").Listed} Listed */
/** @typedef {{matches: number, count: number, found: Found[]}} Answer */

const LOSSES = ["0.02", "0.04", "0.08", "0.2"];
const ALL = "0";
const PLANS = ["blitz", "priming", "holding", "mutual_holding", "backgame", "ace_point", "deep_anchor", "containment", "running", "race", "bearing_off"];
/** Families of reasons. */
const THEMES = ["risk", "block", "point", "outpost", "hit", "attack", "next", "back", "anchor", "their point", "timing", "dead", "stack", "gammons", "cube", "off"];
/** Decisions at first, and as many as the server sends. */
const [FEW, MANY] = [24, 100];
const CLOSE = "\u00d7";
/** Between two looks at reviews that are being made. */
const REVIEW_MS = 3000;

/** @param {import("../router.js").Visit} visit */
export async function show({ main, query, gone }) {
  const [all, matches] = await Promise.all([variants(), get("/api/matches"), loadPart("mine")]);
  if (gone()) return;
  document.title = `${t("find.title")} · Fullprime`;
  const page = new Decisions(all, matches, readQuery(query), gone);
  fill(main, page.elements());
  void page.search();
}

class Decisions {
  #most = FEW;
  /** @type {AbortController | null} */
  #asking = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;

  /** @param {import("../types.js").Catalogue} all @param {Listed[]} matches @param {Query} query
   * @param {() => boolean} gone */
  constructor(all, matches, query, gone) {
    this.all = all;
    this.matches = matches;
    this.query = query;
    this.gone = gone;
    this.like = h("div", { class: "find-like panel", hidden: true });
    this.filters = h("div", { class: "filters find-filters", role: "search", "aria-label": t("find.title") });
    this.waiting = h("div");
    this.count = h("p", { class: "find-count faint", role: "status" });
    this.list = h("ol", { class: "found-list" });
    this.more = button(t("find.more"), () => this.#showMore(), { class: "find-more", hidden: true });
  }

  elements() {
    this.#drawFilters();
    const title = h("div", { class: "page-title" }, h("h1", null, t("find.title")), mineWays("/decisions"));
    return h("div", { class: "decisions" }, title, this.filters, this.like, this.waiting, this.count, this.list, this.more);
  }

  #drawFilters() {
    const { query } = this;
    const loss = query.loss ?? (query.like ? ALL : "0.02");
    /** @type {[string, string][]} */
    const losses = [[ALL, t("find.loss.all")], ...LOSSES.map((x) => pair(x, t("find.loss", { loss: number(Number(x)) })))];
    fill(
      this.filters,
      this.#choose("who", whoOf(query), this.#people(), (who) => this.#set(whose(who))),
      this.#choose("size", loss, known(losses, loss), (value) => this.#set({ loss: value })),
      this.#choose("what", choiceOf(query), any("what", Object.keys(CHOICES).map((name) => pair(name, t(`find.what.${name}`)))), (name) => this.#set({ kind: "", was: "", ...CHOICES[name] })),
      this.#choose("game", query.game ?? "", any("game", this.#games()), (game) => this.#set({ game, like: "" })),
      this.#choose("plan", query.plan ?? "", any("plan", plans()), (plan) => this.#set({ plan })),
      this.#choose("against", query.against ?? "", any("against", plans()), (against) => this.#set({ against })),
      this.#choose("theme", query.theme ?? "", any("theme", THEMES.map((name) => pair(name, t(`find.theme.${name.replace(" ", "_")}`)))), (theme) => this.#set({ theme })),
      this.#choose("opponent", query.opponent ?? "", any("opponent", this.#names()), (opponent) => this.#set({ opponent })),
      Object.keys(query).length > 0 && button(t("find.clear"), () => this.#become({}), { class: "quiet" }),
    );
    void this.#drawLike();
  }

  /** @param {string} name @param {string} value @param {[string, string][]} options
   * @param {(value: string) => void} change */
  #choose(name, value, options, change) {
    const list = select(known(options, value), value, change);
    list.setAttribute("aria-label", t(`find.${name}`));
    list.dataset.of = name;
    return list;
  }

  /** Me, everyone, and all who have played in my matches. @returns {[string, string][]} */
  #people() {
    return [["", t("find.who.me")], ["*", t("find.who.everyone")], ...this.#names()];
  }

  /** @returns {[string, string][]} */
  #names() {
    const names = new Set(this.matches.flatMap(({ players }) => players.map(({ name }) => name)).filter(Boolean));
    return [...names].sort((a, b) => a.localeCompare(b)).map((name) => pair(name, name));
  }

  /** Those that are played in my matches. @returns {[string, string][]} */
  #games() {
    return choices(this.matches, ({ variant }) => pair(variant.id, nameOf("variant", variant)));
  }

  /** The position that others are compared with. */
  async #drawLike() {
    const { like, game = "backgammon" } = this.query;
    this.like.hidden = !like;
    if (!like) return fill(this.like);
    const variant = this.#variant(game);
    const away = button(CLOSE, () => this.#set({ like: "" }), { class: "quiet icon-button", "aria-label": t("find.like.away") });
    const picture = h("span", { class: "picture", "aria-hidden": "true" });
    fill(this.like, picture, h("p", null, h("b", null, t("find.like")), h("span", { class: "faint" }, t("find.like.text"))), away);
    const read = await get(`/api/position?${new URLSearchParams({ variant: game, text: like })}`).catch(() => null);
    if (!read || !variant || this.gone() || this.query.like !== like) return;
    fill(picture, thumbnail(variant.board, read.rows, { theme: themeOf(variant.family) }));
  }

  /** @param {string} id */
  #variant(id) {
    return this.all.variants.find((each) => each.id === id);
  }

  /** @param {Query} change */
  #set(change) {
    this.#become(changed(this.query, change));
  }

  /** What has the focus keeps it. @param {Query} query */
  #become(query) {
    this.query = query;
    this.#most = FEW;
    keepAddress(findAddress(query));
    const { of } = /** @type {HTMLElement} */ (document.activeElement ?? document.body).dataset;
    this.#drawFilters();
    const again = of && this.filters.querySelector(`[data-of="${of}"]`);
    if (again instanceof HTMLElement) again.focus();
    void this.search();
  }

  #showMore() {
    this.#most = MANY;
    void this.search(FEW);
  }

  /** @param {number} [focus] the card that gets the focus */
  async search(focus) {
    this.#asking?.abort();
    const mine = (this.#asking = new AbortController());
    this.list.setAttribute("aria-busy", "true");
    try {
      const asked = new URLSearchParams({ ...this.query, most: String(this.#most) });
      /** @type {Answer} */
      const answer = await get(`/api/me/decisions?${asked}`, mine.signal);
      if (mine === this.#asking && !this.gone()) this.#show(answer, focus);
    } catch (error) {
      if (mine !== this.#asking || this.gone()) return;
      fill(this.list);
      this.more.hidden = true;
      fill(this.count, h("span", { class: "fault" }, errorText(error)));
    } finally {
      if (mine === this.#asking) this.list.removeAttribute("aria-busy");
    }
  }

  /** Reviews that come in bring more decisions. */
  #follow() {
    clearTimeout(this.#soon);
    const waiting = stillReviewing(this.matches);
    fill(this.waiting, waiting);
    if (!waiting) return;
    this.#soon = setTimeout(async () => {
      const known = await get("/api/matches").catch(() => this.matches);
      if (this.gone()) return;
      const before = this.matches.filter(({ reviewing }) => reviewing).length;
      this.matches = known;
      if (this.matches.filter(({ reviewing }) => reviewing).length < before) void this.search();
      else this.#follow();
    }, REVIEW_MS);
  }

  /** @param {Answer} answer @param {number} [focus] */
  #show({ matches, count, found }, focus) {
    this.count.textContent = t("find.count", { n: count, matches });
    this.#follow();
    fill(this.list, found.length ? found.map((each) => foundCard(each, this.#variant(each.variant), this.#against(each))) : this.#nothing(matches));
    this.more.hidden = count <= found.length || this.#most === MANY;
    if (focus !== undefined) this.list.querySelectorAll("a")[focus]?.focus();
  }

  /** @param {Found} found */
  #against({ source, seat }) {
    return this.matches.find(({ id }) => id === source)?.players[1 - seat]?.name;
  }

  /** @param {number} matches that were searched */
  #nothing(matches) {
    const none = matches === 0;
    return h(
      "li",
      { class: "empty" },
      h("h2", null, t(none ? "find.no_matches" : "find.none")),
      h("p", null, t(none ? "find.no_matches.text" : "find.none.text")),
      none ? link("/matches", t("matches.title"), { class: "button primary" }) : button(t("find.clear"), () => this.#become({})),
    );
  }
}

/** @param {string} value @param {string} text @returns {[string, string]} */
function pair(value, text) {
  return [value, text];
}

/** @param {string} name @param {[string, string][]} options @returns {[string, string][]} */
function any(name, options) {
  return [["", t(`find.${name}.any`)], ...options];
}

/** What an address asks for that is no choice of the list is one more. @param {[string, string][]} options
 * @param {string} value */
function known(options, value) {
  return options.some(([each]) => each === value) ? options : [...options, pair(value, value)];
}

function plans() {
  return PLANS.map((name) => pair(name, t(`theme.${name}`)));
}

/** @param {Query} query */
function whoOf({ player = "", everyone = "" }) {
  return player || (everyone ? "*" : "");
}

/** @param {string} who @returns {Query} */
function whose(who) {
  return who === "*" ? { player: "", everyone: "true" } : { player: who, everyone: "" };
}
