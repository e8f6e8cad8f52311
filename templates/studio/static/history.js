"use strict";
// Undo and redo of all changes of the project, in the order in which windows made them, and its earlier versions.

const stepButtons = document.querySelectorAll("[data-step]");

function showSteps(steps) {
  for (const button of stepButtons) button.disabled = !steps[button.dataset.step];
}

const takeStep = once(async (way) => {
  await saveTyped();
  try {
    const { changed } = await inOrder(() => ask(`/${way}`, {}), false, true);
    showSaving([`${way.replace("do", "done")}`, labelOf(fieldAt(changed))].filter(Boolean).join(": "));
  } catch (error) { showRefusal(error); }
});

for (const button of stepButtons) button.addEventListener("click", () => takeStep(button.dataset.step));
addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.matches("input, textarea")) return;
  event.preventDefault();
  byId(event.shiftKey ? "redo" : "undo").click();
});

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
