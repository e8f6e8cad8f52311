// Offers the series as an app, and keeps it for use offline, where the page comes from a web server with all of the series.
// A page in a sandbox, as the studio shows it, has no origin and can keep nothing.
if (location.href.startsWith("{{ address }}") && parent === window && origin !== "null") {
  document.head.insertAdjacentHTML("beforeend", '<link rel="manifest" href="{{ up }}manifest.webmanifest">{{ icon }}');
  navigator.serviceWorker?.register("{{ up }}worker.js").catch(() => { /* no secure connection, or not wanted */ });
}
