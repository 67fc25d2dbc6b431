/**
 * Addresses and pages. Every page is a module with `show(place)` that is loaded when it is needed;
 * what `show` answers with, if anything, is called when the page is left.
 */

import { atMark } from "./mark.js";
import { loadSheet } from "./sheets.js";

/**
 * @typedef {object} Visit where a page draws itself
 * @property {HTMLElement} main
 * @property {Record<string, string>} params
 * @property {URLSearchParams} query
 * @property {() => boolean} gone has the page been left meanwhile?
 *
 * @typedef {() => void} Leave
 * @typedef {{show: (visit: Visit) => Promise<Leave | void> | Leave | void}} Page
 * @typedef {[string, () => Promise<Page>, ...string[]]} Route the pattern of an address, its page,
 *   and the style sheets that are not on every page
 */

/** @type {Route[]} */
export const ROUTES = [
  ["/", () => import("./pages/start.js")],
  ["/new", () => import("./pages/new.js")],
  ["/games", () => import("./pages/games.js")],
  ["/games/:game", () => import("./pages/rules.js"), "rules"],
  ["/glossary", () => import("./pages/glossary.js"), "rules"],
  ["/matches", () => import("./pages/matches.js")],
  ["/statistics", () => import("./pages/statistics.js"), "train"],
  ["/decisions", () => import("./pages/decisions.js")],
  ["/match/:id", () => import("./pages/match.js")],
  ["/match/:id/replay", () => import("./pages/replay.js")],
  ["/match/:id/review", () => import("./pages/review.js")],
  ["/match/:id/review/:at", () => import("./pages/review.js")],
  ["/review", () => import("./pages/newest-review.js")],
  ["/join/:code", () => import("./pages/join.js")],
  ["/editor", () => import("./pages/editor.js")],
  ["/position/:variant", () => import("./pages/editor.js")],
  ["/position/:variant/:text", () => import("./pages/editor.js")],
  ["/learn", () => import("./pages/learn.js"), "learn"],
  ["/learn/:lesson", () => import("./pages/learn.js"), "learn"],
  ["/learn/:lesson/:step", () => import("./pages/learn.js"), "learn"],
  ["/book", () => import("./pages/book.js"), "rules", "learn", "book"],
  ["/book/:game", () => import("./pages/book.js"), "rules", "learn", "book"],
  ["/book/:game/:first", () => import("./pages/book.js"), "rules", "learn", "book"],
  ["/book/:game/:first/:play", () => import("./pages/book.js"), "rules", "learn", "book"],
  ["/book/:game/:first/:play/:reply", () => import("./pages/book.js"), "rules", "learn", "book"],
  ["/train", () => import("./pages/train.js"), "learn", "train"],
  ["/train/:deck", () => import("./pages/train.js"), "learn", "train"],
  ["/print", () => import("./pages/print.js"), "print-kit"],
  ["/verify", () => import("./pages/verify.js"), "fair"],
  ["/dice", () => import("./pages/dice.js"), "fair"],
  ["/settings", () => import("./pages/settings.js")],
  ["/about", () => import("./pages/about.js")],
  ["/api", () => import("./pages/api.js")],
];

/** The values of a pattern such as `/match/:id` in a path; null if it does not fit.
 * @param {string} pattern @param {string} path @returns {Record<string, string> | null} */
export function fit(pattern, path) {
  const wanted = pattern.split("/");
  const given = path.replace(/(.)\/$/, "$1").split("/");
  if (wanted.length !== given.length) return null;
  /** @type {Record<string, string>} */
  const values = {};
  for (const [i, part] of wanted.entries()) {
    const said = given[i] ?? "";
    if (part.startsWith(":")) {
      const value = decoded(said);
      if (!value) return null;
      values[part.slice(1)] = value;
    } else if (part !== said) return null;
  }
  return values;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The page, when its style sheets are there as well.
 * @param {() => Promise<Page>} page @param {string[]} sheets */
async function whole(page, sheets) {
  const [found] = await Promise.all([page(), ...sheets.map(loadSheet)]);
  return found;
}

/** @param {string} path */
export function find(path) {
  for (const [pattern, page, ...sheets] of ROUTES) {
    const params = fit(pattern, path);
    if (params) return { pattern, params, load: () => whole(page, sheets) };
  }
  return null;
}

/** @type {(path: string, replace?: boolean) => void} */
let goTo = () => {};

/** Opens another page of the application.
 * @param {string} path @param {{replace?: boolean}} [how] */
export function go(path, how = {}) {
  goTo(path, how.replace);
}

/** The address of what is shown, without its mark. */
let shown = "";

function address() {
  return location.pathname + location.search;
}

/** Shows the address without opening a page: the page itself has changed what it shows.
 * @param {string} path */
export function nameAddress(path) {
  if (address() !== path) history.replaceState(null, "", path);
  shown = address();
}

/** The same as a place to which “back” returns.
 * @param {string} path */
export function keepAddress(path) {
  if (address() !== path) history.pushState(null, "", path);
  shown = address();
}

/** A page that can show other addresses by itself. @type {((path: string) => boolean) | null} */
let follower = null;

/** While the page is open, addresses go to it first; it says whether it has shown them.
 * @param {(path: string) => boolean} follow */
export function followAddresses(follow) {
  follower = follow;
}

/** Follows addresses from now on.
 * @param {(pattern: string | null, visit: Visit, load: (() => Promise<Page>) | null)
 *   => Promise<Leave | void>} open */
export function startRouter(open) {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  let visits = 0;
  /** @type {Leave | void} */
  let leave;

  async function visit() {
    const mine = ++visits;
    shown = address();
    follower = null;
    leave?.();
    leave = undefined;
    const found = find(location.pathname);
    const query = new URLSearchParams(location.search);
    const gone = () => mine !== visits;
    const place = { main, params: found?.params ?? {}, query, gone };
    const left = await open(found?.pattern ?? null, place, found?.load ?? null);
    if (gone()) left?.();
    else leave = left;
  }

  goTo = (path, replace) => {
    history[replace ? "replaceState" : "pushState"](null, "", path);
    void visit();
  };
  addEventListener("popstate", () => {
    if (shown === address() && location.hash) atMark();
    else if (follower?.(location.pathname)) shown = address();
    else void visit();
  });
  document.addEventListener("click", (event) => {
    const path = innerPath(event);
    if (path === null) return;
    event.preventDefault();
    go(path);
  });
  void visit();
}

/** The address inside the application that a plain click on a link leads to.
 * @param {MouseEvent} event @returns {string | null} */
function innerPath(event) {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return null;
  if (event.shiftKey || event.altKey || !(event.target instanceof Element)) return null;
  const anchor = event.target.closest("a");
  if (!anchor || anchor.target || anchor.download || anchor.origin !== location.origin) return null;
  if (anchor.getAttribute("href")?.startsWith("#")) return null;
  return find(anchor.pathname) ? anchor.pathname + anchor.search + anchor.hash : null;
}
