/** Dice, cube, score and side to move of a position. */

import { h } from "../dom.js";
import { segmented, field, select, tick } from "../page.js";
import { number, t } from "../words.js";
import { otherSide } from "./setup.js";

/** @typedef {import("./setup.js").Setup} Setup */

const FACES = ["1", "2", "3", "4", "5", "6"];
const CUBES = Array.from({ length: 13 }, (_, turned) => String(2 ** turned));

/** @param {Setup} setup @param {boolean} doubles does the game know the cube?
 * @param {(setup: Setup) => void} changed */
export function setupFields(setup, doubles, changed) {
  return [
    sideField(setup, changed),
    diceField(setup, changed),
    doubles && cubeField(setup, changed),
    scoreField(setup, doubles, changed),
  ];
}

/** @param {Setup} setup @param {(setup: Setup) => void} changed */
function sideField(setup, changed) {
  /** @type {[string, string][]} */
  const sides = [
    ["white", t("editor.white")],
    ["black", t("editor.black")],
  ];
  return segmented(t("editor.side"), sides, setup.black ? "black" : "white", () =>
    changed(otherSide(setup)),
  );
}

/** @param {Setup} setup @param {(setup: Setup) => void} changed */
function diceField(setup, changed) {
  /** @type {[string, string][]} */
  const faces = [
    ["", "–"],
    ...FACES.map((n) => /** @type {[string, string]} */ ([n, number(Number(n))])),
  ];
  const dice = [0, 1].map((i) => {
    const list = select(faces, String(setup.dice?.[i] ?? ""), () => set(i, list.value));
    list.setAttribute("aria-label", t(`editor.die${i + 1}`));
    return list;
  });

  /** One die alone is no roll: the other follows it, and both go together.
   * @param {number} i @param {string} value */
  function set(i, value) {
    const other = setup.dice?.[1 - i] ?? Number(value);
    const roll = /** @type {[number, number]} */ (
      i ? [other, Number(value)] : [Number(value), other]
    );
    changed({ ...setup, dice: value ? roll : null });
  }
  return h("fieldset", { class: "pair" }, h("legend", null, t("editor.dice")), dice);
}

/** @param {Setup} setup @param {(setup: Setup) => void} changed */
function cubeField(setup, changed) {
  const { stakes } = setup;
  const set = (/** @type {Partial<Setup["stakes"]>} */ more) =>
    changed({ ...setup, stakes: { ...stakes, ...more } });
  /** @type {[string, string][]} */
  const owners = [
    ["", t("editor.centred")],
    ["me", t("editor.mover")],
    ["opponent", t("editor.other")],
  ];
  const value = select(
    CUBES.map((n) => [n, number(Number(n))]),
    String(stakes.cube),
    (n) => set({ cube: Number(n), owner: n === "1" ? null : stakes.owner }),
  );
  // An owned cube has been turned.
  const owner = select(owners, stakes.owner ?? "", (who) =>
    who === "me" || who === "opponent"
      ? set({ owner: who, cube: Math.max(2, stakes.cube) })
      : set({ owner: null }),
  );
  value.setAttribute("aria-label", t("editor.cube"));
  owner.setAttribute("aria-label", t("editor.owner"));
  return h("fieldset", { class: "pair cube" }, h("legend", null, t("editor.cube")), value, owner);
}

/** @param {Setup} setup @param {boolean} doubles @param {(setup: Setup) => void} changed */
function scoreField(setup, doubles, changed) {
  const { stakes } = setup;
  const set = (/** @type {Partial<Setup["stakes"]>} */ more) =>
    changed({ ...setup, stakes: { ...stakes, ...more } });
  const away = stakes.away;
  const match = tick(t("editor.match"), away !== null && away !== undefined, (on) =>
    set({ away: on ? [5, 5] : null, crawford: false }),
  );
  if (!away)
    return h(
      "div",
      null,
      match,
      doubles && tick(t("editor.jacoby"), Boolean(stakes.jacoby), (jacoby) => set({ jacoby })),
    );
  const needs = [0, 1].map((i) => {
    const input = h("input", { type: "number", min: "1", max: "64", value: String(away[i]) });
    input.addEventListener("change", () => {
      const n = Math.max(1, Math.min(64, Number(input.value) || 1));
      set({ away: i ? [away[0], n] : [n, away[1]] });
    });
    return field(t(i ? "editor.away.other" : "editor.away.mover"), input);
  });
  const crawford = doubles && tick(t("editor.crawford"), Boolean(stakes.crawford), (on) =>
    set({ crawford: on }),
  );
  return h("div", null, match, h("div", { class: "row top" }, needs), crawford);
}
