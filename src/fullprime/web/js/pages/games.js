/** My matches, the newest first. */

import { get } from "../api.js";
import { h, link } from "../dom.js";
import { gameCard, listedNames } from "../match-card.js";
import { page } from "../page.js";
import { t } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  /** @type {import("../match-card.js").Listed[]} */
  const matches = await get("/api/matches");
  if (gone()) return;
  const open = matches.filter((match) => match.state !== "over");
  const over = matches.filter((match) => match.state === "over");
  page(
    main,
    t("games.title"),
    matches.length === 0 && h("p", null, t("games.none")),
    part("games.open", open),
    part("games.finished", over),
    h("p", null, link("/new", t("way.new"), { class: "button primary" })),
  );
}

/** @param {string} key @param {import("../match-card.js").Listed[]} matches */
function part(key, matches) {
  if (matches.length === 0) return null;
  const cards = matches.map((match) => h("li", null, gameCard(match), ways(match)));
  return h("section", null, h("h2", null, t(key)), h("ul", { class: "cards" }, cards));
}

/** @param {import("../match-card.js").Listed} match */
function ways(match) {
  const names = listedNames(match).join(" – ");
  const data = `/api/matches/${match.id}/export`;
  return h(
    "p",
    { class: "row ways-of-match" },
    match.state !== "over" &&
      link(`/match/${match.id}`, t("games.continue"), {
        class: "button",
        "aria-label": `${t("games.continue")}: ${names}`,
      }),
    link(`/match/${match.id}/replay`, t("replay.title"), {
      "aria-label": `${t("replay.title")}: ${names}`,
    }),
    link(`${data}?format=text`, t("export.text"), {
      download: "",
      "aria-label": `${t("export.text")}: ${names}`,
    }),
    link(`${data}?format=json`, t("export.json"), {
      download: "",
      "aria-label": `${t("export.json")}: ${names}`,
    }),
  );
}
