/** The picture: an SVG with its layers, drawn from what the board says. */

import { mayMove, glide, tumble, appear } from "./animate.js";
import { drawCube } from "./cube.js";
import { drawDice } from "./dice.js";
import { layout } from "./geometry.js";
import { Pieces } from "./pieces.js";
import { spots } from "./stack.js";
import { label, make } from "./svg.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./geometry.js").Area} Area */
/**
 * @typedef {object} Scene  All that is shown.
 * @property {State} state
 * @property {[Row, Row]} rows
 * @property {import("./geometry.js").Look} look
 * @property {{seat: Seat, dice: import("./dice.js").Die[], past: boolean} | null} dice
 * @property {Seat | null} turn
 * @property {Seat} light  The seat with the light checkers.
 * @property {boolean} animate
 */

const LAYERS = ["ground", "checkers", "over", "things", "top"];
/** @type {import("./geometry.js").Layout} */
const EMPTY = {
  width: 1,
  height: 1,
  areas: [],
  dice: [{ x: 0, y: 0, w: 0, h: 0 }, { x: 0, y: 0, w: 0, h: 0 }],
  cube: () => ({ x: 0, y: 0 }),
  turn: [],
  draw: () => [],
};

/** One picture of a board. */
export class View {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.svg = make("svg", { class: "board-svg", focusable: "false", "aria-hidden": "true" });
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = make("g", { class: name });
      this.svg.append(this.layers[name]);
    }
    element.append(this.svg);
    this.pieces = new Pieces(this.layers.checkers);
    this.layout = EMPTY;
    /** @type {import("./stack.js").Spot[]} */
    this.spots = [];
    this.lookShown = "";
    this.diceShown = "";
    this.cubeShown = "";
  }

  /** @param {Scene} scene */
  show(scene) {
    const moving = mayMove(scene.animate);
    const fresh = this.ground(scene);
    this.spots = spots(this.layout.areas, scene.state.board, scene.look.seat, scene.rows);
    this.pieces.show(this.spots, moving && !fresh ? glide : () => {});
    this.svg.classList.toggle("swapped", scene.light === 1);
    this.things(scene, moving && !fresh);
  }

  /** @param {string} key @returns {Area} */
  area(key) {
    return /** @type {Area} */ (this.layout.areas.find((area) => area.key === key));
  }

  /**
   * @param {string} layer
   * @param {SVGElement[]} elements
   */
  mark(layer, elements) {
    this.layers[layer].replaceChildren(...elements);
  }

  /**
   * Where a pointer is, in the units of the picture.
   * @param {{clientX: number, clientY: number}} event
   */
  at(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = Math.max(this.layout.width / box.width, this.layout.height / box.height);
    return {
      x: this.layout.width / 2 + (event.clientX - box.x - box.width / 2) * scale,
      y: this.layout.height / 2 + (event.clientY - box.y - box.height / 2) * scale,
      scale,
    };
  }

  /**
   * The empty board; drawn again only if it changes.
   * @param {Scene} scene
   */
  ground(scene) {
    const shown = JSON.stringify([scene.look, scene.state.board]);
    if (shown === this.lookShown) return false;
    this.lookShown = shown;
    this.layout = layout(scene.state.board, scene.look);
    const { width, height } = this.layout;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.style.aspectRatio = `${width} / ${height}`;
    this.svg.classList.toggle("compact", scene.look.compact);
    this.svg.classList.toggle("ring", scene.state.board.kind === "ring");
    this.layers.ground.replaceChildren(...this.layout.draw(), ...this.layout.areas.map(place));
    return true;
  }

  /**
   * Dice, cube, counts of the trays and the mark of the turn.
   * @param {Scene} scene
   * @param {boolean} moving
   */
  things(scene, moving) {
    const { seat } = scene.look;
    const dice = scene.dice ? this.dice(scene.dice, seat) : [];
    const cube = this.cube(scene.state, seat);
    this.layers.things.replaceChildren(...this.counts(scene), ...this.turn(scene), ...cube, ...dice);
    const thrown = JSON.stringify([scene.dice?.seat, scene.dice?.dice.map((die) => die.number)]);
    const isNew = thrown !== this.diceShown && !scene.dice?.past;
    this.diceShown = thrown;
    if (moving && isNew) {
      tumble(dice.map((die) => /** @type {Element} */ (die.firstElementChild)), scene.dice?.seat === seat);
    }
    const turned = cube[0]?.outerHTML ?? "";
    if (moving && turned !== this.cubeShown) cube.forEach(appear);
    this.cubeShown = turned;
  }

  /** @param {NonNullable<Scene["dice"]>} dice @param {Seat} viewer */
  dice({ seat, dice, past }, viewer) {
    const drawn = drawDice(dice, this.layout.dice[seat === viewer ? 0 : 1], seat);
    if (past) drawn.forEach((die) => die.classList.add("past"));
    return drawn;
  }

  /** @param {State} state @param {Seat} viewer */
  cube({ cube, actor }, viewer) {
    if (!cube?.on) return [];
    if (!cube.offer) return [drawCube(cube.value, this.layout.cube(cube.owner), false)];
    const { x, y, w, h } = this.layout.dice[actor === viewer ? 0 : 1];
    return [drawCube(cube.offer, { x: x + w / 2, y: y + h / 2 }, true)];
  }

  /** How many are borne off. @param {Scene} scene */
  counts({ rows }) {
    return this.layout.areas.flatMap((area) => {
      const seat = Number(area.key.at(-1));
      if (!area.edge || !area.label || !rows[seat].off) return [];
      return [label("number tally", area.label.x, area.label.y, rows[seat].off)];
    });
  }

  /** @param {Scene} scene */
  turn({ turn, look }) {
    if (turn === null) return [];
    const own = turn === look.seat;
    const { x, y } = this.layout.turn[own ? 0 : 1];
    const d = own ? "M-9 5H9L0 -7Z" : "M-9 -5H9L0 7Z";
    return [make("path", { class: `turn seat${turn}`, d, transform: `translate(${x} ${y})` })];
  }
}

/** What a finger touches; tests and styles find it by its name. @param {Area} area */
function place({ key, box }) {
  const { x, y, w, h } = box;
  return make("rect", { class: "place", "data-place": key, x, y, width: w, height: h });
}
