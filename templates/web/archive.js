// Leads from pages to play to the next and the newest puzzle, and shows the results that those pages keep in this browser:
// marks solved puzzles, counts them, saves them as a file and adds those of such a file.
(() => {
  "use strict";

  const data = JSON.parse(document.getElementById("data").textContent);
  const { key, words, difficulties, language } = data;
  const find = (id) => document.getElementById(id);

  // The home page knows all days: the first, and for each day from it on "0" without a puzzle, else the number of its kind.
  const [first, marks] = data.days ?? ["", ""];
  const names = datesOf([first, marks]);

  function lead() {
    const [, after] = /^#next=(\d{4}-\d\d-\d\d)$/.exec(location.hash) ?? [];
    const to = location.hash === "#latest" ? names.at(-1) : after && names.find((name) => name > after);
    if (to) location.replace(`${to}/${data.play}`);
    else if (after) find("newest").hidden = false;
  }

  const load = () => validResults(savedAs(key));

  // Returns the place of the kind of a day in the list of difficulties, -1 where it is not known.
  const kindOf = (date) => (difficulties.length > 1 ? parseInt(marks[(Date.parse(date) - Date.parse(first)) / 864e5], 36) - 1 : 0);

  // Returns the time in which the puzzle of a day was solved. Where it replaced another one the result may be of the old
  // puzzle: then returns the time of the saved game if that has the whole answer, else null.
  function timeOf({ date, ms }) {
    if (!data.reissues?.[date]) return ms;
    const [name, hash] = data.reissues[date];
    const game = savedAs(name);
    // The saved game of a puzzle has its marks (1 is a mine), that of a classic board its cells (1 is open, thus no mine).
    const [cells, mine, safe] = game?.shown === undefined ? [game?.marks, "y", "n"] : [game.shown, "n", "y"];
    const answer = String(cells).replace(/./g, (cell) => (cell === "1" ? mine : safe));
    return digest(name + answer) === hash && game.ms >= 0 ? game.ms : null;
  }

  // Returns whether a saved game has marks or open cells.
  const isBegun = (game) => /[1-9]/.test(game?.shown ?? game?.marks);

  // Shows a text at a day: in the month, and as the newest.
  function mark(date, text) {
    for (const time of document.querySelectorAll(`time[datetime="${date}"]`)) {
      const made = Object.assign(document.createElement("p"), { className: "solved", textContent: text });
      time.closest("li, .lead").querySelector(".facts").after(made);
    }
  }

  // Returns results as a table for a spreadsheet, one row for each puzzle; with a decimal comma its columns end with semicolons.
  function table(results) {
    const rows = Object.entries(results).map(([number, { date, difficulty, ms, hints }]) =>
      [number, date, difficulty.replace(/\W/g, ""), ms / 1000, hints].map((cell) => String(cell).replace(".", data.decimal)));
    return [["number", "date", "difficulty", "seconds", "hints"], ...rows]
      .map((row) => `${row.join(data.decimal === "," ? ";" : ",")}\r\n`).join("");
  }

  function show() {
    const results = load();
    const all = Object.values(results);
    const [now, longest] = streaksOf(names, all.map((one) => one.date));
    const lines = [pluralOf(language, words.solved_puzzles, all.length)];
    if (now > 1) lines.push(pluralOf(language, words.in_a_row, now));
    if (longest > Math.max(now, 1)) lines.push(filled(words.longest_streak, { count: longest }));
    const unaided = all.filter((one) => !one.hints);
    for (const [kind, named] of difficulties.entries()) {
      for (const [code, difficulty] of Object.entries(named)) {
        const times = unaided.filter((one) => one.difficulty === code && kindOf(one.date) === kind).map((one) => one.ms);
        if (times.length) lines.push(filled(words.best_time, { difficulty, time: timeText(Math.min(...times)) }));
      }
    }
    const list = find("results").querySelector("ul");
    list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
    list.hidden = find("kept").hidden = !all.length;
    find("none").hidden = all.length > 0;
    find("save").href = `data:application/json,${encodeURIComponent(JSON.stringify({ series: key, results }, null, 1))}`;
    find("table").href = `data:text/csv,${encodeURIComponent(table(results))}`;
  }

  function markAll() {
    for (const old of document.querySelectorAll(".solved")) old.remove();
    const games = { ...savedAs(gamesOf(key)) }; // of all days that were opened
    for (const result of Object.values(load())) {
      const ms = timeOf(result);
      if (ms === null) continue;
      mark(result.date, solvedText(language, words, ms, result.hints));
      delete games[result.date];
    }
    for (const date in games) if (isBegun(savedAs(games[date]))) mark(date, words.begun);
  }

  // Adds the results of a file to those of this browser, which keep their place. Returns a line that says what became of it.
  async function add(file) {
    let found = {};
    try {
      found = file.size < 1e6 ? JSON.parse(await file.text()) : {};
    } catch { /* not JSON, or gone */ }
    const [before, added] = [load(), found?.series === key ? validResults(found.results) : {}];
    if (!Object.keys(added).length) return filled(words.not_results, { name: file.name });
    const merged = { ...added, ...before };
    try {
      localStorage.setItem(`puzzlegen:${key}`, JSON.stringify(merged));
    } catch {
      return words.not_saved; // blocked or full
    }
    show();
    markAll();
    return pluralOf(language, words.results_added, Object.keys(merged).length - Object.keys(before).length);
  }

  if (data.days) lead();
  show(); // before the month below is there, so that it does not move
  const colors = themeSwitch(words); // before the pictures are loaded
  document.addEventListener("DOMContentLoaded", () => {
    markAll();
    document.querySelector("footer").append(colors);
  });
  find("ask").addEventListener("click", () => find("load").click());
  find("load").addEventListener("change", async ({ target }) => {
    if (!target.files.length) return;
    find("added").textContent = await add(target.files[0]);
    target.value = ""; // so that the same file can be chosen again
  });
})();
