/** The game that the user wants: what the form holds, and the request that it becomes. */

import { change, settings } from "../settings.js";

/**
 * @typedef {object} Wish
 * @property {string} game id of a variant or series
 * @property {Record<string, any>} options of that game
 * @property {"bot" | "here" | "invite"} opponent
 * @property {string} level "" is as strong as it can
 * @property {string} otherName
 * @property {"points" | "best_of" | "money"} target
 * @property {number} to
 * @property {number} games
 * @property {string} stake
 * @property {boolean} cube
 * @property {boolean} crawford
 * @property {boolean} holland
 * @property {boolean} jacoby
 * @property {number} beavers
 * @property {number} murphy
 * @property {boolean} cubeLimit
 * @property {boolean} winnerPicksColor
 * @property {boolean} skipClosedOut
 * @property {boolean} houseRules
 * @property {"white" | "black" | "either"} color of my own checkers
 * @property {"none" | "fast" | "tournament" | "own"} clock
 * @property {number} minutes
 * @property {number} delay
 * @property {"delay" | "bronstein" | "fischer"} clockKind how the seconds of a turn count
 * @property {"off" | "nudge" | "candidates" | "full"} tutor
 * @property {number} tutorFrom the smallest error that it minds
 * @property {boolean} fairDice both players can check them
 * @property {boolean} referee
 * @property {Record<string, string>} table what is agreed for a real one
 */

/** @type {Wish} */
export const USUAL = {
  game: "backgammon",
  options: {},
  opponent: "bot",
  level: "casual",
  otherName: "",
  target: "points",
  to: 5,
  games: 3,
  stake: "1",
  cube: true,
  crawford: true,
  holland: false,
  jacoby: false,
  beavers: 0,
  murphy: 0,
  cubeLimit: false,
  winnerPicksColor: false,
  skipClosedOut: true,
  houseRules: false,
  color: "white",
  clock: "none",
  minutes: 5,
  delay: 12,
  clockKind: "delay",
  tutor: "off",
  tutorFrom: 0.04,
  fairDice: true,
  referee: false,
  table: {},
};

/** The highest value of the cube where players agree on one: that of the cube of wood. */
export const CUBE_LIMIT = 64;

/** The usual lengths of a match. */
export const LENGTHS = [1, 3, 5, 7, 11];

/** A session or a series of games takes as long as a match to so many points. */
const AS_LONG_AS = 5;

/** Minutes for each point of the match, the least of them, and seconds before each turn. */
const CLOCKS = {
  fast: { minutes: 0.5, least: 2, delay: 8 },
  tournament: { minutes: 2, least: 2, delay: 12 },
};

/** The time that each side gets; null without a clock.
 * @param {Wish} wish @returns {{minutes: number, delay: number, kind: string} | null} */
export function clockOf(wish) {
  if (wish.clock === "none") return null;
  if (wish.clock === "own") {
    return { minutes: wish.minutes, delay: wish.delay, kind: wish.clockKind };
  }
  const { minutes, least, delay } = CLOCKS[wish.clock];
  const points = wish.target === "points" ? wish.to : AS_LONG_AS;
  return { minutes: Math.max(least, Math.ceil(minutes * points)), delay, kind: "delay" };
}

/** Which rules of the cube belong to what is wished; house rules allow them all.
 * @param {Wish} wish @param {boolean} doubles does the game know the cube? */
export function belonging(wish, doubles) {
  const all = wish.houseRules;
  const cube = all || (doubles && wish.target !== "best_of");
  const on = cube && wish.cube;
  const points = on && (all || wish.target === "points");
  const money = on && (all || wish.target === "money");
  const both = points || money;
  return {
    cube,
    crawford: points,
    holland: points,
    jacoby: money,
    beavers: money,
    murphy: both,
    cubeLimit: both,
  };
}

/** The settings of the match; what does not belong is left to the server's own choice.
 * @param {Wish} wish @param {boolean} doubles */
