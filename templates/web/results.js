// The results that pages to play keep in this browser, and the days of the series: for the archive and for more.js.

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
const pluralOf = (language, forms, count) => filled(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, { count });

function timeText(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return (hours ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(seconds % 60)}`;
}

// Returns a text such as "Solved in 4:05. One hint used."
const solvedText = (language, words, ms, hints) =>
  filled(words.solved, { time: timeText(ms) }) + (hints ? ` ${pluralOf(language, words.hints, hints)}` : "");

const isObject = (one) => typeof one === "object" && one !== null && !Array.isArray(one);

// Returns the results { date, difficulty, ms, hints } by the number of the puzzle, without those that are not valid.
function validResults(found) {
  const isResult = ([number, one]) =>
    Number.isInteger(Number(number)) && number > 0 && isObject(one) && /^\d{4}-\d\d-\d\d$/.test(one.date) && one.ms >= 0;
  const cleaned = ([number, { date, difficulty, ms, hints }]) =>
    [number, { date, difficulty: String(difficulty), ms: Number(ms), hints: hints > 0 ? Number(hints) : 0 }];
  return Object.fromEntries(isObject(found) ? Object.entries(found).filter(isResult).map(cleaned) : []);
}

function savedAs(name) {
  try {
    return JSON.parse(localStorage.getItem(`puzzlegen:${name}`));
  } catch {
    return null; // blocked, or not JSON
  }
}

// The name under which the keys of the saved games of a series are kept, by date.
const gamesOf = (key) => key.replace("results", "games");

const dateAfter = (date, days) => new Date(Date.parse(date) + days * 864e5).toISOString().slice(0, 10);

// Returns the dates of all days: the first, and for each day from it on "0" without a puzzle.
const datesOf = ([first, marks]) => [...marks].flatMap((mark, n) => (mark === "0" ? [] : [dateAfter(first, n)]));

// Returns how many days with a puzzle in a row are solved up to now, and at most; both 0 where the days are not known.
// The newest puzzle may still be unsolved.
function streaksOf(dates, solved) {
  const rows = [];
  for (const date of dates) rows.push(solved.includes(date) ? (rows.at(-1) ?? 0) + 1 : 0);
  return [rows.at(-1) || rows.at(-2) || 0, Math.max(0, ...rows)];
}
