/** The picture: an SVG with its layers, drawn from what the board says. */

import { appear, glide, tumble } from "./animate.js";
import { drawCube } from "./cube.js";
import { drawDice } from "./dice.js";
import { layout } from "./layout.js";
import { Pieces } from "./pieces.js";
import { checkers } from "./stack.js";
import { label, make, rect } from "./svg.js";

/** @import {Area, Checker, Layout, Scene, Seat, State} from "./types.js" */

/** One picture of a board. */
export class View {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.ground = make("g");
    this.marks = make("g", { class: "marks" });
    this.things = make("g");
    this.arrows = make("g", { class: "marks" });
    const layer = make("g");
    this.pieces = new Pieces(layer);
    this.svg = make("svg", { class: "board-svg", focusable: "false", "aria-hidden": "true" });
    this.svg.append(this.ground, layer, this.marks, this.things, this.arrows);
    element.append(this.svg);
    /** @type {Layout} */
    this.layout = JSON.parse('{"areas": []}'); // until there is a state
    /** @type {Checker[]} */
    this.checkers = [];
    this.shown = { look: "", dice: "", cube: "" };
  }

  /** @param {Scene} scene */
  show(scene) {
    const { state, rows, look, light } = scene;
    const moving = this.drawGround(scene) && scene.moving;
    this.checkers = checkers(this.layout.areas, state.board, look.seat, rows);
    this.pieces.show(this.checkers, moving ? glide : () => {});
    this.svg.classList.toggle("swapped", light === 1);
    const dice = this.dice(scene);
    const cube = this.cube(state, look.seat);
    this.things.replaceChildren(...this.tallies(scene), ...this.turn(scene), ...cube, ...dice);
    this.stir(scene, moving, dice, cube);
  }

  /** Where a pointer is, in the units of the picture.
   * @param {{clientX: number, clientY: number}} event */
  at({ clientX, clientY }) {
    const { width, height } = this.layout;
    const box = this.svg.getBoundingClientRect();
    const scale = Math.max(width / box.width, height / box.height);
    return {
      x: width / 2 + (clientX - box.x - box.width / 2) * scale,
      y: height / 2 + (clientY - box.y - box.height / 2) * scale,
    };
  }

  /** The empty board; drawn again only if it changes. @param {Scene} scene */
  drawGround({ look, state }) {
    const shown = JSON.stringify([look, state.board]);
    if (shown === this.shown.look) return true;
    this.shown.look = shown;
    this.layout = layout(state.board, look);
    const { width, height, areas } = this.layout;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.style.aspectRatio = `${width} / ${height}`;
    this.svg.classList.toggle("compact", look.compact);
    this.svg.classList.toggle("ring", state.board.kind === "ring");
    this.ground.replaceChildren(...this.layout.draw(), ...areas.map(touched));
    return false;
  }

  /** What is new comes in with motion.
   * @param {Scene} scene @param {boolean} moving @param {Element[]} dice @param {Element[]} cube */
  stir(scene, moving, dice, cube) {
    const thrown = JSON.stringify([scene.state.version, scene.dice?.seat, scene.dice?.past]);
    const turned = cube[0]?.outerHTML ?? "";
    if (moving && thrown !== this.shown.dice && scene.dice?.past === false) {
      tumble(dice.flatMap((die) => [...die.children]), scene.dice.seat === scene.look.seat);
    }
    if (moving && turned !== this.shown.cube) cube.forEach(appear);
    Object.assign(this.shown, { dice: thrown, cube: turned });
  }

  /** @param {Scene} scene */
  dice({ dice, look }) {
    if (!dice) return [];
    const drawn = drawDice(dice.dice, this.layout.dice[dice.seat === look.seat ? 0 : 1], dice.seat);
    if (dice.past) drawn.forEach((die) => die.classList.add("past"));
    return drawn;
  }

  /** An offered cube lies before the player who must answer. @param {State} state @param {Seat} viewer */
  cube({ cube, actor, crawford }, viewer) {
    if (!cube?.on || crawford) return [];
    if (!cube.offer) return [drawCube(cube.value, this.layout.cube(cube.owner), false)];
    const { x, y, w, h } = this.layout.dice[actor === viewer ? 0 : 1];
    return [drawCube(cube.offer, { x: x + w / 2, y: y + h / 2 }, true)];
  }

  /** How many are borne off. @param {Scene} scene */
  tallies({ rows }) {
    return this.layout.areas.flatMap(({ key, edge, label: at }) => {
      const { off } = rows[Number(key.at(-1))] ?? {};
      return edge && at && off ? [label("number tally", at.x, at.y, off)] : [];
    });
  }

  /** @param {Scene} scene */
  turn({ state: { actor }, look }) {
    if (typeof actor !== "number") return [];
    const own = actor === look.seat;
    const { x, y } = this.layout.turn[own ? 0 : 1];
    const d = own ? "M-9 5H9L0 -7Z" : "M-9 -5H9L0 7Z";
    return [make("path", { class: `turn seat${actor}`, d, transform: `translate(${x} ${y})` })];
  }
}

/** What a finger touches; tests and styles find it by its name. @param {Area} area */
function touched({ key, box }) {
  const element = rect("place", box);
  element.dataset.place = key;
  return element;
}
