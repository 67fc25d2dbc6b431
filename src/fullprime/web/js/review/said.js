/** What was decided, in words. */

import { localPlay } from "../game/history.js";
import { sentence, t } from "../words.js";

/** Plays in their own notation, cube actions in the words of the language.
 * @param {import("./types.js").Kind} kind @param {string} said */
export function choiceText(kind, said) {
  if (kind === "checker") return said ? localPlay(said) : t("list.none");
  const name = said.replace(" ", "_");
  return sentence(t(`review.cube.${name}`));
}

/** Where it is: “Game 3, turn 8”. @param {import("./stops.js").Stop} stop */
export function placeText({ game, turn, kind }) {
  return t(kind === "end" ? "review.end" : "review.turn", { game, turn });
}
