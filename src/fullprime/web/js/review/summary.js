/** The match in numbers: who won, how well either played, and with what luck. */

import { fill, h, icon } from "../dom.js";
import { titleText } from "../game/results.js";
import { balanceText } from "../game/sayings.js";
import { tutorText } from "../game/tutor.js";
import { SHARE } from "../icons.js";
import { luckText, prText } from "../matches/rated.js";
import { number, percent, t } from "../words.js";

/** @typedef {import("./types.js").Rated} Rated */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("../types.js").State} State */

/** A rate from which on the bar is full. */
const FULL = 12;
/** From here on a rate is more than a small weakness. */
const WEAK = 8;

/** @param {Rated["checker"]} tally */
export function rateOf({ error, count }) {
  return count ? (500 * error) / count : null;
}

/** @param {number | null} rate */
export function rateText(rate) {
  return rate === null ? "–" : prText(rate);
}

/** Who won, or how far the match is. @param {State} state */
export function resultText(state) {
  if (state.target.type === "money") return balanceText(state).replace(/\.$/, "");
  return state.over ? titleText(state) : t("review.open_match");
}

export class Summary {
  #title = h("h2", null);
  #body = h("div", { class: "summary-body" });
  #more = h("details", { class: "figures" });
  #drawn = "";

  /** @param {string} share what can be shared @param {() => void} press
   * @param {() => void} dice shows the luck of the dice */
  constructor(share, press, dice) {
    this.dice = dice;
    const looks = { type: "button", class: "share-chip", onclick: press };
    this.share = h("button", looks, icon(SHARE), h("span", null, share));
    const head = h("div", { class: "summary-head" }, this.#title, this.share);
    this.element = h("section", { class: "panel summary" }, head, this.#body, this.#more);
    this.#more.hidden = true;
  }

  /** @param {State} match @param {Report | null} report @param {number} viewer
   * @param {[string, string]} names by seat */
  show(match, report, viewer, names) {
    this.#title.textContent = resultText(match);
    const [mine, theirs] = report ? [report.players[viewer ? 1 : 0], report.players[viewer ? 0 : 1]] : [];
    const drawn = JSON.stringify([mine, theirs, match.score, names]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const shown = [names[viewer ? 1 : 0], names[viewer ? 0 : 1]];
    const measured = report?.games.some(({ rolls }) => rolls.some(({ luck }) => luck !== null));
    fill(
      this.#body,
      score(match, viewer),
      mine && theirs && [prs(mine, theirs), measured && luck(mine, this.dice), blunders(mine, theirs), split(mine, theirs, shown)],
      tutored(match),
    );
    this.#more.hidden = !mine;
    if (mine && theirs) fill(this.#more, ...figures(mine, theirs, shown, match.needed !== null));
  }
}

/** How often the player was warned. @param {State} match */
function tutored({ tutor }) {
  const text = tutorText(tutor);
  return text ? h("p", { class: "faint tutored" }, text) : null;
}

/** @param {State} match @param {number} viewer */
function score(match, viewer) {
  const [a, b] = viewer ? [match.score[1], match.score[0]] : match.score;
  if (match.target.type === "money") return h("p", { class: "final number" }, number(a - b, { signDisplay: "exceptZero" }).replace("-", "\u2212"));
  return h("p", { class: "final number" }, number(a), h("span", null, "–"), number(b));
}

/** @param {string} name @param {string} value @param {string} [more] @param {string} [title] */
function figure(name, value, more = "", title = "") {
  const looks = { class: "figure-of number", title };
  return h("p", looks, h("b", null, value, more && h("em", null, ` ${more}`)), h("span", null, name));
}

/** @param {Rated} mine @param {Rated} theirs */
function prs(mine, theirs) {
  const about = mine.interval === null ? "" : t("review.interval", { pr: rateText(mine.pr), by: rateText(mine.interval) });
  return figure(t("review.pr"), rateText(mine.pr), t("review.versus", { pr: rateText(theirs.pr) }), about);
}

/** It opens all of it. @param {Rated} mine @param {() => void} dice */
function luck(mine, dice) {
  const looks = { type: "button", class: "quiet figure-of number luck-figure", title: t("review.luck.about"), onclick: dice };
  const value = h("b", null, luckText(mine.luck), h("em", null, ` ${t("review.unit")}`));
  return h("button", looks, value, h("span", null, t("review.luck")));
}

/** @param {Rated} mine @param {Rated} theirs */
function blunders(mine, theirs) {
  const all = mine.doubtful + mine.errors + mine.blunders;
  const about = t("review.sizes", { doubtful: mine.doubtful, errors: mine.errors, blunders: mine.blunders });
  const more = t("review.versus", { pr: number(theirs.blunders) });
  return figure(t("review.blunders", { n: mine.blunders }), number(mine.blunders), more, all ? about : "");
}

/** @param {Rated} mine @param {Rated} theirs @param {string[]} names */
function split(mine, theirs, names) {
  const kinds = /** @type {const} */ (["checker", "doubling", "taking"]);
  const met = kinds.filter((kind) => kind === "checker" || mine[kind].count + theirs[kind].count > 0);
  return h(
    "dl",
    { class: "split number" },
    met.map((kind) =>
      h(
        "div",
        null,
        h("dt", null, t(`review.kind.${kind}`)),
        h("dd", null, bar(mine[kind], names[0] ?? "", "own"), bar(theirs[kind], names[1] ?? "", "other")),
      ),
    ),
  );
}

/** A rate; the longer its bar, the worse. @param {Rated["checker"]} tally @param {string} name
 * @param {"own" | "other"} whose */
function bar(tally, name, whose) {
  const rate = rateOf(tally);
  const line = h("i", { class: (rate ?? 0) >= WEAK ? `${whose} weak` : whose });
  line.style.setProperty("--share", String(Math.min(1, (rate ?? 0) / FULL)));
  const title = `${name}: ${t("review.of", { n: tally.count, pr: rateText(rate) })}`;
  return h("span", { class: whose, title }, h("b", null, h("span", { class: "unseen" }, `${name}: `), rateText(rate)), line);
}

/** All that is known, for those who compare. @param {Rated} mine @param {Rated} theirs
 * @param {string[]} names @param {boolean} match */
function figures(mine, theirs, names, match) {
  /** @type {[string, (each: Rated) => string][]} */
  const rows = [
    ["decisions", (each) => number(each.decisions)],
    ["interval_row", (each) => (each.interval === null ? "–" : `± ${rateText(each.interval)}`)],
    ["counts", (each) => `${number(each.doubtful)} / ${number(each.errors)} / ${number(each.blunders)}`],
    ["adjusted", (each) => (match ? percent(0.5 + each.luck_adjusted / 2) : luckText(each.luck_adjusted))],
    ["luck_row", (each) => luckText(each.luck)],
    ["snowie", (each) => rateText(each.snowie)],
    ["gnu", (each) => rateText(each.gnu)],
  ];
  return [
    h("summary", null, t("review.figures")),
    h(
      "table",
      { class: "figure-table number" },
      h("thead", null, h("tr", null, h("td"), names.map((name) => h("th", { scope: "col" }, h("bdi", null, name))))),
      h(
        "tbody",
        null,
        rows.map(([key, text]) =>
          h("tr", null, h("th", { scope: "row" }, t(`review.row.${key}`)), h("td", null, text(mine)), h("td", null, text(theirs))),
        ),
      ),
    ),
  ];
}
