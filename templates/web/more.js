// What the series adds to its pages to play, which are not drawn again when the next day is published: after the end the row
// of solved days, the times of the weekday, what to play next and a text to share; before it, a time to beat. It reads from
// a page the elements with the ids data, clock, result, share and onward, and shows what is solved when result is shown.
{
  const page = JSON.parse(document.getElementById("data").textContent);
  const { language, words, days, week, play, next, subscribe, solved, motion } = more;
  const { date, number, key } = page.day;
  const result = document.getElementById("result");
  const share = document.getElementById("share");
  const onward = document.getElementById("onward");
  const dates = datesOf(days);
  const [target] = /^#beat=(\d{1,6})$/.exec(location.hash)?.slice(1).map(Number) ?? []; // seconds
  const inWords = (day, options) => new Intl.DateTimeFormat(language, { timeZone: "UTC", ...options }).format(Date.parse(day));
  const weekday = (day) => inWords(day, { weekday: "long" }).replace(/^./, (first) => first.toLocaleUpperCase(language));
  const dayOfWeek = (day) => (new Date(day).getUTCDay() + 6) % 7; // from Monday
  const weekOf = (day) => Array.from({ length: 7 }, (_, n) => dateAfter(day, n - dayOfWeek(day)));

  const timed = (text, ms) => filled(text, { title: document.title, time: timeText(ms) });
  const inPlural = (forms, count) => pluralOf(language, forms, count);

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

  const isAwaited = next > Date.now(); // else it is not known, or not published in time

  // Returns when the puzzle after the newest one comes, such as "in 5 hours"; empty on another page, and if it is not awaited.
  function untilNext() {
    const minutes = Math.ceil((next - Date.now()) / 6e4);
    if (after || !(minutes > 0)) return [];
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

  // The link to the solution before this one, on its page in place of a bare picture.
  for (const one of document.querySelectorAll(".before > [href$='.png']")) {
    const day = one.pathname.split("/").at(-2);
    one.href = `../${solved.replace("{month}", day.slice(0, 7)).replace("{day}", day)}`;
  }

  // The link to the puzzle after this one.
  const after = dates.find((day) => day > date);
  const following = document.querySelector(".links [rel=next]");
  if (after) following.href = `../${after}/${play}`;
  else following.remove();

  function linkToNext(day) {
    const made = following.cloneNode(true);
    made.href = `../${day}/${play}`;
    made.firstChild.after(` (${inWords(day, { weekday: "short", day: "numeric", month: "short" })})`);
    return made;
  }

  // Returns links: to a puzzle that came while this page was open, to the unsolved ones of the newest week, the easiest first, to
  // the next unsolved one, if that is older, and to the newsletter.
  function links(results) {
    const isOpen = (day) => day !== date && !results.some((one) => one.date === day);
    const newest = weekOf(dates.at(-1));
    const open = week.filter(([day]) => newest.includes(day) && isOpen(day));
    const older = dates.find((day) => day > date && day < newest[0] && isOpen(day));
    return [
      isAwaited && Date.now() >= next && document.querySelector(".links [href$='#latest']").cloneNode(true),
      ...(open.length ? [words.still_open] : []),
      ...open.map(([day, level]) => link(`${weekday(day)} · ${level}`, `../${day}/${play}`)),
      older && linkToNext(older),
      subscribe && link(words.subscribe, subscribe),
    ].filter(Boolean);
  }

  // Returns the first result as a text that gives nothing away, with the row, the week and an address with a time to beat.
  function textOf(first, own, results, row) {
    const level = [page.level, ...row].filter(Boolean).join(" · ");
    const ends = weekOf(date).filter((_, n) => n % 6 === 0).map((day) => inWords(day, { weekday: "short" }));
    const seconds = Math.floor(own.ms / 1000);
    const address = page.link ? [timed(words.can_you_beat, own.ms), `${page.link}#beat=${seconds}`] : [];
    return [first, level, `${ends.join("–")} ${discs(results)}`, ...address].filter(Boolean).join("\n");
  }

  const sharing = result.querySelector("button:not([hidden])"); // sends, or else copies
  const sharingText = sharing.textContent;

  // Returns a button that shares the first result of a puzzle that is begun again, and shows it up to the next mark.
  function buttonFor({ ms, hints }) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: sharingText });
    made.style.marginTop = ".5rem";
    made.onclick = () => {
      const used = hints ? ` ${inPlural(words.hints, hints)}` : "";
      share.value = timed(page.words.share, ms) + used;
      result.hidden = false;
      show(true);
      sharing.focus();
      sharing.click();
    };
    return made;
  }

  const end = document.createElement("div");

  try {
    localStorage.setItem(`puzzlegen:${gamesOf(key)}`, JSON.stringify({ ...savedAs(gamesOf(key)), [date]: page.key ?? page.boards[0].key }));
  } catch { /* blocked or full */ }

  // `isNew`: the page has just shown its own text to share.
  function show(isNew) {
    const found = validResults(savedAs(key));
    const results = Object.values(found);
    const own = found[number];
    if (result.hidden) return end.replaceChildren(...(own ? [line(solvedText(language, words, own.ms, own.hints)), buttonFor(own)] : [])); // begun again
    const [streak] = streaksOf(dates, results.map((one) => one.date));
    const row = streak > 1 ? [inPlural(words.in_a_row, streak)] : [];
    const facts = [...row, ...times(results)];
    const lines = [own ? challenge(own) : [], facts, untilNext()].filter((texts) => texts.length);
    end.replaceChildren(...lines.map((texts) => line(...texts)));
    onward.replaceChildren(...links(results));
    if (!own || !isNew) return; // without `own`, nothing can be saved
    share.value = textOf(share.value.split("\n")[0], own, results, row);
    share.rows = share.value.split("\n").length;
  }

  document.querySelector("nav.links")?.append(themeSwitch(words));
  for (const rule of motion) document.styleSheets[0].insertRule(rule);
  result.before(end);
  if (target !== undefined) {
    const beat = Object.assign(document.createElement("span"), { textContent: filled(words.beat, { time: timeText(target * 1000) }) });
    document.getElementById("clock").after(" ", beat);
  }
  new MutationObserver(() => show(true)).observe(result, { attributeFilter: ["hidden"] });
  document.addEventListener("visibilitychange", () => show());
  setInterval(() => [onward, end].some((one) => one.matches(":focus-within")) || show(), 6e4);
  show(true);
}
