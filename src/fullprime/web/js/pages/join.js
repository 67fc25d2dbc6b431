/** An invitation: who opens the link sees what it is and sits down by one press. */

import { get, post } from "../api.js";
import { button, h, link } from "../dom.js";
import { aboutText } from "../match-card.js";
import { field, page, trying } from "../page.js";
import { go } from "../router.js";
import { myName, rename } from "../settings.js";
import { t } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, gone }) {
  const address = `/api/join/${encodeURIComponent(params.code ?? "")}`;
  const invitation = await get(address).catch((error) => {
    if (error.status !== 404) throw error;
  });
  if (gone()) return;
  if (!invitation) return page(main, t("join.title"), ...closed());
  if (invitation.yours) return page(main, t("join.title"), ...mine(invitation));
  page(main, t("join.title"), ...told(invitation), ...form(address));
}

/** @returns {HTMLElement[]} */
function closed() {
  const text = h("p", { class: "lead" }, t("join.closed"));
  return [text, link("/games", t("games.title"), { class: "button" })];
}

/** @param {any} invitation */
function mine(invitation) {
  const text = h("p", { class: "lead" }, t("join.yours"));
  const way = link(`/match/${invitation.id}`, t("replay.match"), { class: "button primary" });
  return [text, about(invitation), way];
}

/** @param {any} invitation */
function told(invitation) {
  const { name } = invitation.from;
  const text = name ? t("join.from", { name }) : t("join.text");
  return [h("p", { class: "lead" }, text), about(invitation), h("p", null, t("join.first"))];
}

/** The game, its length and its clock. @param {any} invitation */
function about(invitation) {
  const { clock } = invitation;
  const time = clock ? t("join.clock", clock) : t("join.no_clock");
  return h("p", null, `${aboutText(invitation)} · ${time}`);
}

/** @param {string} address */
function form(address) {
  const name = h("input", { type: "text", maxLength: 40, value: myName, autocomplete: "nickname" });
  const sit = button(t("join.sit"), () => void join(), { class: "primary big" });

  async function join() {
    sit.disabled = true;
    if (name.value !== myName) await trying(rename(name.value));
    const made = await trying(post(address));
    sit.disabled = false;
    if (made) go(`/match/${made.id}`, { replace: true });
  }
  return [field(t("settings.name"), name), sit];
}
