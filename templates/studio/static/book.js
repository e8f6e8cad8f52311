"use strict";
// The editor of a book: saves what is typed, shows the problems beside their fields, and turns the pages.

const main = document.getElementById("main");
const book = main.dataset.book;
const byId = (id) => document.getElementById(id);
const state = JSON.parse(byId("state").textContent);
const TYPING_MS = 350;  // after the last key, before what was typed is saved
const REPORT_MS = 700;  // between two looks at a running build

async function ask(path, body) {
  const options = { headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const reply = await fetch(book + path, options).catch(() => {
    throw new Error("the studio does not answer: is it still running?");
  });
  const found = await reply.json();
  if (!reply.ok) throw Object.assign(new Error(found.error), { status: reply.status });
  return found;
}

// --- Saving: one request at a time, in the order of the changes

let version = main.dataset.version;
let queue = Promise.resolve();
let unsaved = 0;

function save(change, redraw) {
  unsaved += 1;
  byId("saved").textContent = "saving …";
  queue = queue.then(async () => {
    try {
      const found = await ask("/save", { base: version, ...change });
      version = found.version;
      byId("conflict").hidden = true;
      if (!("text" in change) || document.activeElement !== byId("yaml")) byId("yaml").value = found.text;
      if (redraw) {
        const open = openGroups();
        byId("form").innerHTML = found.form;
        reopen(open);
      }
      byId("no-form").hidden = found.form !== "";
      showProblems(found.problems);
      unsaved -= 1;
      byId("saved").textContent = unsaved ? "saving …" : "saved";
      planPages();
    } catch (error) {
      unsaved -= 1;
      byId("saved").textContent = "not saved";
      showError(byId("conflict"), error);
      byId("conflict").hidden = false;
    }
  });
  return queue;
}

function showError(place, error) {
  place.textContent = error.message;
  if (error.status !== 409) return;
  const reload = document.createElement("button");
  reload.type = "button";
  reload.textContent = "Load it again";
  reload.addEventListener("click", () => location.reload());
  place.append(" ", reload);
}

addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });

const waiting = new Map();

function later(key, action) {
  clearTimeout(waiting.get(key));
  waiting.set(key, setTimeout(action, TYPING_MS));
}

byId("form").addEventListener("input", (event) => {
  const field = event.target;
  if (!field.dataset.loc) return;
  const change = () => save({ loc: field.dataset.loc, value: field.value });
  if (field.tagName === "SELECT") change(); else later(field.dataset.loc, change);
});
byId("form").addEventListener("submit", (event) => event.preventDefault());
byId("form").addEventListener("click", (event) => {
  const { move, remove, add, from, to } = event.target.dataset;
  if (move) save({ loc: move, move: [Number(from), Number(to)] }, true);
  if (remove) save({ loc: remove, remove: true }, true);
  if (add) save({ loc: add, entry: { name: "New section", count: 8, size: "10x10", difficulty: "medium" } }, true);
});
byId("yaml").addEventListener("input", () => later("yaml", () => save({ text: byId("yaml").value }, true)));

function openGroups() {
  return [...byId("form").querySelectorAll("details")].map((one) => one.open);
}

function reopen(open) {
  byId("form").querySelectorAll("details").forEach((one, index) => { if (open[index] !== undefined) one.open = open[index]; });
}

// --- Problems

function showProblems(problems) {
  for (const slot of byId("form").querySelectorAll("[data-problem]")) slot.hidden = true;
  for (const field of byId("form").querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  const list = byId("problem-list");
  list.replaceChildren();
  for (const { loc, line, text } of problems) {
    const slot = slotFor(loc);
    let name = "";
    if (slot) {
      slot.textContent = text;
      slot.hidden = false;
      for (let group = slot.closest("details"); group; group = group.parentElement.closest("details")) group.open = true;
      const field = byId("form").querySelector(`[data-loc="${CSS.escape(loc)}"]`);
      if (field) {
        field.setAttribute("aria-invalid", "true");
        name = byId("form").querySelector(`label[for="${field.id}"]`)?.firstChild.textContent.trim() || "";
      }
    }
    const entry = document.createElement("li");
    entry.textContent = [name, line ? `line ${line}` : "", text].filter(Boolean).join(": ");
    list.append(entry);
  }
  byId("problems").hidden = problems.length === 0;
}

function slotFor(loc) {
  for (let steps = loc.split("/"); steps.length; steps.pop()) {
    const slot = byId("form").querySelector(`[data-problem="${CSS.escape(steps.join("/"))}"]`);
    if (slot) return slot;
  }
  return null;
}

// --- Tabs

const tabs = [...document.querySelectorAll("[role=tab]")];

function choose(tab) {
  for (const one of tabs) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", chosen);
    one.tabIndex = chosen ? 0 : -1;
    byId(one.getAttribute("aria-controls")).hidden = !chosen;
  }
}

tabs.forEach((tab, index) => {
  tab.addEventListener("click", () => choose(tab));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const other = tabs[(index + step + tabs.length) % tabs.length];
    choose(other);
    other.focus();
  });
});

// --- Pages

let pages = null;
let page = 1;
let planning = false;
let planAgain = false;

