/** A new game: what, against whom, how long; the unusual folded away. */

import { levels, post, variants } from "../api.js";
import { h } from "../dom.js";
import { gameField, plays } from "../new/game-field.js";
import { opponentField } from "../new/opponent-field.js";
import { box, clockFields, cubeFields, targetFields } from "../new/rules-fields.js";
import { keepWish, lastWish, request } from "../new/wish.js";
import { page, trying } from "../page.js";
import { go } from "../router.js";
import { t } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function show({ main, query, gone }) {
  const [all, known] = await Promise.all([variants(), levels()]);
  if (gone()) return;
  const wish = lastWish();
  wish.game = query.get("game") ?? wish.game;
  const chosen = () => plays(all.variants, all.series, wish.game);
  const game = gameField(all.variants, all.series, wish, update);
  const opponent = opponentField(known, wish, () => chosen().net, update);
  const target = targetFields(wish, update);
  const cube = cubeFields(wish, () => chosen().cube, update);
  const { beavers, murphy, holland, ...usual } = cube.parts;
  const referee = box(wish, "referee");
  const start = h("button", { type: "submit", class: "primary big" }, t("new.start"));

  function update() {
    for (const part of [game, opponent, target, cube]) part.show();
    referee.hidden = wish.opponent === "bot";
  }

  const rare = [
    holland,
    beavers,
    murphy,
    box(wish, "skipClosedOut"),
    referee,
    box(wish, "houseRules", update),
  ];
  const form = h(
    "form",
    { class: "new-game" },
    h("section", { class: "card" }, game.element),
    h("section", { class: "card" }, opponent.element),
    h("section", { class: "card" }, target.element, Object.values(usual), clockFields(wish)),
    h("details", null, h("summary", null, t("new.rare")), rare),
    h("p", { class: "row" }, start),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void begin();
  });
  page(main, t("new.title"), form);
  update();

  async function begin() {
    start.disabled = true;
    const made = await trying(post("/api/matches", request(wish, chosen())));
    start.disabled = false;
    if (!made) return;
    keepWish(wish);
    go(`/match/${made.id}`);
  }
}
