/** A match of the list: its board, what it is, how it stands, and what can be done with it. */

import { get, post, send } from "../api.js";
import { h, icon, link } from "../dom.js";
import { askExport } from "../game/export.js";
import { matchPicture } from "../games/mini.js";
import { BIN, FLAG, OUT, PLAY } from "../icons.js";
import { notice } from "../live.js";
import {
  fileMark,
  listedGame,
  opponentText,
  resultMark,
  scoreText,
  stateMark,
  targetText,
} from "../match-card.js";
import { confirmed, trying } from "../page.js";
import { day, t } from "../words.js";
import { ratedCells } from "./rated.js";

/** @typedef {import("../match-card.js").Listed} Listed */

/** @param {import("../types.js").Catalogue} all @param {Listed} match
 * @param {(match: Listed | null) => void} changed what the match has become; null: it is gone */
export function matchRow(all, match, changed) {
  const address = `/match/${match.id}${ways(match)}`;
  return h(
    "li",
    { class: "match-row" },
    matchPicture(all, match),
    h(
      "p",
      { class: "match-what" },
      link(address, listedGame(match), { class: "cover" }),
      h("small", null, h("bdi", null, opponentText(match)), " · ", targetText(match.target)),
      match.imported && fileMark(match.imported),
    ),
    h("time", { class: "faint number", dateTime: match.changed }, day(match.changed)),
    h("span", { class: "score number" }, scoreText(match)),
    match.imported ? resultMark(match) : stateMark(match),
    ratedCells(match, `${listedGame(match)}, ${opponentText(match)}`),
    tools(match, changed),
  );
}

/** Where a click leads: on with the game, or to its replay. @param {Listed} match */
function ways({ imported, state }) {
  if (imported) return "/replay?game=1";
  return state === "over" ? "/replay" : "";
}

/** @param {Listed} match @param {(match: Listed | null) => void} changed */
function tools(match, changed) {
  const about = `${listedGame(match)}, ${opponentText(match)}`;
  const named = (/** @type {string} */ what) => ({ "aria-label": `${what}: ${about}` });
  const open = match.state !== "over" && !match.imported;
  return h(
    "p",
    { class: "match-tools" },
    open &&
      link(`/match/${match.id}/replay`, icon(PLAY), {
        class: "icon-button",
        title: t("replay.title"),
        ...named(t("replay.title")),
      }),
    tool(OUT, t("export.title"), about, () => void askExport(match.id)),
    match.state === "playing" && open
      ? tool(FLAG, t("matches.abandon"), about, () => abandon(match, changed))
      : null,
    tool(BIN, t("matches.delete"), about, () => remove(match, changed)),
  );
}

/** @param {string} path @param {string} label @param {string} about @param {() => void} press */
function tool(path, label, about, press) {
  const looks = { type: "button", class: "icon-button", title: label, onclick: press };
  return h("button", { ...looks, "aria-label": `${label}: ${about}` }, icon(path));
}

/** @param {Listed} match @param {(match: Listed | null) => void} changed */
async function remove(match, changed) {
  const people = match.players.filter(({ kind, seated }) => seated && kind === "person");
  const shared = people.length > match.you.length;
  const sure = await confirmed({
    title: t("matches.delete.title", { game: listedGame(match) }),
    text: t(shared ? "matches.delete.shared" : "matches.delete.text"),
    yes: t("matches.delete"),
  });
  if (!sure) return;
  const done = await trying(send("DELETE", `/api/matches/${match.id}`, {}).then(() => true));
  if (!done) return;
  notice(t("matches.deleted"));
  changed(null);
}

/** @param {Listed} match @param {(match: Listed | null) => void} changed */
async function abandon(match, changed) {
  const sure = await confirmed({
    title: t("matches.abandon.title", { game: listedGame(match) }),
    text: t("matches.abandon.text"),
    yes: t("matches.abandon"),
  });
  if (!sure || !(await trying(post(`/api/matches/${match.id}/abandon`)))) return;
  /** @type {Listed[]} */
  const listed = await get("/api/matches");
  changed(listed.find(({ id }) => id === match.id) ?? null);
}
