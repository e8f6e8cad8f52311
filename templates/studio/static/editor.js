"use strict";
// The editor of a config: saves what is typed, shows the problems beside their fields, and switches between the tabs.
// It announces each saved change by the event "saved".

const main = document.getElementById("main");
const project = main.dataset.project;  // the address of the project
const state = JSON.parse(byId("state").textContent);
const TYPING_MS = 350;  // after the last key, before the input is saved

const ask = (path, body) => request(project + path, body);

// --- Saving: one request at a time, in the order of the changes

let version = main.dataset.version;
let entries = main.dataset.entries;  // a digest of the lists in the form
let queue = Promise.resolve();
let unsaved = 0;

function save(change, redraw) {
  const field = "value" in change ? change.loc : "";
  const typed = () => field && { was: known.get(field) ?? shownAtFirst(field), entries };
  return inOrder(() => ask("/save", { base: version, ...change, ...typed() }), false, redraw)
    .then((found) => { if (field) known.set(field, change.value); return found; })
    .catch(showRefusal);
}

const known = new Map();  // the saved values of fields by their places, where they differ from the form as it was made

function shownAtFirst(loc) {
  const field = fieldAt(loc);
  if (field?.tagName !== "SELECT") return field?.defaultValue ?? "";
  return ([...field.options].find((one) => one.defaultSelected) || field.options[0])?.value ?? "";
}

// The text is taken when it is sent: it then contains the earlier changes of the form.
const saveYaml = () => inOrder(() => ask("/save", { base: version, text: byId("yaml").value }), true, true).catch(showRefusal);

const showRefusal = (error) => showProblem(byId("conflict"), error);

// Do something after the earlier changes; later changes wait for it.
function inTurn(act) {
  const done = queue.then(act);
  queue = done.catch(() => {});
  return done;
}

// Send a change after the earlier ones, and show the new config. The promise has the reply, and is rejected with the
// message of a refusal.
function inOrder(send, typedAsYaml, redraw) {
  hideRemoved();
  unsaved += 1;
  showSaving("saving …");
  return inTurn(async () => {
    try {
      const found = await send().finally(() => { unsaved -= 1; });
      showProblem(byId("conflict"));
      take(found, typedAsYaml, redraw || found.merged);
      showSaving(unsaved || waiting.size ? "saving …" : "saved");
      dispatchEvent(new Event("saved"));
      return found;
    } catch (error) {
      showSaving("not saved");
      byId("form").inert = false;
      focusNext = () => null;
      throw error;
    }
  });
}

function take(found, typedAsYaml, redraw) {
  version = found.version;
  entries = found.entries;
  showConfig(found, typedAsYaml, redraw);
  showTitle(found.title);
  showProblems(found.problems);
  showSteps(found.steps);
}

// Take what another window or program has saved.
function takeOther(found) {
  hideRemoved();
  take(found, false, true);
}

// A change that is on its way was made of the earlier text, and has to be compared with its version. After a refusal, the
// refused words stay.
const isIdle = () => !unsaved && !waiting.size && byId("conflict").hidden && byId("yaml").value === savedText;

document.addEventListener("visibilitychange", () => {
  if (document.hidden || !isIdle()) return;
  inTurn(async () => {
    const found = await ask("/config");  // which starts the process of the project, if it ended meanwhile
    showSteps(found.steps);
    if (found.version === version || !isIdle()) return;
    takeOther(found);
    dispatchEvent(new Event("saved"));
  }).catch(() => {});  // the next change says what is wrong
});

// Show the state in the bar. A config with problems is saved too, so their number is shown beside "saved".
let stateWords = "saved";

function showSaving(words) {
  stateWords = words;
  const count = configProblems.length + layoutProblems.length;
  const shown = words === "saved" && count ? `saved, ${count} ${count === 1 ? "problem" : "problems"} to fix` : words;
  if (byId("saved").textContent !== shown) byId("saved").textContent = shown;
}

// --- The shown config

const fieldAt = (loc) => byId("form").querySelector(`[data-loc="${CSS.escape(loc)}"]`);

const labelOf = (field) => (field?.id && byId("form").querySelector(`label[for="${field.id}"]`)?.firstChild.textContent.trim()) || "";

let savedText = byId("yaml").defaultValue;
let newForm = null;  // replaces the form when nothing is left to be saved, so that nothing typed is lost
let focusNext = () => null;  // finds the part of the new form that has the focus after an entry was added, moved or removed

function showConfig({ text, form }, typedAsYaml, redraw) {
  if (!typedAsYaml) mergeText(text);
  savedText = text;
  if (redraw || newForm !== null) newForm = form;
  if (newForm !== null && !unsaved && !waiting.size) replaceForm();
  byId("no-form").hidden = form !== "";
}

// Bring a change of the form into the YAML, beside what is typed there and not saved. Where both overlap, the typed stays.
function mergeText(text) {
  const yaml = byId("yaml");
  const change = difference(savedText, text);
  const typed = difference(savedText, yaml.value);
  const longer = yaml.value.length - savedText.length;
  if (yaml.value === savedText || change.end <= typed.start) yaml.setRangeText(change.words, change.start, change.end);
  else if (change.start >= typed.end) yaml.setRangeText(change.words, change.start + longer, change.end + longer);
}

