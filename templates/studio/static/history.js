"use strict";
// Undo and redo of the settings, which survive a reload, and the earlier versions of the project.

const MOST_STEPS = 200;
const STEPS_KEY = `steps of ${project}`;  // in the storage of this tab
let steps = { past: [], future: [] };  // of each change its field, and what changes the text of the config back, or again

function readSteps() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STEPS_KEY));
    if (kept?.version === version) steps = kept.steps;
  } catch { /* none, or storage is forbidden */ }
  showSteps();
}

function showSteps() {
  byId("undo").disabled = !steps.past.length;
  byId("redo").disabled = !steps.future.length;
  try { sessionStorage.setItem(STEPS_KEY, JSON.stringify({ version, steps })); } catch { /* full or forbidden: they last until a reload */ }
}

function keepForUndo(field, before, after) {
  steps.past.push({ field, change: difference(after, before) });
  steps.past.splice(0, steps.past.length - MOST_STEPS);
  steps.future = [];
  showSteps();
}

// Something else made a change of the saved text: keep the steps back whose changes are elsewhere, up to the first that is
// not. Each step changes the text that those after it give, so the change is moved past them, one by one.
function moveSteps(change) {
  const past = [];
  for (const step of [...steps.past].reverse()) {
    const moved = movedBy(step.change, change);
    if (!moved) break;
    past.unshift({ ...step, change: moved });
    change = movedBy(change, step.change);
  }
  steps = { past, future: [] };
  showSteps();
  hideRemoved();
}

// A change of a text as it is after another change of the same text; null if they touch each other.
function movedBy(change, { start, end, words }) {
  if (change.end < start) return change;
  const longer = words.length - (end - start);
  return change.start > end ? { ...change, start: change.start + longer, end: change.end + longer } : null;
}

const withChange = (text, { start, end, words }) => text.slice(0, start) + words + text.slice(end);

const takeStep = (from, to, done) => once(async () => {
  await saveTyped();
  let moved = null;
  try {
    // The step is looked up when the request is sent, behind changes that were saved meanwhile, and moved if it is saved.
    await inOrder(() => {
      const last = steps[from].at(-1);
      if (!last) return ask("/config");
      const text = withChange(savedText, last.change);
      moved = { field: last.field, change: difference(text, savedText) };
      return ask("/save", { base: version, text });
    }, false, true, null);
  } catch (error) { showRefusal(error); return; }
  if (!moved) return;
  steps[from].pop();
  steps[to].push(moved);
  showSteps();
  showSaving([done, labelOf(fieldAt(moved.field))].filter(Boolean).join(": "));
});

byId("undo").addEventListener("click", takeStep("past", "future", "undone"));
byId("redo").addEventListener("click", takeStep("future", "past", "redone"));
readSteps();

// --- Earlier versions

async function listVersions() {
  const list = byId("version-list");
  list.replaceChildren("…");
  try {
    const found = await ask("/versions");
    list.replaceChildren(...found.map(({ name, seconds, words }) => {
      const back = element("button", { type: "button", textContent: "Go back to it" });
      back.addEventListener("click", once(() => goBack(name)));
      const when = new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
      return element("li", {}, element("span", { textContent: `${when}, ${words}` }), " ", back);
    }));
    if (!found.length) list.replaceChildren(element("li", { textContent: "None yet." }));
  } catch (error) { list.replaceChildren(element("li", { textContent: error.message })); }
}

async function goBack(name) {
  await saveTyped();
  try {
    await inOrder(() => ask("/versions", { base: version, name }), false, true);
    showSaving("went back");
  } catch (error) { showRefusal(error); }
  listVersions();
}

byId("versions").addEventListener("toggle", () => { if (byId("versions").open) listVersions(); });