async function planPages() {
  if (planning) { planAgain = true; return; }
  planning = true;
  try {
    const found = await ask(`/plan?edition=${byId("edition").value || 0}`);
    if (found.error) {
      byId("note").textContent = found.error;
    } else {
      pages = found;
      byId("note").textContent = "";
      dispatchEvent(new CustomEvent("planned", { detail: found }));
      fillChoices();
      showPages();
      showWarnings();
    }
  } catch (error) {
    byId("note").textContent = error.message;
  }
  planning = false;
  if (planAgain) { planAgain = false; planPages(); }
}

async function showWarnings() {
  const found = await ask("/warnings");
  byId("warnings").replaceChildren(...found.map((text) => {
    const entry = document.createElement("li");
    entry.textContent = text;
    return entry;
  }));
}

function fillChoices() {
  const parts = new Map();
  for (const one of pages.pages) if (!parts.has(one.part)) parts.set(one.part, one.number);
  byId("part").replaceChildren(...[...parts].map(([part, number]) => new Option(part.replace(/[-_]/g, " "), number)));
  byId("edition").hidden = pages.editions.length < 2;
  if (byId("edition").options.length !== pages.editions.length) {
    byId("edition").replaceChildren(...pages.editions.map((name, index) => new Option(name || "book", index)));
  }
  byId("of").textContent = `of ${pages.pages.length}`;
  byId("guides").disabled = !pages.cover;
}

function shownNumbers() {
  if (byId("guides").checked && pages.cover) return [0];
  page = Math.min(Math.max(1, page), pages.pages.length);
  if (!pages.bound) return [page];
  const left = page % 2 ? page - 1 : page;
  return [left, left + 1];
}

function showPages() {
  const numbers = shownNumbers();
  const space = byId("spread");
  const [wide, high] = numbers[0] === 0 && pages.cover && byId("guides").checked ? pages.cover : pages.size;
  const cover = byId("guides").checked && pages.cover;
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
    const picture = new Image(width, height);
    picture.alt = cover ? "The cover" : `Page ${number}: ${pages.pages[number - 1].part.replace(/[-_]/g, " ")}`;
    const pixels = Math.min(2400, Math.round(width * devicePixelRatio));
    picture.src = `${book}/pages/${pages.key}/${number}.png?width=${pixels}`;
    picture.addEventListener("error", () => planPages(), { once: true });
    return picture;
  }));
  if (document.activeElement !== byId("page")) byId("page").value = page;
  const part = pages.pages[page - 1].part;
  const chosen = [...byId("part").options].find((one) => one.text === part.replace(/[-_]/g, " "));
  if (chosen) byId("part").value = chosen.value;
}

function turn(to) {
  if (!pages) return;
  byId("guides").checked = false;
  page = to;
  showPages();
}

const step = () => (pages && pages.bound ? 2 : 1);
byId("first").addEventListener("click", () => turn(1));
byId("last").addEventListener("click", () => turn(pages.pages.length));
byId("back").addEventListener("click", () => turn(page - step()));
byId("next").addEventListener("click", () => turn(page + step()));
byId("page").addEventListener("change", () => turn(Number(byId("page").value) || 1));
byId("part").addEventListener("change", () => turn(Number(byId("part").value)));
byId("zoom").addEventListener("change", () => pages && showPages());
byId("guides").addEventListener("change", () => pages && showPages());
byId("edition").addEventListener("change", planPages);
byId("spread").addEventListener("keydown", (event) => {
  const to = { ArrowRight: page + step(), ArrowLeft: page - step(), Home: 1, End: pages ? pages.pages.length : 1 }[event.key];
  if (to !== undefined) { turn(to); event.preventDefault(); }
});
new ResizeObserver(() => pages && showPages()).observe(byId("spread"));

// --- The build

function showReport(report) {
  if (!report) return;
  const running = report.state === "running";
  byId("build").disabled = running;
  byId("stop").hidden = !running;
  byId("progress").hidden = !running;
  if (report.total) { byId("bar").max = report.total; byId("bar").value = report.done; } else byId("bar").removeAttribute("value");
  const left = report.seconds === null ? "" : `, about ${Math.ceil(report.seconds)} s left`;
  byId("stage").textContent = running ? `${report.stage || "begins"}${report.total ? ` ${report.done} of ${report.total}` : ""}${left}` : "";
  byId("summary").textContent = report.summary;
  byId("findings").replaceChildren(...report.findings.map((one) => {
    const entry = document.createElement("li");
    entry.textContent = [one.code, one.page ? `page ${one.page}` : "", one.number ? `puzzle ${one.number}` : "", one.detail].filter(Boolean).join(", ");
    return entry;
  }));
  byId("lines").replaceChildren(...report.lines.map((text) => {
    const entry = document.createElement("li");
    entry.textContent = text;
    return entry;
  }));
  byId("messages").hidden = report.lines.length === 0;
  showFiles(report.files);
  if (running) setTimeout(watch, REPORT_MS); else planPages();
}

function showFiles(names) {
  byId("files").replaceChildren(...names.map((name) => {
    const entry = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${book}/output/${name}`;
    link.target = "_blank";
    link.textContent = name;
    entry.append(link);
    return entry;
  }));
}

async function watch() {
  try { showReport(await ask("/build")); } catch (error) { byId("summary").textContent = error.message; }
}

byId("build").addEventListener("click", async () => {
  await queue;
  try { showReport(await ask("/build", {})); } catch (error) { byId("summary").textContent = error.message; }
});
byId("stop").addEventListener("click", async () => { await ask("/stop", {}); });

showProblems(state.problems);
if (state.report) showReport(state.report); else planPages();
