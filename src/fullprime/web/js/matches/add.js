/** Add matches: the place to drop files on, a button for them, and what has come of each. */

import { button, fill, h, icon, link } from "../dom.js";
import { INTO } from "../icons.js";
import { number, t } from "../words.js";
import { named, takeDrops } from "./dropped.js";
import { addFiles, addedItems, clearItems, watchItems } from "./files.js";
import { askTranscript } from "./paste.js";

/** @typedef {import("./files.js").Item} Item */

const ENDINGS = [".mat", ".sgf", ".xg", ".txt", ".bgf"];

/** Shapes, not colors alone, tell what has come of a file. @type {Record<string, string>} */
const SIGNS = {
  added: "M5 13l4.5 4.5L19 7",
  known: "M5 9h14M5 15h14",
  refused: "M12 4v10M12 19h.01",
};

/** @param {() => void} changed called when my matches are others */
export function addMatches(changed) {
  const results = h("div", { class: "added panel", hidden: true });
  const spoken = h("p", { class: "unseen", role: "status" });
  const draw = (/** @type {boolean} */ finished) => {
    showItems(results, addedItems());
    if (!finished) return;
    spoken.textContent = summaryText(addedItems());
    changed();
  };
  const paste = (/** @type {string} */ text) => askTranscript(text, addText);
  const unwatch = watchItems(draw);
  const undrop = takeDrops({ files: addFiles, text: paste });
  showItems(results, addedItems());
  const zone = dropZone(() => paste(""));
  return {
    element: h("section", { class: "add", "aria-labelledby": "add-title" }, zone, results, spoken),
    close() {
      unwatch();
      undrop();
    },
  };
}

/** @param {string} text */
function addText(text) {
  addFiles([{ name: t("add.pasted"), file: new Blob([text], { type: "text/plain" }) }]);
}

/** @param {() => void} paste */
function dropZone(paste) {
  const chooser = h("input", { type: "file", multiple: true, hidden: true });
  chooser.addEventListener("change", () => {
    addFiles([...(chooser.files ?? [])].map(named));
    chooser.value = "";
  });
  return h(
    "div",
    { class: "drop-zone" },
    icon(INTO),
    h("h2", { id: "add-title" }, t("add.title")),
    h("p", { class: "drop-hint" }, t("add.drop")),
    h("p", { class: "endings", dir: "ltr" }, ENDINGS.map((ending) => h("code", null, ending))),
    h(
      "div",
      { class: "row" },
      button(t("add.choose"), () => chooser.click()),
      button(t("add.paste"), paste, { class: "quiet" }),
    ),
    chooser,
  );
}

/** @param {HTMLElement} place @param {Item[]} items */
function showItems(place, items) {
  place.hidden = items.length === 0;
  const done = items.filter(isDone).length;
  const all = done === items.length;
  const read = items.filter(({ added }) => added).length;
  const counted = t("add.progress", { done: all ? read : done, n: items.length });
  const bar = h("progress", { max: items.length, value: done, "aria-label": counted });
  const clear = button(t("add.clear"), clearItems, { class: "quiet" });
  const head = h("div", { class: "panel-head" }, h("h3", { class: "number" }, counted));
  head.append(all ? clear : bar);
  fill(place, head, h("ol", { tabIndex: 0, "aria-label": t("add.results") }, items.map(itemRow)));
}

/** @param {Item} item */
function isDone({ state }) {
  return state !== "waits" && state !== "reads";
}

/** @param {Item} item */
function itemRow(item) {
  const drawing = SIGNS[item.state];
  const sign = h("i", { class: "file-sign", "aria-hidden": "true" }, drawing && icon(drawing));
  const name = h("b", null, h("bdi", null, item.name));
  return h("li", { "data-state": item.state }, sign, h("div", null, name, said(item)));
}

/** What has come of it, in words. @param {Item} item */
function said({ state, added, error }) {
  if (!added) return h("p", null, error ?? t(`add.${state}`));
  const { players, games, faults, proposals } = added;
  const names = h("bdi", null, players.join(" – "));
  const match = link(`/match/${added.id}/replay?game=1`, names);
  const parts = [
    t("add.games", { n: games }),
    state === "known" && t("add.known"),
    faults.length > 0 && h("b", null, t("add.faults", { n: faults.length })),
    proposals.length > 0 && t("add.proposals", { n: proposals.length }),
  ].filter(Boolean);
  return h("p", null, match, parts.flatMap((part) => [" · ", part || ""]));
}

/** @param {Item[]} items */
function summaryText(items) {
  const count = (/** @type {string} */ state) => items.filter((item) => item.state === state).length;
  const states = ["added", "known", "refused"].filter(count);
  return states.map((state) => `${t(`add.sum.${state}`)}: ${number(count(state))}`).join(", ");
}
