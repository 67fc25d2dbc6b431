/**
 * Keeps the pages for when there is no network. The server writes the release before this text: its
 * version, and the addresses of all files. What was kept of another release is thrown away, so that
 * old and new are never mixed; while the server answers, it always has the first word.
 */

const KEPT = `fullprime-${RELEASE.version}`;
const DATA = `fullprime-data-${RELEASE.version}`;
const SHELL = "/shell";
const FIXED = ["/favicon.svg", "/manifest.webmanifest"];
/** Data that every page of the gallery and the rules needs. */
const USEFUL = ["/api/variants", "/api/levels"];
/** Answers that are worth nothing later. */
const PASSING = /^\/api\/(join\/|position|matches\/[^/]+\/export)/;
const MOST_DATA = 300;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (pathname.startsWith("/files/") || FIXED.includes(pathname))
    event.respondWith(file(request));
  else if (pathname.startsWith("/api/") && !PASSING.test(pathname))
    event.respondWith(data(event, request));
});

async function install() {
  const cache = await caches.open(KEPT);
  const shell = await fetch(SHELL);
  if (!(await shell.clone().text()).includes(RELEASE.version)) throw new Error("another release");
  await cache.put(SHELL, shell);
  await cache.addAll([...FIXED, ...RELEASE.files]);
  const useful = await caches.open(DATA);
  await useful.addAll(USEFUL);
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name !== KEPT && name !== DATA);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page comes from the server; without one, the shell that can open them all. */
async function page(event, pathname) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const shell = pathname.startsWith("/api/") ? undefined : await caches.match(SHELL);
    if (shell) return shell;
    throw error;
  }
}

/** The name of a file never means another one. */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The server's word, or what it last said. */
async function data(event, request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch (error) {
    const known = await caches.match(request);
    if (known) return known;
    throw error;
  }
}

async function keep(request, answer) {
  const cache = await caches.open(DATA);
  await cache.delete(request);
  await cache.put(request, answer);
  const [oldest, ...others] = await cache.keys();
  if (others.length >= MOST_DATA) await cache.delete(oldest);
}
