/** Whom to play against, and the names that matter then. */

import { h, icon } from "../dom.js";
import { CHAIN, CHIP, PEOPLE } from "../icons.js";
import { levelCards } from "../levels.js";
import { field, segmented } from "../page.js";
import { myName } from "../settings.js";
import { t } from "../words.js";
import { appear, section, textBox } from "./controls.js";

/** @param {import("../types.js").Level[]} levels @param {import("./wish.js").Wish} wish
 * @param {() => boolean} hasLevels @param {() => void} changed
 * @returns {import("./controls.js").Part & {name: () => string}} */
export function opponentField(levels, wish, hasLevels, changed) {
  if (!levels.some(({ name }) => name === wish.level)) wish.level = levels[0]?.name ?? "";
  const cards = levelCards(levels, wish.game, wish.level, (name) => (wish.level = name));
  const simple = h("p", { class: "note" }, t("new.no_net"));
  const me = h("input", { type: "text", maxLength: 40, value: myName, autocomplete: "nickname" });
  const mine = field(t("settings.name"), me);
  const other = field(
    t("new.other_name"),
    textBox(wish.otherName, (value) => (wish.otherName = value)),
  );
  const names = h("div", { class: "names" }, mine, other);
  const invite = h("p", { class: "faint" }, t("new.invite.about"));
  /** @type {[string, (Node | string)[]][]} */
  const kinds = [
    ["bot", [icon(CHIP), t("new.bot")]],
    ["here", [icon(PEOPLE), t("new.here")]],
    ["invite", [icon(CHAIN), t("new.invite")]],
  ];
  const looks = { wide: true, plain: true };
  const kind = segmented(
    t("new.opponent"),
    kinds,
    wish.opponent,
    (value) => {
      wish.opponent = /** @type {import("./wish.js").Wish["opponent"]} */ (value);
      changed();
    },
    looks,
  );
  const show = () => {
    appear(cards, wish.opponent === "bot" && hasLevels());
    simple.hidden = wish.opponent !== "bot" || hasLevels();
    appear(names, wish.opponent !== "bot");
    appear(other, wish.opponent === "here");
    invite.hidden = wish.opponent !== "invite";
  };
  const element = section(t("new.opponent"), {}, kind, cards, simple, names, invite);
  return { element, show, name: () => me.value.trim() };
}
