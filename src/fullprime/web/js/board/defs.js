/**
 * What all boards of a document share: light, wood, cloth, and the things that are drawn often.
 *
 * Paint is flat and comes from the theme. Light is neutral: white and black with alpha, laid over
 * the paint. So one drawing serves every theme. The lamp stands at the top left: what is raised is
 * light there and dark at the bottom right; what is hollow is the reverse.
 */

import { CHECKER, CUBE, DIE } from "./geometry.js";
import { make } from "./svg.js";

/** @typedef {[number, string, number]} Stop  Where, color, opacity. */

/** From the top left to the bottom right. */
const SLANT = { x1: 0.15, y1: 0.05, x2: 0.85, y2: 0.95 };
const DOWN = { x1: 0, y1: 0, x2: 0, y2: 1 };
const RIGHT = { x1: 0, y1: 0, x2: 1, y2: 0 };
const UP = { x1: 0, y1: 1, x2: 0, y2: 0 };
const LEFT = { x1: 1, y1: 0, x2: 0, y2: 0 };
const UMBER = "#2a1608";

/** @type {Record<string, [Record<string, number>, Stop[]]>} */
const LIGHTS = {
  "light-body": [
    SLANT,
    [
      [0, "#fff", 0.75],
      [0.42, "#fff", 0],
      [0.6, UMBER, 0],
      [1, UMBER, 0.3],
    ],
  ],
  "light-dish": [
    SLANT,
    [
      [0, UMBER, 0.2],
      [0.5, "#fff", 0],
      [1, "#fff", 0.7],
    ],
  ],
  "dark-body": [
    SLANT,
    [
      [0, "#fff", 0.3],
      [0.36, "#fff", 0.03],
      [0.6, "#000", 0],
      [1, "#000", 0.5],
    ],
  ],
  "dark-dish": [
    SLANT,
    [
      [0, "#000", 0.42],
      [0.55, "#fff", 0],
      [1, "#fff", 0.12],
    ],
  ],
  rim: [
    SLANT,
    [
      [0, "#fff", 0.9],
      [0.4, "#fff", 0.1],
      [0.65, "#000", 0.1],
      [1, "#000", 0.5],
    ],
  ],
  "light-slat": [
    DOWN,
    [
      [0, "#fff", 0.55],
      [0.3, "#fff", 0.05],
      [0.72, "#000", 0.1],
      [1, "#000", 0.5],
    ],
  ],
  "dark-slat": [
    DOWN,
    [
      [0, "#fff", 0.34],
      [0.35, "#fff", 0.04],
      [1, "#000", 0.45],
    ],
  ],
  well: [
    SLANT,
    [
      [0, "#000", 0.5],
      [0.28, "#000", 0.08],
      [1, "#fff", 0.05],
    ],
  ],
  "rail-across": [
    DOWN,
    [
      [0, "#fff", 0.28],
      [0.14, "#fff", 0.06],
      [0.8, "#000", 0.04],
      [1, "#000", 0.36],
    ],
  ],
  "rail-up": [
    RIGHT,
    [
      [0, "#fff", 0.24],
      [0.16, "#fff", 0.05],
      [0.8, "#000", 0.04],
      [1, "#000", 0.36],
    ],
  ],
  "shade-top": [
    DOWN,
    [
      [0, "#000", 0.55],
      [1, "#000", 0],
    ],
  ],
  "shade-left": [
    RIGHT,
    [
      [0, "#000", 0.5],
      [1, "#000", 0],
    ],
  ],
  "shade-bottom": [
    UP,
    [
      [0, "#000", 0.22],
      [1, "#000", 0],
    ],
  ],
  "shade-right": [
    LEFT,
    [
      [0, "#000", 0.22],
      [1, "#000", 0],
    ],
  ],
  brass: [
    SLANT,
    [
      [0, "#fdf0bd", 1],
      [0.4, "#c99a45", 1],
      [0.75, "#8a6222", 1],
      [1, "#d8b262", 1],
    ],
  ],
};

