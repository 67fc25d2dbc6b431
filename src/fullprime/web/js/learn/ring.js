/** How far a lesson has got, as a ring. */

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 8;
const AROUND = 2 * Math.PI * RADIUS;

/** @param {number} part 0 to 1 */
export function progressRing(part) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 22 22");
  svg.setAttribute("class", part >= 1 ? "ring whole" : "ring");
  svg.setAttribute("aria-hidden", "true");
  svg.append(circle("track"));
  if (part > 0) {
    const shown = circle("value");
    shown.setAttribute("stroke-dasharray", `${part * AROUND} ${AROUND}`);
    svg.append(shown);
  }
  if (part >= 1) svg.append(tick());
  return svg;
}

/** @param {string} name */
function circle(name) {
  const element = document.createElementNS(SVG, "circle");
  for (const [key, value] of Object.entries({ cx: 11, cy: 11, r: RADIUS, class: name })) {
    element.setAttribute(key, String(value));
  }
  return element;
}

function tick() {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", "M7.5 11.2l2.4 2.4 4.6-5");
  return path;
}
