/** The clocks beside the names: what is left to each, and of the delay of this turn. */

import { h } from "../dom.js";
import { clockTime, number, t } from "../words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Clock} Clock */

/** Seconds from which a clock warns. */
const SHORT = 20;

/** What a clock shows when so many seconds have passed since its message.
 * @param {Clock} clock @param {number} seat @param {number} passed */
export function reading({ left, delay, running }, seat, passed) {
  const mine = left[seat] ?? 0;
  if (running !== seat) return { left: mine, delay: 0 };
  return { left: Math.max(0, mine - Math.max(0, passed - delay)), delay: Math.max(0, delay - passed) };
}

/** @param {State} state @param {number} seat */
export function clockOf(state, seat) {
  if (!state.clock) return null;
  const runs = state.clock.running === seat;
  const face = h(
    "time",
    { class: runs ? "clock number runs" : "clock number", "data-seat": seat, role: "timer" },
    h("span", { class: "delay" }),
    h("span", { class: "time" }),
  );
  show(face, reading(state.clock, seat, 0));
  return face;
}

/** @param {Element} face @param {{left: number, delay: number}} now */
function show(face, { left, delay }) {
  const [grace, time] = face.children;
  if (!(grace instanceof HTMLElement) || !time) return;
  const seconds = Math.ceil(delay);
  grace.textContent = seconds ? `+${number(seconds)}` : "";
  grace.title = seconds ? t("clock.delay", { n: seconds }) : "";
  time.textContent = clockTime(left);
  face.classList.toggle("short", left < SHORT);
}

/** Counts the running clock down between two messages.
 * @param {HTMLElement} place where the bars are */
export function tickingClocks(place) {
  /** @type {Clock | null} */
  let clocks = null;
  let since = 0;
  const timer = setInterval(tick, 250);

  function tick() {
    const running = clocks?.running ?? null;
    if (!clocks || running === null) return;
    const face = place.querySelector(`.clock[data-seat="${running}"]`);
    if (face) show(face, reading(clocks, running, (performance.now() - since) / 1000));
  }
  return {
    /** @param {State} state */
    set(state) {
      clocks = state.clock;
      since = performance.now();
    },
    tick,
    stop: () => clearInterval(timer),
  };
}
