/** Several matches as one file of text. */

import { download } from "../picture.js";

/** @param {import("../match-card.js").Listed[]} matches */
export async function saveAll(matches) {
  const texts = await Promise.all(matches.map(({ id }) => textOf(id)));
  download(new Blob([texts.join("\n\n")], { type: "text/plain" }), "fullprime-matches.txt");
}

/** @param {string} id */
async function textOf(id) {
  const answer = await fetch(`/api/matches/${id}/export?format=text`);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.text();
}
