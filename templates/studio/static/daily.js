"use strict";
// The view of a daily: its calendar and days, and the work on them; editor.js saves its config.

const REPORT_MS = 700;  // between two reports of running work
const DAY_MS = 86_400_000;
let chosen = "";  // the day that is shown, such as 2026-11-23
let calendar = null;  // the last reply of the server

// --- The calendar

const reading = counter(), readingDay = counter(), readingStatus = counter();  // requests for a month, a day, the state
let wanted = {};  // the month and the day that the user chose, until they are shown

const monthButtons = () => [...byId("calendar").querySelectorAll(".month-head button")];

// Read the month that is shown, or another one. A newer request replaces an earlier one, and has the month wanted last.
async function readCalendar(month, day) {
  const isLast = reading();
  if (month) wanted = { month, day };
  else if (!working) readStatus();
  byId("calendar").setAttribute("aria-busy", "true");
  try {
    const found = await ask(`/calendar?month=${wanted.month || (calendar ? calendar.month : "")}`);
    if (!isLast()) return;
    showProblem(byId("calendar-problem"), found.error);
    if (!found.html) return;
    const focused = document.activeElement.classList.contains("cell");
    const button = monthButtons().indexOf(document.activeElement);
    calendar = found;
    byId("calendar").innerHTML = found.html;
    monthButtons()[button]?.focus();
    byId("upload-address").textContent = found.address;
    byId("day-address").textContent = `${found.address}${found.today}/`;
    byId("snippet").value = found.snippet;
    byId("newest-picture").value = found.picture;
    byId("make-from").textContent = found.first === found.today ? "today" : `on ${found.first}`;
    byId("make-note").textContent = found.first !== found.today ? "" : found.made ? "Today's puzzle is made." : found.running ? "" : "Today's puzzle is not made yet.";
    const usual = found.days.includes(found.first) ? found.first : found.days[0];
    const next = wanted.day || chosen;
    wanted = {};
    mark(found.days.includes(next) ? next : usual, focused);
    readDay();
    lock();
  } catch (error) {
    showProblem(byId("calendar-problem"), error);
  } finally {
    if (isLast()) byId("calendar").removeAttribute("aria-busy");
  }
}

function mark(day, focus) {
  chosen = day;
  for (const cell of byId("calendar").querySelectorAll("[data-day].cell")) {
    const own = cell.dataset.day === day;
    cell.tabIndex = own ? 0 : -1;
    cell.parentElement.setAttribute("aria-selected", own);
    if (own && focus) cell.focus();
  }
}

async function readStatus() {
  const isLast = readingStatus();
  try {
    const found = await ask("/status");
    if (isLast()) byId("status").innerHTML = found.html;
    lock();
  } catch (error) {
    if (isLast()) showProblem(byId("status"), error);
  }
}

async function readDay() {
  const isLast = readingDay();
  try {
    const found = await ask(`/day?day=${chosen}`);
    if (!isLast()) return;
    const open = [...byId("day").querySelectorAll("details")].map((one) => one.open);
    const focused = byId("day").contains(document.activeElement);
    byId("day").innerHTML = found.html;
    if (focused) byId("day-title").focus();
    for (const one of byId("day").querySelectorAll("[data-unskip]")) one.hidden = !skippedDays().includes(one.dataset.unskip);
    byId("day").querySelectorAll("details").forEach((one, index) => { one.open = Boolean(open[index]); });
    lock();
  } catch (error) {
    if (isLast()) showProblem(byId("day"), error);
  }
}

function showDay(day, focus) {
  if (!calendar || day === chosen) return;
  if (!calendar.days.includes(day)) { readCalendar(day.slice(0, 7), day); return; }
  mark(day, focus);
  readDay();
}

const shifted = (day, days) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

function sameDayOf(month, day) {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  return `${month}-${String(Math.min(last, Number(day.slice(8)))).padStart(2, "0")}`;
}

byId("calendar").addEventListener("keydown", (event) => {
  if (!event.target.classList.contains("cell")) return;
  const weekday = (new Date(Date.parse(chosen)).getUTCDay() + 6) % 7;
  const days = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7, Home: -weekday, End: 6 - weekday }[event.key];
  const months = monthButtons().map((one) => one.dataset.month);
  const month = { PageUp: months[0], PageDown: months[1] }[event.key];
  if (days !== undefined) showDay(shifted(chosen, days), true);
  else if (month) showDay(sameDayOf(month, chosen), true);
  else return;
  event.preventDefault();
});

byId("calendar").addEventListener("click", (event) => {
  const cell = event.target.closest(".cell");
  const month = event.target.closest("[data-month]");
  if (cell) showDay(cell.dataset.day, true);
  if (month) readCalendar(month.dataset.month, month.dataset.choose);
});

// --- Work: the list of what would be done, the question for warnings, and the progress

let working = false;
let doneBefore = "";

function lock() {
  for (const button of document.querySelectorAll("[data-work]")) button.disabled = working;
}

function finding(one) {
  const found = `${[one.place, one.rule, one.detail].filter(Boolean).join(": ")} (${one.code})`;
  return element("li", {}, element("p", { textContent: found }), element("p", { className: "help", textContent: one.remedy }));
}

const begin = once(async (action, title) => {
  await saveTyped();  // save unsaved input first
  showProblem(byId("work-problem"));
  clearReport();
  try {
    const needed = ["redraw", "reissue", "withdraw"].includes(action.kind);
    let confirmed = [];
    if (action.kind !== "verify") {
      const asked = await ask(`/question?${new URLSearchParams(action)}`);
      if ((needed || asked.warnings.length) && !await isConfirmed(asked, title, action)) return;
      confirmed = asked.warnings;
    }
    showReport(await ask("/work", { ...action, confirmed }));
  } catch (error) {
    showFailure(error);
  }
});

