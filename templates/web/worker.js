// The service worker of a series: keeps the home page, today's puzzle and those of the last week for use offline.
// Pages are fetched from the network where there is one, so that they are never out of date.
(() => {
  "use strict";

  const FILES = {{ files }};
  const OFFLINE = {{ offline }}; // the page for what is not kept
  const NEWEST = "{{ newest }}";
  const PREFIX = `puzzlegen ${self.registration.scope} `;
  const NAME = `${PREFIX}{{ version }}`;
  const addressOf = (name) => new URL(name, self.registration.scope).href;

  // The address under which a page is kept: a folder is its index.html, and today/ is the newest puzzle.
  function keptAt(url) {
    const plain = url.origin + url.pathname;
    const page = plain.endsWith("/") ? `${plain}index.html` : plain;
    return page === addressOf("today/index.html") ? addressOf(`${NEWEST}/index.html`) : page;
  }

  async function keep() {
    const cache = await caches.open(NAME);
    await Promise.allSettled(FILES.map((name) => cache.add(new Request(addressOf(name), { cache: "reload" }))));
    await self.skipWaiting();
  }

  async function tidy() {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
    await self.clients.claim();
  }

  const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`);

  // Returns a page that says that this one is missing, with links to load it again and to what is kept.
  function missing(address) {
    const values = { BASE: self.registration.scope, PAGE: address };
    const text = OFFLINE.replace(/%(BASE|PAGE)%/g, (_, name) => escaped(values[name]));
    return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
  }

  async function answer(request) {
    const cache = await caches.open(NAME);
    const page = keptAt(new URL(request.url));
    try {
      const found = await fetch(request);
      if (found.ok && !found.redirected && FILES.map(addressOf).includes(page)) await cache.put(page, found.clone());
      return found;
    } catch (error) {
      const kept = await cache.match(page);
      if (kept) return kept;
      if (request.mode === "navigate") return missing(request.url);
      throw error;
    }
  }

  self.addEventListener("install", (event) => event.waitUntil(keep()));
  self.addEventListener("activate", (event) => event.waitUntil(tidy()));
  self.addEventListener("fetch", (event) => {
    const { method, url } = event.request;
    if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(answer(event.request));
  });
})();
