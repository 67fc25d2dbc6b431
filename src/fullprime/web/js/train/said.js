/** What cards say, in words. */

import { diceText } from "../game/sayings.js";
import { nameOf, number, t } from "../words.js";

/** @import {Card} from "./types.js" */

/** How long until a card comes again: minutes, hours, days or months. @param {number} seconds */
export function waitText(seconds) {
  const [value, unit] = span(seconds);
  return number(value, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: value < 10 && unit === "month" ? 1 : 0 });
}

/** @param {number} seconds @returns {[number, string]} */
function span(seconds) {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return [minutes, "minute"];
  const hours = Math.round(seconds / 3600);
  if (hours < 24) return [hours, "hour"];
  const days = Math.round(seconds / 86400);
  return days < 61 ? [days, "day"] : [days / 30.4, "month"];
}

/** The question of a card. @param {Card} card */
export function questionText({ kind, wanted, behind, state }) {
  if (kind === "checker") return t("train.ask.play", { dice: diceText(state.dice ?? []) });
  if (kind !== "count") return t(`train.ask.${kind}`);
  return t(`train.ask.${wanted === "lead" && behind ? "behind" : wanted}`);
}

/** What is played for: the game, the score, the cube. @param {Card} card @returns {string[]} */
export function factsOf({ kind, state }) {
  if (kind === "count") return [];
  const mine = state.you[0] ?? 0;
  const named = state.variant.id === "backgammon" ? [] : [nameOf("variant", state.variant)];
  return [...named, stakesText(state, mine), ...cubeText(state, mine)];
}

/** @param {import("./types.js").CardState} state @param {number} mine */
function stakesText({ needed, score, crawford, settings }, mine) {
  if (needed === null) return t(settings.jacoby ? "train.money.jacoby" : "train.money");
  const [me, other] = [needed - (score[mine] ?? 0), needed - (score[1 - mine] ?? 0)];
  return t(crawford ? "train.score.crawford" : "train.score", { me, other });
}

/** @param {import("./types.js").CardState} state @param {number} mine */
function cubeText({ cube, crawford }, mine) {
  if (!cube.on || crawford) return [];
  const whose = cube.owner === null ? "middle" : cube.owner === mine ? "mine" : "theirs";
  return [t(`train.cube.${whose}`, { n: cube.value })];
}

/** @param {string} theme */
export function themeText(theme) {
  return t(`theme.${theme}`);
}
