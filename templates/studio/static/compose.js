"use strict";
// Asks the server what follows from the position, for proposals and for beginnings, and takes the finished puzzle away.

// --- States of cells, and the verdict

let asking = false;
let factsOf = null;  // the position that the facts are about
let newer = false;  // whether the position changed since it was sent

async function examine() {
  newer = true;
  board.ariaBusy = "true";
  if (asking) return;  // the running request is followed by one for the newest position
  asking = true;
  while (newer) {
    newer = false;
    const sent = position;
    try {
      const found = await request("/compose/states", { text: textOf(sent), guide: byId("guide").value });
      if (sent === position) {
        factsOf = sent;
        showFacts(found);
        keepDraft();
      }
    } catch (error) {
      if (sent === position) showFacts(null, error);
    }
  }
  asking = false;
  board.ariaBusy = "false";
}

function showFacts(found, problem) {
  facts = found;
  if (problem) refuse(problem);
  byId("verdict").textContent = found ? found.verdict : "";
  byId("verdict").dataset.state = found ? found.state : "";
  if (found) fillGuides(found.guides);
  paint();
  takeAway(found ? found.line : "");
}

function fillGuides(names) {
  const guide = byId("guide"), chosen = guide.value;
  if ([...guide.options].slice(1).map((one) => one.value).join() === names.join()) return;
  guide.replaceChildren(new Option("none", ""), ...names.map((name) => new Option(name, name)));
  guide.value = names.includes(chosen) ? chosen : "";
}

// --- The form of the board

function fillForm() {
  const { kind, width, height, total } = position;
  byId("kind").value = kind;
  byId("columns").value = width;
  byId("rows").value = height;
  byId("total").value = total;
  byId("shape").disabled = KINDS[kind].wraps;
  byId("pairs").hidden = !KINDS[kind].staggered;
  for (const id of ["columns", "rows"]) byId(id).removeAttribute("aria-invalid");
  if (document.activeElement !== byId("text")) byId("text").value = textOf(position);
}

// Read the size, and move the marks of the position down and to the right on the new board.
function readSize(down, right) {
  const [columns, rows] = [byId("columns"), byId("rows")];
  const wrong = [columns, rows].find((one) => !one.checkValidity() || one.value === "");
  if (wrong) {
    wrong.setAttribute("aria-invalid", "true");
    refuse(`use ${wrong.min} to ${wrong.max} cells a side`);
    return;
  }
  const next = resized(Number(columns.value), Number(rows.value), down, right);
  refuse();
  fillForm();
  change(next);
}

for (const id of ["columns", "rows"]) byId(id).addEventListener("change", () => readSize());
byId("kind").addEventListener("change", () => change(allowed({ ...position, kind: byId("kind").value })));
byId("total").addEventListener("change", () => {
  const { value, validity } = byId("total");
  if (validity.badInput || (value !== "" && !/^[0-9]{1,4}$/.test(value))) refuse("type the number of mines, or leave the field empty");
  else change({ ...position, total: value === "" ? "" : String(Number(value)) });
});
byId("guide").addEventListener("change", examine);
byId("size").addEventListener("submit", (event) => event.preventDefault());

byId("shape").addEventListener("change", async () => {
  const { kind, width, height } = position, shape = byId("shape").value;
  byId("shape").value = "-";
  try {
    const found = positionIn((await request("/compose/shape", { kind, size: `${width}x${height}`, shape })).text);
    const { marks } = resized(found.width, found.height);
    const cut = [...found.marks].map((mark, cell) => mark === HOLE ? HOLE : marks[cell] === HOLE ? OPEN : marks[cell]);
    change({ ...position, width: found.width, height: found.height, marks: cut.join("") });
  } catch (error) { refuse(error); }
});

// --- Proposals

const PROPOSALS = 3;
const MOST_TRIES = 6;  // for puzzles that differ
let proposed = { base: null, taken: null, difficulty: "", guide: "", number: 0 };
const proposing = counter();  // requests for proposals
let taking = false;  // a proposal, whose change of the position keeps the others

function failToFinish(message, clash = []) {
  showProblem(byId("finish-problem"), message);
  if (clash.length && facts) {
    facts = { ...facts, clash: clash.map((cell) => ({ cell })) };
    paint();
  }
}

