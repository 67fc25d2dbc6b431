/** The start page: play at once, go on with what was begun, or look at the games. */

import { get, levels, post, variants } from "../api.js";
import { button, fill, h, icon, link } from "../dom.js";
import { findGame, gameName, gameOfTheDay } from "../games/families.js";
import { gamePicture } from "../games/mini.js";
import { CHAIN, PEOPLE } from "../icons.js";
import { levelCards } from "../levels.js";
import { LENGTHS, USUAL, defaultWish, keepDefault, request } from "../new/wish.js";
import { segmented, trying } from "../page.js";
import { go } from "../router.js";
import { showContinue } from "../start/continue.js";
import { livingBoard } from "../start/living.js";
import { number, t } from "../words.js";

/** @typedef {import("../types.js").Catalogue} Catalogue */

/** Games that the start page shows after the one of the day. */
const SHOWN = [
  ...["nackgammon", "plakoto", "narde", "hypergammon"],
  ...["acey_deucey", "tavla", "fevga", "coan_ki"],
];
const IN_ROW = 8;

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  const begun = h("section");
  const games = h("section");
  const living = livingBoard();
  const ask = h("div", { class: "quick-start" });
  document.title = "Fullprime";
  fill(ask, h("h1", null, t("start.title")), h("p", { class: "lead" }, t("start.lead")));
  fill(main, h("div", { class: "hero" }, ask, living.element), begun, games, furtherWays());
  const mine = get("/api/matches").catch(() => []);
  const [all, known] = await Promise.all([variants(), levels()]);
  if (gone()) return living.stop();
  ask.append(...quickStart(known));
  showGames(games, all);
  void mine.then((matches) => gone() || showContinue(begun, all, matches));
  return () => living.stop();
}

/** What else there is. */
function furtherWays() {
  const ways = ["print", "glossary", "about", "api"].map((name) =>
    h("li", null, link(`/${name}`, t(`way.${name}`), { class: "more" })),
  );
  return h("nav", { class: "further", "aria-label": t("start.further") }, h("ul", null, ways));
}

/** Level and length, and one press. @param {import("../types.js").Level[]} known */
function quickStart(known) {
  const { level, to, target } = defaultWish();
  /** @type {import("../new/wish.js").Wish} */
  const wish = { ...USUAL, level, to, target: target === "money" ? target : "points" };
  const cards = levelCards(known, wish.game, wish.level, (name) => (wish.level = name));
  /** @type {[string, string][]} */
  const lengths = LENGTHS.map((n) => [String(n), number(n)]);
  lengths.push(["money", t("new.money.short")]);
  const value = wish.target === "money" ? "money" : String(wish.to);
  const length = segmented(t("start.to"), lengths, value, (chosen) => {
    wish.target = chosen === "money" ? "money" : "points";
    if (chosen !== "money") wish.to = Number(chosen);
  });
  const play = button(t("start.play"), () => void begin(), { class: "primary big" });

  async function begin() {
    play.disabled = true;
    const made = await trying(post("/api/matches", request(wish, { cube: true, net: true })));
    play.disabled = false;
    if (!made) return;
    const { level, to, target } = wish;
    void keepDefault({ ...defaultWish(), level, to, target }).catch(() => {});
    go(`/match/${made.id}`);
  }
  const others = [
    link("/new?opponent=here", [icon(PEOPLE), t("new.here")], { class: "button big" }),
    link("/new?opponent=invite", [icon(CHAIN), t("new.invite")], { class: "button big" }),
  ];
  return [
    cards,
    h("div", { class: "length-row" }, length),
    h("div", { class: "go" }, play, others),
  ];
}

/** @param {HTMLElement} section @param {Catalogue} all */
function showGames(section, all) {
  const ofToday = gameOfTheDay(all);
  const rest = SHOWN.flatMap((id) => (id === ofToday?.id ? [] : (findGame(all, id) ?? [])));
  const tiles = rest.map((game) => h("li", null, tile(all, game)));
  if (ofToday) tiles.unshift(h("li", null, tile(all, ofToday, t("start.today"))));
  const count = all.variants.length + all.series.length;
  section.setAttribute("aria-labelledby", "all-games");
  fill(
    section,
    h(
      "div",
      { class: "section-title" },
      h("h2", { id: "all-games" }, t("start.count", { n: count })),
      h("small", null, t("start.kinds")),
      link("/games", t("start.games"), { class: "more end" }),
    ),
    h("ul", { class: "game-row" }, tiles.slice(0, IN_ROW)),
  );
}

/** @param {Catalogue} all @param {import("../games/families.js").Game} game @param {string} [mark] */
function tile(all, game, mark) {
  return link(
    `/new?game=${game.id}`,
    [
      gamePicture(all, game),
      h("strong", null, gameName(game)),
      h("small", { class: mark ? "today" : null }, mark ?? t(`short.${game.id}`)),
    ],
    { class: "game-tile" },
  );
}
