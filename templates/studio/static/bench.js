"use strict";
// The puzzle bench: shows the puzzles of the book, replaces, keeps and moves them, and has puzzles made meanwhile.

const MAKING_MS = 900;  // between two looks at puzzles being made
const STILL_MS = 1200;  // without a change, before puzzles are made for it

const picture = (line, step = 0) => `${book}/puzzle.svg?line=${encodeURIComponent(line)}&step=${step}`;

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
  try { showMaking(await ask("/making", {})); } catch (error) { byId("note").textContent = error.message; return; }
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
  } catch (error) { byId("note").textContent = error.message; }
  watching = false;
}

function showMaking(report) {
  making = report;
  if (!pages || !pages.stand_in) return;
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
  try { showMaking(await ask("/making/stop", {})); } catch (error) { byId("note").textContent = error.message; }
}));

// --- The puzzles

let puzzles = [];
let benchVersion = "";
let shown = null;  // number of the puzzle in the dialog
let closed = false;  // whether the dialog was closed because the puzzles of the changed book are not made

const benchIsOpen = () => !byId("panel-puzzles").hidden;
new MutationObserver(() => benchIsOpen() && showBench()).observe(byId("panel-puzzles"), { attributeFilter: ["hidden"] });

async function showBench() {
  try { takeBench(await ask("/puzzles")); } catch (error) { byId("bench-note").textContent = error.message; }
}

function takeBench(found) {
  if (found.error || !found.puzzles) {
    byId("bench-note").textContent = found.error || byId("note").textContent || "The puzzles are not made yet.";
    benchVersion = found.version;
    const fit = element("button", { type: "button", textContent: "Remove the chosen puzzles that do not fit" });
    fit.addEventListener("click", () => change({ fit: true }));
    byId("bench").replaceChildren(...((found.error || "").includes("choices") ? [fit] : []));
    puzzles = [];
    closed ||= byId("puzzle").open;
    byId("puzzle").close();
    return;
  }
  const same = puzzles.length && JSON.stringify(puzzles) === JSON.stringify(found.puzzles);
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
}

function sections() {
  const found = new Map();
  for (const one of puzzles) found.set(one.section, [...(found.get(one.section) || []), one]);
  return [...found];
}

function facts(one) {
  return `${one.difficulty}, score ${one.score}, quality ${one.quality}`;
}

function board(line, step) {
  return element("img", { src: picture(line, step), alt: "", loading: "lazy", width: 240, height: 240, draggable: false });
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
    if (step < 0 ? one.earlier : one.later) move(one, step);
  });
  return element("li", {}, button);
}

takeDrags(byId("bench"), "[data-number]", () => {
  const panel = byId("bench").closest(".settings");  // on a narrow screen the page scrolls instead
  const element = panel.scrollHeight > panel.clientHeight ? panel : document.scrollingElement;
  return { element, covered: tabs[0].parentElement.offsetHeight };
}, (from, to) => change({ number: Number(from.dataset.number), to: Number(to.dataset.number) }));

const change = once(async (wanted) => {
  const place = byId(byId("puzzle").open ? "puzzle-problem" : "bench-problem");
  await saveTyped();
  try {
    takeBench(await ask("/puzzles", { base: benchVersion, ...wanted }));
    byId("puzzle-problem").hidden = byId("bench-problem").hidden = true;
    await readAgain();
    return true;
  } catch (error) {
    showError(place, error);
    place.hidden = false;
    place.scrollIntoView({ block: "center" });
    return false;
  }
});

async function readAgain() {  // the first choice adds a key to the config
  const config = await ask("/config");
  if (config.version !== version) {
    version = config.version;
    showConfig(config, false, true);
  }
  showProblems(config.problems);
  planPages();
}

async function move(one, step) {
  const line = one.line;
  if (!await change({ number: one.number, step })) return;
  const now = puzzles.find((other) => other.line === line);
  if (!now) return;
  if (byId("puzzle").open) fillPuzzle(now.number);
  else byId("bench").querySelector(`[data-number="${now.number}"]`)?.focus();
}

// --- One puzzle

let candidates = 0;  // made for this place so far
const one = () => puzzles.find((puzzle) => puzzle.number === shown);

function openPuzzle(number) {
  candidates = 0;
  byId("candidates").replaceChildren();
  byId("candidates-note").textContent = "";
  fillPuzzle(number);
  byId("puzzle").showModal();
}

function fillPuzzle(number) {
  shown = number;
  const puzzle = one();
  if (!puzzle) return;
  byId("puzzle-title").textContent = `Puzzle ${number}, ${puzzle.section}`;
  byId("puzzle-facts").textContent = `${puzzle.size}, ${facts(puzzle)}, about ${puzzle.par[0]} to ${puzzle.par[1]} minutes`;
  byId("pin").textContent = puzzle.chosen ? "Use the usual puzzle again" : "Keep this puzzle";
  byId("earlier").disabled = !puzzle.earlier;
  byId("later").disabled = !puzzle.later;
  byId("puzzle-problem").hidden = true;
  showSolution(`Puzzle ${number}`, (step) => picture(puzzle.line, step), async () => (await ask(`/steps?line=${encodeURIComponent(puzzle.line)}`)).steps);
}

byId("puzzle-close").addEventListener("click", () => byId("puzzle").close());
byId("puzzle").addEventListener("close", () => byId("bench").querySelector(`[data-number="${shown}"]`)?.focus());
byId("earlier").addEventListener("click", () => move(one(), -1));
byId("later").addEventListener("click", () => move(one(), 1));
byId("pin").addEventListener("click", async () => {
  const { line, chosen } = one();
  if (await change({ number: shown, puzzle: chosen ? null : line })) fillPuzzle(shown);
});

byId("more-candidates").addEventListener("click", async () => {
  const number = shown;
  byId("more-candidates").disabled = true;
  byId("candidates-note").textContent = "making candidates …";
  try {
    let report = await ask("/candidates", { number, first: candidates + 1 });
    const before = byId("candidates").children.length;
    for (;;) {
      if (shown !== number || !byId("puzzle").open) break;
      for (const found of report.candidates.slice(byId("candidates").children.length - before)) {
        const button = element("button", { type: "button" }, board(found.line), element("span", { className: "facts", textContent: facts(found) }));
        button.setAttribute("aria-label", `Choose the candidate: ${facts(found)}`);
        button.addEventListener("click", async () => { if (await change({ number, puzzle: found.line })) fillPuzzle(number); });
        byId("candidates").append(element("li", {}, button));
      }
      if (report.state !== "running") break;
      await new Promise((done) => setTimeout(done, MAKING_MS));
      report = await ask("/candidates");
    }
    candidates += 6;
    byId("candidates-note").textContent = report.state === "verified" ? "Choose one." : report.summary;
    byId("more-candidates").textContent = "More candidates";
  } catch (error) { byId("candidates-note").textContent = error.message; }
  byId("more-candidates").disabled = false;
});
