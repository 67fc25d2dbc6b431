/** The picture: two drawings with their layers, and what a page lays over them. The empty board is
 * a drawing of its own, painted once: its wood and cloth cost too much to be painted again. */

import { glide, shift, slide, tumble } from "./animate.js";
import { drawCube } from "./cube.js";
import { shareDrawings } from "./defs.js";
import { drawDice } from "./dice.js";
import { CUBE } from "./geometry.js";
import { seat } from "./ground.js";
import { cover, makeHost, offersButtons, shareHalf, standBy } from "./hosts.js";
import { layout } from "./layout.js";
import { Pieces } from "./pieces.js";
import { checkers } from "./stack.js";
import { label, make, rect } from "./svg.js";

/** @import {Area, Checker, Layout, Piece, Scene, Seat, Spot, State, Tone} from "./types.js" */

/** One picture of a board. */
export class View {
  places = make("g");
  numbers = make("g", { class: "numbers" });
  glow = make("g", { class: "marks" });
  seats = make("g");
  marks = make("g", { class: "marks" });
  things = make("g");
  notes = make("g", { class: "marks" });
  pieces = new Pieces();
  /** Where buttons stand: in the half of who acts here, and at the cube. */
  middle = makeHost("board-middle");
  beside = makeHost("board-beside");
  /** @type {Layout} */
  layout = JSON.parse('{"areas": []}'); // until there is a state
  /** @type {Checker[]} */
  checkers = [];
  shown = { look: "", dice: "", cube: "" };
  /** @type {Scene | null} */
  scene = null;

  /** @param {HTMLElement} element */
  constructor(element) {
    shareDrawings();
    const unread = { focusable: "false", "aria-hidden": "true" };
    this.ground = make("svg", { class: "board-ground", ...unread });
    const { shadows, layer, above } = this.pieces;
    const layers = [this.places, this.numbers, this.glow, this.seats, shadows, layer];
    this.svg = make("svg", { class: "board-svg", ...unread }, ...layers);
    this.svg.append(this.marks, this.things, above, this.notes);
    this.frame = document.createElement("div");
    this.frame.className = "board-frame";
    this.frame.append(this.ground, this.svg, this.middle, this.beside);
    element.append(this.frame);
    // Buttons that come or go in the middle make the dice move aside.
    this.watch = new MutationObserver(() => this.scene && this.arrange(this.scene, true));
    const seen = { childList: true, subtree: true, attributeFilter: ["class", "hidden"] };
    this.watch.observe(this.middle, seen);
  }

  /** @param {Scene} scene @returns {number} how long it moves */
  show(scene) {
    const { state, rows, look, light } = scene;
    const moving = this.drawGround(scene) && scene.moving;
    let time = 0;
    /** @param {Piece} piece @param {number} x @param {number} y @param {boolean} stays */
    const move = (piece, x, y, stays) => {
      const tone = toneOf(scene, piece.as.seat);
      time = Math.max(time, glide(this.pieces, piece, x, y, stays, tone));
    };
    this.scene = scene;
    this.checkers = checkers(this.layout, state.board, look.seat, rows);
    this.pieces.light = light;
    this.pieces.show(this.checkers, moving ? move : () => {});
    this.seats.replaceChildren(...this.seated());
    this.arrange(scene, moving);
    return time;
  }

  /** Where a pointer is, in the units of the picture.
   * @param {{clientX: number, clientY: number}} event */
  at({ clientX, clientY }) {
    const { width, height } = this.layout;
    const box = this.svg.getBoundingClientRect();
    return {
      x: ((clientX - box.left) * width) / box.width,
      y: ((clientY - box.top) * height) / box.height,
    };
  }

  /** Fits the picture into its place. @param {number} width @param {number} height  In pixels. */
  fit(width, height) {
    const { width: w, height: h } = this.layout;
    if (!w || !width || !height) return;
    const scale = Math.min(width / w, height / h);
    this.frame.style.setProperty("width", `${w * scale}px`);
    this.frame.style.setProperty("height", `${h * scale}px`);
  }

  /** @param {Scene} scene @returns {boolean} whether the board was there already */
  drawGround({ state, look }) {
    const { bar: _, ...rest } = look;
    const known = JSON.stringify([state.board, look]);
    if (known === this.shown.look) return true;
    this.layout = layout(state.board, look);
    this.shown = { look: known, dice: "", cube: "" };
    const { areas, width, height } = this.layout;
    const box = `0 0 ${width} ${height}`;
    this.svg.setAttribute("viewBox", box);
    this.#paint(JSON.stringify([state.board.kind, rest]), box);
    this.places.replaceChildren(
      ...this.layout.dice.map((zone) => rect("zone", zone)),
      ...areas.map(touched),
    );
    this.numbers.setAttribute("font-size", String(this.layout.numberSize));
    this.numbers.replaceChildren(...areas.flatMap(numbered));
    this.svg.dataset.form = look.form;
    return false;
  }

