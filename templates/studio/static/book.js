"use strict";
// The editor of a book: turns its pages; editor.js saves its config.

const book = project;

const REFUSED = 422;  // status of a reply
const OVERVIEW_WIDTH = 150;  // pixels of a page in the list of all pages

// --- Pages

let pages = null;
const address = new URLSearchParams(location.search);
let page = Math.trunc(Number(address.get("page"))) || 1;
let puzzle = address.get("puzzle");  // its page is shown until the user turns to another: making puzzles may move it
let planning = false;
let planAgain = false;
let planRefused = false;  // whether the pages are those of an earlier config

byId("to-fix").addEventListener("click", () => {
  const first = byId("problem-list").querySelector("button");
  if (first) first.click(); else byId("problems").scrollIntoView();
});

const partName = (part) => part.replace(/^(front|back)_matter\.pages\[(\d+)\]$/, "own pages, $1 $2").replace(/^front_matter\./, "").replace(/[-_]/g, " ");

async function planPages() {
  if (planning) { planAgain = true; return; }
  planning = true;
  showLayingOut(true);
  try {
    const found = await ask(`/plan?edition=${byId("edition").value || 0}`);
    planRefused = !found.pages;
    if (planRefused) {
      const listed = found.problems.length || configProblems.length;
      const old = pages ? "The pages are those before the last change." : "There are no pages until this is corrected.";
      byId("note").textContent = listed ? old : `${found.error} ${old}`;
      if (!configProblems.length) showProblems([], found.problems);
      byId("to-fix").hidden = !listed;
    } else {
      pages = found;
      byId("note").textContent = "";
      byId("to-fix").hidden = true;
      dispatchEvent(new CustomEvent("planned", { detail: found }));
      fillChoices();
      page = pages.puzzles[puzzle] ?? page;
      showPages();
      await showWarnings();
    }
  } catch (error) { showProblem(byId("note"), error); }
  planning = false;
  showLayingOut(false);
  dispatchEvent(new Event("laid-out"));
  if (planAgain) { planAgain = false; planPages(); }
}

// The first pages of a book take some seconds, for which a line is in their place.
function showLayingOut(running) {
  const line = byId("laying-out");  // the first pages replace it
  if (line) line.textContent = running ? "Laying out the pages …" : "";
}

let notices = [];  // the warnings of the layout, each with its page, 0 for the whole book

async function showWarnings() {
  const found = await ask("/warnings");
  notices = found.warnings;
  showProblems(configProblems, found.problems);
  byId("to-fix").hidden = !found.problems.length;
  placeWarnings();
}

// Those about the shown pages come first; others lead to their page.
function placeWarnings() {
  const numbers = shownNumbers();
  const edition = pages.editions[Number(byId("edition").value) || 0];
  const placed = notices.map(([text, number]) => [text, !edition || text.startsWith(`${edition}: `) ? number : 0]);
  const here = placed.filter(([, number]) => number && numbers.includes(number));
  const other = placed.filter((one) => !here.includes(one));
  byId("warnings").replaceChildren(
    ...layoutProblems.map(({ text }) => element("li", { className: "here" }, element("strong", { textContent: "This book cannot be built: " }), text)),
    ...here.map(([text, number]) => element("li", { className: "here" }, element("strong", { textContent: `Page ${number}: ` }), text)),
    ...other.map(([text, number]) => {
      if (!number) return element("li", { textContent: text });
      const button = element("button", { type: "button", textContent: `Page ${number}` });
      button.addEventListener("click", () => { turn(number); byId("spread").focus(); });
      return element("li", {}, button, ` ${text}`);
    }));
}

function fillChoices() {
  const parts = new Map();
  for (const one of pages.pages) if (!parts.has(one.part)) parts.set(one.part, one.number);
  byId("part").replaceChildren(...[...parts].map(([part, number]) => new Option(partName(part), number)));
  byId("edition").hidden = pages.editions.length < 2;
  if (byId("edition").options.length !== pages.editions.length) {
    byId("edition").replaceChildren(...pages.editions.map((name, index) => new Option(name || "book", index)));
  }
  byId("of").textContent = `of ${pages.pages.length}`;
  byId("cover").disabled = !pages.cover;
}

// Pages stand side by side as in the book; upright screens show one, because two would be small.
const facing = () => pages.bound && byId("spread").clientWidth > byId("spread").clientHeight;

function shownNumbers() {
  if (byId("cover").checked && pages.cover) return [0];
  if (!facing()) return [page];
  const left = page % 2 ? page - 1 : page;
  return [left, left + 1];
}

function pictureOf(number, width, height, { guides = "", loading = "eager" } = {}) {
  const alt = number ? `Page ${number}: ${partName(pages.pages[number - 1].part)}` : "The cover";
  const pixels = Math.min(2400, Math.round(width * devicePixelRatio));
  const src = `${book}/pages/${pages.key}/${number}.png?width=${pixels}${guides}`;
  const picture = element("img", { loading, width, height, alt, src });  // src last: it begins to load
  picture.addEventListener("error", () => explain(picture), { once: true });
  return picture;
}

// A page was not drawn: its plan has gone, or something on it cannot be drawn, which another plan would not change.
async function explain(picture) {
  try {
    await request(picture.src);
  } catch (error) {
    if (error.status !== REFUSED) { planPages(); return; }
    const words = element("span", { className: "undrawn", textContent: `This page cannot be drawn: ${error.message}` });
    words.style.width = `${picture.width}px`;
    words.style.minHeight = `${picture.height}px`;
    picture.replaceWith(words);
  }
}

