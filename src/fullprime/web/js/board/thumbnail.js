/** A small board that shows a position and does nothing: cheap enough for a page full of them. */

import { drawCube } from "./cube.js";
import { copyOf, shareDrawings } from "./defs.js";
import { drawDice } from "./dice.js";
import { CHECKER } from "./geometry.js";
import { seat } from "./ground.js";
import { layout } from "./layout.js";
import { drawNotes } from "./notes.js";
import { slat } from "./slat.js";
import { checkers, hasBar } from "./stack.js";
import { label, make } from "./svg.js";

/** @import {Checker, Cube, Layout, Row, Seat, Shape, Tone} from "./types.js" */

const ALIKE = 890; // a ring so high has the shape of other boards without their trays

/**
 * @typedef {object} Wishes
 * @property {string} [theme]  One of THEMES, or "auto".
 * @property {string} [checkers]  One of PAIRS.
 * @property {string} [diceColors]  One of DICE.
 * @property {number[] | null} [dice]  Numbers that lie on the board,
 * @property {Seat} [turn]  thrown by this seat.
 * @property {Cube | null} [cube]
 * @property {Seat} [perspective]
 * @property {boolean} [homeLeft]
 * @property {Seat} [white]  The seat with the light checkers.
 * @property {import("./types.js").Arrow[]} [arrows]  Drawn over the checkers.
 * @property {boolean} [trays]  Shown, as they are with a cube.
 * @property {string} [label]  What it shows, for those who listen; without it is decoration.
 */

/** @param {Shape} shape @param {Row[]} rows @param {Wishes} [wishes] @returns {SVGSVGElement} */
export function thumbnail(shape, rows, wishes = {}) {
  shareDrawings();
  const { perspective = 0, homeLeft = false, cube = null, white = 0 } = wishes;
  const bar = hasBar(shape, rows);
  const trays = wishes.trays || !!cube?.on;
  const height = shape.kind === "ring" && !trays ? ALIKE : 752;
  const look = /** @type {const} */ ({ form: "wide", texture: false });
  const plan = layout(shape, {
    seat: perspective,
    homeLeft,
    bar,
    cube: !!cube?.on,
    height,
    ...look,
  });
  const all = checkers(plan, shape, perspective, rows);
  const lying = trays ? all : withoutTrays(plan, all);
  /** @param {Seat} seat @returns {Tone} */
  const tone = (seat) => (seat === white ? "light" : "dark");
  const drawn = wishes.arrows ? "thumbnail themed annotated" : "thumbnail themed";
  const svg = make("svg", { class: drawn, viewBox: viewBox(shape, plan, trays) });
  svg.append(
    ...plan.draw(),
    ...(trays ? [numbers(plan)] : []),
    ...seats(plan, lying),
    ...lying.filter(({ w }) => !w).map(shadow),
    ...lying.map((each) => piece(each, tone(each.seat))),
    ...diceOf(plan, wishes, tone),
    ...drawNotes({ layout: plan, checkers: lying, board: shape, viewer: perspective, light: white }, wishes),
    ...(cube?.on ? [drawCube(cube.value, plan.cube(cube.owner), plan.cubeScale, false)] : []),
  );
  describe(svg, wishes);
  return svg;
}

/** Only the fields are shown; all boards have the same shape then.
 * @param {Shape} shape @param {Layout} plan @param {boolean} trays */
function viewBox({ kind }, { width, height }, trays) {
  return trays || kind === "ring"
    ? `0 0 ${width} ${height}`
    : `100 14 ${width - 200} ${height - 28}`;
}

/** Checkers in hand lie on the bar, one for all of a seat; those borne off are not seen.
 * @param {Layout} plan @param {Checker[]} lying */
function withoutTrays(plan, lying) {
  const inHand = lying.filter(({ key }) => key.startsWith("hand"));
  const groups = [0, 1].map((whose) => inHand.filter((each) => each.seat === whose));
  const found = groups.filter((group) => group.length).sort(([a], [b]) => a.y - b.y);
  const middle = plan.height / 2;
  const uppers = found.filter(([first]) => first.y < middle).length;
  const heaps = found.map((group, number) => {
    // Behind who is on the bar; where both come in above, they have the lower half to themselves.
    const away = uppers > 1 ? 1.2 * number + 1 : group[0].y < middle ? -2 : 2;
    return { ...group[0], x: plan.width / 2, y: middle + away * plan.checker, count: group.length };
  });
  return [...lying.filter(({ key, w }) => !w && !key.startsWith("hand")), ...heaps];
}

/** @param {SVGSVGElement} svg @param {Wishes} wishes */
function describe(
  svg,
  { theme = "auto", checkers: pair = "theme", diceColors = "theme", label: words },
) {
  Object.assign(svg.dataset, { theme, checkers: pair, dice: diceColors });
  if (words) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", words);
  } else {
    svg.setAttribute("aria-hidden", "true");
  }
}

/** @param {Layout} plan */
function numbers({ areas, numberSize }) {
  const texts = areas.flatMap(({ key, label: at }) =>
    at && Number(key) ? [label("number", at.x, at.y, key)] : [],
  );
  return make("g", { class: "numbers", "font-size": numberSize }, ...texts);
}

/** @param {Layout} plan @param {Checker[]} lying */
function seats({ areas }, lying) {
  return lying.flatMap(({ key, x, y }) => {
    const onBar = key.startsWith("hand") ? "bar" + key.slice(-1) : key;
    const area = areas.find((each) => each.key === onBar);
    return area?.seated ? seat(x, y, area.seated) : [];
  });
}

/** @param {Checker} checker */
function transformed({ x, y, size, w }) {
  return `translate(${x} ${y})${w ? "" : ` scale(${size / CHECKER})`}`;
}

/** @param {Checker} checker */
function shadow(checker) {
  return copyOf("shadow-of", { transform: transformed(checker) });
}

/** @param {Checker} checker @param {Tone} tone */
function piece(checker, tone) {
  const { w, h, count, seat: whose } = checker;
  const body = w && h ? slat(w, h, tone) : [copyOf(`small-${tone}`)];
  const words = count ? [label("count", 0, 1, count)] : [];
  const kind = `checker seat${whose} ${tone}`;
  return make("g", { class: kind, transform: transformed(checker) }, ...body, ...words);
}

/** @param {Layout} plan @param {Wishes} wishes @param {(seat: Seat) => Tone} tone */
function diceOf(plan, { dice, turn = 0, perspective = 0 }, tone) {
  if (!dice) return [];
  const thrown = dice.map((number) => ({ number, times: 0, used: false }));
  return drawDice(thrown, plan.dice[turn === perspective ? 0 : 1], tone(turn), plan.dieScale * 1.1);
}

/** A checker by itself, beside a name. @param {Tone} tone */
export function checkerIcon(tone) {
  shareDrawings();
  const box = { class: `checker-icon ${tone}`, viewBox: "-34 -32 68 70", "aria-hidden": "true" };
  return make("svg", box, copyOf("shadow-of"), copyOf(`checker-${tone}`));
}
