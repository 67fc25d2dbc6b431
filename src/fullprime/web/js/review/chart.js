/** The match as a curve: who was ahead, where errors were made, and luck below. A click or a drag goes
 * there, and so do the arrow keys. */

import { make } from "../board/svg.js";
import { h } from "../dom.js";
import { number, percent, t } from "../words.js";
import { heightAt } from "./curve.js";

/** @typedef {import("./curve.js").Curve} Curve */
/** @typedef {import("./stops.js").Stop} Stop */
/**
 * @typedef {object} Shown
 * @property {Curve} curve
 * @property {boolean} money
 * @property {boolean} light does the viewer have the light checkers?
 * @property {{stop: Stop, x: number}[]} places where the page can stop
 * @property {Stop[]} marked errors that are shown
 * @property {Stop | null} at
 */

const SMALLEST_WIDTH_WITH_AXIS = 480;
/** Space for a name of a game. */
const NAME_WIDTH = 58;
const LUCK_PART = 0.24;

export class Chart {
  /** @type {Shown | null} */
  #shown = null;
  #dragging = false;
  #width = 0;
  /** @type {{curve: Curve | null, size: string, marked: string}} */
  #drawn = { curve: null, size: "", marked: "" };
  #ground = make("g");
  #line = make("g");
  #signs = make("g");
  #above = make("g");
  /** Where the pointer is, in pixels. @type {number | null} */
  #over = null;

  /** @param {(stop: Stop, dragging: boolean) => void} go */
  constructor(go) {
    this.go = go;
    const layers = [this.#ground, this.#line, this.#signs, this.#above];
    this.svg = make("svg", { class: "chart-svg", "aria-hidden": "true" }, ...layers);
    const looks = { class: "chart", tabIndex: 0, role: "slider", "aria-label": t("review.curve") };
    this.place = h("div", { ...looks, dir: "ltr", "aria-valuemin": "1" });
    this.place.append(this.svg);
    this.element = h("section", { class: "panel graph", hidden: true }, this.place);
    this.sizes = new ResizeObserver(() => this.#draw());
    this.sizes.observe(this.place);
    this.#listen();
  }

  #listen() {
    const { place } = this;
    place.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      this.#dragging = true;
      place.setPointerCapture(event.pointerId);
      this.#goTo(event, false);
    });
    place.addEventListener("pointermove", (event) => {
      this.#over = this.#at(event);
      if (this.#dragging) this.#goTo(event, true);
      else this.#draw();
    });
    for (const end of ["pointerup", "pointercancel"])
      place.addEventListener(end, () => (this.#dragging = false));
    place.addEventListener("pointerleave", () => {
      this.#over = null;
      this.#draw();
    });
  }

  /** @param {PointerEvent} event */
  #at({ clientX }) {
    return clientX - this.place.getBoundingClientRect().left;
  }

  /** @param {PointerEvent} event @param {boolean} dragging */
  #goTo(event, dragging) {
    const stop = this.#nearest(this.#at(event));
    if (stop && stop !== this.#shown?.at) this.go(stop, dragging);
  }

  /** An error that is close attracts. @param {number} px @returns {Stop | null} */
  #nearest(px) {
    if (!this.#shown) return null;
    const { places, marked } = this.#shown;
    const far = (/** @type {{x: number}} */ { x }) => Math.abs(this.#x(x) - px);
    const errors = places.filter(({ stop, x }) => marked.includes(stop) && far({ x }) < 7);
    const near = errors.length ? errors : places.filter(({ stop }) => !stop.quiet);
    return near.reduce((best, each) => (!best || far(each) < far(best) ? each : best), near[0])?.stop ?? null;
  }

  get #left() {
    return this.#width < SMALLEST_WIDTH_WITH_AXIS ? 0 : 34;
  }

  /** @param {number} x */
  #x(x) {
    const left = this.#left;
    return left + x * (this.#width - left - 4);
  }

  /** @param {Shown} shown */
  show(shown) {
    this.#shown = shown;
    this.element.hidden = shown.curve.line.length === 0;
    this.element.classList.toggle("viewer-dark", !shown.light);
    const { places, at } = shown;
    const now = places.findIndex(({ stop }) => stop === at);
    this.place.setAttribute("aria-valuemax", String(Math.max(1, places.length)));
    this.place.setAttribute("aria-valuenow", String(now + 1));
    if (at) this.place.setAttribute("aria-valuetext", this.#text(at));
    this.#draw();
  }

  /** “Game 3, turn 8: 48.2 %” @param {Stop} stop */
  #text(stop) {
    const value = this.#valueOf(stop);
    const key = stop.kind === "end" ? "review.end" : "review.turn";
    return `${t(key, { game: stop.game, turn: stop.turn })} · ${value}`;
  }

  /** @param {Stop} stop */
  #valueOf(stop) {
    if (!this.#shown) return "";
    const { curve, money, places } = this.#shown;
    const x = places.find((place) => place.stop === stop)?.x ?? 0;
    const y = heightAt(curve, x, stop.kind === "end");
    if (!money) return percent(y);
    const digits = { maximumFractionDigits: 2, signDisplay: /** @type {const} */ ("exceptZero") };
    return t("review.points", { n: 2, value: number((2 * y - 1) * curve.most, digits) });
  }

  /** What does not move with the cursor is drawn only when it has changed. */
  #draw() {
    const { clientWidth: width, clientHeight: height } = this.place;
    if (!this.#shown || this.element.hidden || !width || !height) return;
    this.#width = width;
    const luckHeight = Math.round(height * LUCK_PART);
    const plot = { top: 1, height: height - luckHeight - 5, luckHeight, bottom: height };
    const { curve } = this.#shown;
    const marked = this.#shown.marked.map(({ address }) => address).join();
    const size = `0 0 ${width} ${height}`;
    const known = this.#drawn;
    if (known.curve !== curve || known.size !== size || known.marked !== marked) {
      this.#drawn = { curve, size, marked };
      this.svg.setAttribute("viewBox", size);
      this.#ground.replaceChildren(...this.#area(plot), ...this.#luck(plot));
      this.#signs.replaceChildren(...this.#games(plot), ...this.#axis(plot), ...this.#marks(plot));
    }
    this.#line.replaceChildren(...this.#cursor(plot));
    this.#above.replaceChildren(...this.#here(plot), ...this.#hover(plot));
  }

  /** @typedef {{top: number, height: number, luckHeight: number, bottom: number}} Plot */

  /** @param {Plot} plot @param {number} y */
  #y({ top, height }, y) {
    return top + 2 + (1 - y) * (height - 4);
  }

