/** The dice of a match, verified in the browser: those of a file, or of a match of this server. */

import { get } from "../api.js";
import { h, link } from "../dom.js";
import { verifier } from "../fair/view.js";
import { page, trying } from "../page.js";
import { loadPart, t } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function show({ main, query, gone }) {
  await loadPart("fair");
  if (gone()) return;
  const view = verifier();
  const id = query.get("match");
  const ways = h("p", { class: "row" }, id && saved(id), alone(), link("/dice", t("verify.thrown"), { class: "button" }));
  const help = h("p", { class: "faint" }, t("verify.alone.help"));
  page(main, t("verify.title"), h("p", { class: "lead" }, t("verify.about")), view.element, ways, help);
  main.firstElementChild?.classList.add("verify-title");
  if (!id) return;
  const record = await trying(get(addressOf(id)));
  if (record && !gone()) view.show(JSON.stringify(record));
}

/** @param {string} id */
function addressOf(id) {
  return `/api/matches/${encodeURIComponent(id)}/dice`;
}

/** @param {string} id */
function saved(id) {
  return h("a", { href: addressOf(id), download: "", class: "button" }, t("fair.save"));
}

function alone() {
  const href = "/verify-dice.html";
  return h("a", { href, download: "verify-dice.html", class: "button" }, t("verify.alone"));
}
