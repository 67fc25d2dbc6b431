/** Parts that pages of rules share. */

import { h, icon, link } from "../dom.js";
import { CHAIN, ON, PEOPLE } from "../icons.js";
import { themeOf } from "../games/families.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

/** The board on which the family of the game lies, unless the user has chosen one; at night all are
 * dark. @param {string} family */
export function themeFor(family) {
  if (settings.theme !== "auto") return settings.theme;
  return document.documentElement.dataset.shade === "dark" ? "auto" : themeOf(family);
}

/** @param {string} family @param {string} name */
export function crumbs(family, name) {
  const on = () => {
    const sign = icon(ON);
    sign.classList.add("turns");
    return sign;
  };
  return h(
    "nav",
    { class: "crumbs", "aria-label": t("rulepage.crumbs") },
    link("/games", t("rulepage.games")),
    on(),
    link(`/games#${family}`, t(`family.${family}`)),
    on(),
    h("b", { "aria-current": "page" }, t("rulepage.rules"), h("span", { class: "unseen" }, `: ${name}`)),
  );
}

/** @param {string} id @param {string} name */
export function playButtons(id, name) {
  const here = [icon(PEOPLE), t("rulepage.here")];
  const away = [icon(CHAIN), t("rulepage.link")];
  return h(
    "p",
    { class: "rules-go" },
    link(`/new?game=${id}`, t("rulepage.play", { game: name }), { class: "button primary big" }),
    link(`/new?game=${id}&opponent=here`, here, { class: "button big" }),
    link(`/new?game=${id}&opponent=invite`, away, { class: "button big" }),
  );
}

/** @param {string} id */
export function moreLinks(id, opens = false) {
  return h(
    "p",
    { class: "rules-more" },
    opens && link(`/book/${id}`, t("rulepage.book")),
    link(`/print?game=${id}`, t("rulepage.print")),
    link("/learn", t("rulepage.learn")),
    link("/glossary", t("rulepage.glossary")),
  );
}

/** @param {string} title @param {string} [beside] @param {string} [end] */
export function sectionTitle(title, beside, end) {
  return h(
    "div",
    { class: "section-title" },
    h("h2", null, title),
    beside && h("span", { class: "faint" }, beside),
    end && h("span", { class: "faint end" }, end),
  );
}
