/** An invitation: who opens the link sees what it is and sits down by one press. */

import { post } from "../api.js";
import { button, h } from "../dom.js";
import { field, page, trying } from "../page.js";
import { go } from "../router.js";
import { myName, rename } from "../settings.js";
import { t } from "../words.js";

/** @param {import("../router.js").Visit} visit */
export function show({ main, params }) {
  const name = h("input", { type: "text", maxLength: 40, value: myName, autocomplete: "nickname" });
  const sit = button(t("join.sit"), () => void join(), { class: "primary big" });
  page(
    main,
    t("join.title"),
    h("p", { class: "lead" }, t("join.text")),
    field(t("settings.name"), name),
    sit,
  );

  async function join() {
    sit.disabled = true;
    if (name.value !== myName) await trying(rename(name.value));
    const made = await trying(post(`/api/join/${encodeURIComponent(params.code ?? "")}`));
    sit.disabled = false;
    if (made) go(`/match/${made.id}`, { replace: true });
  }
}
