/** The card of what is shown: the candidates of a roll, or the three lines of the cube, with what was
 * chosen, what that cost, and why. */

import { fill, h } from "../dom.js";
import { digits } from "../rollout-how.js";
import { dieGlyph, diceGlyphs } from "../game/glyphs.js";
import { chances, chancesTable } from "../game/outcome.js";
import { rollsGrid } from "../learn/rolls.js";
import { number, percent, sentence, signed, t, worded } from "../words.js";
import { choiceText, placeText } from "./said.js";
import { sizeBy, sizeName } from "./sizes.js";

/** @typedef {import("./types.js").Candidate} Candidate */
/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./stops.js").Stop} Stop */
/**
 * @typedef {object} Around what the card must know besides the stop
 * @property {Report["settings"]} limits
 * @property {Stop[]} turn all decisions of the same turn
 * @property {number} white the seat with the light checkers
 * @property {number} most that a game counts
 * @property {boolean} deepens is it still being looked at?
 * @property {string} who the player, or “you”
 * @property {string} played what was done where nothing could be chosen
 * @property {string} result of a game that is over
 * @property {string} [title] instead of where it is
 * @property {boolean} [exact] the figures are no estimates
 * @property {boolean} [rolled] the figures are those of a rollout
 *
 * @typedef {object} Hands what the card does to the page
 * @property {(candidate: Candidate | null) => void} look
 * @property {(stop: Stop) => void} go
 */

/** Candidates that are listed at first. */
const SHOWN = 5;

export class DecisionCard {
  /** All candidates are wanted. */
  #all = false;
  /** A candidate that stays on the board. @type {Candidate | null} */
  #kept = null;
  #drawn = "";
  #head = h("div", { class: "panel-head" });
  #body = h("div", { class: "decision-body" });

  /** @param {Hands} hands @param {...HTMLElement} ways what can be done from here */
  constructor(hands, ...ways) {
    this.hands = hands;
    const label = t("review.decision");
    this.element = h("section", { class: "panel decision", "aria-label": label }, this.#head, this.#body, ...ways);
  }

  /** @param {Stop} stop @param {Around} around */
  show(stop, around) {
    const drawn = JSON.stringify([stop, around]);
    if (drawn === this.#drawn) return;
    const [before] = this.#drawn ? JSON.parse(this.#drawn) : [];
    if (before?.address !== stop.address) {
      this.#all = false;
      this.#kept = null;
    }
    this.#drawn = drawn;
    this.#fill(stop, around);
  }

  /** @param {Stop} stop @param {Around} around */
  #fill(stop, around) {
    const { decision } = stop;
    fill(
      this.#head,
      h("h2", null, around.title ?? placeText(stop)),
      stop.dice ? h("span", { class: "dice" }, diceGlyphs(stop.dice, stop.player === around.white)) : cubeGlyph(stop),
      decision?.size ? sizeName(decision.size) : decision && right(decision),
      this.#parts(stop, around),
      decision && this.#depth(decision, around),
    );
    const nothing = h("p", { class: "plain" }, stop.kind === "end" ? around.result : around.played);
    const said = decision ? this.#choices(decision, around) : nothing;
    const below = decision && h("span", { class: "depth-below" }, depthText(decision, around));
    const known = h("p", { class: "known faint number" }, below, chanceText(decision), luckText(stop));
    const foot = h("div", { class: "decision-foot" }, this.#more(decision, around), known);
    fill(this.#body, [said, decision && reasons(decision), foot].flat());
  }

  /** @param {Decision} decision @param {Around} around */
  #depth(decision, around) {
    const { deepens, limits, exact, rolled } = around;
    const known = decision.rollout || exact || rolled || decision.plies >= limits.plies;
    const spinner = deepens && !known && h("span", { class: "spinner", "aria-hidden": "true" });
    return h("span", { class: "end faint depth-of number" }, spinner, depthText(decision, around));
  }

  /** The double, its answer and the play of a turn. @param {Stop} stop @param {Around} around */
  #parts(stop, { turn }) {
    if (turn.length < 2) return null;
    const buttons = turn.map((each) => {
      const now = each.address === stop.address;
      const looks = { type: "button", "aria-current": now ? "true" : null, onclick: () => this.hands.go(each) };
      const size = each.decision?.size;
      return h("button", looks, t(`review.part.${each.kind}`), size && h("i", { class: `dot-of ${size}`, title: t(`mark.${size}`) }));
    });
    return h("div", { class: "turn-parts", role: "group", "aria-label": t("review.parts") }, buttons);
  }

  /** @param {Decision} decision @param {Around} around */
  #choices(decision, around) {
    if (decision.kind !== "checker") return decision.cube ? cubeLines(decision, decision.cube, around) : pair(decision);
    return decision.candidates?.length ? this.#candidates(decision, around) : pair(decision);
  }

