"use strict";
// Shows the image in cells and its puzzle while the options change, downloads it, and adds it to a book.

const address = `/picture/${byId("main").dataset.key}`;
const STILL_MS = 120;  // after the last change of a slider
const GIVE_WAY_MS = 3200;  // wait for a puzzle before another is requested; the server stops a call after 3 s
const books = JSON.parse(byId("books").textContent);
let seed = 1;  // counts the requests for other clues
let timer = 0;
let asking = false;
let begun = 0;  // time of the running request for a puzzle
const turns = counter();  // requests for puzzles

// --- Options: in the address of the page, so that they survive a reload

function options() {
  const found = new URLSearchParams();
  for (const one of byId("options").querySelectorAll("[name]")) {
    if (one.type === "checkbox") { if (one.checked) found.set(one.name, "1"); }
    else if (!one.disabled && one.value) found.set(one.name, one.value);
  }
  if (seed > 1) found.set("seed", `picture ${seed}`);
  return found;
}

function readAddress() {
  const given = new URLSearchParams(location.search);
  for (const one of byId("options").querySelectorAll("[name]")) {
    if (!given.has(one.name)) continue;
    if (one.type === "checkbox") one.checked = true; else one.value = given.get(one.name);
  }
  if (byId("auto")) byId("auto").checked = !given.has("threshold");
  seed = Number((given.get("seed") || "").split(" ")[1]) || 1;
}

const UNITS = { width: "", threshold: " of 255", specks: " % of a cell" };

function showValues() {
  byId("untouch").hidden = !byId("touched").value;
  if (byId("threshold")) byId("threshold").disabled = byId("auto").checked;
  for (const one of byId("options").querySelectorAll("output")) {
    const input = byId(one.htmlFor.value);
    one.value = input.disabled ? "automatic" : `${input.value}${UNITS[input.id]}`;
  }
}

const words = () => ({ title: byId("title").value, hint: byId("hint").value, language: byId("language").value });

// --- The puzzle

function changed() {
  showValues();
  clearTimeout(timer);
  timer = setTimeout(make, STILL_MS);
}

async function make() {
  clearTimeout(timer);
  if (asking && performance.now() - begun < GIVE_WAY_MS) { timer = setTimeout(make, STILL_MS); return; }
  const isLast = turns();  // a newer request replaces a slow one
  asking = true;
  begun = performance.now();
  const chosen = options();
  history.replaceState(null, "", `${location.pathname}${chosen.size ? "?" : ""}${chosen}`);
  byId("facts").textContent ||= "making the puzzle …";
  byId("main").setAttribute("aria-busy", "true");
  byId("cells").src = `${address}/cells.svg?${chosen}`;
  byId("cells").parentElement.hidden = false;
  let found;
  try {
    found = await request(`${address}/puzzle?${chosen}`);
  } catch (error) {
    found = { problem: error, notes: [], line: "", size: "" };
  }
  if (!isLast()) return;
  show(found, chosen);
  byId("cells").parentElement.hidden = !found.size;
  byId("main").removeAttribute("aria-busy");
  asking = false;
}

function show(found, chosen) {
  showProblem(byId("problem"), found.problem);
  byId("use").hidden = byId("board-figure").hidden = !found.line;
  byId("notes").replaceChildren(...[...found.notes, ...repairs(found)].map((textContent) => element("li", { textContent })));
  byId("facts").textContent = found.line
    ? [`${found.size} ${byId("kind").value}`, found.difficulty, `score ${found.score}`, `${found.clues} clues`, minutesOf(found.par)].join(" · ")
    : found.size;
  if (!found.line) return;
  if (found.changed.length) byId("cells").src = `${address}/cells.svg?${chosen}&changes=1`;
  byId("board").src = `/solve/puzzle.svg?${new URLSearchParams({ line: found.line })}`;
  const query = new URLSearchParams({ line: found.line });
  byId("explain").href = `/solve?${query}`;
  byId("compose").href = `/compose?${query}`;
  linkFiles(chosen);
}

function repairs(found) {
  const cells = found.changed || [];
  if (!cells.length) return [];
  const named = cells.length > 12 ? `${cells.slice(0, 12).join(", ")} …` : cells.join(", ");
  return [`${cells.length === 1 ? "One cell was" : `${cells.length} cells were`} changed so that clues can prove every cell: ${named}`];
}

function linkFiles(chosen = options()) {
  for (const one of byId("files").children) {
    const query = new URLSearchParams([...chosen, ...Object.entries(words()), ...(byId("hold").checked ? [["hold", "1"]] : [])]);
    one.href = `${address}/files/${one.dataset.file}?${query}`;
  }
}

byId("options").addEventListener("input", (event) => {
  if (event.target.name || event.target.id === "auto") changed(); else linkFiles();
});
byId("options").addEventListener("submit", (event) => event.preventDefault());
byId("other").addEventListener("click", () => { seed += 1; changed(); });
byId("hold").addEventListener("change", () => linkFiles());

// A click on the picture in cells changes the cell there. The points are shares of the picture, so that they hold for all lattices.
byId("cells").addEventListener("click", ({ offsetX, offsetY, target }) => {
  const { clientWidth, clientHeight, naturalWidth, naturalHeight } = target;
  const scale = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight);
  const x = 0.5 + (offsetX - clientWidth / 2) / (naturalWidth * scale), y = 0.5 + (offsetY - clientHeight / 2) / (naturalHeight * scale);
  if (Math.min(x, y) <= 0 || Math.max(x, y) >= 1) return;
  touch([...touched(), `${x.toFixed(4)},${y.toFixed(4)}`]);
});
byId("untouch").addEventListener("click", () => touch(touched().slice(0, -1)));

const touched = () => byId("touched").value.split(";").filter(Boolean);
function touch(points) {
  byId("touched").value = points.join(";");
  changed();
}

// --- Saving, and books

byId("save").addEventListener("click", async () => {
  byId("save").disabled = true;
  byId("saved-in").textContent = "saving …";
  try {
    const found = await request(`${address}/save?${options()}`, { ...words(), hold: byId("hold").checked });
    byId("saved-in").textContent = `${found.files.length} files are in ${found.folder}`;
  } catch (error) { showProblem(byId("saved-in"), error); }
  byId("save").disabled = false;
});

function fillSections() {
  const book = books.find((one) => one.name === byId("book").value);
  byId("section").replaceChildren(...book.sections.map((one) => new Option(one.name, one.index)), new Option("a new section", ""));
}

if (byId("add")) {
  fillSections();
  byId("book").addEventListener("change", fillSections);
  byId("add").addEventListener("submit", async (event) => {
    event.preventDefault();
    showProblem(byId("add-problem"));
    byId("added").textContent = "adding …";
    event.submitter.disabled = true;
    const section = byId("section").value === "" ? null : Number(byId("section").value);
    try {
      const found = await request(`${address}/add?${options()}`, { ...words(), book: byId("book").value, section });
      byId("added").replaceChildren(`added as ${found.file}: `, element("a", { href: found.address, textContent: `open ${found.title}` }));
      Object.assign(books.find((one) => one.name === found.book), { sections: found.sections });
      const index = byId("section").selectedIndex;
      fillSections();
      byId("section").selectedIndex = index;
    } catch (error) {
      byId("added").textContent = "";
      showProblem(byId("add-problem"), error);
    }
    event.submitter.disabled = false;
  });
}

readAddress();
showValues();
make();
