/** A new game: what, against whom, how long; the unusual folded away. */

import { levels, post, variants } from "../api.js";
import { button, fill, h, icon, link } from "../dom.js";
import { findGame, gameName, gamesOf, isSeries, summaryOf } from "../games/families.js";
import { ON } from "../icons.js";
import { notice } from "../live.js";
import { clockField } from "../new/clock-field.js";
import { cubeField } from "../new/cube-field.js";
import { fairField } from "../new/fair-field.js";
import { houseRules } from "../new/house-rules.js";
import { lengthField } from "../new/length-field.js";
import { looksField } from "../new/looks-field.js";
import { opponentField } from "../new/opponent-field.js";
import { startPreview } from "../new/preview.js";
import { tutorField } from "../new/tutor-field.js";
import { USUAL, defaultWish, keepDefault, request } from "../new/wish.js";
import { trying } from "../page.js";
import { go } from "../router.js";
import { myName, rename } from "../settings.js";
import { t } from "../words.js";

/** @typedef {import("../games/families.js").Game} Game */

const OPPONENTS = new Set(["bot", "here", "invite"]);

/** @param {import("../router.js").Visit} visit */
export async function show({ main, query, gone }) {
  const [all, known] = await Promise.all([variants(), levels()]);
  if (gone()) return;
  const wish = wished(query);
  const game = findGame(all, wish.game) ?? /** @type {Game} */ (findGame(all, USUAL.game));
  wish.game = game.id;
  if (isSeries(game)) wish.to = game.to;

  const start = h("button", { type: "submit", class: "primary big" }, t("start.play"));
  const save = button(t("new.save"), () => void keep(), { class: "big" });
  const [first = all.variants[0]] = gamesOf(all, game);
  const preview = first && startPreview(first, wish, game.cube);
  const opponent = opponentField(known, wish, () => game.net, update);
  const parts = [
    opponent,
    lengthField(wish, update),
    cubeField(wish, () => game.cube, update),
    clockField(wish),
    fairField(wish),
    tutorField(wish),
    houseRules(wish, game.options, () => game.cube, update),
  ];
  const looks = looksField(wish, () => preview?.show());
  const form = h(
    "form",
    { class: "new-game" },
    h("div", { class: "new-board" }, head(game), preview?.element, looks),
    h(
      "div",
      { class: "new-rules" },
      h(
        "div",
        { class: "ask panel" },
        parts.map(({ element }) => element),
      ),
      h("div", { class: "go" }, start, save),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void begin();
  });
  document.title = `${t("new.title")}: ${gameName(game)} · Fullprime`;
  fill(main, form);
  update();

  function update() {
    for (const part of parts) part.show();
    preview?.show();
  }
  async function begin() {
    start.disabled = true;
    const name = opponent.name();
    if (wish.opponent !== "bot" && name !== myName) await trying(rename(name));
    const made = await trying(post("/api/matches", request(wish, game)));
    start.disabled = false;
    if (made) go(`/match/${made.id}`);
  }
  async function keep() {
    await keepDefault(wish);
    notice(t("new.saved"));
  }
  return () => preview?.close();
}

/** The default of the user, and what the address adds to it. @param {URLSearchParams} query */
function wished(query) {
  const wish = defaultWish();
  const opponent = query.get("opponent") ?? "";
  wish.game = query.get("game") ?? wish.game;
  if (OPPONENTS.has(opponent)) wish.opponent = /** @type {typeof wish.opponent} */ (opponent);
  return wish;
}

/** @param {Game} game */
function head(game) {
  return h(
    "div",
    { class: "new-head" },
    h("div", null, h("p", { class: "kicker" }, t("new.title")), h("h1", null, gameName(game))),
    link("/games?choose", [t("new.other"), turning(ON)], { class: "button" }),
    link(`/games/${game.id}`, t("gallery.rules"), { class: "more end" }),
    h("p", { class: "faint" }, summaryOf(game)),
  );
}

/** An icon that points the way the text runs. @param {string} path */
function turning(path) {
  const drawn = icon(path);
  drawn.classList.add("turns");
  return drawn;
}
