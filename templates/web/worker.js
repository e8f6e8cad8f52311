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

  const withSlash = (url) => url.origin + url.pathname.replace(/\/[^./]+$/, "$&/"); // some hosts leave it out behind folders

  // The address under which a page is kept: a folder is its index.html, and today/ is the newest puzzle.
  function keptAt(url) {
    const plain = withSlash(url);
    const page = plain.endsWith("/") ? `${plain}index.html` : plain;
    return page === addressOf("today/index.html") ? addressOf(`${NEWEST}/index.html`) : page;
  }

  // Some hosts redirect index.html to its folder. Browsers refuse a redirected response to the request of a page, so its
  // content is kept alone. A redirection elsewhere, such as to the login of a network, is not kept.
  async function load(cache, address) {
    const found = await fetch(address, { cache: "reload" });
    if (!found.ok || keptAt(new URL(found.url)) !== address) return;
    await cache.put(address, found.redirected ? new Response(found.body, { headers: found.headers }) : found);
  }

  async function keep() {
    const cache = await caches.open(NAME);
    await Promise.allSettled(FILES.map((name) => load(cache, addressOf(name))));
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
    const url = new URL(request.url);
    const page = keptAt(url);
    try {
      const found = await fetch(request);
      if (found.ok && !found.redirected && FILES.map(addressOf).includes(page)) await cache.put(page, found.clone());
      return found;
    } catch (error) {
      const kept = await cache.match(page);
      if (kept) return withSlash(url).endsWith(url.pathname) ? kept : Response.redirect(withSlash(url));
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
