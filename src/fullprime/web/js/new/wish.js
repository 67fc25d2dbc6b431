/** The game that somebody wants: what the form holds, and the request that it becomes. */

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
 * @property {boolean} skipClosedOut
 * @property {boolean} houseRules
 * @property {boolean} clock
 * @property {number} minutes
 * @property {number} delay
 * @property {boolean} referee
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
  skipClosedOut: true,
  houseRules: false,
  clock: false,
  minutes: 5,
  delay: 12,
  referee: false,
};

/** Which rules of the cube belong to what is wished; house rules allow them all.
 * @param {Wish} wish @param {boolean} doubles does the game know the cube? */
export function belonging(wish, doubles) {
  const all = wish.houseRules;
  const cube = all || (doubles && wish.target !== "best_of");
  const on = cube && wish.cube;
  const points = on && (all || wish.target === "points");
  const money = on && (all || wish.target === "money");
  const murphy = points || money;
  return { cube, crawford: points, holland: points, jacoby: money, beavers: money, murphy };
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

/** What the server is asked for.
 * @param {Wish} wish @param {{cube: boolean, net: boolean}} game what the chosen game knows */
export function request(wish, game) {
  return {
    game: wish.game,
    options: wish.options,
    opponent: opponentOf(wish, game.net),
    seat: 0,
    target: targetOf(wish),
    settings: settingsOf(wish, game.cube),
    referee: wish.opponent !== "bot" && wish.referee,
    clock: wish.clock ? { minutes: wish.minutes, delay: wish.delay } : null,
  };
}

const KEY = "fullprime-wish";

/** The last wish, so that the next one begins there. @returns {Wish} */
export function lastWish() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...USUAL, ...kept, options: {} };
  } catch {
    return { ...USUAL };
  }
}

/** @param {Wish} wish */
export function keepWish(wish) {
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // The form then begins as usual the next time.
  }
}
