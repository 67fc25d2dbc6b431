/**
 * Elements made by one function. Texts go in as text nodes only, so nothing is ever parsed as HTML.
 */

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any> | null} [props] `on...` adds a listener, `class` and `data-`/`aria-`
 *   names become attributes, everything else is a property
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  element.append(.../** @type {(Node | string)[]} */ (shown(children)));
  return element;
}

/** @param {Element} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (value === undefined || value === null) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name in element && !/^(class|list|form|role)$|-/.test(name)) {
    /** @type {any} */ (element)[name] = value;
  } else if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function shown(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/** Puts these children in place of all that are there.
 * @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...shown(children));
}

/** An icon drawn by one path in a square of 24.
 * @param {string} path @returns {SVGElement} */
export function icon(path) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** A button.
 * @param {string} label @param {() => void} press @param {Record<string, any>} [props] */
export function button(label, press, props = {}) {
  return h("button", { type: "button", onclick: press, ...props }, label);
}

/** A link inside the application.
 * @param {string} href @param {Child | Child[]} label @param {Record<string, any>} [props] */
export function link(href, label, props = {}) {
  return h("a", { href, ...props }, label);
}
