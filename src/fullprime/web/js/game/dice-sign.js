/** Says that the dice of a match are checked, what they wait for, and loudly where they are wrong. */

import { fill, h, icon, link } from "../dom.js";
import { SHIELD } from "../icons.js";
import { t } from "../words.js";
import { playerName } from "./sayings.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../fair/party.js").Status} Status */

/** What lasts only a moment is not said. */
const MOMENT_MS = 1500;

/** A small sign beside the board; on a phone only its drawing is seen.
 * @param {boolean} [small] */
export function diceSign(small = false) {
  const element = h("p", { class: small ? "dice-sign small" : "dice-sign", hidden: true });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  let said = "";

  /** @param {State} state @param {Status} status */
  function draw(state, status) {
    const text = signText(state, status);
    if (text === said) return;
    said = text;
    const waits = waitsFor(state) !== null || status.is !== "checked";
    element.classList.toggle("waits", waits);
    element.classList.toggle("broken", status.is === "broken");
    const href = `/verify?match=${encodeURIComponent(state.id)}`;
    fill(element, link(href, [icon(SHIELD), h("span", null, text)], { title: t("fair.sign.about") }));
  }
  return {
    element,
    /** @param {State} state @param {Status | null} status null: the dice come from the server alone */
    show(state, status) {
      clearTimeout(later);
      element.hidden = !state.fair || !status;
      if (element.hidden || !status) return;
      const waits = waitsFor(state) !== null || status.is === "checking";
      if (waits && said) later = setTimeout(() => draw(state, status), MOMENT_MS);
      else draw(state, status);
    },
    stop: () => clearTimeout(later),
  };
}

/** The seat whose page everyone waits for. @param {State} state @returns {number | null} */
function waitsFor({ fair, over, players, phase }) {
  if (!fair || over || players.some(({ seated }) => !seated)) return null;
  if (fair.rolling !== null) return 1 - fair.rolling;
  if (phase !== "opening" && fair.ready) return null;
  const away = players.findIndex(({ here }) => !here);
  return away < 0 ? null : away;
}

/** @param {State} state @param {Status} status */
function signText(state, status) {
  if (status.is === "broken") return t("fair.sign.broken");
  if (state.fair?.lost) return t("fair.lost");
  if (status.lost) return t("fair.sign.lost");
  const seat = waitsFor(state);
  if (seat !== null && !state.you.includes(seat))
    return t("fair.sign.waits", { name: playerName(state, seat) });
  if (status.is === "checking") return t("fair.sign.checking");
  return t("fair.sign.checked", { n: status.rolls });
}

/** Over the board: the dice do not hold. */
export function unfairBanner() {
  const element = h("div", { class: "banner unfair", role: "alert", hidden: true });
  return {
    element,
    /** @param {State} state @param {Status | null} status */
    show(state, status) {
      if (!element.hidden || status?.is !== "broken") return; // once broken, it stays so
      element.hidden = false;
      const why = t(`fair.${status.fault}`);
      const where = t("fair.broken.where", { n: status.version });
      const href = URL.createObjectURL(new Blob([status.evidence], { type: "application/json" }));
      const name = `fullprime-${state.id}.evidence.json`;
      const save = h("a", { href, download: name, class: "button" }, t("fair.evidence"));
      fill(element, h("b", null, t("fair.broken.title")), h("span", null, `${why} ${where}`), save);
    },
  };
}
