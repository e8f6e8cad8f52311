// Checks and hints of a page that has the answer.
const isProved = () => true;
const prepare = (act) => act?.();

const mistakes = () => blanks.filter((i) => own[i] && (own[i] === MINE) !== (solution[i] === "y"));

// Returns the step to show, with its texts: one found from the marks, else one of the solver.
const nextStep = () => stepFrom(valueOf) ?? (data.steps ? solverStep() : null);

// The steps of the solver that hints.js cannot find. Returns the first that decides an open cell, with its texts, or null. All
// earlier ones are marked then, and what follows from the marks too, so it holds here.
function solverStep() {
  const step = data.steps.find(([, , , proved]) => proved.some(isOpen));
  if (!step) return null;
  const [technique, witnesses, needs, proved, ...texts] = step;
  // The texts count the missing mines at the moment when the solver took the step.
  const isMoved = needs.some((need, at) => need !== missing(witnesses[at]));
  const [why, what, whole] = texts.map((text) => (isMoved ? fill(words.other_marks_ignored, { step: text }) : text));
  return { technique, witnesses, proved, name: data.techniques[technique][0], where: hints.where(witnesses), why, what, whole };
}