function settingsOf(wish, doubles) {
  const fits = belonging(wish, doubles);
  return {
    cube: fits.cube && (!wish.cube || wish.houseRules) ? wish.cube : null,
    crawford: fits.crawford && (!wish.crawford || wish.houseRules) ? wish.crawford : null,
    holland: fits.holland && wish.crawford && wish.holland,
    jacoby: fits.jacoby && wish.jacoby,
    beavers: fits.beavers ? wish.beavers : 0,
    murphy: fits.murphy ? wish.murphy : 0,
    cube_limit: fits.cubeLimit && wish.cubeLimit ? CUBE_LIMIT : null,
    winner_picks_color: wish.winnerPicksColor,
    skip_closed_out: wish.skipClosedOut,
    house_rules: wish.houseRules,
  };
}

/** @param {Wish} wish */
function targetOf(wish) {
  if (wish.target === "points") return { type: "points", to: wish.to };
  if (wish.target === "best_of") return { type: "best_of", games: wish.games };
  return { type: "money", stake: wish.stake };
}

/** @param {Wish} wish @param {boolean} levels can the opponent play at a level? */
function opponentOf(wish, levels) {
  if (wish.opponent === "here") return { kind: "here", name: wish.otherName };
  if (wish.opponent === "invite") return { kind: "invite" };
  return { kind: "bot", level: (levels && wish.level) || null, pr: null };
}

/** Two people at one screen have a board and dice of their own before them; a friend elsewhere may
 * only put checkers anywhere.
 * @param {Wish} wish */
function refereeOf({ opponent, referee, table }) {
  if (opponent === "bot" || !referee) return false;
  return opponent === "here" ? { ...table, dice: "typed" } : true;
}

/** Only against the computer. @param {Wish} wish */
function tutorOf({ opponent, tutor, tutorFrom }) {
  return opponent === "bot" && tutor !== "off" ? { tutor: { level: tutor, least: tutorFrom } } : {};
}

/** Only for people who each have a page. @param {Wish} wish */
function fairOf({ opponent, fairDice }) {
  return opponent === "invite" && fairDice ? { fair_dice: true } : {};
}

/** Seat 0 has the light checkers. @param {Wish} wish */
function seatOf({ color }) {
  if (color === "either") return Math.random() < 0.5 ? 0 : 1;
  return color === "black" ? 1 : 0;
}

/** The request to the server.
 * @param {Wish} wish @param {{cube: boolean, net: boolean}} game what the chosen game knows */
export function request(wish, game) {
  return {
    game: wish.game,
    options: wish.options,
    opponent: opponentOf(wish, game.net),
    seat: seatOf(wish),
    target: targetOf(wish),
    settings: settingsOf(wish, game.cube),
    referee: refereeOf(wish),
    clock: clockOf(wish),
    ...tutorOf(wish),
    ...fairOf(wish),
  };
}

/** What the form begins with: as usual, but for what the user has saved.
 * @returns {Wish} */
export function defaultWish() {
  return { ...USUAL, ...kept(settings.wish), options: {} };
}

/** Of what was saved only what is of the right kind.
 * @param {Record<string, any>} saved @returns {Partial<Wish>} */
function kept(saved) {
  const usual = /** @type {Record<string, any>} */ (USUAL);
  const fits = (/** @type {[string, any]} */ [name, value]) =>
    name in usual && typeof value === typeof usual[name];
  return Object.fromEntries(Object.entries(saved).filter(fits));
}

/** The form begins with this from now on; the options of a game stay with that game.
 * @param {Wish} wish */
export async function keepDefault({ options: _, otherName: __, ...wish }) {
  await change({ wish });
}

/** How many of the rules at the end of the form are not as usual.
 * @param {Wish} wish */
export function unusual(wish) {
  const rules = RARE.filter((name) => wish[name] !== USUAL[name]);
  return Object.keys(wish.options).length + rules.length;
}

const RARE = /** @type {const} */ ([
  "holland",
  "winnerPicksColor",
  "skipClosedOut",
  "referee",
  "houseRules",
]);
