// Checks and hints of a page without the answer: marks are compared with what the numbers alone prove.
const derived = all.map((i) => (takesMark(i) ? BLANK : CROSS)); // of each cell what is proved: MINE or CROSS, else BLANK
let isDeriving = true; // until nothing more follows
const isUnproved = (i) => !isOpen(i) && !derived[i];

// Derives more cells until all that are marked are proved, or nothing more follows.
function derive() {
  while (isDeriving && blanks.some(isUnproved)) {
    const step = stepFrom((i) => derived[i]);
    isDeriving = Boolean(step?.values);
    for (const [i, what] of step?.values ?? []) derived[i] = what;
  }
}

// Returns the marks that are proved to be wrong; without any the clues that cannot hold.
function mistakes() {
  derive();
  const wrong = blanks.filter((i) => !isOpen(i) && derived[i] && marks[i] !== derived[i]);
  return wrong.length ? wrong : all.filter((i) => isClue(i) && stateOf(i).startsWith("too"));
}

// Returns the step to show, with its texts, which say so where they rest on marks that nothing proves.
function nextStep() {
  const step = stepFrom(valueOf);
  if (!step?.values || !blanks.some(isUnproved)) return step;
  const [why, what, whole] = [step.why, step.what, step.whole].map((text) => text && fill(words.if_marks_right, { step: text }));
  return { ...step, why, what, whole };
}
