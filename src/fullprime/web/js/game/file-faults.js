/** What is wrong with the file that a match comes from, and how it may have been meant. */

import { button, fill, h, icon } from "../dom.js";
import { WARNING } from "../icons.js";
import { heldFile, sendFile } from "../matches/files.js";
import { notice } from "../live.js";
import { trying } from "../page.js";
import { go } from "../router.js";
import { sentence, t } from "../words.js";

/** @typedef {import("../matches/files.js").FileFault} FileFault */
/** @typedef {import("../matches/files.js").Proposal} Proposal */

/** @param {import("../types.js").State} match @param {(fault: FileFault) => void} open
 * @param {boolean} [unfolded] are the faults what one came for?
 * @returns {HTMLElement | null} */
export function fileFaults({ id, imported }, open, unfolded = true) {
  if (!imported?.faults.length) return null;
  const { faults } = imported;
  const list = h("ol", null, faults.map((fault) => faultRow(fault, open)));
  const repair = h("div", { class: "repair" });
  showRepair(repair, id);
  const title = t("faults.title", { n: faults.length });
  const proposals = heldFile(id)?.proposals.length;
  const more = proposals && h("span", { class: "faint" }, t("add.proposals", { n: proposals }));
  const summary = h("summary", null, icon(WARNING), h("span", null, title), more || null);
  return h("details", { class: "file-faults", open: unfolded }, summary, h("div", null, list, repair));
}

/** @param {FileFault} fault @param {(fault: FileFault) => void} open */
function faultRow(fault, open) {
  const where = h("span", { class: "faint number" }, placeText(fault));
  const text = h("span", { lang: "en", dir: "ltr" }, fault.text);
  if (!fault.game) return h("li", null, h("p", null, where, text));
  const looks = { type: "button", class: "quiet", onclick: () => open(fault) };
  return h("li", null, h("button", looks, where, text));
}

/** “Game 2, line 41” @param {{game: number, line: number}} fault */
function placeText({ game, line }) {
  const parts = [game && t("game.number", { n: game }), line && t("faults.line", { n: line })];
  return sentence(parts.filter(Boolean).join(" · "));
}

/** The proposals, while there is the file to send again. @param {HTMLElement} place @param {string} id */
function showRepair(place, id) {
  const held = heldFile(id);
  if (!held) return fill(place, h("p", null, t("repair.again")), chooser(place, id));
  const head = h("h3", null, t("repair.title"));
  if (held.proposals.length === 0) return fill(place, h("p", null, t("repair.none")));
  const rows = held.proposals.map((each) => {
    const use = async () => {
      const added = await trying(sendFile(held.name, held.file, [...held.used, each.n]));
      if (!added) return;
      notice(t("repair.done"));
      go(`/match/${added.id}/replay?game=${each.game}`);
    };
    const where = h("span", { class: "faint number" }, placeText({ game: each.game, line: 0 }));
    const text = h("span", { lang: "en", dir: "ltr" }, sentence(each.text));
    return h("li", null, h("p", null, where, text), button(t("repair.use"), () => void use()));
  });
  fill(place, head, h("ol", null, rows), h("p", { class: "faint" }, t("repair.memory")));
}

/** The file once more, after the page was loaded again. @param {HTMLElement} place @param {string} id */
function chooser(place, id) {
  const input = h("input", { type: "file", hidden: true });
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    const added = file && (await trying(sendFile(file.name, file)));
    if (!added) return;
    if (added.id === id) showRepair(place, id);
    else go(`/match/${added.id}/replay?game=1`);
  });
  return [button(t("repair.choose"), () => input.click()), input];
}