/** @type {Record<string, [Record<string, number | string>, Stop[]]>} */
const GLOWS = {
  shadow: [
    {},
    [
      [0.62, "#000", 0.5],
      [0.8, "#000", 0.26],
      [1, "#000", 0],
    ],
  ],
  gloss: [
    {},
    [
      [0, "#fff", 1],
      [1, "#fff", 0],
    ],
  ],
  lamp: [
    { gradientUnits: "userSpaceOnUse", cx: 300, cy: 40, r: 980 },
    [
      [0, "#fff", 0.07],
      [0.45, "#fff", 0],
      [1, "#000", 0.1],
    ],
  ],
};

/** The name of something shared. @param {string} name */
export function shared(name) {
  return `fullprime-${name}`;
}

/** Light laid over what is painted. @param {string} name */
export function lightOf(name) {
  return `url(#${shared(name)})`;
}

/** Something that is drawn often.
 * @param {string} name @param {Record<string, string | number>} [more] */
export function copyOf(name, more = {}) {
  return make("use", { href: `#${shared(name)}`, ...more });
}

/** Puts them into the document, once. */
export function shareDrawings() {
  if (document.getElementById(shared("all"))) return;
  const defs = make("defs", {}, ...lights(), ...textures(), hatching(), ...things());
  const svg = make("svg", { id: shared("all"), class: "board-defs", "aria-hidden": "true" }, defs);
  svg.setAttribute("width", "0");
  svg.setAttribute("height", "0");
  document.body.append(svg);
}

function lights() {
  return [
    ...Object.entries(LIGHTS).map(([name, [way, stops]]) =>
      make("linearGradient", { id: shared(name), ...way }, ...stops.map(stop)),
    ),
    ...Object.entries(GLOWS).map(([name, [where, stops]]) =>
      make("radialGradient", { id: shared(name), ...where }, ...stops.map(stop)),
    ),
  ];
}

/** @param {Stop} stop */
function stop([offset, color, opacity]) {
  return make("stop", { offset, "stop-color": color, "stop-opacity": opacity });
}

/** Noise along the wood, across it, and of cloth. */
function textures() {
  const wood = "0 0 0 0 .05  0 0 0 0 .02  0 0 0 0 0  1.9 .5 0 0 -.95";
  const cloth = "0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  .8 0 0 0 -.34";
  return [
    noise("grain-across", ".004 .16", 4, 7, wood),
    noise("grain-up", ".16 .004", 4, 12, wood),
    noise("cloth", ".7 .9", 2, 3, cloth),
  ];
}

/** @param {string} name @param {string} frequency @param {number} octaves @param {number} seed
 * @param {string} values */
function noise(name, frequency, octaves, seed, values) {
  const all = { x: 0, y: 0, width: "100%", height: "100%" };
  return make(
    "filter",
    { id: shared(name), ...all, "color-interpolation-filters": "sRGB" },
    make("feTurbulence", {
      type: "fractalNoise",
      baseFrequency: frequency,
      numOctaves: octaves,
      seed,
    }),
    make("feColorMatrix", { values }),
    make("feComposite", { in2: "SourceGraphic", operator: "in" }),
  );
}

/** For a printer with one ink. */
function hatching() {
  const size = { width: 9, height: 9, patternUnits: "userSpaceOnUse" };
  return make(
    "pattern",
    { id: shared("hatch"), ...size, patternTransform: "rotate(45)" },
    make("rect", { width: 2.2, height: 9, fill: "#000" }),
  );
}

function things() {
  return [
    make("g", { id: shared("shadow-of") }, shadow()),
    ...["light", "dark"].flatMap((tone) => [
      make("g", { id: shared(`checker-${tone}`) }, ...checker(tone)),
      make("g", { id: shared(`small-${tone}`) }, ...small(tone)),
      make("g", { id: shared(`die-${tone}`) }, ...die(tone)),
    ]),
    make("g", { id: shared("cube") }, ...cube()),
  ];
}

/** Soft, and to the bottom right. */
function shadow() {
  const fill = lightOf("shadow");
  return make("circle", { class: "bd-shade", cx: 3, cy: 5, r: CHECKER / 2 + 3.5, fill });
}

