/** The rules of a game, or of a series of games. */

import { getOnce } from "../api.js";
import { atMark } from "../mark.js";
import { GamePage } from "../rules/game.js";
import { showSeries } from "../rules/series.js";
import { loadPart } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, gone }) {
  const path = `/api/rules/${encodeURIComponent(params.game ?? "")}`;
  const [book] = await Promise.all([getOnce(path), loadPart("rules")]);
  if (gone()) return;
  if (book.kind === "series") {
    await showSeries(main, book);
    return;
  }
  const shown = new GamePage(main, book);
  atMark();
  return () => shown.leave();
}