// The part of a text that differs in another text, and the words of the other one for it.
function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let same = 0;  // characters at the end
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { start, end: before.length - same, words: after.slice(start, after.length - same) };
}

function replaceForm() {
  const form = byId("form");
  const open = openGroups();
  const active = document.activeElement;
  const { id, value, selectionStart: start, selectionEnd: end } = form.contains(active) ? active : {};
  form.innerHTML = newForm;
  known.clear();
  newForm = null;
  form.inert = false;
  reopen(open);
  const next = focusNext();
  focusNext = () => null;
  if (next && (active === document.body || active.matches("[data-add], [data-move], [data-remove]"))) { showPart(next); return; }
  const field = id && byId(id);
  if (!field) return;
  if (field.value.trim() === value.trim() && field.type !== "file") field.value = value;  // the config has no spaces at the ends
  field.focus({ preventScroll: true });
  if (Number.isInteger(start)) field.setSelectionRange(start, end);
}

function showTitle(title) {
  document.title = document.title.replace(byId("project-title").textContent, () => title);
  byId("project-title").textContent = title;
}

const waiting = new Map();  // unsaved input by its field

function later(key, action) {
  hideRemoved();
  clearTimeout(waiting.get(key)?.timer);
  showSaving("saving …");
  const run = () => { waiting.delete(key); action(); };
  waiting.set(key, { timer: setTimeout(run, TYPING_MS), run });
}

// Save unsaved input at once. The promise waits until everything is saved.
function saveTyped() {
  for (const { timer, run } of [...waiting.values()]) { clearTimeout(timer); run(); }
  return queue;
}

addEventListener("beforeunload", (event) => { if (unsaved || waiting.size) event.preventDefault(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) saveTyped(); });

byId("form").addEventListener("input", (event) => {
  const field = event.target;
  if (!field.dataset.loc) return;
  if (field.type === "date" && field.validity.badInput) return;  // a part of the date is missing
  const change = () => save({ loc: field.dataset.loc, value: field.value }, field.dataset.kind === "group");
  if (field.tagName === "SELECT") { change(); return; }
  later(field.dataset.loc, change);
  if (/\s/.test(event.data || "")) saveTyped();  // each word is a step to undo
});
byId("form").addEventListener("submit", (event) => event.preventDefault());
byId("form").addEventListener("click", (event) => {
  const { move, remove, add, from, to, entry, group } = event.target.dataset;
  if (group !== undefined) { event.preventDefault(); showGroup(group); }
  if (byId("form").inert) return;  // pressed twice
  if ((remove || add) && event.detail > 1) return;  // of a double click whose first click already changed the form
  if (move || remove) byId("form").inert = true;  // until the fields have their new places
  if (move) moveEntry(move, Number(from), Number(to));
  if (remove) removePart(remove);
  if (add) addEntry(add, JSON.parse(entry));
});

const entryAt = (list, place) => byId("form").querySelector(`.entry[data-place="${list}/${place}"]`);

function moveEntry(list, from, to) {
  saveTyped();
  const again = `[data-to="${to + to - from}"]`;  // the same button, unless the entry is at the end now
  focusNext = () => entryAt(list, to)?.querySelector(again) || entryAt(list, to)?.querySelector("summary");
  save({ loc: list, move: [from, to] }, true);
}

async function removePart(loc) {  // an entry of a list, or a picture
  saveTyped();
  const [, list, place] = /^(.*)\/(\d+)$/.exec(loc) || [];
  const name = list && entryAt(list, place).querySelector("summary").textContent.replace(/^\d+\. /, "");
  focusNext = () => list
    ? (entryAt(list, place) || entryAt(list, place - 1))?.querySelector("summary") || byId("form").querySelector(`[data-add="${list}"]`)
    : byId("form").querySelector(`[data-upload^="${loc}"]`);
  const done = await save({ loc, remove: true }, true);
  if (done && !unsaved && !waiting.size) showRemoved(loc, list ? `${list === "sections" ? "Section " : ""}“${name}” removed.` : "Picture removed.");
}

// A notice about what was removed last, with a button to undo it. It goes with the next change.
let removed = "";

function showRemoved(loc, words) {
  removed = loc;
  byId("removed").textContent = words;
  byId("undo-removed").hidden = false;
}

function hideRemoved() {
  byId("removed").textContent = "";
  byId("undo-removed").hidden = true;
}

byId("undo-removed").addEventListener("click", () => {
  const [, list, place] = /^(.*)\/(\d+)$/.exec(removed) || [];
  focusNext = () => list ? entryAt(list, place)?.querySelector("summary") : byId("form").querySelector(`[data-remove="${removed}"]`);
  hideRemoved();
  byId("undo").click();
});

const addEntry = once(async (list, entry) => {
  saveTyped();
  focusNext = () => [...byId("form").querySelectorAll(`.entry[data-place^="${list}/"]`)].at(-1)?.querySelector(`[data-loc$="/name"], [data-loc$="/text"]`);
  await save({ loc: list, entry }, true);
});
byId("yaml").addEventListener("input", () => later("yaml", saveYaml));

