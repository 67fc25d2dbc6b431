/** Below the board: who plays, dice, cube and its owner, score. */

import { button, h } from "../dom.js";
import { checkerGlyph, dieGlyph } from "../game/glyphs.js";
import { segmented } from "../page.js";
import { number, t } from "../words.js";
import { otherSide, scoreOf, withDie } from "./setup.js";
import { askStakes } from "./stakes.js";

/** @typedef {import("./setup.js").Setup} Setup */

const FACES = [1, 2, 3, 4, 5, 6];
/** The values of the cube, as many at once as there is room for. */
const CUBES = [
  [1, 2, 4, 8],
  [16, 32, 64, 128],
  [256, 512, 1024, 2048, 4096],
];

/** @param {Setup} setup @param {{doubles: boolean, waiting: number[]}} how does the game know the
 *   cube? and a die that waits for the other
 * @param {(setup: Setup, waiting?: number[]) => void} changed */
export function setupFields(setup, { doubles, waiting }, changed) {
  return [
    sideField(setup, changed),
    diceField(setup, waiting, changed),
    doubles && cubeField(setup, changed),
    doubles && ownerField(setup, changed),
    scoreField(setup, doubles, changed),
  ];
}

/** @param {boolean} light */
function sideName(light) {
  return [checkerGlyph(light), t(light ? "editor.white" : "editor.black")];
}

/** @param {Setup} setup @param {(setup: Setup) => void} changed */
function sideField(setup, changed) {
  return segmented(
    t("editor.side"),
    [
      ["white", sideName(true)],
      ["black", sideName(false)],
    ],
    setup.black ? "black" : "white",
    () => changed(otherSide(setup)),
  );
}

/** @param {Setup} setup @param {number[]} waiting
 * @param {(setup: Setup, waiting?: number[]) => void} changed */
function diceField(setup, waiting, changed) {
  const dice = setup.dice ?? waiting;
  const faces = FACES.map((face) => {
    const times = dice.filter((die) => die === face).length;
    const press = () => {
      const next = withDie(dice, face);
      const [first, second] = next;
      const roll = first && second ? /** @type {[number, number]} */ ([first, second]) : null;
      changed({ ...setup, dice: roll }, roll ? [] : next);
    };
    const label = t(times === 2 ? "editor.die.twice" : "editor.die", { n: face });
    return h(
      "button",
      {
        type: "button",
        class: "face",
        "data-face": String(face),
        "aria-label": label,
        "aria-pressed": String(times > 0),
        onclick: press,
      },
      dieGlyph(face, !setup.black),
      times === 2 && h("b", { "aria-hidden": "true" }, "×2"),
    );
  });
  return h(
    "fieldset",
    { class: "faces" },
    h("legend", null, t("editor.dice")),
    h("div", null, faces),
  );
}

/** @param {Setup} setup @param {(setup: Setup) => void} changed */
function cubeField(setup, changed) {
  const { stakes } = setup;
  const shown = CUBES.findIndex((values) => values.includes(stakes.cube));
  const values = CUBES[shown] ?? [1];
  const further = (CUBES[shown + 1] ?? CUBES[0] ?? [1])[0] ?? 1;
  const more = ["…", h("span", { class: "unseen" }, t("editor.cube.more"))];
  /** @type {[string, import("../dom.js").Child | import("../dom.js").Child[]][]} */
  const choices = [
    ...values.map((n) => /** @type {[string, string]} */ ([String(n), number(n)])),
    [String(further), more],
  ];
  return segmented(t("editor.cube"), choices, String(stakes.cube), (value) => {
    const cube = Number(value);
    changed({ ...setup, stakes: { ...stakes, cube, owner: cube === 1 ? null : stakes.owner } });
  });
}

/** An owned cube has been turned. @param {Setup} setup @param {(setup: Setup) => void} changed */
function ownerField(setup, changed) {
  const { stakes, black } = setup;
  const mover = black ? "black" : "white";
  const other = black ? "white" : "black";
  const owner = stakes.owner === null ? "" : stakes.owner === "me" ? mover : other;
  return segmented(
    t("editor.owner"),
    [
      ["white", t("editor.white")],
      ["", t("editor.centred")],
      ["black", t("editor.black")],
    ],
    owner,
    (color) => {
      if (!color) return changed({ ...setup, stakes: { ...stakes, owner: null } });
      const who = color === mover ? "me" : "opponent";
      changed({ ...setup, stakes: { ...stakes, owner: who, cube: Math.max(2, stakes.cube) } });
    },
  );
}

/** What the game is played for; more of it is asked in a dialogue.
 * @param {Setup} setup @param {boolean} doubles @param {(setup: Setup) => void} changed */
function scoreField(setup, doubles, changed) {
  const score = scoreOf(setup);
  const { length, stakes } = setup;
  const legend = length === null ? t("editor.score.money") : t("editor.score", { n: length });
  const text = score ? score.map((n) => number(n)).join(" – ") : t("editor.money");
  const signs = [
    stakes.crawford && t("editor.sign.crawford"),
    stakes.jacoby && t("editor.sign.jacoby"),
    stakes.beavers && t("editor.sign.beavers"),
  ].filter((sign) => sign);
  const open = button(text, () => askStakes(setup, doubles, changed), { class: "score-field" });
  if (signs.length) open.append(h("small", null, signs.join(", ")));
  open.setAttribute("aria-label", `${legend}: ${[text, ...signs].join(", ")}`);
  return h("fieldset", null, h("legend", { "aria-hidden": "true" }, legend), open);
}
