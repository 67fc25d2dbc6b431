/** The pages about my matches: the list, how well I play, what I have decided. */

import { h, link } from "../dom.js";
import { t } from "../words.js";

/** @param {string} here the address of the page that is open */
export function mineWays(here) {
  const ways = [["/matches", "ways.matches"], ["/statistics", "ways.statistics"], ["/decisions", "ways.decisions"]];
  const links = ways.map(([href = "", key = ""]) => link(href, t(key), { "aria-current": href === here ? "page" : null }));
  return h("nav", { class: "mine-ways", "aria-label": t("matches.title") }, links);
}