function showFailure(error) {
  byId("work").hidden = false;
  clearReport();
  showProblem(byId("work-problem"), error);
}

// The words of earlier work do not stand below the error of another.
function clearReport() {
  byId("summary").textContent = "";
  byId("findings").replaceChildren();
  byId("messages").hidden = true;
}

function items(texts, name = "li") {
  return texts.map((text) => {
    const entry = document.createElement(name);
    entry.textContent = text;
    return entry;
  });
}

const MEANINGS = {
  redraw: "The puzzle stays. Its pictures and pages are drawn again with the present settings.",
  reissue: "Another puzzle is made for this day. The day keeps its number.",
  withdraw: "The puzzle and its files are removed. Its number is not used again.",
};
const inWords = (warning) => warning.replace(/^warning: /, "").replace("issued AGAIN", "gets another puzzle");

function isConfirmed(asked, title, { kind, day }) {
  const dialog = byId("question");
  const warnings = items(asked.warnings.map(inWords), "p");
  byId("question-words").textContent = MEANINGS[kind] || "";
  for (const one of warnings) one.className = "problem";
  byId("question-title").textContent = day ? `${title}: ${day}` : title;
  byId("question-yes").textContent = title;
  byId("question-warnings").replaceChildren(...warnings);
  byId("question-lines").replaceChildren(...items(asked.lines));
  byId("question-command").textContent = asked.command;
  dialog.returnValue = "";
  dialog.showModal();
  byId("question-no").focus();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
  });
}

byId("question-no").addEventListener("click", () => byId("question").close(""));
byId("question-yes").addEventListener("click", () => byId("question").close("yes"));

function showReport(report) {
  byId("work").hidden = !report;
  if (!report) return;
  working = report.state === "running";
  lock();
  showProgress(report, report.stage === "days" ? "Drawing days, also those beside them:" : report.stage || "starting");
  showProblem(byId("work-problem"), report.state === "refused" ? report.summary : "");
  byId("summary").textContent = report.state === "refused" ? "" : report.summary;
  byId("findings").replaceChildren(...report.findings.map(finding));
  byId("lines").replaceChildren(...items(report.lines));
  byId("messages").hidden = report.lines.length === 0;
  const now = `${report.state} ${report.stage} ${report.done}`;
  if (now !== doneBefore) {  // days were finished
    doneBefore = now;
    readCalendar();
  }
  if (working) setTimeout(watch, REPORT_MS);
}

async function watch() {
  try { showReport(await ask("/work")); } catch (error) { showFailure(error); }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-kind]");
  if (!button) return;
  const { kind, day, days, folder, label } = button.dataset;
  begin({ kind, day: day || "", days: days || "1", folder: folder || "" }, (label || button.textContent).replace(" …", ""));
});
byId("make").addEventListener("submit", (event) => {
  event.preventDefault();
  const day = calendar && calendar.first !== calendar.today ? calendar.first : "";
  begin({ kind: "make", day, days: byId("days").value }, "Make these days");
});
byId("publish").addEventListener("submit", (event) => {
  event.preventDefault();
  begin({ kind: "publish", folder: byId("folder").value }, "Publish");
});
byId("verify").addEventListener("click", () => begin({ kind: "verify" }, "Check all days"));
byId("stop").addEventListener("click", once(async () => {
  try { await ask("/stop", {}); } catch (error) { showFailure(error); }
}));
// A text as one word of a command line.
const asWord = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
const showUpload = () => {
  const folder = byId("folder").value.trim();
  byId("upload-folder").textContent = `${byId("upload-folder").dataset.base}/${folder}`;
  byId("upload-command").textContent = `rsync -av --delete ${asWord(`${folder}/`)} you@example.com:daily/`;
};
byId("folder").addEventListener("input", showUpload);
showUpload();

// The days without a puzzle as the form lists them: also ranges, and days of every year.
const skippedDays = () => (byId("f-skip")?.value ?? "").split("\n").map((one) => one.trim());

byId("day").addEventListener("click", once(async (event) => {
  const { skip, unskip } = event.target.dataset;
  if (unskip) {
    const field = byId("f-skip");
    field.value = skippedDays().filter((one) => one !== unskip).join("\n");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (!skip) return;
  saveTyped();
  await save({ loc: "skip", entry: skip }, true);
}));

byId("day").addEventListener("submit", (event) => {
  event.preventDefault();
  const { swap } = event.target.dataset;
  if (swap) begin({ kind: "swap", day: swap, other: byId("swap-with").value }, "Swap");
  else setTitle(event.target.dataset, byId("day-words").value.trim());
});

// Choose the words over the puzzle of a day, and draw a made day with them.
const setTitle = once(async ({ title: day, entry, chosen: hasPuzzle, made }, title) => {
  if (!entry && !title) return;
  saveTyped();
  const loc = `choices/${entry}`;
  const change = !entry ? { loc: "choices", entry: { date: day, title } }
    : title || hasPuzzle ? { loc: `${loc}/title`, value: title } : { loc, remove: true };
  if (await save(change, true) && made) begin({ kind: "redraw", day }, "Redraw");
});

addEventListener("saved", () => readCalendar());
document.addEventListener("visibilitychange", () => {  // another window or the command line may have changed the daily
  if (!document.hidden && !working) watch().then(() => readCalendar());
});

showFirstProblems().catch((error) => showProblem(byId("calendar-problem"), error));
if (state.report) showReport(state.report); else readCalendar();
