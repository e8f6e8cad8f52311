// The clock. It stops while the page is hidden, and when the game is over.
const clock = (() => {
  const clock = { quiet: false, paused: false, over: () => false };
  let base = 0; // milliseconds played before `since`
  let since = null; // when the clock was last started; null while it is stopped

  clock.played = () => base + (since === null ? 0 : performance.now() - since);

  clock.ms = () => Math.round(clock.played());

  clock.text = (played = clock.played()) => {
    const [hours, minutes, seconds] = [36e5, 6e4, 1e3].map((unit) => Math.floor(played / unit));
    const two = (n) => String(n % 60).padStart(2, "0");
    return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds)}`;
  };

  clock.start = () => {
    if (since !== null || clock.over() || clock.paused || document.hidden) return;
    if (!base) tell("started");
    since = performance.now();
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
    find("pause").onclick = () => pause(!clock.paused, begun);
    board.addEventListener("click", () => clock.paused && pause(false, begun), true);
    pause(false, begun);
    find("time").onclick = () => {
      clock.quiet = !clock.quiet;
      clock.show();
      save();
    };
    document.onvisibilitychange = () => {
      if (document.hidden) clock.stop();
      else if (begun()) clock.start();
      save();
    };
    window.onpagehide = save;
    setInterval(clock.show, 500);
    clock.show();
  };

  return clock;
})();