  /** The empty board, painted once. @param {string} known @param {string} box */
  #paint(known, box) {
    if (this.ground.dataset.look === known) return;
    this.ground.dataset.look = known;
    this.ground.setAttribute("viewBox", box);
    this.ground.replaceChildren(...this.layout.draw());
  }

  /** Dice, cube and buttons. @param {Scene} scene @param {boolean} moving */
  arrange(scene, moving) {
    const before = [...this.things.querySelectorAll(".dice")].map(
      (die) => /** @type {SVGElement} */ (die).style.transform,
    );
    const lay = /** @type {SVGElement | null} */ (this.things.querySelector(".cube"))?.style
      .transform;
    const dice = this.dice(scene);
    const cube = this.cube(scene.state, scene.look.seat);
    this.things.replaceChildren(...this.tallies(scene), ...this.turn(scene), ...cube, ...dice);
    this.stir(scene, moving, dice, cube, before, lay);
  }

  /** What is new comes in with motion.
   * @param {Scene} scene @param {boolean} moving @param {SVGElement[]} dice
   * @param {SVGElement[]} cube
   * @param {string[]} before  Where the dice lay. @param {string | undefined} lay  And the cube. */
  stir(scene, moving, dice, cube, before, lay) {
    const thrown = JSON.stringify([scene.state.version, scene.dice?.seat, scene.dice?.past]);
    const turned = cube[0]?.outerHTML ?? "";
    const fresh = thrown !== this.shown.dice;
    if (moving && fresh && scene.dice?.past === false) {
      const own = scene.dice.seat === scene.look.seat;
      tumble(
        dice.flatMap((die) => [
          .../** @type {NodeListOf<SVGElement>} */ (die.querySelectorAll(".die")),
        ]),
        own,
        toneOf(scene, scene.dice.seat),
      );
    } else if (moving && scene.moving && before.length === dice.length) {
      dice.forEach((die, at) => before[at] !== die.style.transform && shift(die, before[at]));
    }
    if (moving && lay && turned !== this.shown.cube) cube.forEach((each) => slide(each, lay));
    Object.assign(this.shown, { dice: thrown, cube: turned });
  }

  /** Dice share their half with the buttons of whoever threw them. @param {Scene} scene */
  dice(scene) {
    const { dice, look, state } = scene;
    const { actor, you = [] } = state;
    const acts = typeof actor === "number" && you.includes(actor) ? actor : look.seat;
    const half = this.layout.dice[acts === look.seat ? 0 : 1];
    const shares = dice?.seat === acts && !dice.past && offersButtons(this.middle);
    const [left, right] = shares ? shareHalf(half) : [half, half];
    cover(this.middle, this.layout, right);
    if (!dice) return [];
    const box = shares ? left : this.layout.dice[dice.seat === look.seat ? 0 : 1];
    const drawn = drawDice(dice.dice, box, toneOf(scene, dice.seat), this.layout.dieScale);
    if (dice.past) drawn.forEach((die) => die.classList.add("past"));
    return drawn;
  }

  /** An offered cube lies in the half across from the one that answers it.
   * @param {State} state @param {Seat} viewer */
  cube({ cube, actor, crawford }, viewer) {
    if (!cube?.on || crawford) return [];
    const { cubeScale } = this.layout;
    const spot = cube.offer ? this.#offered(actor === viewer) : this.layout.cube(cube.owner);
    standBy(this.beside, this.layout, spot, (CUBE / 2 + 6) * cubeScale);
    return [drawCube(cube.offer || cube.value, spot, cubeScale, !!cube.offer)];
  }

  /** @param {boolean} toViewer @returns {Spot} */
  #offered(toViewer) {
    const { x, y, w, h } = this.layout.dice[toViewer ? 1 : 0];
    return { x: x + w / 2, y: y + h / 2 };
  }

  /** The seats of checkers on the bar. */
  seated() {
    return this.layout.areas.flatMap(({ key, seated }) => {
      const here = seated ? this.checkers.filter((checker) => checker.key === key) : [];
      return here.flatMap(({ x, y }) => seat(x, y, seated ?? 0));
    });
  }

  /** How many are borne off. @param {Scene} scene */
  tallies({ rows, supply }) {
    return this.layout.areas.flatMap(({ key, edge, supply: pile, label: at }) => {
      const { off = 0 } = rows[Number(key.at(-1))] ?? {};
      if (!at || !(pile || (edge && off))) return [];
      const text = label("tally", at.x, at.y, pile && supply ? supply(off) : off);
      text.setAttribute("font-size", String(this.layout.numberSize));
      return [text];
    });
  }

  /** @param {Scene} scene */
  turn({ state: { actor }, look }) {
    if (typeof actor !== "number") return [];
    const own = actor === look.seat;
    const { x, y } = this.layout.turn[own ? 0 : 1];
    const d = own ? "M-7 4H7L0 -5Z" : "M-7 -4H7L0 5Z";
    return [make("path", { class: "turn", d, transform: `translate(${x} ${y})` })];
  }

  /** @param {Piece | null} piece */
  lift(piece) {
    this.pieces.lift(piece);
  }

  clearMarks() {
    this.lift(null);
    this.lightNumbers([]);
    for (const layer of [this.glow, this.marks, this.notes]) layer.replaceChildren();
  }

  /** @param {string[]} keys */
  lightNumbers(keys) {
    for (const each of this.numbers.children) {
      each.classList.toggle(
        "on",
        keys.includes(/** @type {SVGElement} */ (each).dataset.number ?? ""),
      );
    }
  }
}

/** @param {Scene} scene @param {Seat} seat @returns {Tone} */
function toneOf({ light }, seat) {
  return seat === light ? "light" : "dark";
}

/** What a finger touches; tests and styles find it by its name. @param {Area} area */
function touched({ key, box }) {
  const element = rect("place", box);
  element.dataset.place = key;
  return element;
}

/** @param {Area} area */
function numbered({ key, label: at }) {
  if (!at || !Number(key)) return [];
  const element = label("number", at.x, at.y, key);
  element.dataset.number = key;
  return [element];
}
