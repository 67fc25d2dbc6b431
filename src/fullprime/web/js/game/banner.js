/** A calm line over the board that takes no room from it. */

import { button, h } from "../dom.js";
import { t } from "../words.js";

export function lostBanner() {
  return h("p", { class: "banner lost", role: "alert", hidden: true }, t("line.lost"));
}

/** Without a clock: the match of an opponent who has stayed away for very long.
 * @param {() => void} claim */
export function claimBanner(claim) {
  const text = h("span", null, t("claim.text"));
  const take = button(t("claim.do"), claim, { class: "primary" });
  const element = h("div", { class: "banner", role: "group", hidden: true }, text, take);
  element.ariaLabel = t("claim.do");
  return {
    element,
    /** @param {import("../types.js").State} state */
    show(state) {
      const [you] = state.you;
      const away = you !== undefined && !state.players[1 - you]?.here;
      element.hidden = !(state.claim === 0 && away);
    },
  };
}

/** While an earlier turn is looked at: the ways back, and on from there.
 * @param {() => void} back @param {() => void} playOn */
export function pastBanner(back, playOn) {
  const text = h("span", null, t("past.text"));
  const home = button(t("past.back"), back, { class: "primary" });
  const on = button(t("past.on"), playOn);
  const element = h("div", { class: "banner past", role: "group", hidden: true }, text, home, on);
  element.ariaLabel = t("past.label");
  return {
    element,
    /** @param {boolean} shown @param {boolean} mayGoOn is the game not over there? */
    show(shown, mayGoOn) {
      element.hidden = !shown;
      on.hidden = !mayGoOn;
    },
  };
}
