"use strict";
// The build of a book: its progress, its findings with pictures, and its files. Loaded after book.js.

const REPORT_MS = 700;  // between two reports of a running build
const PLACE_PIXELS = 640, LARGE_PIXELS = 1600;  // widths of the pictures of places
const CLEAN = "No findings: every puzzle was solved again, and every page was read back and compared with the rules of the printer.";
const WORDS = { finished: "This book was built earlier. Check it to see whether its files are still right.", none: "" };

const STAGES = { generate: "Making puzzles:", explain: "Explaining solutions:", render: "Drawing pages:", verify: "Checking:" };

let building = false;
let report = state.report;
let older = false;  // whether the book was changed after its files were built

function showReport(found) {
  report = found;
  const running = report.state === "running";
  if (running) older = false;
  byId("build").disabled = byId("check").disabled = running;
  byId("check").hidden = running || !report.files.length;
  byId("stop").hidden = !running;
  showProgress(report, STAGES[report.stage] || report.stage || "Starting");
  byId("clean").textContent = CLEAN;
  byId("findings-title").hidden = report.findings.length === 0;
  byId("findings").replaceChildren(...report.findings.map(finding));
  byId("lines").replaceChildren(...report.lines.map((text) => element("li", { textContent: text })));
  byId("messages").hidden = report.lines.length === 0;
  showFiles(report.files);
  showState();
  if (running) setTimeout(watch, REPORT_MS); else if (building) planPages();  // with the puzzles that were made
  building = running;
}

// What depends on whether the files are those of the present book.
function showState() {
  const old = older && report.files.length > 0;
  const words = report.summary || WORDS[report.state] || "";
  byId("outdated").hidden = !old;
  byId("summary").textContent = old && report.state === "verified" ? `The older files: ${words}` : words;
  byId("build-fix").hidden = report.state !== "refused" || byId("problems").hidden;
  byId("clean").hidden = old || report.state !== "verified" || report.findings.length > 0;
  byId("build").classList.toggle("primary", old || !report.files.length);
  byId("all-files").querySelector("a").classList.toggle("primary", !old);
  byId("files-title").textContent = old ? "Older files" : "Files";
  showUploading(report.files.length > 0 && !old);
}

byId("build-fix").addEventListener("click", () => byId("to-fix").click());

const comparing = counter();  // requests

async function compareFiles() {
  const isLast = comparing();
  const found = report.files.length ? await ask("/outdated").catch(() => null) : { outdated: false };
  if (!found || !isLast()) return;
  older = found.outdated;
  showState();
}

addEventListener("laid-out", compareFiles);

function finding(one, index) {
  const where = [one.edition, one.page ? `page ${one.page}` : "", one.number ? `puzzle ${one.number}` : ""].filter(Boolean);
  const title = `${one.error ? "Error" : "Warning"} ${[one.code, ...where].join(", ")}`;
  const entry = element("li", { className: one.error ? "error" : "" }, element("h3", { textContent: title }),
    element("p", { textContent: `${one.rule}: ${one.detail}${one.limit ? `; ${one.limit}` : ""}` }),
    element("p", { className: "help", textContent: one.remedy }));
  if (!one.file) return entry;
  const address = (width) => `${book}/findings/${index}.png?width=${width}&for=${encodeURIComponent(title)}`;
  const shown = element("img", { src: address(PLACE_PIXELS), loading: "lazy", alt: `Page ${one.page} of ${one.file}, with the place marked: larger` });
  entry.append(element("a", { className: "place", href: address(LARGE_PIXELS), target: "_blank" }, shown));
  if (one.file.endsWith("interior.pdf") || one.file.endsWith("cover.pdf")) {
    const button = element("button", { type: "button", textContent: one.file.endsWith("cover.pdf") ? "Show the cover" : `Show page ${one.page}` });
    button.addEventListener("click", () => showPlace(one));
    entry.append(button);
  }
  return entry;
}

async function showPlace({ edition, page: number, file }) {
  const chosen = [...byId("edition").options].find((option) => option.text === edition);
  if (chosen && byId("edition").value !== chosen.value) { byId("edition").value = chosen.value; await planPages(); }
  turn(number);
  if (file.endsWith("cover.pdf")) { byId("cover").checked = true; showPages(); }
  byId("spread").focus();
}

const PURPOSES = {
  "interior.pdf": "the pages, to print",
  "booklet.pdf": "the pages in the order of a folded booklet, to print at home",
  "answers.pdf": "the answers alone",
  "cover.pdf": "the cover, to print",
  "cover-guide.pdf": "the cover with folds and safe areas, to check, not to upload",
  "preview.png": "all pages in one picture",
  "puzzles.jsonl": "the puzzles as data",
  "shop-text.txt": "description, keywords and categories for shops",
};

function showFiles(names) {
  byId("files").replaceChildren(...names.map((name) => {
    const link = element("a", { href: `${book}/output/${name}`, target: "_blank" });
    const picture = /listing\/.*\.jpg$/.test(name);
    if (picture) link.append(element("img", { src: `${book}/output/${name}`, alt: "", loading: "lazy" }));
    link.append(element("span", { textContent: name }));
    const purpose = PURPOSES[name.split("/").at(-1)];
    return element("li", { className: picture ? "picture" : "" }, link, purpose ? `: ${purpose}` : "");
  }));
  byId("all-files").hidden = byId("files-title").hidden = !names.length;
}

let guided = null;  // whether the steps are shown; null if they may be outdated

async function showUploading(there) {
  if (there === guided) return;
  guided = there;
  byId("uploading").hidden = !there;
  if (!there) return;
  try {
    byId("guides-of-printers").innerHTML = (await ask("/uploading")).html;
  } catch (error) { showProblem(byId("guides-of-printers"), error); }
}

async function watch() {
  try {
    showReport(await ask("/build"));
    if (!building) compareFiles();
  } catch (error) { showProblem(byId("summary"), error); }
}

const start = once(async (path) => {
  byId("build").disabled = byId("check").disabled = true;  // until the end of the work
  await saveTyped();
  guided = null;
  try {
    showReport(await ask(path, {}));
  } catch (error) {
    showProblem(byId("summary"), error);
    byId("build").disabled = byId("check").disabled = false;
  }
});

document.addEventListener("visibilitychange", () => {  // the command line may have built the book meanwhile
  if (!document.hidden && !building) { guided = null; watch(); }
});

byId("build").addEventListener("click", () => start("/build"));
byId("check").addEventListener("click", () => start("/check"));
byId("stop").addEventListener("click", once(async () => {
  try { await ask("/stop", {}); } catch (error) { showProblem(byId("summary"), error); }
}));

byId("to-build").addEventListener("click", () => { choose(byId("tab-build")); byId("build").focus(); });

// --- The switch for pictures for shops, the same as in the form

const listingField = () => byId("form").querySelector('[data-loc="output/listing"]');
const showListing = () => { byId("listing").checked = listingField()?.value === "yes"; };
byId("listing").addEventListener("change", () => save({ loc: "output/listing", value: byId("listing").checked ? "yes" : "" }, true));
addEventListener("saved", showListing);
showListing();
showReport(state.report);
