"use strict";
// Loads the pictures of books one after the other, because each may have to be drawn, and a browser opens few connections.

async function load() {
  for (const picture of document.querySelectorAll("img[data-src]")) {
    await new Promise((done) => {
      picture.addEventListener("load", done, { once: true });
      picture.addEventListener("error", done, { once: true });
      picture.src = picture.dataset.src;
    });
  }
}

addEventListener("load", load);  // after the page itself is complete
