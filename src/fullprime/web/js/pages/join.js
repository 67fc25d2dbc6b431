/** An invitation: who opens the link sees what it is and sits down by one press. */

import { get, post, variants } from "../api.js";
import { button, fill, h, link } from "../dom.js";
import { findGame } from "../games/families.js";
import { gamePicture } from "../games/mini.js";
import { listedGame, targetText } from "../match-card.js";
import { field, trying } from "../page.js";
import { go } from "../router.js";
import { myName, rename } from "../settings.js";
import { t } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export async function show({ main, params, gone }) {
  const address = `/api/join/${encodeURIComponent(params.code ?? "")}`;
  const [all, invitation] = await Promise.all([variants(), get(address).catch(closed)]);
  if (gone()) return;
  document.title = `${t("join.title")} · Fullprime`;
  if (!invitation) return fill(main, none());
  const game = findGame(all, (invitation.series ?? invitation.variant).id);
  fill(
    main,
    h(
      "div",
      { class: "invitation panel" },
      game && gamePicture(all, game),
      h(
        "div",
        null,
        h("p", { class: "kicker" }, t("join.title")),
        h("h1", null, headline(invitation)),
        about(invitation),
        invitation.yours ? mine(invitation) : form(address),
      ),
    ),
  );
}

/** A link that is wrong or used is no fault of the page. @param {any} error */
function closed(error) {
  if (error.status !== 404) throw error;
}

function none() {
  return h(
    "div",
    { class: "empty" },
    h("h1", null, t("join.title")),
    h("p", null, t("join.closed")),
    link("/matches", t("matches.title"), { class: "button" }),
  );
}

/** @param {any} invitation */
function headline({ yours, from }) {
  if (yours) return t("join.waiting");
  return from.name ? t("join.from", { name: from.name }) : t("join.text");
}

/** The game, its length and its clock. @param {any} invitation */
function about(invitation) {
  const { clock, fair } = invitation;
  const facts = [
    listedGame(invitation),
    targetText(invitation.target),
    clock ? t(`join.clock.${clock.kind}`, clock) : t("join.no_clock"),
    ...(fair ? [t("new.fair")] : []),
  ];
  return h(
    "ul",
    { class: "facts-of-game" },
    facts.map((fact) => h("li", { class: "chip" }, fact)),
  );
}

/** @param {any} invitation */
function mine({ id }) {
  const way = link(`/match/${id}`, t("replay.match"), { class: "button primary big" });
  return h("div", null, h("p", { class: "faint" }, t("join.yours")), way);
}

/** @param {string} address */
function form(address) {
  const name = h("input", { type: "text", maxLength: 40, value: myName, autocomplete: "nickname" });
  const sit = button(t("join.sit"), () => void join(), { class: "primary big" });

  async function join() {
    sit.disabled = true;
    const called = name.value.trim();
    if (called !== myName) await trying(rename(called));
    const made = await trying(post(address));
    sit.disabled = false;
    if (made) go(`/match/${made.id}`, { replace: true });
  }
  const help = h("p", { class: "faint" }, t("join.first"));
  return h("div", null, field(t("settings.name"), name, t("join.name.help")), sit, help);
}
