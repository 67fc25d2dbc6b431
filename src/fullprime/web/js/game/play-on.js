/** A new match that goes on from an earlier turn, against the computer or on this screen. */

import { levels, post } from "../api.js";
import { defaultWish } from "../new/wish.js";
import { trying } from "../page.js";
import { go } from "../router.js";
import { askOpponent } from "./dialogs.js";

/** Asks against whom, at which level where the game has levels, and opens the match.
 * @param {import("../types.js").State} match @param {number} version of its log to go on from */
export async function playOn(match, version) {
  const known = match.variant.net ? ((await trying(levels())) ?? []) : [];
  askOpponent(
    async (opponent, level) => {
      const path = `/api/matches/${encodeURIComponent(match.id)}/branch`;
      const asked = opponent === "bot" && level ? { version, opponent, level } : { version, opponent };
      const made = await trying(post(path, asked));
      if (made) go(`/match/${made.id}`);
    },
    known,
    match.players.find(({ level }) => level)?.level ?? defaultWish().level,
    match.variant.id,
  );
}
