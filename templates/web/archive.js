// The results that the pages to play keep in this browser: marks solved puzzles, and counts them.
(() => {
  "use strict";

  const { key, words, difficulties, language } = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const rules = new Intl.PluralRules(language);
  const plural = (forms, count) => fill(forms[rules.select(count)] ?? forms.other, { count });

  function clock(ms) {
    const seconds = Math.floor(ms / 1000);
    const two = (n) => String(n).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return (hours ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(seconds % 60)}`;
  }

  // Returns the valid results: [number of the puzzle, { date, difficulty, ms, hints }], in order.
  function load() {
    let found = null;
    try {
      found = JSON.parse(localStorage.getItem(`puzzlegen:${key}`));
    } catch { /* blocked, or not JSON */ }
    const isValid = ([number, one]) => Number(number) > 0 && one && typeof one.date === "string" && one.ms >= 0;
    return Object.entries(found ?? {}).filter(isValid).map(([number, one]) => [Number(number), one]).sort((a, b) => a[0] - b[0]);
  }

  // Returns how many puzzles in a row are solved up to the newest solved one.
  function streak(numbers) {
    let count = 0;
    for (let n = numbers.at(-1); numbers.includes(n); n--) count += 1;
    return count;
  }

  function add(text) {
    const item = document.createElement("li");
    item.textContent = text;
    find("results").querySelector("ul").append(item);
  }

  const results = load();
  if (!results.length) return;
  for (const [, { date, ms }] of results) {
    const card = document.getElementById(`d${date}`);
    if (!card) continue;
    const mark = document.createElement("p");
    mark.className = "solved";
    mark.textContent = fill(words.solved, { time: clock(ms) });
    card.querySelector(".facts").after(mark);
  }
  add(plural(words.solved_puzzles, results.length));
  add(plural(words.in_a_row, streak(results.map(([number]) => number))));
  for (const [code, difficulty] of Object.entries(difficulties)) {
    const times = results.filter(([, one]) => one.difficulty === code && !one.hints).map(([, one]) => one.ms);
    if (times.length) add(fill(words.best_time, { difficulty, time: clock(Math.min(...times)) }));
  }
  find("save").href = `data:application/json,${encodeURIComponent(JSON.stringify(Object.fromEntries(results), null, 1))}`;
  find("results").hidden = false;
})();
