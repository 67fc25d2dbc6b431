/** All games by family, each with its board after a few turns. */

import { variants } from "../api.js";
import { fill, h, link } from "../dom.js";
import { explanation } from "../games/explain.js";
import {
  descriptionOf,
  gameName,
  gamesOf,
  grouped,
  isSeries,
  summaryOf,
} from "../games/families.js";
import { gamePicture } from "../games/mini.js";
import { findField } from "../page.js";
import { number, t } from "../words.js";

/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {import("../games/families.js").Game} Game */

/** @param {import("../router.js").Visit} visit */
export async function show({ main, query, gone }) {
  const all = await variants();
  if (gone()) return;
  const choosing = query.has("choose");
  const title = t(choosing ? "gallery.choose" : "gallery.title");
  document.title = `${title} · Fullprime`;
  const list = h("div", { class: "families" });
  const nav = h("ul");
  const found = h("p", { class: "unseen", role: "status" });

  function search(text = "") {
    const groups = grouped(all, text).filter(([, games]) => games.length > 0);
    const count = groups.reduce((sum, [, games]) => sum + games.length, 0);
    fill(nav, groups.map(familyLink));
    fill(list, groups.length ? groups.map((group) => familyPart(all, group, !text)) : none(text));
    found.textContent = text ? t("gallery.found", { n: count }) : "";
  }
  search();
  fill(
    main,
    h(
      "div",
      { class: "gallery" },
      h(
        "div",
        { class: "gallery-side" },
        h("h1", null, title),
        findField(t("gallery.find"), search),
        h("nav", { "aria-label": t("gallery.families") }, nav),
        h("p", { class: "faint" }, t("gallery.about")),
        found,
      ),
      list,
    ),
  );
  return follow(list, nav);
}

/** @param {[string, Game[]]} group */
function familyLink([family, games]) {
  const count = h("span", { class: "number" }, number(games.length));
  return h("li", null, link(`#${family}`, [t(`family.${family}`), count]));
}

/** @param {Catalogue} all @param {[string, Game[]]} group @param {boolean} whole */
function familyPart(all, [family, games], whole) {
  return h(
    "section",
    { id: family, class: "family", "aria-labelledby": `${family}-name` },
    h(
      "div",
      { class: "section-title" },
      h("h2", { id: `${family}-name` }, t(`family.${family}`)),
      h("span", { class: "faint" }, t(`family.${family}.about`)),
      h("span", { class: "faint number end" }, number(games.length)),
    ),
    h(
      "ul",
      { class: "game-cards" },
      games.map((game) => gameCard(all, game)),
      whole && explanation(family),
    ),
  );
}

/** @param {Catalogue} all @param {Game} game */
function gameCard(all, game) {
  const name = gameName(game);
  return h(
    "li",
    { class: game.id === "backgammon" ? "gallery-card first" : "gallery-card" },
    h(
      "span",
      { class: "game-view" },
      gamePicture(all, game),
      h("span", { class: "game-about" }, descriptionOf(game)),
    ),
    h("h3", null, link(`/new?game=${game.id}`, name, { class: "cover" })),
    h("p", null, summaryOf(game)),
    h(
      "p",
      { class: "tags" },
      tagsOf(all, game).map((tag) => h("span", { class: "tag" }, tag)),
      !isSeries(game) && link(`/book/${game.id}`, t("gallery.book"), { class: "more", "aria-label": t("gallery.book_of", { name }) }),
      link(`/games/${game.id}`, t("gallery.rules"), {
        class: "more",
        "aria-label": t("gallery.rules_of", { name }),
      }),
    ),
  );
}

/** @param {Catalogue} all @param {Game} game */
function tagsOf(all, game) {
  const [first] = gamesOf(all, game);
  if (isSeries(game)) return [t("tag.games", { n: game.games.length })];
  const tags = [];
  if (game.cube) tags.push(t("tag.cube"));
  if (game.same_way) tags.push(t("tag.same_way"));
  if (first?.board.kind === "ring") tags.push(t("tag.ring"));
  return tags;
}

/** @param {string} text */
function none(text) {
  return h("p", { class: "empty" }, t("gallery.none", { text }));
}

/** Marks the family that is being looked at. @param {HTMLElement} list @param {HTMLElement} nav */
function follow(list, nav) {
  const watch = new IntersectionObserver(
    () => {
      const top = [...list.children].find((part) => part.getBoundingClientRect().bottom > 120);
      for (const way of nav.querySelectorAll("a")) {
        const here = way.getAttribute("href") === `#${top?.id}`;
        if (here) way.setAttribute("aria-current", "true");
        else way.removeAttribute("aria-current");
      }
    },
    { threshold: [0, 0.25, 0.5, 0.75, 1], rootMargin: "-60px 0px 0px" },
  );
  const begin = () => {
    watch.disconnect();
    for (const part of list.children) watch.observe(part);
  };
  const changes = new MutationObserver(begin);
  changes.observe(list, { childList: true });
  begin();
  return () => {
    watch.disconnect();
    changes.disconnect();
  };
}
