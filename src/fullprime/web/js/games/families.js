/** The games by family: their order, their boards, and how one finds them. */

import { nameOf, t } from "../words.js";

/** @typedef {import("../types.js").Variant} Variant */
/** @typedef {import("../types.js").Series} Series */
/** @typedef {import("../types.js").Catalogue} Catalogue */
/** @typedef {Variant | Series} Game */

/** Each family lies on a board of its own. @type {Record<string, string>} */
const THEMES = {
  hitting: "auto",
  empty: "green",
  pinning: "sand",
  running: "slate",
  mixed: "auto",
};

/** @param {string} family @returns {string} the name of a board theme */
export function themeOf(family) {
  return THEMES[family] ?? "auto";
}

/** @param {Game} game @returns {game is Series} */
export function isSeries(game) {
  return "games" in game;
}

/** @param {Game} game @returns {"variant" | "series"} */
export function kindOf(game) {
  return isSeries(game) ? "series" : "variant";
}

/** @param {Game} game */
export function gameName(game) {
  return nameOf(kindOf(game), game);
}

/** @param {Game} game */
export function summaryOf(game) {
  return t(`${kindOf(game)}.${game.id}.summary`);
}

/** A few sentences about it. @param {Game} game */
export function descriptionOf(game) {
  return t(`${kindOf(game)}.${game.id}.description`);
}

/** @param {Catalogue} all @param {string} id @returns {Game | undefined} */
export function findGame({ variants, series }, id) {
  return [...variants, ...series].find((game) => game.id === id);
}

/** What is played first: of a series its first game, without that game's options.
 * @param {Catalogue} all @param {Game} game @returns {Variant[]} */
export function gamesOf(all, game) {
  if (!isSeries(game)) return [game];
  const ids = game.games.map((name) => name.split("+")[0]);
  return ids.flatMap((id) => all.variants.find((variant) => variant.id === id) ?? []);
}

/** The families in their order, with those of their games that fit what is looked for.
 * @param {Catalogue} all @param {string} [wanted] @returns {[string, Game[]][]} */
export function grouped(all, wanted = "") {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return Object.entries(all.families).map(([family, ids]) => {
    const games = ids.flatMap((id) => findGame(all, id) ?? []);
    return [family, games.filter((game) => fits(game, words))];
  });
}

/** @param {Game} game @param {string[]} words */
function fits(game, words) {
  const names = [game.id, game.name, ...game.aliases, gameName(game)];
  const said = [...names, summaryOf(game), descriptionOf(game), t(`family.${game.family}`)];
  const text = plain(said.join(" ")).replaceAll("_", " ");
  return words.every((word) => text.includes(word));
}

/** Without marks on the letters, so that "misere" finds Misère. @param {string} text */
function plain(text) {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
}

/** Another game every day, the same for everyone; the standard game needs no advertisement.
 * @param {Catalogue} all @param {Date} [now] @returns {Game | undefined} */
export function gameOfTheDay(all, now = new Date()) {
  const day = Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000);
  const ids = Object.values(all.families).flat().slice(1);
  const id = ids[(day * STRIDE) % ids.length];
  return id ? findGame(all, id) : undefined;
}

/** Prime, so that neighbors in the list do not follow each other. */
const STRIDE = 7;
