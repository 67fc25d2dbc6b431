/** What this is, and where to read on. */

import { h, link } from "../dom.js";
import { page } from "../page.js";
import { t } from "../words.js";

const PARTS = ["play", "games", "bot", "data", "keys"];

/** @param {import("../router.js").Visit} visit */
export function show({ main }) {
  const parts = PARTS.map((name) =>
    h(
      "section",
      { class: "panel" },
      h("h2", null, t(`about.${name}`)),
      h("p", null, t(`about.${name}.text`)),
    ),
  );
  page(
    main,
    t("about.title"),
    h("p", { class: "lead" }, t("about.lead")),
    h("div", { class: "about-parts" }, parts),
    h("p", null, link("/api", t("way.api")), " · ", t("about.licence")),
  );
}
