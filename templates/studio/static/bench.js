"use strict";
// The puzzle bench: shows the puzzles of the book, replaces, keeps and moves them, and has puzzles made meanwhile.

const MAKING_MS = 900;  // between two looks at puzzles being made
const STILL_MS = 1200;  // without a change, before puzzles are made for it

const picture = (line, step = {}) => `${book}/puzzle.svg?${new URLSearchParams({ line, ...step })}`;

// --- Making puzzles in the background

let makeTimer = 0;
let watching = false;
let making = { state: "none" };  // the last report
let stoppedByUser = false;

addEventListener("planned", ({ detail }) => {
  clearTimeout(makeTimer);
  if (!detail.stand_in) { byId("stop-making").hidden = byId("start-making").hidden = true; if (benchIsOpen()) showBench(); return; }
  showMaking(watching ? making : { state: "none" });
  if (!stoppedByUser) makeTimer = setTimeout(startMaking, STILL_MS);
  if (benchIsOpen()) showBench();
});

const startMaking = once(async () => {
  stoppedByUser = false;
  try { showMaking(await ask("/making", {})); } catch (error) { showProblem(byId("note"), error); return; }
  watchMaking();
});

async function watchMaking() {
  if (watching) return;
  watching = true;
  try {
    for (;;) {
      const report = await ask("/making");
      showMaking(report);
      if (report.state !== "running") {
        if (report.state === "verified") planPages();
        break;
      }
      await new Promise((done) => setTimeout(done, MAKING_MS));
    }
  } catch (error) { showProblem(byId("note"), error); }
  watching = false;
}

function showMaking(report) {
  making = report;
  if (!pages || !pages.stand_in || planRefused) return;
  const running = report.state === "running";
  byId("stop-making").hidden = !running;
  byId("start-making").hidden = running || (report.state === "none" && !stoppedByUser);
  const left = report.seconds ? `, about ${Math.ceil(report.seconds)} s left` : "";
  const done = report.total ? `: ${report.done} of ${report.total}${left}` : "";
  byId("note").textContent = running ? `Making the puzzles${done}. Boards are empty until then.`
    : report.state === "refused" ? report.summary
      : "Boards are empty until the puzzles are made.";
  if (benchIsOpen() && running) byId("bench-note").textContent = byId("note").textContent;
}

byId("start-making").addEventListener("click", startMaking);
byId("stop-making").addEventListener("click", once(async () => {
  stoppedByUser = true;
  try { showMaking(await ask("/making/stop", {})); } catch (error) { showProblem(byId("note"), error); }
}));

// --- The puzzles

let puzzles = [];
let benchVersion = "";
const asked = counter();  // requests for the puzzles
let sending = false;  // whether a change is being sent, whose reply has the newest puzzles
let savedSince = false;  // whether the config was saved after the last request
let shown = null;  // number of the puzzle in the dialog
let closed = false;  // whether the dialog was closed because the puzzles of the changed book are not made

const benchIsOpen = () => !byId("panel-puzzles").hidden || byId("puzzle").open;
new MutationObserver(() => benchIsOpen() && showBench()).observe(byId("panel-puzzles"), { attributeFilter: ["hidden"] });

addEventListener("saved", () => { savedSince = true; });

async function showBench() {
  const isLast = asked();
  savedSince = false;
  try {
    const found = await ask("/puzzles");
    if (isLast() && !sending) takeBench(found);
  } catch (error) { showProblem(byId("bench-note"), error); }
}

function takeBench(found) {
  if (found.error || !found.puzzles) {
    byId("bench-note").textContent = found.error || byId("note").textContent || "The puzzles are not made yet.";
    benchVersion = found.version;
    const fit = element("button", { type: "button", textContent: "Remove the chosen puzzles that do not fit" });
    fit.addEventListener("click", () => change({ fit: true }));
    byId("bench").replaceChildren(...(found.unfit ? [fit] : []));
    puzzles = [];
    closed ||= byId("puzzle").open;
    byId("puzzle").close();
    return;
  }
  const same = puzzles.length && JSON.stringify(puzzles) === JSON.stringify(found.puzzles);
  const before = JSON.stringify(one());
  ({ puzzles, version: benchVersion } = found);
  const drag = matchMedia("(pointer: coarse)").matches ? "Hold it, then drag it," : "Drag it, or press Alt with an arrow key,";
  byId("bench-note").textContent = `Choose a puzzle to replace it, keep it, move it or see it solved. ${drag} to move it within its section.`;
  if (same) return;  // a puzzle that is dragged now stays
  const focused = document.activeElement?.dataset?.number ?? (closed && document.activeElement === document.body ? shown : null);
  closed = false;
  byId("bench").replaceChildren(...sections().map(([name, some]) => {
    const list = element("ul", { className: "boards" }, ...some.map(tile));
    return element("section", {}, element("h2", { textContent: name }), list);
  }));
  if (focused) byId("bench").querySelector(`[data-number="${focused}"]`)?.focus();
  if (byId("puzzle").open && !sending && JSON.stringify(one()) !== before) fillPuzzle(shown);  // after an undo, or in another window
}

