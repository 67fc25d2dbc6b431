/** The dialogue about what a position is played for: a match and its score, or money and its rules. */

import { button, fill, h } from "../dom.js";
import { field, segmented, tick } from "../page.js";
import { t } from "../words.js";
import { MOST_AWAY, forMoney, scoreOf, withScore } from "./setup.js";

/** @typedef {import("./setup.js").Setup} Setup */

const USUAL = 7;

/** @param {Setup} setup @param {boolean} doubles does the game know the cube?
 * @param {(setup: Setup) => void} changed */
export function askStakes(setup, doubles, changed) {
  const dialog = h("dialog", { class: "stakes", "aria-labelledby": "stakes-title" });
  const content = h("div", { class: "stack" });
  let next = setup;
  const set = (/** @type {Setup} */ wished) => {
    next = wished;
    fill(content, next.length === null ? moneyFields(next, doubles, set) : matchFields(next, doubles, set));
  };
  const kind = segmented(
    t("editor.stakes.kind"),
    [
      ["match", t("editor.match")],
      ["money", t("editor.money")],
    ],
    setup.length === null ? "money" : "match",
    (value) => set(value === "money" ? forMoney(next) : withScore(next, USUAL, [0, 0])),
    { wide: true, plain: true },
  );
  const finish = () => {
    dialog.close();
    changed(next);
  };
  fill(
    dialog,
    h("h2", { id: "stakes-title" }, t("editor.stakes")),
    kind,
    content,
    h(
      "div",
      { class: "row" },
      button(t("editor.stakes.done"), finish, { class: "primary" }),
      button(t("cancel"), () => dialog.close(), { class: "quiet" }),
    ),
  );
  set(setup);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Setup} setup @param {boolean} doubles @param {(setup: Setup) => void} set */
function matchFields(setup, doubles, set) {
  const length = setup.length ?? USUAL;
  const [white, black] = scoreOf(setup) ?? [0, 0];
  const crawford = (/** @type {boolean} */ on) =>
    set({ ...setup, stakes: { ...setup.stakes, crawford: on } });
  const oneAway = Boolean(setup.stakes.away?.includes(1)) && length > 1;
  return [
    amount(t("editor.length"), length, 1, MOST_AWAY, (n) => set(withScore(setup, n, [white, black]))),
    h(
      "div",
      { class: "row top" },
      amount(t("editor.score.white"), white, 0, length - 1, (n) => set(withScore(setup, length, [n, black]))),
      amount(t("editor.score.black"), black, 0, length - 1, (n) => set(withScore(setup, length, [white, n]))),
    ),
    doubles && oneAway && tick(t("editor.crawford"), Boolean(setup.stakes.crawford), crawford),
  ];
}

/** @param {Setup} setup @param {boolean} doubles @param {(setup: Setup) => void} set */
function moneyFields(setup, doubles, set) {
  const { stakes } = setup;
  if (!doubles) return [h("p", { class: "faint" }, t("editor.stakes.no_cube"))];
  const animals = segmented(
    t("editor.beavers"),
    [
      ["0", t("editor.beavers.none")],
      ["1", t("editor.beavers.one")],
      ["2", t("editor.beavers.two")],
    ],
    String(stakes.beavers ?? 0),
    (n) => set({ ...setup, stakes: { ...stakes, beavers: Number(n) } }),
  );
  const jacoby = (/** @type {boolean} */ on) => set({ ...setup, stakes: { ...stakes, jacoby: on } });
  return [tick(t("editor.jacoby"), Boolean(stakes.jacoby), jacoby, t("editor.jacoby.help")), animals];
}

/** @param {string} label @param {number} value @param {number} least @param {number} most
 * @param {(n: number) => void} set */
function amount(label, value, least, most, set) {
  const box = h("input", { type: "number", value: String(value), inputMode: "numeric" });
  box.min = String(least);
  box.max = String(most);
  box.addEventListener("change", () => set(Number(box.value)));
  return field(label, box);
}