/** @param {string} kind @param {number} r @param {Record<string, string | number>} [more] */
function ring(kind, r, more = {}) {
  return make("circle", { class: kind, r, fill: "none", ...more });
}

/** Rim, dish and groove, with one gloss. @param {string} tone */
function checker(tone) {
  const r = CHECKER / 2 - 1;
  const dull = tone === "dark";
  return [
    make("circle", { class: `bd-${tone}`, r }),
    make("circle", { class: "bd-lit", r, fill: lightOf(`${tone}-body`) }),
    ring(`bd-${tone}-rim`, r - 1),
    ring("bd-lit", r - 2.6, {
      stroke: lightOf("rim"),
      "stroke-width": 1.6,
      "stroke-opacity": dull ? 0.62 : 1,
    }),
    make("circle", { class: "bd-lit", r: r * 0.72, fill: lightOf(`${tone}-dish`) }),
    ring(`bd-${tone}-line`, r * 0.72, { "stroke-width": 1.3 }),
    ring(`bd-${tone}-line`, r * 0.46, { "stroke-width": 1 }),
    make("ellipse", {
      class: "bd-lit",
      cx: -10.5,
      cy: -17,
      rx: 11,
      ry: 5.5,
      transform: "rotate(-32 -10.5 -17)",
      fill: lightOf("gloss"),
      "fill-opacity": dull ? 0.3 : 0.7,
    }),
    sign(tone),
  ];
}

/** What tells them apart besides their color. @param {string} tone */
function sign(tone) {
  if (tone === "light") return make("circle", { class: "bd-sign bd-light-mark", r: 4.5 });
  return make("path", { class: "bd-sign bd-dark-line bd-cross", d: "M-6 -6L6 6M6 -6L-6 6" });
}

/** The same for thumbnails. @param {string} tone */
function small(tone) {
  const r = CHECKER / 2 - 1;
  return [
    make("circle", { class: `bd-${tone} bd-${tone}-rim`, r: r - 1 }),
    make("circle", { class: "bd-lit", r, fill: lightOf(`${tone}-body`) }),
    ring(`bd-${tone}-line`, r * 0.66, { "stroke-width": 2 }),
    sign(tone),
  ];
}

/** A cube seen from above, its upper face inside its edges.
 * @param {string} paint @param {number} size @param {number} radius @param {number} inset */
function block(paint, size, radius, inset) {
  /** @param {string} kind @param {number} by @param {Record<string, string | number>} more */
  const square = (kind, by, more) => {
    const width = size - 2 * by;
    return make("rect", {
      class: kind,
      x: -width / 2,
      y: -width / 2,
      width,
      height: width,
      ...more,
    });
  };
  const under = { width: size + 4, height: size + 2, rx: radius + 3, fill: "#000" };
  return [
    make("rect", {
      class: "bd-shade",
      x: 1 - size / 2,
      y: 5 - size / 2,
      ...under,
      "fill-opacity": 0.16,
    }),
    make("rect", {
      class: "bd-shade",
      x: 1 - size / 2,
      y: 3 - size / 2,
      ...under,
      width: size + 1,
      height: size + 1,
      "fill-opacity": 0.3,
    }),
    square(`bd-${paint}`, 0, { rx: radius }),
    square("bd-lit", 0, { rx: radius, fill: lightOf("light-body") }),
    square(`bd-lit bd-${paint}`, inset, { rx: radius + 1, "fill-opacity": 0.78 }),
    square(`bd-${paint}-rim`, 0.6, { rx: radius - 0.5 }),
  ];
}

/** @param {string} tone */
function die(tone) {
  return block(`die-${tone}`, DIE, 12, 4);
}

function cube() {
  const side = CUBE - 11;
  const dish = { x: -side / 2, y: -side / 2, width: side, height: side, rx: 7 };
  return [
    ...block("cube", CUBE, 9, 5.5),
    make("rect", { class: "bd-lit", ...dish, fill: lightOf("light-dish"), "fill-opacity": 0.55 }),
  ];
}
