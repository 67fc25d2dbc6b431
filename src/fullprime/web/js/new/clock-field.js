/** A clock or none. */

import { h } from "../dom.js";
import { segmented } from "../page.js";
import { t } from "../words.js";
import { amount, appear, section } from "./controls.js";
import { clockOf } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */

const CLOCKS = /** @type {const} */ (["none", "fast", "tournament", "own"]);

/** @param {Wish} wish @returns {import("./controls.js").Part} */
export function clockField(wish) {
  const note = h("small", { class: "number", "aria-live": "polite" });
  const minutes = amount(
    wish,
    "minutes",
    t("new.minutes"),
    { min: 1, max: 600 },
    { changed: show },
  );
  const help = t("new.delay.help");
  const delay = amount(
    wish,
    "delay",
    t("new.delay"),
    { min: 0, max: 600 },
    { help, changed: show },
  );
  const own = h("div", { class: "names" }, minutes, delay);
  /** @type {[string, string][]} */
  const choices = CLOCKS.map((name) => [name, t(`new.clock.${name}`)]);
  const choose = (/** @type {string} */ value) => {
    wish.clock = /** @type {Wish["clock"]} */ (value);
    show();
  };
  const kind = segmented(t("new.clock"), choices, wish.clock, choose, { wide: true, plain: true });

  function show() {
    const clock = clockOf(wish);
    note.textContent = clock ? t("new.clock.time", clock) : t("join.no_clock");
    appear(own, wish.clock === "own");
  }
  return { element: section(t("new.clock"), { note }, kind, own), show };
}