  /** @param {Plot} plot */
  #area(plot) {
    const { curve } = /** @type {Shown} */ (this.#shown);
    const [left, right] = [this.#x(0), this.#x(1)];
    const { top, height } = plot;
    const box = { x: left, y: top, width: right - left, height };
    const spots = curve.line.map(([x, y]) => `${round(this.#x(x))} ${round(this.#y(plot, y))}`);
    const [first = `${left} ${top}`] = spots;
    const [end = `${right} ${top}`] = spots.slice(-1);
    const from = `M${left} ${top + height}L${left} ${first.split(" ")[1]}`;
    const to = `L${end.split(" ")[0]} ${top + height}Z`;
    const middle = this.#y(plot, 0.5);
    return [
      make("rect", { class: "chart-ground", ...box, rx: 4 }),
      make("path", { class: "chart-area", d: `${from}L${spots.join("L")}${to}` }),
      make("path", { class: "chart-middle", d: `M${left} ${middle}H${right}` }),
      make("path", { class: "chart-line", d: `M${spots.join("L")}` }),
    ];
  }

  /** @param {Plot} plot */
  #luck({ luckHeight, bottom }) {
    const { curve } = /** @type {Shown} */ (this.#shown);
    const zero = bottom - luckHeight / 2;
    const step = (this.#x(1) - this.#x(0)) / Math.max(1, curve.luck.length);
    const width = round(Math.max(1, Math.min(5, step * 0.72)));
    const bars = curve.luck.map(({ x, luck }) => {
      const height = round(Math.max(0.6, (Math.abs(luck) * luckHeight) / 2));
      const y = luck > 0 ? round(zero - height) : zero;
      const kind = luck > 0 ? "luck-up" : "luck-down";
      return make("rect", { class: kind, x: round(this.#x(x) - width / 2), y, width, height });
    });
    return bars;
  }

  /** @param {Plot} plot */
  #games({ top, bottom }) {
    const { curve } = /** @type {Shown} */ (this.#shown);
    let free = 0;
    return curve.games.flatMap(({ x, game }, at) => {
      const here = this.#x(x);
      const next = this.#x(curve.games[at + 1]?.x ?? 1);
      const border = game > 1 ? [make("path", { class: "chart-border", d: `M${round(here)} ${top}V${bottom}` })] : [];
      const short = !this.#left || next - here < NAME_WIDTH;
      if (here < free || (short && next - here < 16)) return border;
      const name = short ? number(game) : t("review.game", { n: game });
      free = here + (short ? 16 : NAME_WIDTH);
      return [...border, make("text", { class: "chart-name", x: round(here + 6), y: top + 14 }, name)];
    });
  }

  /** @param {Plot} plot */
  #axis(plot) {
    if (!this.#left) return [];
    const { curve, money } = /** @type {Shown} */ (this.#shown);
    const sign = { signDisplay: /** @type {const} */ ("exceptZero") };
    const names = money
      ? [curve.most, 0, -curve.most].map((n) => number(n, sign))
      : [1, 0.5, 0].map((n) => number(n * 100));
    const spots = [1, 0.5, 0].map((y) => this.#y(plot, y) + [9, 4, -1][[1, 0.5, 0].indexOf(y)]);
    const texts = names.map((name, at) => axisText(name, spots[at] ?? 0));
    return curve.luck.length
      ? [...texts, axisText(t("review.luck"), plot.bottom - plot.luckHeight / 2 + 4)]
      : texts;
  }

  /** @param {Plot} plot */
  #cursor({ top, bottom }) {
    const { places, at } = /** @type {Shown} */ (this.#shown);
    const here = places.find(({ stop }) => stop === at);
    if (!here) return [];
    return [make("path", { class: "chart-now", d: `M${round(this.#x(here.x))} ${top}V${bottom}` })];
  }

  /** @param {Plot} plot */
  #marks(plot) {
    const { places, marked } = /** @type {Shown} */ (this.#shown);
    return places.filter(({ stop }) => marked.includes(stop)).map((place) => this.#mark(plot, place));
  }

  /** @param {Plot} plot @param {{stop: Stop, x: number}} place @param {boolean} [now] */
  #mark(plot, { stop, x }, now) {
    const { curve } = /** @type {Shown} */ (this.#shown);
    return markShape(stop.decision?.size ?? "doubtful", this.#x(x), this.#y(plot, heightAt(curve, x)), now);
  }

  /** The error that is shown. @param {Plot} plot */
  #here(plot) {
    const { places, at } = /** @type {Shown} */ (this.#shown);
    const place = places.find(({ stop }) => stop === at && stop.decision?.size);
    return place ? [this.#mark(plot, place, true)] : [];
  }

  /** What lies under the pointer. @param {Plot} plot */
  #hover({ top, bottom }) {
    if (this.#over === null || this.#dragging) return [];
    const stop = this.#nearest(this.#over);
    const place = this.#shown?.places.find((each) => each.stop === stop);
    if (!stop || !place) return [];
    const x = round(this.#x(place.x));
    const text = this.#text(stop);
    const width = 16 + text.length * 6.9;
    const left = Math.min(Math.max(x - width / 2, 0), this.#width - width);
    const words = make("text", { x: left + width / 2, y: bottom - 8 }, text);
    return [
      make("path", { class: "chart-over", d: `M${x} ${top}V${bottom}` }),
      make("g", { class: "chart-tip" }, make("rect", { x: left, y: bottom - 22, width, height: 21, rx: 6 }), words),
    ];
  }

  close() {
    this.sizes.disconnect();
  }
}

/** @param {string} text @param {number} y */
function axisText(text, y) {
  return make("text", { class: "chart-axis", x: 29, y: round(y) }, text);
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}

/** Circle, diamond, triangle: the size is said by the shape, too.
 * @param {import("./types.js").Size} size @param {number} x @param {number} y @param {boolean} [now] */
export function markShape(size, x, y, now = false) {
  const kind = { class: `error-mark is-${size}${now ? " now" : ""}` };
  const at = `${round(x)} ${round(y)}`;
  if (size === "doubtful") return make("circle", { ...kind, cx: round(x), cy: round(y), r: 4.2 });
  const d = size === "error" ? "m0 -5.6l5.6 5.6l-5.6 5.6l-5.6 -5.6z" : "m0 -6.4l6.6 11.2h-13.2z";
  return make("path", { ...kind, d: `M${at}${d}` });
}
