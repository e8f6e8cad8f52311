"use strict";
// Solves and explains a puzzle that is pasted or in a file.

const MAX_TEXT = 900_000;  // bytes: the server accepts a million, with the JSON around the text
let line = "";  // the puzzle that is shown
const turns = counter();  // texts and puzzles to solve

const query = (values) => new URLSearchParams({ line, ...values });

function fail(message, row = 0, column = 0) {
  const place = [row ? `line ${row}` : "", column ? `column ${column}` : ""].filter(Boolean).join(", ");
  showProblem(byId("problem"), place ? `${place}: ${message}` : message);
  byId("text").toggleAttribute("aria-invalid", false);
  if (message) byId("text").setAttribute("aria-invalid", "true");
  if (row) mark(row, column);
}

function mark(row, column) {  // select the place of an error in the text
  const rows = byId("text").value.split(/\r\n|\r|\n/);
  if (row > rows.length) return;
  const before = rows.slice(0, row - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const from = before + Math.max(0, column - 1);
  byId("text").focus();
  byId("text").setSelectionRange(from, column ? from + 1 : before + rows[row - 1].length);
}

// Begin with another text or file.
function begin() {
  fail("");
  byId("busy").textContent = "";
  return turns();
}

async function read() {
  const isLast = begin();
  byId("result").hidden = byId("several").hidden = true;
  if (new Blob([byId("text").value]).size > MAX_TEXT) { fail("the text is longer than 900 kB: paste one puzzle"); return; }
  byId("busy").textContent = "reading …";
  try {
    const found = await request("/solve/read", { text: byId("text").value, kind: byId("kind").value, form: byId("form").value });
    if (!isLast()) return;
    if (found.length > 1) list(found);
    const first = found.find((one) => one.line);
    const problem = found.find((one) => one.error);
    if (problem && (!first || found.length === 1)) fail(problem.error, problem.row, problem.column);
    if (first) await show(first.line);
    else byId("busy").textContent = "";
  } catch (error) {
    if (!isLast()) return;
    fail(error.message);
    byId("busy").textContent = "";
  }
}

function list(found) {
  byId("several").hidden = false;
  byId("found").replaceChildren(...found.map((one) => {
    if (one.error) return element("li", { className: "wrong", textContent: `line ${one.row}: ${one.error}` });
    const button = element("button", { type: "button", textContent: `line ${one.row}: ${one.size} ${one.kind}` });
    button.addEventListener("click", () => show(one.line));
    button.dataset.line = one.line;
    return element("li", {}, button);
  }));
}

async function show(puzzleLine) {
  const isLast = turns();
  line = puzzleLine;
  byId("busy").textContent = "solving …";
  let known;
  try { known = await request(`/solve/answer?${query()}`); } catch (error) { known = { error }; }
  if (!isLast()) return;
  if (known.error) { byId("busy").textContent = ""; fail(known.error.message); return; }
  byId("verdict").textContent = known.verdict;
  byId("facts").textContent = facts(known);
  for (const one of byId("found").querySelectorAll("button")) one.setAttribute("aria-current", one.dataset.line === line);
  for (const one of byId("files").children) {
    one.hidden = !known.playable && !one.dataset.file.startsWith("puzzle.") || one.dataset.file.endsWith(".gif") && known.status !== "solved";
  }
  byId("answers").replaceChildren(...[...Array(known.solutions).keys()].map((number) => {
    const name = known.solutions > 1 ? `Solution ${number + 1}` : "Answer";
    return element("details", {}, element("summary", { textContent: name }),
      element("img", { src: `/solve/answer.svg?${query({ number })}`, alt: name, loading: "lazy" }));
  }));
  byId("compose").href = `/compose?${query()}`;
  byId("all-steps").open = false;
  explain();
  await byId("puzzle-picture").decode().catch(() => {});  // else what is below it moves while it is pressed
  if (!isLast()) return;
  byId("busy").textContent = "";
  byId("result").hidden = false;
}

function facts(known) {
  const all = [`${known.size} ${known.kind}`];
  if (known.mines !== null) all.push(`${known.mines} mines in all`);
  if (known.difficulty) {
    all.push(known.difficulty, `score ${known.score}`, `tier ${known.tier}`, minutesOf(known.par));
  }
  if (known.differ.length) all.push(`the solutions differ in ${known.differ.slice(0, 12).join(", ")}${known.differ.length > 12 ? " …" : ""}`);
  return all.join(" · ");
}

function explain() {
  const language = byId("language").value;
  for (const one of byId("files").children) one.href = `/solve/files/${one.dataset.file}?${query({ language })}`;
  byId("step-list").replaceChildren();
  byId("step-text").lang = byId("step-list").lang = language;
  showSolution("The puzzle", (step) => `/solve/puzzle.svg?${query({ step })}`,
    async () => (await request(`/solve/steps?${query({ language })}`)).steps);
  if (byId("all-steps").open) listSteps();
}

async function listSteps() {
  const steps = await stepsOf(solution);
  if (!steps) return;
  byId("step-list").replaceChildren(...steps.map((one, index) => {
    const button = element("button", { type: "button", className: "plain", textContent: one.words });
    button.addEventListener("click", () => showStep(index + 1));
    return element("li", {}, button);
  }));
  markStep(solution.at);
}

function markStep(at) {
  [...byId("step-list").children].forEach((one, index) => one.firstChild.setAttribute("aria-current", index + 1 === at));
}

byId("question").addEventListener("submit", (event) => { event.preventDefault(); read(); });
byId("text").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); read(); } });
byId("language").addEventListener("change", explain);
byId("all-steps").addEventListener("toggle", () => { if (byId("all-steps").open) listSteps(); });
addEventListener("step", ({ detail }) => markStep(detail));

async function readFile(file) {
  const isLast = begin();
  if (file.size > MAX_TEXT) { fail(`${file.name}: larger than 900 kB: paste one of its puzzles`); return; }
  const text = await file.text();
  if (!isLast()) return;
  if (/[\0\ufffd]/.test(text)) { fail(`${file.name}: not a text: choose a file with a puzzle as text`); return; }
  byId("text").value = text;
  read();
}

byId("file").addEventListener("change", () => { if (byId("file").files.length) readFile(byId("file").files[0]); });
takeDrops(() => byId("question"), readFile);
addEventListener("paste", (event) => {
  const [file] = event.clipboardData.files;
  if (file) readFile(file);
  if (file || event.target.matches("input, textarea")) return;  // where the browser pastes texts
  byId("text").value = event.clipboardData.getData("text/plain");
  if (byId("text").value) read();
});
if (byId("text").value) read();
