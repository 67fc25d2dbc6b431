/** Without a network: what is kept for that, and how a page waits for the server to come back. */

import { h } from "./dom.js";
import { t } from "./words.js";

const RETRY_MS = 3_000;

/** Lets the browser keep the pages; those of developers have no version and are never kept. */
export function keepPages() {
  if (!document.querySelector('meta[name="version"]')) return;
  if (!("serviceWorker" in navigator)) return;
  // Not before everything is there: it would take the line from the page itself.
  const { serviceWorker } = navigator;
  const keep = async () => {
    await serviceWorker.register("/worker.js").catch(() => {});
    (await serviceWorker.ready).active?.postMessage("read");
  };
  serviceWorker.addEventListener("controllerchange", () => {
    serviceWorker.controller?.postMessage("read");
  });
  if (document.readyState === "complete") void keep();
  else addEventListener("load", keep, { once: true });
}

/** What a page says that needs the server.
 * @returns {HTMLElement[]} */
export function offlineNotice() {
  return [h("h1", null, t("offline.title")), h("p", { role: "status" }, t("offline.text"))];
}

/** Asks for the server until it answers.
 * @param {() => void} back is called then, once
 * @param {() => Promise<{ok: boolean}>} [ask]
 * @param {EventTarget} [network]
 * @returns {() => void} ends it */
export function untilBack(back, ask = () => fetch("/healthz"), network = window) {
  let ended = false;
  /** @type {ReturnType<typeof setTimeout>} */
  let timer = setTimeout(look, RETRY_MS);

  function end() {
    ended = true;
    clearTimeout(timer);
    network.removeEventListener("online", look);
  }

  async function look() {
    clearTimeout(timer);
    const answer = await ask().catch(() => ({ ok: false }));
    if (ended) return;
    if (!answer.ok) {
      timer = setTimeout(look, RETRY_MS);
      return;
    }
    end();
    back();
  }

  network.addEventListener("online", look);
  return end;
}
