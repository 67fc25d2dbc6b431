/** Training: the decks and what has come of them, or one card after another. */

import { get } from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { fill, h, link } from "../dom.js";
import { page } from "../page.js";
import { settings } from "../settings.js";
import { CardPage } from "../train/card.js";
import { leaksPanel, progressPanel } from "../train/plots.js";
import { waitText } from "../train/said.js";
import { loadPart, number, t } from "../words.js";

/** @import {Deck, Progress} from "../train/types.js" */
/** @typedef {{decks: Deck[], gathering: number}} Decks */

/** Errors of many matches become cards a few matches at a time. */
const PAUSE_MS = 300;

/** @param {import("../router.js").Visit} visit */
export async function show(visit) {
  await loadPart("training");
  if (visit.gone()) return;
  return visit.params.deck ? showCards(visit, visit.params.deck) : showDecks(visit);
}

/** @param {import("../router.js").Visit} visit @param {string} deck */
async function showCards({ main, gone }, deck) {
  if (deck === "errors") await get("/api/training"); // what was reviewed meanwhile
  const found = await get(`/api/training/${encodeURIComponent(deck)}/next`);
  if (gone()) return;
  document.title = `${t(`train.deck.${deck}`)} · ${t("practice.title")} · Fullprime`;
  const shown = new CardPage(found.deck, found.card, gone);
  fill(main, shown.elements());
  shown.open();
  return () => shown.close();
}

/** @param {import("../router.js").Visit} visit */
async function showDecks({ main, gone }) {
  const zone = -new Date().getTimezoneOffset();
  /** @type {[Decks, Progress]} */
  const [decks, progress] = await Promise.all([get("/api/training"), get(`/api/training/progress?zone=${zone}`)]);
  if (gone()) return;
  const list = h("ul", { class: "decks" });
  const leaks = h("div", null, leaksPanel(progress.leaks));
  fill(list, decks.decks.map(deckCard));
  page(main, t("practice.title"), h("p", { class: "lead" }, t("train.lead")), list, progressPanel(progress), leaks);
  for (let left = decks.gathering; left > 0; ) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (gone()) return;
    /** @type {Decks} */
    const more = await get("/api/training");
    if (gone()) return;
    fill(list, more.decks.map(deckCard));
    left = more.gathering;
    if (!left) fill(leaks, leaksPanel((await get(`/api/training/progress?zone=${zone}`)).leaks));
  }
}

/** @param {Deck} deck */
function deckCard(deck) {
  const empty = deck.cards === 0;
  const address = empty ? "/matches" : `/train/${deck.id}`;
  const name = h("strong", null, t(`train.deck.${deck.id}`));
  const about = h("span", { class: "about" }, t(empty ? "train.empty.errors" : `train.deck.${deck.id}.about`));
  const looks = { class: deck.due ? "deck is-due" : "deck" };
  return h("li", null, link(address, [picture(deck), name, about, counts(deck), bar(deck)], looks));
}

/** The board of the next card, on the board of one's own; an empty deck has an empty place.
 * @param {Deck} deck */
function picture({ cover }) {
  if (!cover) return h("span", { class: "no-board", "aria-hidden": "true" });
  return thumbnail(cover.board, cover.rows, { theme: settings.theme, dice: cover.dice });
}

/** @param {Deck} deck */
function counts(deck) {
  if (!deck.cards) return h("span", { class: "deck-counts faint" }, t("nav.matches"));
  const due = deck.due ? h("b", null, t("train.due", { n: deck.due })) : null;
  const fresh = deck.new > 0 && h("span", null, t("train.new", { n: deck.new }));
  const learned = deck.learned > 0 && h("span", null, t("train.learned", { n: deck.learned }));
  const wait = !deck.due && !deck.new && deck.next_due !== null && h("span", null, t("train.next_due", { wait: waitText(deck.next_due - Date.now() / 1000) }));
  return h("span", { class: "deck-counts faint number" }, due, fresh, learned, wait);
}

/** How much of the deck is learned, and how much is under way. @param {Deck} deck */
function bar({ cards, learned, new: fresh }) {
  const made = h("i", { class: "deck-bar", role: "img", "aria-label": t("train.learned.of", { n: learned, all: number(cards) }) });
  made.style.setProperty("--learned", String(cards ? learned / cards : 0));
  made.style.setProperty("--seen", String(cards ? (cards - fresh) / cards : 0));
  return made;
}