async function propose() {
  const isLast = proposing(), difficulty = byId("difficulty").value, guide = byId("guide").value;
  const base = position === proposed.taken ? proposed.base : position;
  if (proposed.base !== base || proposed.difficulty !== difficulty || proposed.guide !== guide) proposed = { base, taken: null, difficulty, guide, number: 0 };
  const given = proposed, lines = new Set();
  byId("proposals").replaceChildren();
  failToFinish("");
  if (facts?.line && factsOf === base && position === base) { byId("finishing").textContent = "The clues prove every cell already."; return; }
  for (let tries = 0; tries < MOST_TRIES && lines.size < PROPOSALS; tries++) {
    byId("finishing").textContent = "searching …";
    let found;
    try {
      found = await request("/compose/finish", { text: textOf(given.base), difficulty, guide, number: given.number += 1 });
    } catch (error) { found = { problem: error }; }
    if (!isLast()) return;
    if (found.problem && !lines.size) { failToFinish(found.problem, found.clash); break; }
    if (found.problem || lines.has(found.line)) continue;
    lines.add(found.line);
    byId("proposals").append(proposal(found, lines.size, given.base));
  }
  byId("finishing").textContent = "";
  byId("propose").textContent = lines.size ? "Other proposals" : "Finish it";
}

function proposal(found, number, base) {
  const picture = element("img", { src: `/solve/puzzle.svg?${new URLSearchParams({ line: found.line })}`, alt: "" });
  const button = element("button", { type: "button" }, picture, element("span", { className: "name", textContent: `Take proposal ${number}` }), element("span", { className: "facts", textContent: found.words }));
  button.addEventListener("click", () => {
    taking = true;
    change(withClues(base, positionIn(found.text)));
    taking = false;
    proposed.taken = position;
    for (const one of byId("proposals").querySelectorAll("button")) one.classList.toggle("chosen", one === button);
  });
  return element("li", {}, button);
}

function forgetProposals() {
  if (taking) return;
  proposing();
  byId("proposals").replaceChildren();
  byId("finishing").textContent = "";
  byId("propose").textContent = "Finish it";
  failToFinish("");
}

byId("finish").addEventListener("submit", (event) => { event.preventDefault(); propose(); });

// --- Beginnings

let beginnings = 0;

async function begin(path, body, problem) {
  for (const id of ["begin-problem", "text-problem"]) showProblem(byId(id));
  byId("beginning").textContent = "searching …";
  try {
    const found = await request(path, body);
    if (found.problem) throw Object.assign(new Error(found.problem), { ofBoard: true });
    change(positionIn(found.text));
    return true;
  } catch (error) {
    if (error.ofBoard && !byId("digits").disabled) showDigits(error.message);
    else showProblem(problem, error);
    return false;
  } finally { byId("beginning").textContent = ""; }
}

const hasLetters = () => "letters" in byId("idea").selectedOptions[0].dataset;

// Show the digits of an idea where the chosen one has some, and what is wrong with them.
function showDigits(wrong = "") {
  const digits = byId("digits");
  byId("letters-field").hidden = !hasLetters();
  byId("digits-field").hidden = digits.disabled = byId("idea").value !== byId("digits-field").dataset.for;
  digits.ariaInvalid = wrong ? "true" : null;
  showProblem(byId("digits-problem"), wrong);
  if (!wrong) return;
  showProblem(byId("begin-problem"));
  digits.focus();
}

byId("idea").addEventListener("change", () => showDigits());
byId("digits").addEventListener("input", () => showDigits());
byId("begin").addEventListener("submit", (event) => event.preventDefault());
byId("begin").addEventListener("submit", once(async () => {
  const { kind, width, height } = position;
  const idea = byId("idea").value, digits = byId("digits");
  digits.value = digits.value.replace(/[\s./-]/g, "");
  showDigits(digits.checkValidity() ? "" : byId("digits-problem").dataset.words);
  if (digits.ariaInvalid) return;
  await begin("/compose/begin", { kind, size: `${width}x${height}`, idea, digits: hasLetters() ? byId("letters").value : digits.disabled ? "" : digits.value, number: beginnings += 1, difficulty: byId("difficulty").value, guide: byId("guide").value }, byId("begin-problem"));
}));
byId("reading").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = textOfLink(byId("text").value) ?? byId("text").value;
  if (await begin("/compose/read", { text }, byId("text-problem"))) byId("text").value = textOf(position);
});

