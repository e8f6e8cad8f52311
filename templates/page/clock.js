// The clock. It stops while the page is hidden, and when the game is over.
const clock = (() => {
  const { words, board, grid, find } = page;
  const clock = { quiet: false, paused: false, over: () => false };
  let base = 0; // milliseconds played before `since`
  let since = null; // when the clock was last started; null while it is stopped

  clock.played = () => base + (since === null ? 0 : performance.now() - since);

  clock.text = (played = clock.played()) => {
    const seconds = Math.floor(played / 1000);
    const two = (n) => String(n).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return (hours ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(seconds % 60)}`;
  };

  clock.start = () => {
    if (since === null && !clock.over() && !clock.paused && !document.hidden) since = performance.now();
  };

  clock.stop = (played = clock.played()) => {
    base = played;
    since = null;
    clock.show();
  };

  clock.show = () => {
    find("clock").textContent = clock.text();
    find("clock").hidden = clock.quiet;
    find("time").textContent = clock.quiet ? words.show_time : words.hide_time;
  };

  // While the clock is paused, the board is hidden. A tap or click where it was resumes.
  function pause(is, begun) {
    clock.paused = is;
    board.classList.toggle("paused", is);
    board.dataset.resume = words.resume; // shown by the styles
    for (const part of [grid, ...document.querySelectorAll(".tools button")]) part.inert = is;
    find("pause").textContent = is ? words.resume : words.pause;
    if (is) clock.stop();
    else if (begun()) clock.start();
  }

  // `begun` tells whether to start the clock again when the page becomes visible; `save` saves the game.
  clock.run = (begun, save) => {
    find("pause").addEventListener("click", () => pause(!clock.paused, begun));
    board.addEventListener("click", () => clock.paused && pause(false, begun), true);
    pause(false, begun);
    find("time").addEventListener("click", () => {
      clock.quiet = !clock.quiet;
      clock.show();
      save();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) clock.stop();
      else if (begun()) clock.start();
      save();
    });
    window.addEventListener("pagehide", save);
    setInterval(clock.show, 500);
    clock.show();
  };

  return clock;
})();
