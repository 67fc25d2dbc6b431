/** All dice that were thrown on this server, beside what fair dice throw. */

import { get } from "../api.js";
import { h, link } from "../dom.js";
import { page } from "../page.js";
import { seededNotice } from "../seeded.js";
import { loadPart, number, t } from "../words.js";

/** @typedef {{chi: number, freedom: number, p: number | null}} Test */
/** @typedef {{rolls: number, faces: number[], pairs: number[][], doubles: number,
 *   tests: {faces: Test, pairs: Test}}} Thrown */

/** Fewer rolls than this are no sample. */
const FEWEST = 200;
const FACES = [1, 2, 3, 4, 5, 6];

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  /** @type {[Thrown, void]} */
  const [thrown] = await Promise.all([get("/api/dice"), loadPart("fair")]);
  if (gone()) return;
  page(main, t("throws.title"), h("p", { class: "lead" }, t("throws.about")), seededNotice(), ...partsOf(thrown));
}

/** @param {Thrown} thrown */
function partsOf(thrown) {
  const { rolls, faces, pairs, doubles, tests } = thrown;
  const more = h("p", null, link("/verify", t("verify.title"), { class: "button" }));
  if (!rolls) return [h("p", null, t("throws.none")), more];
  const share = percent(doubles / rolls);
  return [
    h("p", { class: "throws-count" }, t("throws.count", { n: rolls })),
    h(
      "div",
      { class: "throws-parts" },
      part(t("throws.faces"), tests.faces, rolls, table(
        t("throws.number"),
        FACES.map((face) => [number(face), faces[face - 1] ?? 0, rolls / 3]),
      )),
      part(t("throws.pairs"), tests.pairs, rolls, table(t("throws.roll"), unordered(pairs, rolls))),
    ),
    h("p", null, t("throws.doubles", { share, expected: percent(1 / 6) })),
    more,
  ];
}

/** @param {string} title @param {Test} test @param {number} rolls @param {HTMLElement} counts */
function part(title, { chi, freedom, p }, rolls, counts) {
  const values = { share: percent(p ?? 1), chi: number(chi, { maximumFractionDigits: 1 }), n: freedom };
  const few = p === null || rolls < FEWEST;
  const said = few ? t("throws.few") : t("throws.chance", values);
  return h("section", { class: "panel throws" }, h("h2", null, title), counts, h("p", null, said));
}

/** A roll counts the same whichever die shows which number.
 * @param {number[][]} pairs @param {number} rolls @returns {[string, number, number][]} */
function unordered(pairs, rolls) {
  const count = (/** @type {number} */ a, /** @type {number} */ b) => pairs[a - 1]?.[b - 1] ?? 0;
  return FACES.flatMap((a) =>
    FACES.filter((b) => b <= a).map((b) => {
      const both = a === b ? count(a, a) : count(a, b) + count(b, a);
      return /** @type {[string, number, number]} */ ([`${number(a)}-${number(b)}`, both, rolls / (a === b ? 36 : 18)]);
    }),
  );
}

/** @param {string} title @param {[string, number, number][]} rows */
function table(title, rows) {
  const heads = [title, t("throws.thrown"), t("throws.expected")];
  const body = rows.map(([name, count, expected]) =>
    h(
      "tr",
      null,
      h("td", null, name),
      h("td", { class: "number" }, number(count)),
      h("td", { class: "number faint" }, number(expected, { maximumFractionDigits: 1 })),
    ),
  );
  return h("table", null, h("thead", null, h("tr", null, heads.map((each) => h("th", null, each)))), h("tbody", null, body));
}

/** @param {number} share */
function percent(share) {
  return number(share, { style: "percent", maximumFractionDigits: 1 });
}
