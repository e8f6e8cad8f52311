// A frame gets the height of the page in it, so how high it is now does not limit the board.
innerHeight = Infinity;

// Chromium may begin a page of another site in a frame of 0x0 pixels (3 of 14 loads, 2026-11-28), where no board fits.
if (!innerWidth) {
  document.documentElement.ariaBusy = "true";
  addEventListener("resize", () => location.reload(), { once: true });
}
