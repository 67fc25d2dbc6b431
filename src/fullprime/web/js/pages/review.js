/** The review of a match: every decision with its board, what it cost and why; the match as a curve;
 * errors as a list. Every decision has an address. */

import { get, post, send } from "../api.js";
import { mayMove } from "../board/animate.js";
import { make } from "../board/svg.js";
import { button, fill, h, icon, link } from "../dom.js";
import { likeAddress } from "../find/query.js";
import { whiteSeat } from "../game/colours.js";
import { replayAddress, share } from "../game/deeds.js";
import { fileFaults } from "../game/file-faults.js";
import { isPlay, localPlay } from "../game/history.js";
import { REPLAY_KEYS, REVIEW_KEYS, showKeys } from "../game/keys-help.js";
import { listenToPageKeys } from "../game/page-keys.js";
import { pastState, recordAddress, turnsOf, versionAt } from "../game/past.js";
import { playOn } from "../game/play-on.js";
import { addressOf, positionText, stakesOf } from "../game/position.js";
import { scoreText, titleText } from "../game/results.js";
import { diceText, isYours, shownName } from "../game/sayings.js";
import { boardColors, gameTable } from "../game/table.js";
import { SHARE } from "../icons.js";
import { announce } from "../live.js";
import { stakesJson } from "../editor/setup.js";
import { showScores } from "../maps/scores.js";
import { trying } from "../page.js";
import { reviewAddress } from "../review/address.js";
import { Chart, markShape } from "../review/chart.js";
import { curveOf, placesOf } from "../review/curve.js";
import { DecisionCard } from "../review/decision.js";
import { ErrorList } from "../review/list.js";
import { ProgressCard } from "../review/progress.js";
import { isOpen, RollingCard } from "../review/rolling.js";
import { choiceText, placeText } from "../review/said.js";
import { compared } from "../review/compared.js";
import { showLuck } from "../review/luck.js";
import { beyond, isError, ofTurn, opening, stopAt, stopsOf } from "../review/stops.js";
import { rateText, Summary } from "../review/summary.js";
import { fit, followAddresses, keepAddress, nameAddress } from "../router.js";
import { askHow } from "../rollout-how.js";
import { signed, t } from "../words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../game/past.js").GameRecord} GameRecord */
/** @typedef {import("../review/stops.js").Stop} Stop */
/** @typedef {import("../review/types.js").Report} Report */
/** @typedef {import("../review/types.js").Review} Review */
/** @typedef {import("../review/types.js").Candidate} Candidate */

/** Time between two looks at a review that grows. */
const PAUSE_MS = 700;

/** Key, name and drawing of each button. @type {[string, string, string][]} */
const WAYS = [
  ["Home", "first", "M18 6l-8 6 8 6zM6 6v12"],
  ["ArrowLeft", "back", "M16 6l-8 6 8 6z"],
  ["ArrowRight", "on", "M8 6l8 6-8 6z"],
  ["End", "last", "M6 6l8 6-8 6zM18 6v12"],
];

const TURN = "M7 4v15M7 19l-3-3M7 19l3-3M17 20V5M17 5l-3 3M17 5l3 3";

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, gone }) {
  const id = params.id ?? "";
  /** @type {State} */
  const match = await get(`/api/matches/${encodeURIComponent(id)}`);
  if (gone()) return;
  const page = new ReviewPage(match, params.at ?? "", gone);
  document.title = `${t("review.title")}: ${page.names.join(" – ")} · Fullprime`;
  fill(main, h("h1", { class: "unseen" }, document.title), page.elements());
  const deaf = listenToPageKeys(page.keys(), { first: true });
  followAddresses((path) => page.follow(path));
  void page.watch();
  return () => {
    deaf();
    page.close();
  };
}

