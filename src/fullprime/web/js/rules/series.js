/** The page of a series: its games, one after the other. */

import { variants } from "../api.js";
import { fill, h, link } from "../dom.js";
import { findGame } from "../games/families.js";
import { thumbnail } from "../board/thumbnail.js";
import { withTerms } from "../terms.js";
import { nameOf, number, t } from "../words.js";
import { ruleLine } from "./full.js";
import { houseRules } from "./house.js";
import { crumbs, moreLinks, playButtons, sectionTitle, themeFor } from "./parts.js";
import { worded } from "./say.js";

/** @import {SeriesBook} from "./types.js" */

/** @param {HTMLElement} main @param {SeriesBook} book */
export async function showSeries(main, book) {
  const all = await variants();
  const name = nameOf("series", book);
  document.title = `${name} · ${t("rulepage.rules")} · Fullprime`;
  const cards = book.games.map((game, at) => gameCard(all, game, at));
  fill(
    main,
    h(
      "div",
      { class: "series-page" },
      crumbs(book.family, name),
      h("h1", null, name),
      h("p", { class: "lead" }, worded(`series.${book.id}.summary`, book.summary)),
      h("p", { class: "description" }, withTerms(worded(`series.${book.id}.description`, book.description))),
      sectionTitle(t("rulepage.series.games"), t("rulepage.series.to", { n: book.to })),
      h("ol", { class: "series-games" }, cards),
      playButtons(book.id, name),
      h("ul", { class: "series-rules" }, book.rules.map(ruleLine)),
      book.options.length > 0 && [sectionTitle(t("rulepage.house")), houseRules(book.options)],
      moreLinks(book.id),
    ),
  );
}

/** @param {import("../types.js").Catalogue} all @param {SeriesBook["games"][number]} game
 * @param {number} at */
function gameCard(all, game, at) {
  const name = nameOf("variant", game);
  const known = findGame(all, game.id);
  const picture = known && "board" in known && thumbnail(known.board, known.start, { theme: themeFor(known.family) });
  const options = Object.keys(game.chosen).map((option) => worded(`option.${option}`, option));
  return h(
    "li",
    { class: "panel series-game" },
    picture,
    h("h3", null, h("span", { class: "number" }, number(at + 1)), link(`/games/${game.id}`, name)),
    h("p", null, worded(`variant.${game.id}.summary`, game.summary)),
    options.length > 0 && h("p", { class: "faint" }, t("rulepage.with", { options: options.join(", ") })),
  );
}
