/** The board as a picture to keep: made in the browser from the drawing that is on the screen. */

import { button, fill, h } from "./dom.js";
import { trying } from "./page.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1600; // pixels of a bitmap

/** What the style sheets decide about a drawing; a file has none of them. */
const LOOKS = [
  "display",
  "visibility",
  "opacity",
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "stop-color",
  "stop-opacity",
  "filter",
  "transform",
  "transform-origin",
  "font-family",
  "font-size",
  "font-weight",
  "font-variant-numeric",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline",
];

/** Asks for the kind of picture and saves it.
 * @param {{element: HTMLElement}} board @param {string} name of the file */
export function askPicture(board, name) {
  const dialog = h("dialog", { class: "question", "aria-labelledby": "picture-title" });
  const save = (/** @type {"svg" | "png"} */ kind) => () => {
    dialog.close();
    void trying(savePicture(board, kind, name));
  };
  fill(
    dialog,
    h("h2", { id: "picture-title" }, t("editor.picture.title")),
    h(
      "div",
      { class: "stack" },
      button(t("editor.picture.png"), save("png"), { class: "primary", "data-name": "png" }),
      button(t("editor.picture.svg"), save("svg"), { "data-name": "svg" }),
      button(t("cancel"), () => dialog.close(), { class: "quiet" }),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {{element: HTMLElement}} board @param {"svg" | "png"} kind @param {string} name */
export async function savePicture(board, kind, name) {
  const drawings = [...board.element.querySelectorAll("svg")];
  const size = drawings[0]?.viewBox.baseVal;
  if (!size) return;
  const svg = new Blob([pictureText(drawings, size)], { type: "image/svg+xml" });
  download(kind === "svg" ? svg : await bitmap(svg, size), `${name}.${kind}`);
}

/** Drawings over each other, with their looks inside, so that they need nothing else.
 * @param {SVGSVGElement[]} drawings the lowest first @param {{width: number, height: number}} size
 * @returns {string} */
function pictureText(drawings, { width, height }) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("width", String(width));
  picture.setAttribute("height", String(height));
  const copies = drawings.map((drawing) => {
    const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
    takeLooks(drawing, copy);
    for (const name of ["style", "class"]) copy.removeAttribute(name);
    return copy;
  });
  picture.append(...borrowed(copies, drawings[0] ?? picture), ...copies);
  return new XMLSerializer().serializeToString(picture);
}

/** References lose the address of the page: the file has all that they name.
 * @param {Element} from @param {Element} to */
function takeLooks(from, to) {
  const looks = getComputedStyle(from);
  for (const name of to instanceof SVGElement ? LOOKS : []) {
    const value = looks.getPropertyValue(name).replaceAll(/url\("[^"#]*#/g, 'url("#');
    if (value) /** @type {SVGElement} */ (to).style.setProperty(name, value);
  }
  for (const [i, child] of [...from.children].entries()) {
    const same = to.children[i];
    if (same) takeLooks(child, same);
  }
}

/** What the copies refer to and do not hold themselves: gradients, patterns, shapes. They are shared
 * by all boards, so their colors are those that they have on this one.
 * @param {SVGSVGElement[]} copies @param {SVGSVGElement} board where they are looked at */
function borrowed(copies, board) {
  const found = new Map();
  const look = (/** @type {string} */ text) => {
    for (const [, id = ""] of text.matchAll(/(?:url\(["']?[^"')#]*|href=["'])#([\w-]+)/g)) {
      const element = document.getElementById(id);
      if (!element || found.has(id) || copies.some((each) => each.querySelector(`#${id}`))) continue;
      const [here, copy] = [1, 2].map(() => /** @type {Element} */ (element.cloneNode(true)));
      if (!here || !copy) continue;
      board.append(here);
      takeLooks(here, copy);
      here.remove();
      found.set(id, copy);
      look(copy.outerHTML.replaceAll("&quot;", '"'));
    }
  };
  for (const copy of copies) look(copy.outerHTML.replaceAll("&quot;", '"'));
  if (!found.size) return [];
  const defs = document.createElementNS(SVG, "defs");
  defs.append(...found.values());
  return [defs];
}

/** @param {Blob} svg @param {{width: number, height: number}} size @returns {Promise<Blob>} */
async function bitmap(svg, { width, height }) {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", { width: WIDTH, height: Math.round((WIDTH * height) / width) });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((made) => (made ? resolve(made) : reject(new Error(t("editor.picture.failed"))))),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Saves a file that was made here. @param {Blob} file @param {string} name */
export function download(file, name) {
  const address = URL.createObjectURL(file);
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