// --- Files, texts and books

let finished = "";  // the line of the finished puzzle; empty while it is none

function takeAway(line) {
  byId("use").hidden = !line;
  byId("put-back").disabled = !line;
  if (line === finished || !line) { finished = line; return; }
  finished = line;
  sentenceChosen = null;
  byId("place")?.replaceChildren();  // until those of this puzzle are known
  linkFiles();
  writeText();
  listPlaces();
}

function linkFiles() {
  for (const one of byId("files").children) {
    one.href = `/solve/files/${one.dataset.file}?${new URLSearchParams({ line: finished, language: byId("language").value })}`;
  }
  byId("explain").href = `/solve?${new URLSearchParams({ line: finished })}`;
}

async function writeText() {
  const form = byId("form").value, line = finished, written = byId("written"), problem = byId("form-problem");
  written.parentElement.hidden = true;
  showProblem(problem);
  if (!form) return;
  let found;
  try { found = await request(`/solve/text?${new URLSearchParams({ line, form })}`); } catch (error) { found = { error }; }
  if (line !== finished || form !== byId("form").value) return;
  written.value = found.text || "";
  written.parentElement.hidden = Boolean(found.error);
  showProblem(problem, found.error);
}

byId("language").addEventListener("change", linkFiles);
byId("form").addEventListener("change", writeText);

const BEFORE = "before ";  // begins the value of a new place, and the number of the puzzle after it follows
let isListing = false;  // until the places or sentences of this puzzle are known
const listings = counter();  // requests for places
const project = () => `/compose${byId("project").value}`;
const isDaily = () => byId("project").value.startsWith("/dailies/");

// The sentence about the idea that the puzzle was begun with is chosen if the clues show it; users may choose another.
let sentenceChosen = null;  // by the user, for this puzzle

function fillSentences(shown) {
  const sentence = byId("sentence"), digits = byId("digits"), idea = byId("idea").value;
  const chosen = sentenceChosen ?? (digits.disabled ? idea : digits.value ? `${idea}:${digits.value}` : digits.dataset.usual);
  sentence.parentElement.hidden = !Object.keys(shown).length;
  sentence.replaceChildren(new Option("none", ""), ...Object.entries(shown).map(([name, words]) => new Option(words, name)));
  sentence.value = chosen in shown ? chosen : "";
}

async function listPlaces() {
  if (!byId("into").open || !finished || !byId("project")) return;
  const isLast = listings();
  isListing = true;
  let found = { places: [], new: [], wanted: [], day: "", ideas: {} };
  byId("place").parentElement.hidden = isDaily();
  byId("day").parentElement.hidden = byId("day").disabled = !isDaily();
  showProblem(byId("add-problem"));
  try {
    found = await request(`${project()}/places?${new URLSearchParams({ line: finished })}`);
  } catch (error) { if (isLast()) failToAdd(error); }
  if (!isLast()) return;
  isListing = false;
  fillSentences(found.ideas);
  if (isDaily()) {
    byId("wanted").textContent = "";
    tellWhatIsBefore();
    if (byId("day").value < found.day) byId("day").value = found.day;
    return;
  }
  const chosen = byId("place").value;  // perhaps while this was asked
  byId("wanted").textContent = found.wanted.length ? `The places of the book are for: ${found.wanted.join("; ")}.` : "";
  const sections = new Map();
  const all = [...found.new.map((one) => ({ ...one, isNew: true })), ...found.places].sort((one, other) => one.number - other.number);
  for (const { number, page, section, isNew } of all) {
    if (!sections.has(section)) sections.set(section, element("optgroup", { label: section }));
    const words = !isNew ? `in place of puzzle ${number}` : number === 1 ? "a new place before all puzzles" : `a new place before puzzle ${number}`;
    sections.get(section).append(new Option(`${page ? `page ${page}, ` : ""}${words}`, isNew ? `${BEFORE}${number}` : number));
  }
  byId("place").replaceChildren(new Option("a new place at the end", ""), ...sections.values());
  if ([...byId("place").options].some((one) => one.value === chosen)) byId("place").value = chosen;
  tellWhatIsBefore();
}

function tellWhatIsBefore() {
  byId("before").hidden = isDaily() || byId("place").value !== `${BEFORE}1`;
}