class ReviewPage {
  /** @type {Review | null} */
  review = null;
  /** @type {Stop[]} */
  stops = [];
  /** @type {Stop | null} */
  at = null;
  /** @type {Map<number, Promise<GameRecord | undefined>>} */
  #records = new Map();
  /** The game that the board shows. @type {GameRecord | null} */
  #record = null;
  /** Somebody has cancelled: then it does not start again by itself. */
  #cancelled = false;
  #watching = 0;
  /** The curve that is shown. @type {{report: Report, viewer: number, of: {curve: any, places: any[]}} | null} */
  #drawn = null;
  /** Somebody has chosen what is shown, or enough was known to choose. */
  #chosen = false;

  /** @param {State} match @param {string} wanted the address of a decision @param {() => boolean} gone */
  constructor(match, wanted, gone) {
    this.match = match;
    this.wanted = wanted;
    this.gone = gone;
    this.names = /** @type {[string, string]} */ ([shownName(match, 0), shownName(match, 1)]);
    this.table = gameTable({ showLast: false });
    const over = match.over || match.imported !== null;
    this.may = { start: over, cancel: match.you.length > 0 || match.imported !== null };
    this.ways = h("div", { class: "decision-ways" });
    this.rolling = new RollingCard((job) => void this.#cancelRollout(job));
    const hands = { look: (/** @type {Candidate | null} */ play) => this.#arrows(play), go: (/** @type {Stop} */ stop) => this.go(stop) };
    this.card = new DecisionCard(hands, this.rolling.element, this.ways);
    this.list = new ErrorList((stop) => this.#goAndSee(stop), () => this.#drawAround());
    this.chart = new Chart((stop, dragging) => this.go(stop, dragging));
    const shared = t(match.imported ? "review.share_position" : "review.share");
    this.summary = new Summary(shared, () => this.#share(), () => this.#showLuck());
    this.progress = new ProgressCard({ start: () => void this.start(), cancel: () => void this.cancel() });
    this.head = h("p", { class: "review-head" });
    this.empty = h("p", { class: "panel empty-review", hidden: true }, t("review.empty"));
  }

  get id() {
    return this.match.id;
  }

  get #path() {
    return `/api/matches/${encodeURIComponent(this.id)}/review`;
  }

  /** The seat whose figures come first. */
  get viewer() {
    return this.table.bottom(this.match);
  }

  get report() {
    return this.review?.report ?? null;
  }

  /** @returns {HTMLElement} */
  elements() {
    const faults = fileFaults(this.match, ({ game, action }) => this.#toFault(game, action ?? null), false);
    const side = [this.progress.element, this.summary.element, faults, this.empty, this.card.element, this.list.element];
    const looks = { class: "play review themed", ...boardColors() };
    return h(
      "div",
      looks,
      this.#phoneHead(),
      this.table.element,
      h("div", { class: "action-row" }, this.#buttons(), legend()),
      this.chart.element,
      h("aside", { class: "play-side", "aria-label": t("game.side") }, side.filter(Boolean)),
      this.progress.spoken,
    );
  }

  /** On a phone: what it is, how it went, and how to share it. */
  #phoneHead() {
    const label = this.summary.share.textContent ?? "";
    const looks = { type: "button", class: "icon-button", "aria-label": label, onclick: () => this.#share() };
    const mark = h("img", { src: "/favicon.svg", alt: t("missing.home"), width: 26, height: 26 });
    return h(
      "div",
      { class: "phone-head" },
      link("/matches", mark, { class: "home" }),
      h("b", null, t("review.title")),
      this.head,
      h("button", looks, icon(SHARE)),
    );
  }

  #buttons() {
    const steps = WAYS.map(([key, name, path]) => {
      const label = t(`replay.${name}`);
      const looks = { type: "button", class: `step is-${name}`, "aria-label": label, title: label };
      return h("button", { ...looks, onclick: () => this.walk(key) }, icon(path));
    });
    const errors = [
      button(t("review.previous"), () => this.toError(-1), { class: "to-error previous" }),
      button(t("review.next"), () => this.toError(1), { class: "to-error next" }),
    ];
    this.errorButtons = errors;
    const turn = { type: "button", class: "step turn-board", "aria-label": t("do.turn"), title: t("do.turn") };
    const flip = h("button", { ...turn, onclick: () => this.#flip() }, icon(TURN));
    const label = t("game.controls");
    const group = { class: "controls", dir: "ltr", role: "group", "aria-label": label };
    return h("div", group, h("span", { class: "steps" }, steps), errors, flip);
  }

  /** The other player sits below, and comes first in everything. */
  #flip() {
    this.table.flip();
    this.#drawAround();
    this.#arrows(null);
  }

  keys() {
    const does = (/** @type {() => void} */ run) => () => {
      run();
      return true;
    };
    return {
      ...Object.fromEntries(WAYS.map(([key]) => [key, does(() => this.walk(key))])),
      n: does(() => this.toError(1)),
      p: does(() => this.toError(-1)),
      "?": does(() => showKeys([...REPLAY_KEYS, ...REVIEW_KEYS])),
    };
  }

  // The review itself --------------------------------------------------------------------------

  /** Looks at the review until it is done; where there is none it is started.
   * @returns {Promise<void>} */
  async watch() {
    const mine = ++this.#watching;
    if (!this.review) this.progress.show(null, { start: false, cancel: false });
    for (let looks = 0; ; looks++) {
      const found = await this.#asked(() => this.#look(looks));
      if (!found || mine !== this.#watching) return;
      if (found.state === "none" && this.may.start && !this.#cancelled) return this.start();
      this.#take(found);
      if (!isUnderWay(found) && !openOf(found)) return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (mine !== this.#watching) return;
    }
  }

  /** The report is large: not every look asks for it. @param {number} looks so far
   * @returns {Promise<Review>} */
  async #look(looks) {
    const { review } = this;
    const grows = !review || isUnderWay(review);
    if (grows && (this.#isPartial || looks % 4 === 0)) return get(this.#path);
    const brief = await get(`${this.#path}?report=false`);
    const same = grows ? isUnderWay(brief) : openOf(brief) === openOf(review);
    return same ? brief : get(this.#path);
  }

  /** Have some decisions no verdict yet? The first look at all of them takes a moment only. */
  get #isPartial() {
    const known = (this.report?.games ?? []).reduce((sum, { decisions }) => sum + decisions.length, 0);
    const { total = 0 } = this.review?.progress ?? {};
    return !this.report || (total > 0 && 2 * known < total);
  }

  /** @returns {Promise<void>} */
  async start() {
    this.#cancelled = false;
    const made = await this.#asked(() => post(this.#path));
    if (!made) return;
    return this.watch();
  }

  /** Rolls out the decision that is shown. @param {Stop} stop */
  #rollOut(stop) {
    askHow(t("review.rollout.help"), async (how) => {
      const job = await trying(post(`${this.#path}/rollouts`, { address: stop.address, ...how }));
      if (job && !this.gone()) await this.watch();
    });
  }

  /** @param {import("../review/types.js").Rolling} job */
  async #cancelRollout(job) {
    await trying(send("DELETE", `${this.#path}/rollouts/${job.id}`, {}));
    if (!this.gone()) await this.watch();
  }

  async cancel() {
    this.#cancelled = true;
    this.#watching++;
    await this.#asked(() => send("DELETE", this.#path, {}).then(() => true));
    if (!this.gone()) await this.watch();
  }

  /** What the server answers; undefined where it has not, which the page says.
   * @template T @param {() => Promise<T>} ask @returns {Promise<T | undefined>} */
  async #asked(ask) {
    try {
      const answer = await ask();
      return this.gone() ? undefined : answer;
    } catch (error) {
      if (this.gone()) return undefined;
      this.progress.fail(error);
      this.#drawWithout();
      return undefined;
    }
  }

  /** @param {Review} review */
  #take(review) {
    const report = review.report ?? this.report;
    if (report !== this.report) this.stops = stopsOf(report);
    this.review = { ...review, report };
    this.progress.show(this.review, this.may);
    const still = isUnderWay(review);
    const next = this.#next(still);
    this.empty.hidden = still || this.stops.some(({ decision }) => decision);
    if (!next) return this.#drawWithout();
    const moved = next.address !== this.at?.address;
    if (!moved && next.decision?.rollout && !this.at?.decision?.rollout) announce(rolledText(next.decision));
    this.at = next;
    if (moved) nameAddress(this.#address(next));
    void this.#draw();
  }

  /** What is wanted or looked at already; else where a review opens, as long as more becomes known.
   * @param {boolean} still is the review under way? */
  #next(still) {
    const wanted = this.wanted ? stopAt(this.stops, this.wanted) : null;
    if (wanted) {
      this.wanted = "";
      this.#chosen = true;
      return wanted;
    }
    const known = this.at ? stopAt(this.stops, this.at.address) : null;
    if (known && this.#chosen) return known;
    if (this.wanted && still) return known;
    this.#chosen = this.#chosen || !still || !this.#isPartial;
    return opening(this.stops, this.viewer);
  }

  /** The board of the beginning, as long as nothing is known. */
  #drawWithout() {
    this.card.element.hidden = !this.at;
    if (this.at) return void this.#draw();
    this.summary.show(this.match, this.report, this.viewer, this.names);
    void this.#recordOf(1).then((record) => {
      if (record && !this.at && !this.gone()) this.table.set(pastState(this.match, 1, record, -1));
    });
  }

  // Where we are -------------------------------------------------------------------------------

  /** @param {Stop} stop */
  #address(stop) {
    return reviewAddress(this.id, stop.address);
  }

  /** @param {Stop | null} stop @param {boolean} [steps] on the way: then the address is no stop of
   *   “back” */
  go(stop, steps = false) {
    if (!stop || stop.address === this.at?.address) return;
    this.at = stop;
    this.#chosen = true;
    (steps ? nameAddress : keepAddress)(this.#address(stop));
    void this.#draw().then(() => this.at === stop && announce(stopText(stop)));
  }

  /** From the list, which on small screens is far below the board. @param {Stop} stop */
  #goAndSee(stop) {
    this.go(stop);
    const { top, bottom } = this.table.frame.getBoundingClientRect();
    if (top < 0 && bottom < innerHeight / 2) scrollTo({ top: 0, behavior: mayMove(true) ? "smooth" : "auto" });
  }

  /** Another address of this page: by “back”, “forward” or a link. @param {string} path */
  follow(path) {
    const fits = fit("/match/:id/review/:at", path);
    if (fits?.id !== this.id) return false;
    const stop = stopAt(this.stops, fits.at ?? "");
    if (!stop) return false;
    this.at = stop;
    void this.#draw();
    return true;
  }

  /** @param {string} key */
  walk(key) {
    const passes = (/** @type {Stop} */ { quiet }) => !quiet;
    const { stops, at } = this;
    if (key === "Home") return this.go(stops.find(passes) ?? null, true);
    if (key === "End") return this.go(stops.findLast(passes) ?? null, true);
    this.go(beyond(stops, at, key === "ArrowRight" ? 1 : -1, passes), true);
  }

  /** @param {1 | -1} way */
  toError(way) {
    const stop = this.#nextError(way);
    if (stop) this.go(stop);
    else announce(t("review.no_more"));
  }

  /** @param {1 | -1} way */
  #nextError(way) {
    return beyond(this.stops, this.at, way, (stop) => isError(stop, this.list.seat));
  }

  /** @param {number} game @param {number | null} action */
  #toFault(game, action) {
    const after = this.stops.filter((stop) => stop.game === game && !stop.quiet);
    this.go(after.find((stop) => stop.action >= (action ?? 0)) ?? after.at(-1) ?? null);
  }