  /** @param {Decision} decision @param {Around} around @returns {[HTMLElement, HTMLElement]} */
  #candidates(decision, around) {
    const { candidates = [] } = decision;
    const made = candidates[decision.at ?? -1] ?? null;
    const shown = this.#all ? candidates : candidates.filter((each, at) => at < SHOWN || each === made);
    const best = candidates[0];
    const worst = Math.max(0.02, ...shown.filter(({ plies }) => plies === best?.plies).map(({ error }) => error));
    const details = h("div", { class: "play-details" });
    const look = (/** @type {Candidate | null} */ pointed) => {
      const of = pointed ?? this.#kept;
      this.hands.look(of);
      fill(details, of?.outcome && chancesTable(of.outcome, around.most));
    };
    const rows = shown.map((each) => {
      const keep = () => {
        this.#kept = this.#kept === each ? null : each;
        for (const row of list.querySelectorAll("button"))
          row.setAttribute("aria-pressed", String(row.dataset.play === this.#kept?.play));
        look(null);
      };
      const row = candidateRow(each, { best: best ?? each, made, worst, spread: spreadOf(decision, each.play) }, around);
      row.setAttribute("aria-pressed", String(this.#kept?.play === each.play));
      row.addEventListener("mouseenter", () => look(each));
      row.addEventListener("mouseleave", () => look(null));
      row.addEventListener("click", keep);
      row.addEventListener("keydown", (event) => event.key === "Escape" && this.#kept && keep());
      return h("li", { class: rowClass(each, best, made) }, row);
    });
    const list = h("ol", { class: "candidates" }, rows);
    return [list, details];
  }

  /** The candidates that are not listed yet. @param {Decision | null} decision @param {Around} around */
  #more(decision, around) {
    const { candidates = [], at } = decision ?? {};
    const hidden = candidates.filter((_, n) => n >= SHOWN && n !== at).length;
    if (this.#all || hidden === 0 || !decision) return null;
    const press = () => {
      this.#all = true;
      const [list, details] = this.#candidates(decision, around);
      this.#body.querySelector(".candidates")?.replaceWith(list);
      this.#body.querySelector(".play-details")?.replaceWith(details);
      button.remove();
      list.querySelector("button")?.focus();
    };
    const button = h("button", { type: "button", class: "quiet more-plays", onclick: press });
    button.append(t("review.more", { n: hidden }));
    return button;
  }
}

/** How the figures were found. @param {Decision} decision @param {Around} around */
function depthText({ plies, rollout }, { exact, rolled }) {
  if (rollout) return t("review.rolled", { n: rollout.trials });
  if (exact) return t("practice.exact");
  return rolled ? t("train.rolled_out") : t("analysis.plies", { n: plies });
}

/** Nothing was lost. @param {Decision} decision */
function right({ error, played, best }) {
  return h("span", { class: "size named right" }, t(played === best || error === 0 ? "review.best_play" : "review.good_play"));
}

/** @param {Candidate} each @param {Candidate | undefined} best @param {Candidate | null} made */
function rowClass(each, best, made) {
  if (each === made && each !== best) return "played-row";
  return each === best ? "best-row" : null;
}

/** What was looked at less deeply says so instead of what it loses: they do not compare.
 * @param {Candidate} each
 * @param {{best: Candidate, made: Candidate | null, worst: number, spread: string}} known
 * @param {Around} around */
function candidateRow(each, { best, made, worst, spread }, { limits, who }) {
  const alike = each.plies === best.plies;
  const size = sizeBy(each.error, limits);
  const [won = 0] = each.outcome ? chances(each.outcome).won : [];
  const loss = alike ? signed(-each.error) : t("analysis.short", { n: each.plies });
  const bar = h("i", { class: size || "small" });
  bar.style.setProperty("--share", String(alike ? Math.min(1, each.error / worst) : 0));
  return h(
    "button",
    { type: "button", class: "quiet", "data-play": each.play },
    h("i", { class: "key", "aria-hidden": "true" }),
    h(
      "span",
      { class: "notation" },
      choiceText("checker", each.play),
      each === best && h("small", { class: "tag-best" }, t("analysis.best")),
      each === made && h("small", { class: "tag-played" }, who),
    ),
    h("span", { class: "won number faint", title: t("chance.won") }, each.outcome ? percent(won) : ""),
    h("span", { class: "equity number" }, signed(each.equity), spread && h("span", { class: "spread faint" }, spread)),
    each === best
      ? h("span", { class: "loss best-word" }, t("analysis.best"))
      : h("span", { class: `loss number ${alike ? size : "shallow faint"}` }, loss),
    h("span", { class: "bar", "aria-hidden": "true" }, bar),
  );
}

/** The standard error of a line that was rolled out. @param {Decision} decision @param {string} name */
function spreadOf({ rollout }, name) {
  const found = rollout?.lines.find((line) => line.name === name)?.standard_errors.equity;
  return typeof found === "number" ? `\u00b1${digits(found)}` : "";
}

/** @typedef {"no_double" | "double_take" | "double_pass"} Line */

/** As rollouts name them. @type {Record<Line, string>} */
const LINES = { no_double: "no double", double_take: "double, take", double_pass: "" };

/** The line of the cube that an action stands for: a double is worth what its answer makes of it.
 * @param {string} action @param {import("../game/outcome.js").CubeAdvice} cube @returns {Line} */
export function lineOf(action, cube) {
  if (action === "no double") return "no_double";
  if (action === "pass") return "double_pass";
  if (action === "take" || action === "beaver") return "double_take";
  return cube.double_take <= cube.double_pass ? "double_take" : "double_pass";
}

/** As the side on roll sees them; what a line loses is what the one who decides loses by it.
 * @param {Decision} decision @param {import("../game/outcome.js").CubeAdvice} cube @param {Around} around */
function cubeLines(decision, cube, { limits, who }) {
  const advice = cube.action.replace(/\W+/g, "_");
  const best = lineOf(decision.best, cube);
  const played = lineOf(decision.played, cube);
  const wrong = played !== best || decision.error > 0;
  const rows = /** @type {const} */ (["no_double", "double_take", "double_pass"]).map((name) => {
    const made = name === played;
    const lost = made && wrong && decision.error > 0;
    const bar = h("i", { class: lost ? (decision.size ?? "small") : "small" });
    bar.style.setProperty("--share", lost ? "1" : "0");
    const size = sizeBy(decision.error, limits);
    return h(
      "li",
      { class: name === best ? "best-row" : made ? "played-row" : null },
      h(
        "div",
        { class: "line" },
        h("i", { class: "key", "aria-hidden": "true" }),
        h(
          "span",
          { class: "notation words" },
          sentence(t(`cube.value.${name}`)),
          name === best && h("small", { class: "tag-best" }, t("analysis.best")),
          made && h("small", { class: "tag-played" }, who),
        ),
        h("span", { class: "won" }),
        h("span", { class: "equity number" }, signed(cube[name]), h("span", { class: "spread faint" }, spreadOf(decision, LINES[name]))),
        name === best && !lost
          ? h("span", { class: "loss best-word" }, t("analysis.best"))
          : h("span", { class: `loss number ${size}` }, lost ? signed(-decision.error) : ""),
        h("span", { class: "bar", "aria-hidden": "true" }, bar),
      ),
    );
  });
  const words = h("p", { class: "cube-words" }, h("strong", null, sentence(t(`advice.${advice}`))));
  return [words, h("ol", { class: "candidates" }, rows)];
}

/** Where there is no more than what was done and what was best. @param {Decision} decision */
function pair({ kind, played, best, error }) {
  const line = (/** @type {string} */ name, /** @type {string} */ said) =>
    h("div", null, h("dt", null, name), h("dd", { class: "notation" }, choiceText(kind, said)));
  const lost = error > 0 && h("div", null, h("dt", null, t("review.lost")), h("dd", { class: "number" }, signed(-error)));
  return h("dl", { class: "pair-of" }, line(t("review.was_played"), played), line(t("analysis.best"), best), lost);
}

/** What speaks for the best play and against it; the rolls behind a number can be looked at.
 * @param {Decision} decision */
function reasons({ reasons = [] }) {
  if (!reasons.length) return null;
  const rows = reasons.map(({ sign, key, args, text, rolls }) => {
    const spoken = h("span", { class: "unseen" }, t(sign === "+" ? "review.for" : "review.against"));
    const words = worded({ code: key, values: args, message: text });
    const grids = rolls && rollGrids(rolls);
    const said = grids ? h("details", null, h("summary", null, spoken, words), grids) : [spoken, words];
    return h("li", { class: sign === "+" ? "good" : "bad" }, said);
  });
  return h("ul", { class: "reasons" }, rows);
}

/** The rolls that are counted after either play. @param {NonNullable<import("./types.js").Reason["rolls"]>} rolls */
function rollGrids(rolls) {
  if (!rolls.best.length && !rolls.played.length) return null;
  const grid = (/** @type {[number, number][]} */ pairs, /** @type {string} */ name) =>
    h("figure", null, rollsGrid(inGrid(pairs), false), h("figcaption", null, name));
  return h("div", { class: "roll-grids" }, grid(rolls.best, t("analysis.best")), grid(rolls.played, t("analysis.played")));
}

/** @param {[number, number][]} pairs @returns {boolean[][]} by the first and the second die */
export function inGrid(pairs) {
  const grid = Array.from({ length: 6 }, () => Array(6).fill(false));
  for (const [first, second] of pairs) grid[first - 1][second - 1] = true;
  return grid;
}

/** How the match stands for the one who decides, and what of it was lost. @param {Decision | null} decision */
function chanceText(decision) {
  if (typeof decision?.chance !== "number") return null;
  const lost = decision.size && decision.mwc_error ? percent(decision.mwc_error) : "";
  const values = { chance: percent(decision.chance), lost };
  return h("span", null, t(lost ? "review.chance.lost" : "review.chance", values));
}

/** Luck that a player would notice has words of its own. @param {Stop} stop */
function luckText({ luck, kind }) {
  if (luck === null || kind === "end") return null;
  const key = luck >= GREAT ? "review.luck.great" : luck <= -GREAT ? "review.luck.bad" : "review.luck.roll";
  const value = number(luck, { signDisplay: "exceptZero", minimumFractionDigits: 3, maximumFractionDigits: 3 });
  return h("span", null, t(key, { luck: value.replace("-", "\u2212") }));
}

/** A roll of this luck is a joker. */
const GREAT = 0.3;

/** @param {Stop} stop */
function cubeGlyph({ kind }) {
  if (kind !== "double" && kind !== "take") return null;
  return h("span", { class: "cube-mark number", "aria-hidden": "true" }, `×${number(2)}`);
}

/** Dice or the cube, in a list. @param {Stop} stop @param {number} white */
export function stopGlyph(stop, white) {
  if (!stop.dice) return cubeGlyph(stop);
  const dice = [...stop.dice].sort((a, b) => b - a);
  return h("span", { class: "dice" }, dice.map((die) => dieGlyph(die, stop.player === white)));
}
