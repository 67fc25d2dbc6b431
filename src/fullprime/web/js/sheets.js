/** Style sheets that only some pages need. */

import { h } from "./dom.js";

/** Waits until the sheet is there; the server may have put it into the page already.
 * @param {string} name */
export async function loadSheet(name) {
  const { href } = new URL(`../css/${name}.css`, import.meta.url);
  const there = document.querySelectorAll("link[rel=stylesheet]");
  if ([...there].some((each) => each instanceof HTMLLinkElement && each.href === href)) return;
  const sheet = h("link", { rel: "stylesheet", href });
  await new Promise((resolve, reject) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", () => {
      sheet.remove();
      reject(new TypeError(`${href} cannot be loaded`));
    });
    document.head.append(sheet);
  });
}
