/** The bars above and below the board: who plays, how it stands, and the clocks. */

import { fill, h } from "../dom.js";
import { clockTime, levelName, number, t } from "../words.js";
import { shownName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */

/** @param {HTMLElement} bar @param {State} state @param {number} seat @param {number} white */
export function showPlayer(bar, state, seat, white) {
  const player = state.players[seat];
  const acts = state.actor === seat && state.phase !== "over";
  bar.classList.toggle("acts", acts);
  const level = player?.level ? levelName(player.level) : null;
  fill(
    bar,
    h("span", { class: `chip ${seat === white ? "light" : "dark"}`, "aria-hidden": "true" }),
    h("bdi", { class: "name" }, shownName(state, seat)),
    level && h("span", { class: "faint level" }, level),
    presence(state, seat),
    acts && h("span", { class: "unseen" }, t("player.acts")),
    h("span", { class: "facts" }, pips(state, seat), clock(state, seat), score(state, seat)),
  );
}

/** @param {State} state @param {number} seat */
function presence(state, seat) {
  const player = state.players[seat];
  if (!player || player.kind === "bot" || state.you.includes(seat) || !player.seated) return null;
  const text = t(player.here ? "player.here" : "player.away");
  const dot = h("span", { class: player.here ? "dot here" : "dot", title: text });
  dot.append(h("span", { class: "unseen" }, text));
  return dot;
}

/** @param {State} state @param {number} seat */
function pips(state, seat) {
  return h("span", { class: "pips number" }, t("player.pips", { n: state.pips[seat] }));
}

/** @param {State} state @param {number} seat */
function score(state, seat) {
  const points = number(state.score[seat]);
  const text = state.needed === null ? points : `${points}/${number(state.needed)}`;
  const crawford = state.crawford && h("span", { class: "sign", title: t("player.crawford") }, "C");
  crawford && crawford.append(h("span", { class: "unseen" }, ` ${t("player.crawford")}`));
  const label = h("span", { class: "unseen" }, `${t("player.score")} `);
  return h("span", { class: "score number" }, label, text, needsOne(state, seat) && crawford);
}

/** The sign stands with the player who needs one point; a single game needs none.
 * @param {State} state @param {number} seat */
function needsOne(state, seat) {
  return state.needed !== null && state.needed > 1 && state.needed - state.score[seat] === 1;
}

/** @param {State} state @param {number} seat */
function clock(state, seat) {
  if (!state.clock) return null;
  const left = state.clock.left[seat];
  return h("time", { class: "clock number", "data-seat": seat, role: "timer" }, clockTime(left));
}

/** Counts the running clock down between two messages.
 * @param {HTMLElement} place where the bars are */
export function tickingClocks(place) {
  /** @type {import("../types.js").Clock | null} */
  let clocks = null;
  let since = 0;
  const timer = setInterval(tick, 250);

  function tick() {
    const running = clocks?.running ?? null;
    if (!clocks || running === null) return;
    const shown = place.querySelector(`.clock[data-seat="${running}"]`);
    if (!shown) return;
    const spent = Math.max(0, (performance.now() - since) / 1000 - clocks.delay);
    const left = clocks.left[running] - spent;
    shown.textContent = clockTime(left);
    shown.classList.toggle("short", left < 20);
  }
  return {
    /** @param {State} state */
    set(state) {
      clocks = state.clock;
      since = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}