  // What is seen -------------------------------------------------------------------------------

  /** @param {number} game */
  #recordOf(game) {
    const known = this.#records.get(game);
    if (known) return known;
    const asked = trying(get(recordAddress(this.id, game)));
    this.#records.set(game, asked);
    void asked.then((record) => record || this.#records.delete(game));
    return asked;
  }

  async #draw() {
    const stop = this.at;
    if (!stop) return;
    this.#drawAround();
    const record = await this.#recordOf(stop.game);
    if (!record || this.at?.address !== stop.address || this.gone()) return;
    this.#record = record;
    this.#drawBoard(this.at, record);
  }

  /** All but the board. */
  #drawAround() {
    const { report, stops, at, viewer } = this;
    const white = whiteSeat(this.match);
    this.summary.show(this.match, report, viewer, this.names);
    this.list.show({ stops, at, names: this.#tabNames(), viewer, white, players: report?.players ?? null });
    this.#showHead();
    if (!report) return;
    const { seat } = this.list;
    const money = this.match.needed === null;
    this.chart.show({
      ...this.#curve(report, viewer, money),
      money,
      light: viewer === white,
      marked: stops.filter((stop) => isError(stop, seat)),
      at,
    });
    const [previous, next] = this.errorButtons ?? [];
    if (previous) previous.disabled = !this.#nextError(-1);
    if (next) next.disabled = !this.#nextError(1);
    next?.classList.toggle("primary", !next.disabled);
  }

  /** Computed once for a report. @param {Report} report @param {number} viewer @param {boolean} money */
  #curve(report, viewer, money) {
    const known = this.#drawn;
    if (known?.report === report && known.viewer === viewer) return known.of;
    const placeOf = placesOf(report);
    const places = this.stops.map((stop) => ({ stop, x: placeOf(stop) }));
    const of = { curve: curveOf(report, viewer, money), places };
    this.#drawn = { report, viewer, of };
    return of;
  }

  /** Who “you” is need not be said by name. @returns {[string, string]} */
  #tabNames() {
    const name = (/** @type {number} */ seat) => (isYours(this.match, seat) ? t("player.you") : (this.names[seat] ?? ""));
    return [name(0), name(1)];
  }

  #showHead() {
    const mine = this.report?.players[this.viewer ? 1 : 0];
    const score = this.match.target.type === "money" ? "" : scoreText(this.match.score, this.viewer);
    const pr = mine ? `${t("review.pr")} ${rateText(mine.pr)}` : "";
    this.head.textContent = [score, pr].filter(Boolean).join(" · ");
  }

  /** The step that a stop is about, and the one before which the decision was made.
   * @param {Stop} stop @param {GameRecord} record */
  #steps(stop, record) {
    if (stop.kind === "end") return { before: record.steps.length - 1, made: null };
    const at = record.steps.findIndex(({ index }) => index === stop.action);
    if (at < 0) return { before: record.steps.length - 1, made: null };
    if (stop.kind === "roll") return { before: at, made: playAfter(record, at) };
    return { before: at - 1, made: record.steps[at] ?? null };
  }

  /** @param {Stop} stop @param {GameRecord} record */
  #drawBoard(stop, record) {
    const { before, made } = this.#steps(stop, record);
    const state = pastState(this.match, stop.game, record, before);
    this.table.set(state);
    const played = made && isPlay(made) ? playedText(made) : "";
    this.table.say(this.#said(stop, played), stop.player ?? state.result?.winner ?? this.viewer);
    this.#showCard(stop, state, played);
    this.#showRolling(stop);
    fill(this.ways, this.#waysOn(stop, state, record, before));
    this.list.reveal();
    this.#arrows(null);
  }

  /** What stands beside a name. @param {Stop} stop @param {string} played */
  #said(stop, played) {
    const { decision } = stop;
    if (stop.kind === "end") return "";
    if (decision && decision.kind !== "checker") return choiceText(decision.kind, decision.played);
    return played;
  }

  /** @param {Stop} stop @param {State} state @param {string} played */
  #showCard(stop, state, played) {
    const { report } = this;
    if (!report) return;
    this.card.element.hidden = false;
    const you = stop.player !== null && isYours(this.match, stop.player);
    this.card.show(stop, {
      limits: report.settings,
      turn: ofTurn(this.stops, stop),
      white: whiteSeat(state),
      most: mostOf(report.games[stop.game - 1]?.decisions ?? []),
      deepens: this.review?.state === "running",
      who: t(you ? "review.by_you" : "analysis.played"),
      played: played ? t("review.forced", { play: played }) : t("review.no_play"),
      result: state.result ? titleText({ ...state, over: false }) : t("review.open_match"),
    });
  }

  /** How far the rollout of this decision is. @param {Stop} stop */
  #showRolling(stop) {
    const jobs = this.review?.rollouts ?? [];
    this.rolling.show(jobs.find(({ address }) => address === stop.address) ?? null, this.may.cancel);
  }

  /** What can be done from here.
   * @param {Stop} stop @param {State} state @param {GameRecord} record @param {number} before */
  #waysOn(stop, state, record, before) {
    const at = record.steps.findIndex(({ index }) => index === stop.action);
    const turn = turnsOf(record.steps).findIndex((each) => each >= at) + 1;
    const whole = stop.kind === "end" || at < 0 ? turnsOf(record.steps).length : turn;
    const on = state.phase !== "over" && button(t("past.on"), () => void playOn(state, versionAt(record, before)));
    return [
      on,
      this.#mayRollOut(stop) && button(t("editor.rollout"), () => this.#rollOut(stop)),
      link(addressOf(state), t("game.editor"), { class: "button" }),
      stop.decision && this.#mayMap(stop, state) && button(t("map.scores"), () => this.#showScores(stop, state)),
      stop.decision && link(likeAddress(state.variant.id, state.rows, state.turn), t("ways.like"), { class: "button" }),
      link(replayAddress(this.id, stop.game, whole), t("replay.title"), { class: "button" }),
      isError(stop) && stop.player !== null && isYours(this.match, stop.player) && link("/train/errors", t("practice.link"), { class: "button" }),
    ];
  }

  /** A play differs by score where there is a cube or gammons count; the cube, where there is one.
   * Not where a roll is played in stages. @param {Stop} stop @param {State} state */
  #mayMap({ decision, luck }, state) {
    return state.cube.on && (decision?.kind !== "checker" || luck !== null);
  }

  #showLuck() {
    const go = (/** @type {string} */ at) => this.go(stopAt(this.stops, at));
    const around = { names: this.#tabNames(), viewer: this.viewer, white: whiteSeat(this.match), go };
    if (this.report) showLuck(this.report, around);
  }

  /** @param {Stop} stop @param {State} state */
  #showScores({ dice }, state) {
    const stakes = stakesOf(state);
    showScores({
      variant: state.variant.id,
      position: positionText(state.rows, state.turn),
      dice,
      told: stakesJson(stakes),
      black: state.turn !== whiteSeat(state),
    });
  }

  /** Can this decision be rolled out, and is no other one being rolled out? Not where a roll is
   * played in stages, which has no luck, nor where there is no net.
   * @param {Stop} stop */
  #mayRollOut({ decision, luck, game }) {
    if (!decision || this.review?.state !== "done" || !this.may.cancel) return false;
    const staged = decision.kind === "checker" && luck === null;
    const { settings, games } = this.review.report ?? {};
    const hasNet = (settings?.depths?.[games?.[game - 1]?.variant ?? ""] ?? 0) > 0;
    return hasNet && !staged && !this.review.rollouts.some(isOpen);
  }

  /** The best play and the one that was made, or a candidate that is looked at.
   * @param {Candidate | null} pointed */
  #arrows(pointed) {
    const decision = this.at?.decision;
    const record = this.#record;
    if (!this.at || !record) return;
    const { made } = this.#steps(this.at, record);
    const seat = this.at.player ?? 0;
    const { candidates = [], at = null } = decision ?? {};
    const [best] = candidates;
    const chosen = at === null ? null : (candidates[at] ?? null);
    if (pointed) {
      const kind = pointed === best ? "best" : pointed === chosen ? "played" : "other";
      return this.table.board.arrows([{ seat, steps: pointed.steps, kind }]);
    }
    const played = chosen?.steps ?? (made && isPlay(made) ? made.action.steps : null) ?? [];
    const right = !decision || decision.error === 0 || chosen === best;
    const kinds = right ? { best: played } : compared(best?.steps ?? [], played);
    const plays = Object.entries(kinds).map(([kind, steps]) => ({ seat, steps, kind: /** @type {any} */ (kind) }));
    this.table.board.arrows(plays.filter(({ steps }) => steps.length));
  }

  #share() {
    const { at } = this;
    const state = this.table.shown;
    const path = this.match.imported && state ? addressOf(state) : at ? this.#address(at) : location.pathname;
    void trying(share(location.origin + path));
  }

  close() {
    this.#watching++;
    this.chart.close();
    this.table.board.destroy();
  }
}

