/** What went wrong, in the language of the page. */

import { Problem } from "./api.js";
import { link } from "./dom.js";
import { sentence, t, worded } from "./words.js";

/** @typedef {import("./words.js").Message} Message */
/** @typedef {Message & {rule: string | null}} Refusal */

/** What the server says is wrong. @param {Message} fault */
export function faultText(fault) {
  return sentence(worded(fault));
}

/** Why an action was refused, with the rule if there is one.
 * @param {Refusal} refusal */
export function refusalText({ rule, values = {}, ...refusal }) {
  const reason = worded({ ...refusal, values });
  if (!rule) return sentence(reason);
  if (!values.detail) return t("refused.rule", { reason, rule });
  return t("refused.detail", { reason, rule, detail: worded(values.detail) });
}

/** The same, its rule as a link to where the game's rules explain it.
 * @param {Refusal} refusal @param {string} game */
export function refusalParts(refusal, game) {
  const text = refusalText(refusal);
  const { rule } = refusal;
  if (!rule || !text.includes(rule)) return [text];
  const [before = "", after = ""] = text.split(rule);
  const looks = { class: "rule-link", target: "_blank" };
  return [before, link(`/games/${encodeURIComponent(game)}#${rule}`, rule, looks), after];
}

/** Anything that was thrown: a problem that the server names, a line that is down, or a mistake.
 * @param {unknown} error */
export function errorText(error) {
  if (error instanceof Problem) return faultText(error.fault);
  if (error instanceof TypeError) return t("failed.line");
  return error instanceof Error ? error.message : String(error);
}
