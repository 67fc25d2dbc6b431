/** Whom to play against. */

import { h } from "../dom.js";
import { choice, field, select } from "../page.js";
import { levelName, number, t } from "../words.js";
import { textBox } from "./rules-fields.js";

/** @param {import("../types.js").Level[]} levels @param {import("./wish.js").Wish} wish
 * @param {() => boolean} hasLevels @param {() => void} changed */
export function opponentField(levels, wish, hasLevels, changed) {
  const level = levelField(levels, wish);
  const name = field(
    t("new.other_name"),
    textBox(wish.otherName, (value) => (wish.otherName = value)),
  );
  const invite = h("p", { class: "faint" }, t("new.invite.about"));
  /** @type {[string, string][]} */
  const kinds = [
    ["bot", t("new.bot")],
    ["here", t("new.here")],
    ["invite", t("new.invite")],
  ];
  const kind = choice(t("new.opponent"), kinds, wish.opponent, (value) => {
    wish.opponent = /** @type {import("./wish.js").Wish["opponent"]} */ (value);
    changed();
  });
  const show = () => {
    level.hidden = wish.opponent !== "bot" || !hasLevels();
    name.hidden = wish.opponent !== "here";
    invite.hidden = wish.opponent !== "invite";
  };
  return { element: h("div", null, kind, level, name, invite), show };
}

/** @param {import("../types.js").Level[]} levels @param {import("./wish.js").Wish} wish */
function levelField(levels, wish) {
  if (!levels.some(({ name }) => name === wish.level)) wish.level = levels[0]?.name ?? "";
  const about = h("small", { "aria-live": "polite" });
  const show = () => {
    const level = levels.find(({ name }) => name === wish.level);
    about.textContent = level ? t(`level.${level.name}.summary`) : "";
  };
  /** @type {[string, string][]} */
  const choices = levels.map((level) => [level.name, levelText(level)]);
  const list = select(choices, wish.level, (name) => {
    wish.level = name;
    show();
  });
  show();
  const box = field(t("new.level"), list, t("new.level.help"));
  list.after(about);
  return box;
}

/** @param {import("../types.js").Level} level */
function levelText(level) {
  const name = levelName(level.name);
  if (level.pr === null) return name;
  const pr = number(level.pr, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  return `${name} · ${t("new.pr", { pr })}`;
}
