/** Figures: a cut-out of the board that shows one thing. */

import { drawDice } from "../board/dice.js";
import { keyOf } from "../board/geometry.js";
import { layout } from "../board/layout.js";
import { nextSpot } from "../board/marks.js";
import { arrow, drawNotes } from "../board/notes.js";
import { checkers, hasBar } from "../board/stack.js";
import { make } from "../board/svg.js";
import { thumbnail } from "../board/thumbnail.js";

/** @import {Box, Layout, Shape, Spot} from "../board/types.js" */
/** @import {Seen} from "../board/marks.js" */
/** @import {Figure} from "./types.js" */

/** Width to height of a cut-out: over its text, beside it, and where it is wide. */
export const RATIOS = { over: 1.29, beside: 1.06, wide: 1.95 };
const MARGIN = 8;
/** How near to the edge of a cut-out a cross may be. */
const EDGE = 36;

/** Does it show more than a quarter of the board? @param {Figure} figure */
export function isWide({ view }) {
  return view.some((part) => part === "all" || part === "1-12") || view.length > 1;
}

/** @param {Shape} shape @param {Figure} figure
 * @param {{theme: string, label: string, ratio: number}} how */
export function drawFigure(shape, figure, { theme, label, ratio }) {
  if (figure.rolls.length) return drawRolls(figure.rolls, theme, label, ratio);
  const rows = figure.play.length ? (figure.after ?? []) : (figure.rows ?? []);
  const svg = thumbnail(shape, rows, { theme, label, trays: figure.view.some((part) => /^[a-z]+\d/.test(part)) });
  const look = /** @type {const} */ ({ form: "wide", height: 752, texture: false });
  const bar = hasBar(shape, rows);
  const plan = layout(shape, { seat: 0, homeLeft: false, bar, cube: false, ...look });
  const seen = { layout: plan, checkers: checkers(plan, shape, 0, rows), board: shape, viewer: 0, light: 0 };
  const rings = figure.rings.map(String);
  svg.classList.add("annotated");
  svg.append(...drawNotes(seen, { rings, way: figure.way ? 0 : null }));
  const box = crop(plan, figure.view, ratio);
  svg.append(...made(seen, figure, box), ...refused(seen, figure, box));
  if (box) {
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    // Where the card has another shape, the edge of the board stays in sight.
    const edge = box.y > plan.height / 3 ? "YMax" : "YMin";
    svg.setAttribute("preserveAspectRatio", `xMid${edge} slice`);
  }
  return svg;
}

/** The play that was made: from where the checkers were to where they are now. What comes from
 * beside the board comes from the edge of the cut-out; steps elsewhere are not shown.
 * @param {Seen} seen @param {Figure} figure @param {Box | null} box */
function made(seen, { play, seat }, box) {
  return play.flatMap(([from, to]) => {
    const [begin, end] = [from, to].map((place) => areaOf(seen, seat, place));
    if (!begin || !end || (typeof from === "number" && isOutside(begin, box))) return [];
    return [arrow(inside(nextSpot(begin, seen), box), topOf(seen, end.key) ?? end, "best", seen.layout)];
  });
}

/** @param {Spot} spot @param {Box | null} box */
function isOutside(spot, box) {
  const near = inside(spot, box);
  return Math.hypot(spot.x - near.x, spot.y - near.y) > EDGE;
}

/** The play that is not allowed, crossed out where it would end, or where that is out of sight.
 * @param {Seen} seen @param {Figure} figure @param {Box | null} box */
function refused(seen, { wrong, seat }, box) {
  return wrong.flatMap(([from, to]) => {
    const [begin, end] = [from, to].map((place) => areaOf(seen, seat, place));
    if (!begin || !end) return [];
    const goal = inside(nextSpot(end, seen), box); // over a checker that stands there, not on it
    const goesOn = wrong.some(([source]) => source === to);
    const way = arrow(topOf(seen, begin.key) ?? nextSpot(begin, seen), goal, "played", seen.layout);
    return goesOn ? [way] : [way, cross(goal)];
  });
}

/** @param {Spot} spot @param {Box | null} box @returns {Spot} */
function inside({ x, y }, box) {
  if (!box) return { x, y };
  const [w, h] = [box.w - 2 * EDGE, box.h - 2 * EDGE];
  const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ size) =>
    Math.min(Math.max(at, from), from + size);
  return { x: within(x, box.x + EDGE, w), y: within(y, box.y + EDGE, h) };
}

/** @param {Seen} seen @param {number} seat @param {import("../board/types.js").Place} place */
function areaOf(seen, seat, place) {
  const key = keyOf(seen.board, 0, seat, place);
  return seen.layout.areas.find((area) => area.key === key);
}

/** @param {Seen} seen @param {string} key @returns {Spot | undefined} */
function topOf({ checkers: lying }, key) {
  return lying.findLast((checker) => checker.key === key);
}

/** @param {Spot} spot */
function cross({ x, y }) {
  return make(
    "g",
    { class: "crossed", transform: `translate(${x} ${y})` },
    make("circle", { r: 24 }),
    make("path", { d: "M-10 -10L10 10M10 -10L-10 10" }),
  );
}

/** The part of the board around these places; null for all of it.
 * @param {Layout} plan @param {string[]} view @param {number} ratio @returns {Box | null} */
export function crop(plan, view, ratio) {
  if (view.includes("all")) return null;
  const boxes = view.flatMap(keysOf).flatMap((key) => {
    const area = plan.areas.find((each) => each.key === key);
    return area ? [area.box] : [];
  });
  if (!boxes.length) return null;
  const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN / 2;
  const right = Math.max(...boxes.map(({ x, w }) => x + w)) + MARGIN / 2;
  const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
  const bottom = Math.max(...boxes.map(({ y, h }) => y + h)) + MARGIN;
  const w = right - left;
  const h = Math.min(plan.height, w / ratio);
  const below = top > plan.height / 3;
  return { x: left, y: below ? bottom - h : top, w, h };
}

/** @param {string} part `7-12`, or the key of a place @returns {string[]} */
function keysOf(part) {
  const [first, last] = part.split("-").map(Number);
  if (!first || !last) return [part];
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
}

/** Rolls that follow each other. @param {number[][]} rolls @param {string} theme
 * @param {string} label @param {number} ratio */
function drawRolls(rolls, theme, label, ratio) {
  const [w, h] = [250 * ratio, 250];
  const columns = Math.ceil(rolls.length / 2);
  const lines = Math.ceil(rolls.length / columns);
  const looks = { class: "thumbnail themed rolls", viewBox: `0 0 ${w} ${h}`, role: "img" };
  const svg = make("svg", { ...looks, "aria-label": label, "data-theme": theme });
  rolls.forEach((roll, at) => {
    const cell = { w: w / columns, h: h / lines };
    const box = { x: (at % columns) * cell.w, y: Math.floor(at / columns) * cell.h, ...cell };
    const dice = roll.map((number) => ({ number, times: 0, used: false }));
    svg.append(...drawDice(dice, box, "light", 1.05));
  });
  return svg;
}
