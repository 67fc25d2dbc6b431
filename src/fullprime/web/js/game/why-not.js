/** Why not? The rule against a step that the board has refused, in one sentence over the board. */

import { post } from "../api.js";
import { fill, h } from "../dom.js";
import { refusalParts } from "../faults.js";

/** @typedef {import("../types.js").Step} Step */

const SHOWN_MS = 9000;

/** @param {string} id of the match */
export function whyNot(id) {
  const element = h("p", { class: "why-not", role: "status", hidden: true });
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function hide() {
    clearTimeout(timer);
    asked++;
    element.hidden = true;
    fill(element);
  }

  return {
    element,
    hide,
    /** @param {Step[]} steps the last is the one that was refused @param {string} variant */
    async ask(steps, variant) {
      hide();
      const mine = asked;
      const path = `/api/matches/${encodeURIComponent(id)}/why`;
      const found = await post(path, { steps }).catch(() => null);
      if (!found || mine !== asked) return;
      const { code, values, error, rule } = found;
      fill(element, h("span", null, refusalParts({ code, values, message: error, rule }, variant)));
      element.hidden = false;
      timer = setTimeout(hide, SHOWN_MS);
    },
  };
}
