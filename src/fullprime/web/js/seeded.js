/** A server that was started with a seed says on every page that its dice can be foreseen. */

import { h, icon, link } from "./dom.js";
import { WARNING } from "./icons.js";
import { t } from "./words.js";

export function isSeeded() {
  return document.querySelector("meta[name=seeded-dice]") !== null;
}

/** In the head of a page; it leads to the whole sentence. Null where there is nothing to say. */
export function seededSign() {
  if (!isSeeded()) return null;
  const text = h("span", null, t("seeded.sign"));
  return link("/dice", [icon(WARNING), text], { class: "seeded", title: t("seeded.notice") });
}

/** The whole sentence. */
export function seededNotice() {
  return isSeeded() ? h("p", { class: "note" }, t("seeded.notice")) : null;
}
