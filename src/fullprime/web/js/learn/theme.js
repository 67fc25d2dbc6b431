/** The board of the lessons. */

import { settings } from "../settings.js";

/** The texts speak of white and black checkers, so without a wish of the user it is a board that has
 * them by night too. */
export function lessonTheme() {
  return settings.theme === "auto" ? "walnut" : settings.theme;
}
