/** A clock or none. */

import { h } from "../dom.js";
import { segmented } from "../page.js";
import { t } from "../words.js";
import { amount, appear, section } from "./controls.js";
import { clockOf } from "./wish.js";

/** @typedef {import("./wish.js").Wish} Wish */

const KINDS = /** @type {const} */ (["delay", "bronstein", "fischer"]);
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
  /** @type {[string, string][]} */
  const ways = KINDS.map((name) => [name, t(`new.clock.kind.${name}`)]);
  const setKind = (/** @type {string} */ value) => {
    wish.clockKind = /** @type {Wish["clockKind"]} */ (value);
    show();
  };
  const way = segmented(t("new.clock.kind"), ways, wish.clockKind, setKind, { wide: true });
  const amounts = h("div", { class: "names" }, minutes, delay);
  const own = h("div", null, amounts, way);
  /** @type {[string, string][]} */
  const choices = CLOCKS.map((name) => [name, t(`new.clock.${name}`)]);
  const choose = (/** @type {string} */ value) => {
    wish.clock = /** @type {Wish["clock"]} */ (value);
    show();
  };
  const kind = segmented(t("new.clock"), choices, wish.clock, choose, { wide: true, plain: true });

  function show() {
    const clock = clockOf(wish);
    note.textContent = clock ? t(`new.clock.time.${clock.kind}`, clock) : t("join.no_clock");
    appear(own, wish.clock === "own");
  }
  return { element: section(t("new.clock"), { note }, kind, own), show };
}
