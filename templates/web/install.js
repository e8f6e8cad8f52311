// Offers the series as an app, and keeps it for use offline, where the page comes from a web server with all of the series.
// A page in a sandbox, as the studio shows it, has no origin and can keep nothing.
(() => {
  "use strict";

  if (!location.href.startsWith("{{ address }}") || window.top !== window || window.origin === "null") return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "{{ up }}manifest.webmanifest";
  document.head.append(link);
  navigator.serviceWorker?.register("{{ up }}worker.js").catch(() => { /* no secure connection, or not wanted */ });
})();
