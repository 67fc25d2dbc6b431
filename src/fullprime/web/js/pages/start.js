/** The start page: one button to play, and what was begun. */

import { get, post } from "../api.js";
import { button, fill, h, link } from "../dom.js";
import { gameCard } from "../match-card.js";
import { page, trying } from "../page.js";
import { go } from "../router.js";
import { t } from "../words.js";

/** What the big button starts. */
const QUICK = {
  game: "backgammon",
  options: {},
  opponent: { kind: "bot", level: "casual", pr: null },
  seat: 0,
  target: { type: "points", to: 3 },
  settings: {},
  referee: false,
  clock: null,
};

/** @param {import("../router.js").Visit} visit */
export function show({ main, gone }) {
  const begun = h("section", { "aria-labelledby": "begun", hidden: true });
  const play = button(t("start.play"), () => void begin(play), { class: "primary big" });
  page(
    main,
    "",
    h("p", { class: "lead" }, t("start.lead")),
    h("section", { class: "hero" }, play, h("p", { class: "faint" }, t("start.quick"))),
    begun,
    h("nav", { class: "ways", "aria-label": t("start.ways") }, WAYS.map(way)),
  );
  void get("/api/matches").then(
    (matches) => gone() || showBegun(begun, matches),
    () => {},
  );
}

/** @param {HTMLButtonElement} play */
async function begin(play) {
  play.disabled = true;
  const made = await trying(post("/api/matches", QUICK));
  play.disabled = false;
  if (made) go(`/match/${made.id}`);
}

/** @param {HTMLElement} section @param {import("../match-card.js").Listed[]} matches */
function showBegun(section, matches) {
  const open = matches.filter((match) => match.state !== "over");
  section.hidden = open.length === 0;
  fill(
    section,
    h("h2", { id: "begun" }, t("start.begun")),
    h(
      "ul",
      { class: "cards" },
      open.slice(0, 3).map((match) => h("li", null, gameCard(match))),
    ),
    open.length > 3 && h("p", null, link("/games", t("start.all", { n: open.length }))),
  );
}

const WAYS = ["new", "games", "editor", "settings", "about", "api"];

/** @param {string} name */
function way(name) {
  const title = h("strong", null, t(`way.${name}`));
  return link(`/${name}`, [title, h("span", null, t(`way.${name}.about`))]);
}