function sections() {
  const found = new Map();
  for (const one of puzzles) found.set(one.section, [...(found.get(one.section) || []), one]);
  return [...found];
}

function facts(one) {
  return `${one.difficulty}, score ${one.score}, quality ${one.quality}`;
}

function board(line) {
  return element("img", { src: picture(line), alt: "", loading: "lazy", width: 240, height: 240, draggable: false });
}

function tile(one) {
  const button = element("button", { type: "button", className: one.chosen ? "chosen" : "" },
    board(one.line),
    element("span", { className: "name", textContent: `Puzzle ${one.number}` }),
    element("span", { className: "facts", textContent: facts(one) }));
  if (one.chosen) button.append(element("span", { className: "mark", textContent: "chosen" }));
  button.dataset.number = one.number;
  button.addEventListener("click", () => openPuzzle(one.number));
  button.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !event.altKey) return;
    event.preventDefault();
    move(one, step < 0 ? one.earlier : one.later);
  });
  return element("li", {}, button);
}

takeDrags(byId("bench"), "[data-number]", () => ({ element: scroller(), covered: tabs[0].parentElement.offsetHeight }), (from, to) => change({ number: Number(from.dataset.number), to: Number(to.dataset.number) }));

let titled = Promise.resolve();  // the last change of a title, which a press of a button may have ended

// Change the puzzles, and call ``show`` when the new ones are there.
const change = (wanted, show) => titled.then(() => changeNow(wanted, show));
const changeNow = once(async (wanted, show) => {
  const place = byId(byId("puzzle").open ? "puzzle-problem" : "bench-problem");
  saveTyped();
  const sent = inTurn(() => send(wanted));
  inTurn(() => sent.then(readAgain)).catch((error) => {  // before what is typed meanwhile is saved
    showProblem(place, error);
    place.scrollIntoView({ block: "center" });
  });
  if (!await sent.catch(() => false)) return;
  for (const id of ["puzzle-problem", "bench-problem"]) showProblem(byId(id));
  if (show) show();
});

// Returns whether the change was sent. If the config was saved after the puzzles were read, they must still be the same.
async function send(wanted) {
  if (savedSince) {
    const before = JSON.stringify(puzzles);
    savedSince = false;
    asked();
    takeBench(await ask("/puzzles"));  // also if they are asked for again meanwhile: the change needs their version
    if (JSON.stringify(puzzles) !== before) return false;
  }
  sending = true;
  try {
    takeBench(await ask("/puzzles", { base: benchVersion, ...wanted }));
  } finally {
    sending = false;
    asked();  // replies to earlier requests are out of date
  }
  return true;
}

async function readAgain() {  // the first choice adds a key to the config
  const found = await ask("/config");
  if (found.version !== version) takeOther(found);
  else {
    showProblems(found.problems);
    showSteps(found.steps);
  }
  planPages();
}

function move({ number, line }, to) {
  if (to) change({ number, to }, () => {
    const now = puzzles.find((other) => other.line === line);
    if (!now) return;
    if (byId("puzzle").open) fillPuzzle(now.number);
    else byId("bench").querySelector(`[data-number="${now.number}"]`)?.focus();
  });
}

// --- One puzzle

// Open the actions of a puzzle that was chosen on a page.
async function openFromPage(number) {
  await showBench();
  if (puzzles.some((puzzle) => puzzle.number === number)) openPuzzle(number);
  else byId("note").textContent = byId("bench-note").textContent;
}

const FOUND = ["candidates", "candidates-note"];
let candidates = 0;  // made for this place so far
const openings = counter();  // of the dialog, and of searches for candidates
const one = () => puzzles.find((puzzle) => puzzle.number === shown);

function openPuzzle(number) {
  openings();
  candidates = 0;
  byId("more-candidates").disabled = false;
  clearCandidates();
  fillPuzzle(number);
  byId("puzzle").showModal();
}

function clearCandidates() {
  byId("candidates").replaceChildren();
  byId("candidates-note").textContent = "";
  for (const id of FOUND) byId(id).classList.remove("outdated");
}

