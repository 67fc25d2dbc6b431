/** House rules: every choice in words, the usual one marked. */

import { h } from "../dom.js";
import { hasText, number, t } from "../words.js";
import { said, worded } from "./say.js";

/** @import {HouseRule, Value} from "./types.js" */

/** @param {HouseRule[]} rules */
export function houseRules(rules) {
  if (!rules.length) return h("p", { class: "faint" }, t("rulepage.house.none"));
  return h("ul", { class: "panel house" }, rules.map(row));
}

/** @param {HouseRule} rule */
function row(rule) {
  const name = worded(`option.${rule.name}`, rule.summary);
  return h("li", { id: `option-${rule.name}` }, h("b", null, name), chips(rule));
}

/** @param {HouseRule} rule */
function chips(rule) {
  if (rule.choices.length) {
    const usualFirst = [...rule.choices].sort((a, b) => Number(b.usual) - Number(a.usual));
    return h("span", { class: "choices" }, usualFirst.map((choice) => chip(rule, choice)));
  }
  if (typeof rule.usual === "boolean") {
    const summary = worded(`option.${rule.name}.summary`, rule.summary);
    const usual = t(rule.usual ? "rulepage.on" : "rulepage.off");
    return h("span", { class: "choices" }, h("span", { class: "why" }, summary), marked(usual));
  }
  const usual = valueName(rule, rule.usual);
  return h("span", { class: "choices" }, marked(usual), h("span", null, t("rulepage.any")));
}

/** @param {HouseRule} rule @param {Value} choice */
function chip(rule, { value, says, usual }) {
  const name = valueName(rule, value);
  if (usual) return marked(name, said(says));
  return h("span", { title: said(says) }, name);
}

/** @param {string} text @param {string} [title] */
function marked(text, title) {
  return h("span", { class: "on", title }, text, " ", h("i", null, t("rulepage.usual")));
}

/** @param {HouseRule} rule @param {string | number | boolean} value */
function valueName(rule, value) {
  const key = `choice.${rule.name}.${value}`;
  if (hasText(key)) return t(key);
  if (typeof value === "boolean") return t(value ? "new.yes" : "new.no");
  return typeof value === "number" ? number(value) : value;
}
