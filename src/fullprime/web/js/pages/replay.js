/** A game of a match, looked at move by move. */

import { get } from "../api.js";
import { fill, h, icon, link } from "../dom.js";
import { analysisPanel } from "../game/analysis.js";
import { showHistory } from "../game/history.js";
import { positionAddress, positionText, stakesOf } from "../game/position.js";
import { questionOf } from "../game/question.js";
import { eventText, isFair, shownName } from "../game/sayings.js";
import { gameTable } from "../game/table.js";
import { select, tick, trying } from "../page.js";
import { change, settings } from "../settings.js";
import { number, t } from "../words.js";

/** Key, name and drawing of each button. @type {[string, string, string][]} */
const WAYS = [
  ["Home", "first", "M18 6l-8 6 8 6zM6 6v12"],
  ["ArrowLeft", "back", "M16 6l-8 6 8 6z"],
  ["ArrowRight", "on", "M8 6l8 6-8 6z"],
  ["End", "last", "M6 6l8 6-8 6zM18 6v12"],
];

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, query, gone }) {
  const id = params.id ?? "";
  /** @type {import("../types.js").State} */
  const match = await get(`/api/matches/${encodeURIComponent(id)}`);
  let game = Number(query.get("game")) || match.game;
  let replay = await get(`/api/matches/${encodeURIComponent(id)}/games/${game}`);
  if (gone()) return;
  let { steps } = replay;
  let at = -1;

  const table = gameTable();
  const analysis = analysisPanel(table.board);
  const status = h("p", { class: "status", "aria-live": "polite" });
  const list = h("div", {
    class: "history-place",
    role: "region",
    tabIndex: 0,
    "aria-label": t("list.title"),
  });
  const place = h("p", { class: "row" });
  const numbers = Array.from(
    { length: replay.games },
    (_, i) => /** @type {[string, string]} */ ([String(i + 1), t("game.number", { n: i + 1 })]),
  );
  const chooser = select(numbers, String(game), (value) => void open(Number(value)));
  chooser.setAttribute("aria-label", t("replay.game"));
  const buttons = WAYS.map(([key, name, path]) => {
    const label = t(`replay.${name}`);
    return h(
      "button",
      { type: "button", onclick: () => walk(key), "aria-label": label, title: label },
      icon(path),
    );
  });
  table.element.append(
    status,
    h(
      "div",
      { class: "controls", dir: "ltr", role: "group", "aria-label": t("game.controls") },
      buttons,
    ),
  );
  const may = match.over || isFair(match);
  const setHints = (/** @type {boolean} */ hints) => {
    analysis.element.hidden = !hints;
    void trying(change({ hints }));
    draw();
  };
  analysis.element.hidden = !settings.hints;
  const hints = h(
    "section",
    { class: "hints", hidden: !may },
    tick(t("analysis.show"), settings.hints, setHints),
    analysis.element,
  );
  const side = h(
    "aside",
    { class: "side", "aria-label": t("game.side") },
    h("h2", null, t("replay.title")),
    chooser,
    hints,
    list,
    place,
  );
  const names = /** @type {[string, string]} */ ([shownName(match, 0), shownName(match, 1)]);
  document.title = `${t("replay.title")}: ${names.join(" – ")} · Fullprime`;
  fill(
    main,
    h("h1", { class: "unseen" }, document.title),
    h("div", { class: "game" }, table.element, side),
  );

  /** The match as it was at a step: nobody can act there. @returns {import("../types.js").State} */
  function stateAt() {
    const past = steps[at]?.state ?? replay.start;
    const { variant, board } = replay;
    return {
      ...match,
      variant,
      board,
      version: at,
      ...past,
      can: [],
      walk: null,
      free: false,
      clock: null,
      result: null,
      game,
      actor: past.phase === "over" ? null : past.turn,
    };
  }

  function draw() {
    const state = stateAt();
    const step = steps[at];
    table.set(state);
    const said = step ? eventText({ version: 0, ...step }, state) : t("replay.begin");
    status.textContent = `${number(at + 1)}/${number(steps.length)} · ${said}`;
    showHistory(list, steps, names, {
      current: step ?? null,
      open: (entry) => jump(steps.indexOf(entry)),
    });
    const text = positionText(state.rows, state.turn);
    const address = positionAddress(state.variant.id, text, {
      dice: state.dice,
      stakes: stakesOf(state),
    });
    fill(
      place,
      link(`/match/${id}`, t("replay.match"), { class: "button" }),
      link(address, t("game.editor"), { class: "button" }),
    );
    const question = may && settings.hints ? questionOf(state) : null;
    if (question) void analysis.ask(question);
    else analysis.clear();
  }

  /** @param {number} to */
  function jump(to) {
    at = Math.max(-1, Math.min(steps.length - 1, to));
    draw();
  }

  /** @param {string} key */
  function walk(key) {
    jump({ Home: -1, ArrowLeft: at - 1, ArrowRight: at + 1, End: steps.length - 1 }[key] ?? at);
  }

  /** @param {number} wanted */
  async function open(wanted) {
    const found = await trying(get(`/api/matches/${encodeURIComponent(id)}/games/${wanted}`));
    if (!found || gone()) return;
    game = wanted;
    replay = found;
    steps = found.steps;
    at = -1;
    draw();
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const inField =
      event.target instanceof HTMLElement &&
      event.target.closest("input:not([type=checkbox]), select, textarea");
    if (inField || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!WAYS.some(([key]) => key === event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    walk(event.key);
  }
  document.addEventListener("keydown", pressed, true);
  draw();
  return () => {
    document.removeEventListener("keydown", pressed, true);
    analysis.stop();
    table.board.destroy();
  };
}
