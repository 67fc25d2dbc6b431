/** The way to the review of the match that was reviewed last; where there is none, to all matches. */

import { get } from "../api.js";
import { go } from "../router.js";

/** @param {import("../router.js").Visit} visit */
export async function show({ gone }) {
  /** @type {import("../match-card.js").Listed[]} */
  const matches = await get("/api/matches");
  if (gone()) return;
  // An imported match is reviewed as well; its figures are listed only where a player is known.
  const reviewed = matches.filter(({ review, imported }) => review || imported);
  const [newest] = reviewed.sort((a, b) => b.changed.localeCompare(a.changed));
  go(newest ? `/match/${newest.id}/review` : "/matches", { replace: true });
}
