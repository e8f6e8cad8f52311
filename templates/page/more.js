// Loads what the series adds to its pages and renews with each day, where the page is in the folder of the series.
if (parent === window && (location.href.startsWith("{{ address }}") || location.hostname === "localhost"))
  document.body.append(Object.assign(document.createElement("script"), { src: "../more.js" }));