// All pages, small; each leads to the page.
function showOverview() {
  const [wide, high] = pages.size;
  const height = Math.round((OVERVIEW_WIDTH * high) / wide);
  const list = element("ul", { className: "overview" }, ...pages.pages.map(({ number }) => {
    const picture = pictureOf(number, OVERVIEW_WIDTH, height, { loading: "lazy" });
    const button = element("button", { type: "button" }, picture, element("span", { textContent: number, ariaHidden: "true" }));
    button.addEventListener("click", () => { turn(number); byId("spread").focus(); });
    return element("li", {}, button);
  }));
  byId("spread").replaceChildren(list);
  list.children[page - 1]?.scrollIntoView({ block: "nearest" });
}

// Lay a button over each puzzle of a page, which opens its actions.
async function addPuzzles(sheet, number) {
  const found = await request(`${book}/pages/${pages.key}/${number}/puzzles`).catch(() => []);  // its picture says what is wrong
  sheet.append(...found.map(([puzzle, ...sides]) => {
    const button = element("button", { type: "button", title: `Puzzle ${puzzle}: replace, change or move it`, ariaLabel: `Puzzle ${puzzle}` });
    button.dataset.number = puzzle;
    ["left", "top", "width", "height"].forEach((side, index) => { button.style[side] = `${100 * sides[index]}%`; });
    button.addEventListener("click", () => openFromPage(puzzle));
    return button;
  }));
}

function showPages() {
  page = Math.min(Math.max(1, page), pages.pages.length);
  const cover = byId("cover").checked && pages.cover;
  byId("guides").closest("label").hidden = !cover;
  byId("guide-key").hidden = !cover || !byId("guides").checked;
  if (byId("overview").checked) { showOverview(); showNumberAndPart(); return; }
  const numbers = shownNumbers();
  const space = byId("spread");
  const [wide, high] = cover || pages.size;
  let scale = Math.min((space.clientWidth - 40) / (wide * numbers.length), (space.clientHeight - 40) / high);
  if (byId("zoom").value !== "fit") scale = Number(byId("zoom").value) * 96 / 72;
  const width = Math.max(80, Math.floor(wide * scale));
  const height = Math.floor(high * scale);
  space.replaceChildren(...numbers.map((number) => {
    if (!cover && (number < 1 || number > pages.pages.length)) {
      const none = document.createElement("div");
      none.className = "none";
      none.style.width = `${width}px`;
      return none;
    }
    const sheet = element("div", { className: "sheet" }, pictureOf(number, width, height, { guides: cover && byId("guides").checked ? "&guides=1" : "" }));
    if (number && !pages.stand_in) addPuzzles(sheet, number);
    return sheet;
  }));
  showNumberAndPart();
}

// Show the number of the page, its part, and the warnings about it.
function showNumberAndPart() {
  if (document.activeElement !== byId("page")) byId("page").value = page;
  const part = pages.pages[page - 1].part;
  const chosen = [...byId("part").options].find((one) => one.text === partName(part));
  if (chosen) byId("part").value = chosen.value;
  placeWarnings();
}

function turn(to) {
  if (!pages) return;
  byId("cover").checked = byId("overview").checked = false;
  page = to;
  puzzle = null;
  showPages();
}

const step = () => (pages && facing() ? 2 : 1);
byId("first").addEventListener("click", () => turn(1));
byId("last").addEventListener("click", () => turn(pages.pages.length));
byId("back").addEventListener("click", () => turn(page - step()));
byId("next").addEventListener("click", () => turn(page + step()));
byId("page").addEventListener("change", () => turn(Number(byId("page").value) || 1));
byId("part").addEventListener("change", () => turn(Number(byId("part").value)));
byId("zoom").addEventListener("change", () => pages && showPages());
byId("cover").addEventListener("change", () => { byId("overview").checked = false; if (pages) showPages(); });
byId("overview").addEventListener("change", () => { byId("cover").checked = false; if (pages) showPages(); });
byId("guides").addEventListener("change", () => pages && showPages());
addEventListener("uploaded", ({ detail }) => {
  if (!detail.loc.startsWith("cover/")) return;
  byId("cover").disabled = byId("overview").checked = false;
  byId("cover").checked = byId("guides").checked = true;  // shown when the pages are laid out
});
addEventListener("group", ({ detail }) => {
  if (!pages || byId("cover").disabled || byId("cover").checked === (detail === "cover")) return;
  byId("cover").checked = detail === "cover";
  byId("overview").checked = false;
  showPages();
});
byId("edition").addEventListener("change", planPages);
byId("spread").addEventListener("keydown", (event) => {
  const to = { ArrowRight: page + step(), ArrowLeft: page - step(), Home: 1, End: pages ? pages.pages.length : 1 }[event.key];
  if (to !== undefined) { turn(to); event.preventDefault(); }
});
new ResizeObserver(() => pages && showPages()).observe(byId("spread"));

addEventListener("saved", planPages);

// The problems first: pages that cannot be laid out lead to them.
showLayingOut(true);
showFirstProblems().catch((error) => showProblem(byId("note"), error)).then(planPages);