function openGroups() {
  return new Map([...byId("form").querySelectorAll("details")].map((one) => [headings(one), one.open]));
}

function reopen(open) {
  for (const one of byId("form").querySelectorAll("details")) one.open = open.get(headings(one)) ?? one.open;
}

function headings(group) {  // of the group and its parents, which stay when other groups are added or removed
  const above = group.parentElement.closest("details");
  const own = group.dataset.loc ?? group.querySelector("summary").textContent.replace(/^\d+\. /, "");  // an entry may be moved
  return `${above ? headings(above) : ""}/${own}${group.className === "about" ? group.querySelector("summary").ariaLabel : ""}`;
}

// --- Problems

let configProblems = [];
let layoutProblems = [];  // problems that only the layout finds, such as a picture with too few pixels

function showProblems(problems, ofLayout = layoutProblems) {
  configProblems = problems;
  layoutProblems = problems.length ? [] : ofLayout;
  const held = byId("form").contains(document.activeElement) ? document.activeElement : null;
  const top = held?.getBoundingClientRect().top;
  for (const slot of byId("form").querySelectorAll("[data-problem]")) slot.hidden = true;
  for (const field of byId("form").querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  const list = byId("problem-list");
  list.replaceChildren();
  for (const { loc, line, text } of [...configProblems, ...layoutProblems]) {
    const slot = slotFor(loc);
    let name = "";
    let place = slot;
    if (slot) {
      showProblem(slot, text);
      for (let group = slot.closest("details"); group; group = group.parentElement.closest("details")) group.open = true;
      const field = fieldAt(slot.dataset.problem);
      if (field) {
        field.setAttribute("aria-invalid", "true");
        place = field;
        name = labelOf(field);
      }
    }
    const entry = document.createElement("li");
    const words = [name, line ? `line ${line}` : "", text].filter(Boolean).join(": ");
    if (place || line) {
      const lead = document.createElement("button");
      lead.type = "button";
      lead.textContent = words;
      lead.addEventListener("click", () => {
        if (line && (!place || !byId("panel-yaml").hidden)) selectLine(line); else showPlaceOf(place);
      });
      entry.append(lead);
    } else entry.textContent = words;
    list.append(entry);
  }
  byId("problems").hidden = !list.children.length;
  if (held) scroller().scrollTop += held.getBoundingClientRect().top - top;  // a group opened above would push it out of view
  showSaving(stateWords);
}

// Show the problems of the config as it was loaded, unless a change was saved meanwhile: its problems are shown already.
async function showFirstProblems() {
  const found = await ask("/problems");
  if (version === main.dataset.version) showProblems(found);
}

function showPlaceOf(part) {
  const tab = tabs.find((one) => byId(one.getAttribute("aria-controls")).contains(part));
  if (tab) choose(tab);
  showPart(part);
}

// Select a line of the YAML, counted from 1, and scroll to it.
function selectLine(number) {
  choose(byId("tab-yaml"));
  const yaml = byId("yaml");
  const lines = yaml.value.split("\n");
  const start = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
  yaml.focus({ preventScroll: true });
  yaml.setSelectionRange(start, start + (lines[number - 1] || "").length);
  const height = parseFloat(getComputedStyle(yaml).lineHeight);
  yaml.scrollTo(0, (number - 4) * height);
  scroller().scrollTop += yaml.getBoundingClientRect().top + (number - 1) * height - yaml.scrollTop - innerHeight / 3;
}

function showPart(part) {
  for (let group = part.closest("details"); group; group = group.parentElement.closest("details")) group.open = true;
  if (!part.matches("input, select, textarea, button, summary")) part.tabIndex = -1;
  part.focus();
  part.scrollIntoView({ block: "center" });
}

// Opens a group of the form below the links to the groups; none is the beginning.
function showGroup(loc) {
  const group = byId("form").querySelector(loc ? `.group[data-loc="${loc}"]` : ".field");
  if (group.tagName === "DETAILS") group.open = true;
  group.querySelector("summary, input, select, textarea").focus({ preventScroll: true });
  group.style.scrollMarginTop = `${byId("form").querySelector(".groups").offsetHeight + tabs[0].parentElement.offsetHeight}px`;
  group.scrollIntoView();
  dispatchEvent(new CustomEvent("group", { detail: loc }));
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

const scrolled = new Map();  // how far each tab was scrolled

function scroller() {  // the settings beside the pages, or the whole page
  const settings = document.querySelector(".settings");
  return settings.scrollHeight > settings.clientHeight && getComputedStyle(settings).overflowY !== "visible" ? settings : document.scrollingElement;
}

function choose(tab) {
  const before = tabs.find((one) => one.ariaSelected === "true");
  if (tab === before) return;
  scrolled.set(before, scroller().scrollTop);
  for (const one of tabs) {
    const chosen = one === tab;
    one.setAttribute("aria-selected", chosen);
    one.tabIndex = chosen ? 0 : -1;
    byId(one.getAttribute("aria-controls")).hidden = !chosen;
  }
  scroller().scrollTop = scrolled.get(tab) || 0;
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
