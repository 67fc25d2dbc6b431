/** A decision that was found: its board with arrows, what was done, what it lost, where it was. */

import { thumbnail } from "../board/thumbnail.js";
import { h, link } from "../dom.js";
import { themeOf } from "../games/families.js";
import { reviewAddress } from "../review/address.js";
import { compared } from "../review/compared.js";
import { choiceText } from "../review/said.js";
import { sizeSign } from "../review/sizes.js";
import { nameOf, sentence, signed, t } from "../words.js";

/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").Variant} Variant */
/**
 * @typedef {object} Found a decision, as the server sends it
 * @property {string} source the match
 * @property {string} address
 * @property {number} game
 * @property {number} turn
 * @property {string} variant
 * @property {0 | 1} seat
 * @property {string} player
 * @property {import("../review/types.js").Kind} kind
 * @property {string} played
 * @property {string} best
 * @property {number} error
 * @property {import("../review/types.js").Size | null} size
 * @property {[number, number] | null} dice
 * @property {[string | null, string | null]} plans
 * @property {number | null} distance
 * @property {Step[] | null} steps
 * @property {Step[] | null} best_steps
 * @property {import("../types.js").Row[]} rows
 * @property {0 | 1} turn_of
 * @property {0 | 1} white
 */

/** @param {Found} found @param {Variant | undefined} variant @param {string} [opponent] */
export function foundCard(found, variant, opponent = "") {
  const { source, address, game, turn, kind, played, best, size, error } = found;
  const loss = error ? h("b", { class: `number loss ${size ?? ""}` }, signed(-error)) : h("b", { class: "right" }, t("review.best_play"));
  const done = h("b", { class: "notation", dir: kind === "checker" ? "ltr" : null }, choiceText(kind, played));
  const better = h("bdi", { class: "notation", dir: kind === "checker" ? "ltr" : null }, choiceText(kind, best));
  const place = t("review.turn", { game, turn });
  return h(
    "li",
    { class: "found panel" },
    variant && picture(found, variant),
    h("p", { class: "found-play" }, link(reviewAddress(source, address), [done], { class: "cover" }), sizeSign(size), loss),
    error > 0 && h("p", null, `${sentence(t("analysis.best"))}: `, better),
    h("p", { class: "faint" }, [whereText(found, opponent), place].filter(Boolean).join(" · ")),
  );
}

/** Who decided, against whom, which game plan, and how near. @param {Found} found
 * @param {string} opponent */
function whereText({ player, plans, distance, variant }, opponent) {
  const plan = plans[0] && t(`theme.${plans[0]}`);
  const near = distance !== null && (distance ? t("find.apart", { n: distance }) : t("find.same"));
  const game = variant === "backgammon" ? "" : nameOf("variant", { id: variant, name: variant });
  const both = [player, opponent].filter(Boolean).join(" – ");
  return [near, both, game, plan].filter(Boolean).join(" · ");
}

/** @param {Found} found @param {Variant} variant */
function picture(found, variant) {
  const { rows, seat, white, dice, turn_of: turn, steps, best_steps, error } = found;
  const kinds = error && steps && best_steps ? compared(best_steps, steps) : { best: steps ?? [] };
  const arrows = Object.entries(kinds).flatMap(([kind, each]) =>
    each.map(([from, to]) => ({ seat, from, to, kind: /** @type {any} */ (kind) })),
  );
  const looks = { perspective: seat, white, dice, turn, arrows, theme: themeOf(variant.family) };
  return h("span", { class: "picture", "aria-hidden": "true" }, thumbnail(variant.board, rows, looks));
}
