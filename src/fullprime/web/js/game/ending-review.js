/** The review on the card of a match that is over: PR of both, luck, errors, and the worst of them. */

import { get } from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { fill, h, link } from "../dom.js";
import { luckText, prText, sizeMark, worstAddress } from "../matches/rated.js";
import { choiceText } from "../review/said.js";
import { settings } from "../settings.js";
import { number, t } from "../words.js";
import { showEnded } from "./ending-side.js";
import { diceGlyphs } from "./glyphs.js";
import { reasonText } from "./reasons.js";
import { shownName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../matches/rated.js").Worst} Worst */
/**
 * @typedef {Worst & {variant: string, turn_of: import("../types.js").Seat,
 *   rows: import("../types.js").Row[], steps?: import("../types.js").Step[],
 *   best_steps?: import("../types.js").Step[], reasons?: import("./reasons.js").Reason[]}} Drawn an
 *   error with its board and why it is one
 *
 * @typedef {object} Rated a player
 * @property {number | null} pr
 * @property {number} luck
 * @property {number} errors
 * @property {number} blunders
 * @property {Drawn | null} worst
 *
 * @typedef {object} Found
 * @property {"none" | "waiting" | "running" | "done" | "failed"} state
 * @property {{done: number, total: number, plies: number} | null} progress
 * @property {{players: [Rated, Rated]} | null} summary
 */

const PAUSE_MS = 700;

/** @param {HTMLElement} place where it is shown */
export function endingReview(place) {
  return new EndingReview(place);
}

class EndingReview {
  /** Of which match it is asked for. */
  #id = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  /** What stands beside the board. */
  aside = h("div", { class: "ended-side", hidden: true });

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
  }

  /** @param {State | null} state null: nothing is over */
  show(state) {
    if (!state?.over) {
      this.stop();
      return;
    }
    if (this.#id === state.id) return;
    this.#id = state.id;
    void this.#ask(state);
  }

  stop() {
    this.#id = "";
    clearTimeout(this.#soon);
    fill(this.place);
    this.aside.hidden = true;
  }

  /** @param {State} state */
  async #ask(state) {
    const path = `/api/matches/${encodeURIComponent(state.id)}/review?report=false`;
    /** @type {Found | null} */
    const found = await get(path).catch(() => null);
    if (this.#id !== state.id) return;
    if (found) fill(this.place, shown(state, found));
    const waits = !found || found.state === "waiting" || found.state === "running";
    if (waits) this.#soon = setTimeout(() => void this.#ask(state), PAUSE_MS);
    else if (found?.summary) {
      void this.#report(state);
      void this.#average(state, found);
    }
  }

  /** How I play otherwise, which is known when there are other matches.
   * @param {State} state @param {Found} found */
  async #average(state, found) {
    if (state.you.length !== 1) return;
    /** @type {import("../matches/progress.js").Statistics | null} */
    const all = await get("/api/me/statistics").catch(() => null);
    if (this.#id !== state.id || !all || all.matches.length < 2) return;
    fill(this.place, shown(state, found, all.total.pr));
  }

  /** @param {State} state */
  async #report(state) {
    const found = await get(`/api/matches/${encodeURIComponent(state.id)}/review`).catch(() => null);
    if (this.#id === state.id && found?.report) showEnded(this.aside, state, found.report);
  }
}

/** @param {State} state @param {Found} found @param {number | null} [average] my PR in all matches */
function shown(state, { state: stage, progress, summary }, average = null) {
  if (summary) return figures(state, summary.players, average);
  if (stage === "failed") return h("p", { class: "faint" }, t("end.review.failed"));
  if (stage === "none") return null;
  const share = progress ? progress.done / progress.total : 0;
  const text = t("end.review.running");
  const bar = h("progress", { max: 1, value: share, "aria-label": text });
  return h("p", { class: "review-waits faint" }, text, bar);
}

/** @param {State} state @param {[Rated, Rated]} players @param {number | null} average */
function figures(state, players, average) {
  const mine = state.you.length === 1 ? (state.you[0] ?? 0) : 0;
  const other = mine ? 0 : 1;
  const me = players[mine];
  const [own, theirs] = [mine, other].map((seat) => shownName(state, seat));
  const rate = (/** @type {Rated} */ { pr }) => (pr === null ? "–" : prText(pr));
  const against = t("end.review.pr", { name: theirs ?? "", pr: rate(players[other]) });
  const usual = average === null ? against : t("end.review.average", { pr: prText(average) });
  const count = me.errors + me.blunders;
  const blunders = me.blunders ? t("end.review.blunders", { n: me.blunders }) : t("end.review.no_blunders");
  const named = state.you.length === 1 ? "" : own;
  return [
    named && h("p", { class: "review-whose faint" }, h("bdi", null, named)),
    h(
      "div",
      { class: "review-figures" },
      figure(rate(me), usual),
      figure(luckText(me.luck), t("end.review.luck")),
      figure(number(count), `${t("end.review.errors", { n: count })}, ${blunders}`),
    ),
    me.worst && worstLine(state, mine, me.worst),
  ];
}

/** @param {string} value @param {string} label */
function figure(value, label) {
  return h("p", null, h("b", { class: "number" }, value), h("span", null, label));
}

/** The board before it, with arrows for what was played and what was best.
 * @param {State} state @param {number} seat @param {Drawn} worst */
function picture(state, seat, { rows, dice, turn_of: turn, steps = [], best_steps = [] }) {
  const arrows = (/** @type {import("../types.js").Step[]} */ moved, /** @type {"best" | "played"} */ kind) =>
    moved.map(([from, to]) => ({ seat: turn, from, to, kind }));
  const looks = {
    theme: settings.theme,
    checkers: settings.checkers,
    diceColors: settings.diceColors,
    perspective: seat ? 1 : 0,
    homeLeft: settings.homeLeft,
    white: state.white ?? 0,
  };
  return thumbnail(state.board, rows, {
    .../** @type {import("../board/thumbnail.js").Wishes} */ (looks),
    dice,
    turn,
    arrows: [...arrows(best_steps, "best"), ...arrows(steps, "played")],
  });
}

/** @param {State} state @param {number} seat @param {Drawn} worst */
function worstLine(state, seat, worst) {
  const { game, turn, dice, played, best, kind, reasons: [why] = [] } = worst;
  const text = (/** @type {string} */ done) =>
    h("bdi", { class: "number", dir: kind === "checker" ? "ltr" : null }, choiceText(kind, done));
  const light = seat === (state.white ?? 0);
  const board = worst.variant === state.variant.id && picture(state, seat, worst);
  const place = t("end.review.worst", { game: game + 1, turn });
  const about = h(
    "span",
    { class: "about" },
    h("span", { class: "faint" }, place, dice && diceGlyphs(dice, light)),
    h("span", { class: "was" }, h("i", { class: "is-played" }), text(played), sizeMark(worst)),
    h("span", { class: "was" }, h("i", { class: "is-best" }), text(best), h("small", null, t("end.review.best"))),
    why && h("span", { class: "because" }, reasonText(why)),
  );
  return link(worstAddress(state.id, worst), [board || null, about], { class: "review-worst" });
}
