"use strict";
// Loads the pictures of books one after the other, because each may have to be drawn, and a browser opens few connections.

let leaving = false;  // the studio may end with this page

async function load() {
  for (const picture of document.querySelectorAll("img[data-src]")) {
    if (leaving) return;
    await new Promise((done) => {
      picture.addEventListener("load", done, { once: true });
      picture.addEventListener("error", done, { once: true });
      picture.src = picture.dataset.src;
    });
  }
}

addEventListener("load", load);  // after the page itself is complete
addEventListener("beforeunload", () => { leaving = true; });