function fillPuzzle(number) {
  shown = number;
  const puzzle = one();
  if (!puzzle) { byId("puzzle").close(); return; }
  byId("puzzle-title").textContent = `Puzzle ${number}, ${puzzle.section}`;
  byId("puzzle-facts").textContent = `${puzzle.size}, ${facts(puzzle)}, ${minutesOf(puzzle.par)}${puzzle.sentence && `. Over it: “${puzzle.sentence}”`}`;
  byId("pin").textContent = puzzle.chosen ? "Use the book’s own puzzle" : "Keep this puzzle";
  byId("to-desk").href = `/compose?${new URLSearchParams({ line: puzzle.line, from: book, number })}`;
  byId("over").parentElement.hidden = !puzzle.chosen;
  byId("over").value = puzzle.title;
  byId("moves").hidden = puzzle.earlier || puzzle.later;
  byId("earlier").disabled = !puzzle.earlier;
  byId("later").disabled = !puzzle.later;
  showProblem(byId("puzzle-problem"));
  offerIdeas(puzzle.ideas);
  showSolution(`Puzzle ${number}`, (step) => picture(puzzle.line, { step }), async () => (await ask(`/steps?line=${encodeURIComponent(puzzle.line)}`)).steps);
}

byId("puzzle-close").addEventListener("click", () => byId("puzzle").close());
byId("puzzle").addEventListener("close", () => {
  const place = benchIsOpen() ? byId("bench") : byId("spread");
  place.querySelector(`[data-number="${shown}"]`)?.focus();
});
byId("earlier").addEventListener("click", () => move(one(), one().earlier));
byId("later").addEventListener("click", () => move(one(), one().later));
byId("pin").addEventListener("click", () => {
  const { line, chosen, idea } = one(), number = shown;
  change(chosen ? { number, puzzle: null } : { number, puzzle: line, idea }, () => fillPuzzle(number));
});
byId("over").addEventListener("change", () => {
  const number = shown, puzzle = one();
  if (puzzle) titled = changeNow({ number, puzzle: puzzle.line, title: byId("over").value }, () => fillPuzzle(number));
});

function wishes() {
  const found = Object.fromEntries([...byId("wishes").querySelectorAll("[data-wish]")].map((field) => [field.dataset.wish, field.value.trim()]).filter(([, value]) => value));
  return byId("wish-digits").disabled ? found : { ...found, idea: `${found.idea}:${byId("wish-digits").value}` };
}

// Offer the ideas that the board of the puzzle can show, and the digits of one that has some.
const allIdeas = [...byId("wish-idea").options];
function offerIdeas(names) {
  const idea = byId("wish-idea"), chosen = idea.value;
  idea.replaceChildren(...allIdeas.filter(({ value }) => !value || names.includes(value)));
  idea.value = names.includes(chosen) ? chosen : "";
  idea.parentElement.hidden = !names.length;
  offerDigits();
}

function offerDigits() {
  const digits = byId("wish-digits");
  digits.parentElement.hidden = digits.disabled = byId("wish-idea").value !== digits.dataset.for;
}

// Candidates of other wishes are others, and begin again. Those before keep their space until then, because the button
// would move away from the click that follows a change.
byId("wishes").addEventListener("change", () => {
  offerDigits();
  openings();
  candidates = 0;
  for (const id of FOUND) byId(id).classList.add("outdated");
  byId("more-candidates").disabled = false;
  byId("more-candidates").textContent = "Make candidates";
});

byId("more-candidates").addEventListener("click", async () => {
  byId("wishes").open ||= !byId("wish-score").checkValidity() || !byId("wish-digits").checkValidity();
  if (!byId("wish-score").reportValidity() || !byId("wish-digits").reportValidity()) return;
  const number = shown, isLast = openings();
  byId("more-candidates").disabled = true;
  if (!candidates) clearCandidates();
  byId("candidates-note").textContent = "making candidates …";
  const wished = wishes(), apart = "difficulty" in wished;
  try {
    let report = await ask("/candidates", { number, first: candidates + 1, ...wished });
    const before = byId("candidates").children.length;
    for (;;) {
      if (!isLast() || !byId("puzzle").open) return;
      for (const found of report.candidates.slice(byId("candidates").children.length - before)) {
        const button = element("button", { type: "button" }, board(found.line), element("span", { className: "facts", textContent: facts(found) }));
        button.setAttribute("aria-label", `Choose the candidate: ${facts(found)}`);
        button.addEventListener("click", () => change({ number, puzzle: found.line, idea: found.idea, apart }, () => fillPuzzle(number)));
        byId("candidates").append(element("li", {}, button));
      }
      if (report.state !== "running") break;
      await new Promise((done) => setTimeout(done, MAKING_MS));
      report = await ask("/candidates");
    }
    candidates += 6;
    byId("candidates-note").textContent = report.state === "verified" ? "Choose one." : report.summary;
    byId("more-candidates").textContent = "More candidates";
  } catch (error) {
    if (isLast()) showProblem(byId("candidates-note"), error);
  }
  if (isLast()) byId("more-candidates").disabled = false;
});
