"use strict";
// Shows the solution of a puzzle step by step. Its elements are in steps.html.

const HINTS = ["where", "why"];  // levels of a hint, in order

let solution = { name: "", picture: () => "", ask: async () => [], steps: null, at: 0, hint: 0 };

// Begin with a puzzle: its name, the address of its picture after a number of steps, and the function that requests its steps.
function showSolution(name, picture, ask) {
  solution = { name, picture, ask, steps: null, at: 0, hint: 0 };
  showStep(0);
}

async function stepsOf(shown) {
  if (!shown.steps) {
    try { shown.steps = await shown.ask(); } catch (error) { if (shown === solution) showProblem(byId("step-text"), error); }
  }
  return shown === solution && shown.steps;
}

async function showStep(to) {
  const shown = solution;
  if (to > 0 && !await stepsOf(shown)) return;
  const { steps, name } = shown;
  shown.at = Math.max(0, Math.min(to, steps ? steps.length : 0));
  shown.hint = 0;
  byId("puzzle-picture").src = shown.picture(shown.at);
  byId("puzzle-picture").alt = shown.at ? `${name} after step ${shown.at}` : name;
  byId("step-text").textContent = shown.at ? steps[shown.at - 1].words : "";
  fillStep();
}

async function showHint() {
  const shown = solution;
  if (!await stepsOf(shown) || shown.at >= shown.steps.length) { fillStep(); return; }
  byId("step-text").textContent = shown.steps[shown.at][HINTS[shown.hint]];
  shown.hint = Math.min(shown.hint + 1, HINTS.length - 1);
}

function fillStep() {
  const { steps, at } = solution;
  const ended = steps !== null && at === steps.length;
  byId("step-of").textContent = steps ? `${at} of ${steps.length}` : "";
  byId("step-next").disabled = byId("step-hint").disabled = byId("step-last").disabled = ended;
  byId("step-back").disabled = byId("step-first").disabled = at === 0;
  dispatchEvent(new CustomEvent("step", { detail: at }));
}

byId("step-first").addEventListener("click", () => showStep(0));
byId("step-back").addEventListener("click", () => showStep(solution.at - 1));
byId("step-next").addEventListener("click", () => showStep(solution.at + 1));
byId("step-last").addEventListener("click", () => showStep(Infinity));
byId("step-hint").addEventListener("click", showHint);
