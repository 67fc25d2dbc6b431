/**
 * Keeps the pages for when there is no network. The server writes the release before this text: its
 * version, and the addresses of all files. What was kept of another release is thrown away, so that
 * old and new are never mixed; while the server answers, it always has the first word.
 */

const KEPT = `fullprime-${RELEASE.version}`;
const DATA = `fullprime-data-${RELEASE.version}`;
const SHELL = "/shell";
const FIXED = ["/favicon.svg", "/manifest.webmanifest"];
/** What can be read without the server; rules and lessons come with their lists. */
const READING = ["/api/variants", "/api/levels", "/api/glossary", "/api/sample", "/api/lessons"];
/** Answers that are worth nothing later, or that are large. */
const PASSING =
  /^\/api\/(join\/|position|print\/|matches\/[^/]+\/(export|review\?report=false)|lessons\/.+\/why)/;
const MOST_DATA = 300;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => event.waitUntil(keepReading()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, pathname));
  else if (pathname.startsWith("/files/") || FIXED.includes(pathname))
    event.respondWith(file(request));
  else if (pathname.startsWith("/api/") && !PASSING.test(pathname + search))
    event.respondWith(data(event, request));
});

async function install() {
  const cache = await caches.open(KEPT);
  const shell = await fetch(SHELL);
  if (!(await shell.clone().text()).includes(RELEASE.version)) throw new Error("another release");
  await cache.put(SHELL, shell);
  await cache.addAll([...FIXED, ...RELEASE.files]);
  await self.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name !== KEPT && name !== DATA);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** When a page says that it has all it needs: games, rules and lessons, as far as they are missing,
 * one after the other, since there is no hurry. */
async function keepReading() {
  for (const path of READING) await read(path);
  const { variants } = await read("/api/variants");
  for (const { id } of variants) await read(`/api/rules/${id}`);
  for (const { id } of await read("/api/lessons")) await read(`/api/lessons/${id}`);
}

/** What is kept of an address, or the server's answer, which is kept then. */
async function read(path) {
  const known = await caches.match(path, { cacheName: DATA });
  if (known) return known.json();
  const answer = await fetch(path);
  if (answer.ok) await keep(path, answer.clone());
  return answer.json();
}

/** A page comes from the server; without one, the shell that can open them all. */
async function page(event, pathname) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const shell = await caches.match(SHELL, { cacheName: KEPT });
    if (shell && !pathname.startsWith("/api/")) return shell;
    throw error;
  }
}

/** The name of a file never means another one. */
async function file(request) {
  return (await caches.match(request, { cacheName: KEPT })) ?? fetch(request);
}

/** The server's word, or what it last said. */
async function data(event, request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) event.waitUntil(keep(request, answer.clone()));
    return answer;
  } catch (error) {
    const known = await caches.match(request, { cacheName: DATA });
    if (known) return known;
    throw error;
  }
}

async function keep(request, answer) {
  if (self.serviceWorker?.state === "redundant") return; // another release has taken over
  const cache = await caches.open(DATA);
  await cache.delete(request);
  await cache.put(request, answer);
  const [oldest, ...others] = await cache.keys();
  if (others.length >= MOST_DATA) await cache.delete(oldest);
}
