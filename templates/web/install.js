// Offers the series as an app, and keeps it for use offline, where the page comes from a web server.
(() => {
  "use strict";

  if (!location.protocol.startsWith("http") || window.top !== window) return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "{{ up }}manifest.webmanifest";
  document.head.append(link);
  navigator.serviceWorker?.register("{{ up }}worker.js").catch(() => { /* no secure connection, or not wanted */ });
})();
