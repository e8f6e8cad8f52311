// What the series adds to its pages to play, which are not drawn again when the next day is published: after the end the row
// of solved days, the times of the weekday, what to play next and a text to share; before it, a time to beat. It reads from
// a page the elements with the ids data, clock, result, share and onward, and shows what is solved when result is shown.
{
  const page = JSON.parse(document.getElementById("data").textContent);
  const { language, words, days, play, next, subscribe, motion } = more;
  const { date, number } = page.day;
  const result = document.getElementById("result");
  const share = document.getElementById("share");
  const onward = document.getElementById("onward");
  const dates = datesOf(days);
  const [target] = /^#beat=(\d{1,6})$/.exec(location.hash)?.slice(1).map(Number) ?? []; // seconds
  const inWords = (day, options) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(Date.parse(day));
  const weekday = (day) => inWords(day, { weekday: "long" }).replace(/^./, (first) => first.toLocaleUpperCase(language));
  const dayOfWeek = (day) => (new Date(day).getUTCDay() + 6) % 7; // from Monday
  const weekOf = (day) => Array.from({ length: 7 }, (_, n) => dateAfter(day, n - dayOfWeek(day)));

  // Returns best and average of the times without hints on the weekday of this puzzle, if there are several.
  function times(results) {
    const all = results.filter((one) => !one.hints && dayOfWeek(one.date) === dayOfWeek(date)).map((one) => one.ms);
    if (all.length < 2) return [];
    const [best, average] = [Math.min(...all), all.reduce((sum, ms) => sum + ms) / all.length].map(timeText);
    return [filled(words.weekday_times, { weekday: weekday(date), best, average })];
  }

  function challenge({ ms }) {
    if (target === undefined) return [];
    const seconds = Math.floor(ms / 1000);
    const text = seconds < target ? words.beaten : words.not_beaten;
    return [filled(text, { time: timeText(target * 1000), difference: timeText(Math.abs(target - seconds) * 1000) })];
  }

  // Returns a disc for each day of the week: solved, with hints, not solved, or a dot without a puzzle so far.
  const discs = (results) => weekOf(date).map((day) => {
    const one = results.find((other) => other.date === day);
    return one ? (one.hints ? "◐" : "●") : dates.includes(day) ? "○" : "·";
  }).join("");

  // Returns when the next puzzle comes, such as "in 5 hours"; empty if that is not known or past.
  function untilNext() {
    const minutes = Math.ceil((next - Date.now()) / 6e4);
    if (!(minutes > 0)) return [];
    const [count, unit] = minutes < 60 ? [minutes, "minute"] : minutes < 2880 ? [Math.round(minutes / 60), "hour"] : [Math.round(minutes / 1440), "day"];
    return [filled(words.next_in, { when: new Intl.RelativeTimeFormat(language).format(count, unit) })];
  }

  // Facts on a line, with the markup of those of the page, whose styles hide a dot that begins a line.
  function line(...texts) {
    const part = (text, n) => Object.assign(document.createElement("span"), { textContent: (n ? "· " : "") + text });
    const made = Object.assign(document.createElement("p"), { className: "facts" });
    made.append(...texts.map(part).flatMap((one) => [one, " "]));
    return made;
  }

  const link = (text, href) => Object.assign(document.createElement("a"), { textContent: text, href });

  // The link to the puzzle after this one.
  const after = dates.find((day) => day > date);
  const following = document.querySelector(".links [rel=next]");
  if (after) following.href = `../${after}/${play}`;
  else following.remove();

  // Returns the links to the oldest unsolved puzzle of the newest week, to the puzzle after this one and to the newsletter.
  function links(results) {
    const isSolved = (day) => results.some((one) => one.date === day);
    const open = weekOf(dates.at(-1)).find((day) => day !== date && dates.includes(day) && !isSolved(day));
    return [
      open && open !== after && link(filled(words.still_open, { weekday: weekday(open) }), `../${open}/${play}`),
      after && following.cloneNode(true),
      subscribe && link(words.subscribe, subscribe),
    ].filter(Boolean);
  }

  const end = document.createElement("div");

  function show() {
    const found = validResults(savedAs(page.day.key));
    const results = Object.values(found);
    const own = found[number];
    end.hidden = result.hidden;
    if (result.hidden) return;
    const [streak] = streaksOf(dates, results.map((one) => one.date));
    const row = streak > 1 ? [pluralOf(language, words.in_a_row, streak)] : [];
    const facts = [...row, ...times(results)];
    const lines = [own ? challenge(own) : [], facts, untilNext()].filter((texts) => texts.length);
    end.replaceChildren(...lines.map((texts) => line(...texts)));
    onward.replaceChildren(...links(results));
    if (!own) return; // blocked: nothing is saved
    const [first, ...rest] = share.value.split("\n").slice(0, page.link ? -1 : undefined);
    const seconds = Math.floor(own.ms / 1000);
    const level = [...rest, ...row].join(" · ");
    const address = page.link && [filled(words.can_you_beat, { time: timeText(own.ms) }), `${page.link}#beat=${seconds}`];
    share.value = [first, level, discs(results), ...(address || [])].filter(Boolean).join("\n");
    share.rows = share.value.split("\n").length;
  }

  document.querySelector("nav.links")?.append(themeSwitch(words));
  for (const rule of motion) document.styleSheets[0].insertRule(rule);
  result.before(end);
  if (target !== undefined) {
    const beat = Object.assign(document.createElement("span"), { textContent: filled(words.beat, { time: timeText(target * 1000) }) });
    document.getElementById("clock").after(" ", beat);
  }
  new MutationObserver(show).observe(result, { attributeFilter: ["hidden"] });
  show();
}
