/** A board on which a recorded game is played quietly, over and over. */

import { getOnce } from "../api.js";
import { createBoard } from "../board/index.js";
import { fill, h, icon } from "../dom.js";
import { PLAY } from "../icons.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

const PAUSE_MS = 1500;
/** After the last play the result is looked at for a while. */
const END_PAUSES = 4;
/** A still picture is taken from the middle of the game. */
const STILL = 21;

/** It lies there, though nobody turns it. */
const CUBE = { on: true, value: 1, owner: null, offer: 0, animals: 0 };

const STOP = "M8 5v14M16 5v14";

/** @returns {{element: HTMLElement, stop: () => void}} */
export function livingBoard() {
  const place = h("div", { class: "living-board" });
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let wanted = !calm.matches && settings.animation;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;
  const label = t("start.living");
  const button = h("button", { type: "button", class: "icon-button", onclick: () => toggle() });
  const element = h("figure", { class: "living", "aria-label": label }, place, button);

  function toggle() {
    wanted = !wanted;
    showButton();
  }
  function showButton() {
    const text = t(wanted ? "start.living.stop" : "start.living.run");
    button.setAttribute("aria-label", text);
    button.title = text;
    fill(button, icon(wanted ? STOP : PLAY));
  }

  /** @param {{board: any, states: any[]}} game */
  function begin(game) {
    const { homeLeft, theme, checkers, diceColors: dice, texture, numbers } = settings;
    const looks = { homeLeft, theme, checkers, dice, texture, numbers };
    const board = createBoard(place, { t, form: "wide", showLast: false, ...looks });
    place.tabIndex = -1;
    place.setAttribute("aria-hidden", "true");
    const last = game.states.length - 1;
    let at = Math.min(STILL, last);
    const show = () =>
      board.set({ board: game.board, ...game.states[Math.min(at, last)], cube: CUBE });
    const go = () => {
      if (!wanted || document.hidden || !place.checkVisibility()) return;
      at = at >= last + END_PAUSES ? 0 : at + 1;
      if (at <= last) show();
    };
    show();
    clock = setInterval(go, PAUSE_MS);
  }

  showButton();
  let stopped = false;
  void getOnce("/api/sample").then(
    (game) => stopped || begin(game),
    () => element.remove(),
  );
  return {
    element,
    stop() {
      stopped = true;
      clearInterval(clock);
    },
  };
}