/** A stop as it is heard: where, what was decided, and what that cost. @param {Stop} stop */
function stopText(stop) {
  const { decision } = stop;
  if (!decision) return placeText(stop);
  const { kind, played, best, size, error } = decision;
  const cost = size ? [t(`mark.${size}`), signed(-error), `${t("analysis.best")}: ${choiceText(kind, best)}`] : [];
  return [placeText(stop), choiceText(kind, played), ...cost].join(", ");
}

/** @param {import("../review/types.js").Decision} decision */
function rolledText({ kind, played, error }) {
  return t("review.rollout.done", { played: choiceText(kind, played), loss: signed(-error) });
}

/** @param {Review} review */
function isUnderWay({ state }) {
  return state === "running" || state === "waiting";
}

/** What else is being computed; a new report comes with the end of any of it. @param {Review} review */
function openOf({ deepening, rollouts }) {
  const open = rollouts.filter(isOpen).map(({ id }) => id);
  return [...(deepening && isOpen(deepening) ? ["close"] : []), ...open].join();
}

/** The play of a roll. @param {GameRecord} record @param {number} at the step of the roll */
function playAfter({ steps }, at) {
  const next = steps[at + 1];
  return next && isPlay(next) ? next : null;
}

/** “6-4: 15/9 6/2” @param {import("../game/history.js").Entry} made */
function playedText(made) {
  const play = made.play ? localPlay(made.play) : t("list.none");
  return made.dice ? t("review.played", { dice: diceText(made.dice), play }) : play;
}

/** What a game can count, by what its outcomes say.
 * @param {import("../review/types.js").Decision[]} decisions */
function mostOf(decisions) {
  const outcomes = decisions.flatMap(({ candidates = [] }) => candidates.flatMap(({ outcome }) => (outcome ? [outcome] : [])));
  if (outcomes.some(([, , a = 0, , , b = 0]) => a + b > 0)) return 3;
  return outcomes.some(([, a = 0, , , b = 0]) => a + b > 0) ? 2 : 1;
}

/** What the signs mean. */
function legend() {
  const sizes = /** @type {const} */ (["doubtful", "error", "blunder"]).map((size) => {
    const mark = make("svg", { viewBox: "0 0 16 16", class: "legend-mark", "aria-hidden": "true" }, markShape(size, 8, size === "blunder" ? 6.6 : 8));
    return h("span", null, mark, t(`mark.${size}`));
  });
  const lines = [
    h("span", null, h("i", { class: "arrow-key best" }), t("analysis.best")),
    h("span", null, h("i", { class: "arrow-key played" }), t("analysis.played")),
  ];
  return h("p", { class: "legend" }, sizes, lines);
}
