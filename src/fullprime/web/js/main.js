/** Starts the application: likings, words, the head of the page, then the page of the address. */

import { get, Offline } from "./api.js";
import { fill, h } from "./dom.js";
import { showHeader } from "./header.js";
import { keepPages, offlineNotice, untilBack } from "./offline.js";
import { startRouter } from "./router.js";
import { adopt, recall, settings } from "./settings.js";
import { errorText } from "./faults.js";
import { choose, loadWords, t } from "./words.js";

recall();

/** Loads the words and draws everything again; also after the language has changed. */
async function begin() {
  const me = get("/api/me").then(adopt, () => {});
  const guessed = choose(settings.language);
  await Promise.all([me, loadWords(guessed)]);
  const wanted = choose(settings.language);
  if (wanted !== guessed) await loadWords(wanted);
  const skip = document.getElementById("skip");
  if (skip) skip.textContent = t("skip");
  startRouter(open);
}

/** @type {Parameters<typeof startRouter>[0]} */
async function open(pattern, visit, load) {
  showHeader(pattern);
  // A question belongs to the page that has asked it.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  document.body.dataset.page = (pattern ?? "/missing").split("/")[1] || "start";
  if (first) first = false;
  else visit.main.focus({ preventScroll: true });
  scrollTo(0, 0);
  if (!load) return missing(visit.main);
  try {
    const page = await load().catch(unloaded);
    if (!visit.gone()) return await page.show(visit);
  } catch (error) {
    if (!visit.gone()) return failed(visit.main, error);
  }
}

let first = true;

/** @param {HTMLElement} main */
function missing(main) {
  document.title = `${t("missing.title")} · Fullprime`;
  fill(main, h("h1", null, t("missing.title")), h("p", null, t("missing.text")), home());
}

/** The script of a page cannot be loaded: there is no server, or a newer one that has another.
 * @param {any} error @returns {never} */
function unloaded(error) {
  throw error instanceof TypeError ? new Offline(error.message) : error;
}

/** @param {HTMLElement} main @param {any} error */
function failed(main, error) {
  if (error?.status === 404) return missing(main);
  if (error instanceof Offline) return offline(main);
  document.title = `${t("failed.title")} · Fullprime`;
  const again = h("button", { onclick: () => location.reload() }, t("failed.again"));
  const why = h("p", { class: "fault" }, errorText(error));
  fill(main, h("h1", null, t("failed.title")), why, h("p", null, again), home());
}

/** The page opens by itself when the server is back; with the scripts of its release.
 * @param {HTMLElement} main */
function offline(main) {
  document.title = `${t("offline.title")} · Fullprime`;
  fill(main, ...offlineNotice(), home());
  return untilBack(() => location.reload());
}

function home() {
  return h("p", null, h("a", { href: "/" }, t("missing.home")));
}

void begin();
keepPages();
