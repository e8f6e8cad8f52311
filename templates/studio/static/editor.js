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
let queue = Promise.resolve();
let unsaved = 0;

function save(change, redraw) {
  return inOrder(() => ask("/save", { base: version, ...change }), "text" in change, redraw).catch((error) => {
    showError(byId("conflict"), error);
    byId("conflict").hidden = false;
  });
}

// Send a change after the earlier ones, and show the new config. The promise is rejected with the message of a refusal.
function inOrder(send, typedAsYaml, redraw) {
  unsaved += 1;
  byId("saved").textContent = "saving …";
  const sent = queue.then(async () => {
    try {
      const found = await send();
      version = found.version;
      byId("conflict").hidden = true;
      if (!typedAsYaml || document.activeElement !== byId("yaml")) byId("yaml").value = found.text;
      if (redraw) {
        const open = openGroups();
        byId("form").innerHTML = found.form;
        reopen(open);
      }
      byId("no-form").hidden = found.form !== "";
      showTitle(found.title);
      showProblems(found.problems);
      unsaved -= 1;
      byId("saved").textContent = unsaved ? "saving …" : "saved";
      dispatchEvent(new Event("saved"));
    } catch (error) {
      unsaved -= 1;
      byId("saved").textContent = "not saved";
      throw error;
    }
  });
  queue = sent.catch(() => {});
  return sent;
}

function showTitle(title) {
  document.title = document.title.replace(byId("project-title").textContent, () => title);
  byId("project-title").textContent = title;
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

const waiting = new Map();  // unsaved input by its field

function later(key, action) {
  clearTimeout(waiting.get(key)?.timer);
  byId("saved").textContent = "saving …";
  const run = () => { waiting.delete(key); action(); };
  waiting.set(key, { timer: setTimeout(run, TYPING_MS), run });
}

// Save unsaved input at once, and wait until everything is saved.
async function saveTyped() {
  for (const { timer, run } of [...waiting.values()]) { clearTimeout(timer); run(); }
  await queue;
}

addEventListener("beforeunload", (event) => { if (unsaved || waiting.size) event.preventDefault(); });
document.addEventListener("visibilitychange", () => { if (document.hidden) saveTyped(); });

byId("form").addEventListener("input", (event) => {
  const field = event.target;
  if (!field.dataset.loc) return;
  const change = () => save({ loc: field.dataset.loc, value: field.value }, field.dataset.kind === "group");
  if (field.tagName === "SELECT") change(); else later(field.dataset.loc, change);
});
byId("form").addEventListener("submit", (event) => event.preventDefault());
byId("form").addEventListener("click", (event) => {
  const { move, remove, add, from, to, entry, group } = event.target.dataset;
  if (group !== undefined) { event.preventDefault(); showGroup(group); }
  if (move) save({ loc: move, move: [Number(from), Number(to)] }, true);
  if (remove) save({ loc: remove, remove: true }, true);
  if (add) save({ loc: add, entry: JSON.parse(entry) }, true);
});
byId("yaml").addEventListener("input", () => later("yaml", () => save({ text: byId("yaml").value }, true)));

function openGroups() {
  return new Map([...byId("form").querySelectorAll("details")].map((one) => [headings(one), one.open]));
}

function reopen(open) {
  for (const one of byId("form").querySelectorAll("details")) one.open = open.get(headings(one)) ?? one.open;
}

function headings(group) {  // of the group and its parents, which stay when other groups are added or removed
  const above = group.parentElement.closest("details");
  return `${above ? headings(above) : ""}/${group.dataset.loc ?? group.querySelector("summary").textContent}${group.className === "about" ? group.querySelector("summary").ariaLabel : ""}`;
}

// --- Problems

let configProblems = [];
let layoutProblems = [];  // problems that only the layout finds, such as a picture with too few pixels

function showProblems(problems, ofLayout = layoutProblems) {
  configProblems = problems;
  layoutProblems = problems.length ? [] : ofLayout;
  for (const slot of byId("form").querySelectorAll("[data-problem]")) slot.hidden = true;
  for (const field of byId("form").querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  const list = byId("problem-list");
  list.replaceChildren();
  for (const { loc, line, text } of [...configProblems, ...layoutProblems]) {
    const slot = slotFor(loc);
    let name = "";
    let place = slot;
    if (slot) {
      slot.textContent = text;
      slot.hidden = false;
      for (let group = slot.closest("details"); group; group = group.parentElement.closest("details")) group.open = true;
      const field = byId("form").querySelector(`[data-loc="${CSS.escape(loc)}"]`);
      if (field) {
        field.setAttribute("aria-invalid", "true");
        place = field;
        name = byId("form").querySelector(`label[for="${field.id}"]`)?.firstChild.textContent.trim() || "";
      }
    }
    const entry = document.createElement("li");
    const words = [name, line ? `line ${line}` : "", text].filter(Boolean).join(": ");
    if (place) {
      const lead = document.createElement("button");
      lead.type = "button";
      lead.textContent = words;
      lead.addEventListener("click", () => showPlaceOf(place));
      entry.append(lead);
    } else entry.textContent = words;
    list.append(entry);
  }
  byId("problems").hidden = !list.children.length;
}

function showPlaceOf(part) {
  const tab = tabs.find((one) => byId(one.getAttribute("aria-controls")).contains(part));
  if (tab) choose(tab);
  for (let group = part.closest("details"); group; group = group.parentElement.closest("details")) group.open = true;
  if (!part.matches("input, select, textarea")) part.tabIndex = -1;
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
