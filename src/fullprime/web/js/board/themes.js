/** The boards that a user can choose from, and the colors of checkers and dice. Their paint is in
 * css/board.css, under these names. */

export const THEMES = [
  "walnut",
  "green",
  "slate",
  "night",
  "sand",
  "contrast",
  "colorblind",
  "print",
];

/** Light and dark. Themes that work by shape keep their own. */
export const PAIRS = ["theme", "ivory-black", "ivory-red", "white-blue", "gold-green"];

export const DICE = ["theme", "ivory", "ruby", "jade"];