function failToAdd(problem) {
  byId("added").textContent = "";
  showProblem(byId("add-problem"), problem);
}

byId("into").addEventListener("toggle", listPlaces);
if (byId("add")) {
  byId("sentence").addEventListener("change", () => { sentenceChosen = byId("sentence").value; });
  byId("place").addEventListener("change", tellWhatIsBefore);
  const [title, by] = [byId("title"), byId("by")];
  title.oninput = by.oninput = () => {
    const count = [title, by].map((one) => one.value.trim()).filter(Boolean).join(by.dataset.between).length;
    by.setCustomValidity(count > by.maxLength ? by.dataset.words.replace("{count}", count) : "");
  };
  byId("project").addEventListener("change", () => { byId("place").replaceChildren(); byId("day").value = ""; listPlaces(); });
  byId("add").addEventListener("submit", (event) => event.preventDefault());  // also of a second press
  byId("add").addEventListener("submit", once(async () => {
    if (isListing) { failToAdd("The places and sentences for this puzzle are not known yet: wait, then add it."); return; }
    showProblem(byId("add-problem"));
    byId("added").textContent = "adding …";
    const chosen = byId("place").value;
    const place = isDaily() ? { day: byId("day").value } : chosen.startsWith(BEFORE) ? { before: Number(chosen.slice(BEFORE.length)) } : { number: Number(chosen) || null };
    try {
      const found = await request(`${project()}/add`, { line: finished, title: byId("title").value, by: byId("by").value, idea: byId("sentence").value, ...place });
      byId("added").replaceChildren(`added as ${found.place}: `, element("a", { href: found.address, textContent: `open ${found.title}` }));
      await listPlaces();
    } catch (error) { failToAdd(error); }
  }));
}

// --- The place of a book or a daily that the puzzle came from

const HOME = "puzzlegen:compose:home";
let home = null;  // { address, place, was }: of the book or daily, its number or day there, and the puzzle that it has

function setHome(next) {
  const book = [...byId("project")?.options ?? []].find((one) => one.value === next?.address);
  home = book ? next : null;
  sessionStorage.setItem(HOME, JSON.stringify(home));
  byId("home").hidden = !home;
  byId("home-words").textContent = home ? `Puzzle ${"number" in home.place ? home.place.number : `of ${home.place.day}`} of ${book.text}` : "";
  showProblem(byId("home-problem"));
  byId("put").replaceChildren();
}

byId("forget-home").addEventListener("click", () => setHome(null));
byId("put-back").addEventListener("click", once(async () => {
  const line = finished, { address, place, was } = home;
  setHome(home);
  byId("put").textContent = "putting it back …";
  try {
    const found = await request(`/compose${address}/add`, { line, was, ...place });
    if (home?.was === was) setHome({ address, place, was: line });
    byId("put").replaceChildren(`put back as ${found.place}: `, element("a", { href: found.address, textContent: `open ${found.title}` }));
  } catch (error) {
    byId("put").replaceChildren();
    showProblem(byId("home-problem"), error);
  }
}));

// --- The beginning

addEventListener("position", () => {
  byId("put-back").disabled = true;  // until what follows is known
  byId("put").replaceChildren();
  showProblem(byId("home-problem"));
});
addEventListener("position", () => { examine(); paint(); fillForm(); showLink(); forgetProposals(); showDigits(); byId("added")?.replaceChildren(); refuse(); });  // the request goes first
setMine({});
try { readShelf(JSON.parse(byId("kept").textContent)); } catch { showProblem(byId("shelf-problem"), "the drafts cannot be read, so no more are kept: move the file .studio/drafts.json out of the folder of the studio"); }
readStored();
listDrafts();
paint();
fillForm();
showLink();
examine();
const query = new URLSearchParams(location.search), given = query.get("line");
setHome(given === null ? JSON.parse(sessionStorage.getItem(HOME)) : {
  address: query.get("from"), was: given, place: query.has("day") ? { day: query.get("day") } : { number: Number(query.get("number")) },
});
if (given === null) readFragment();
else {
  history.replaceState(null, "", location.pathname);
  setMine({});  // the puzzle before stays a draft
  begin("/compose/read", { text: given }, byId("text-problem")).then((read) => { if (!read) byId("text-problem").scrollIntoView({ block: "center" }); });
}
