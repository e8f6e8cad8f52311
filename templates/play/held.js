// Checks and hints of a page without the answer, which it derives from what the numbers prove: from the first mark on, while
// nothing else happens.
const SLICE = 40, MOST = 5000; // milliseconds: of work without a pause, and of all work
const derived = all.map((i) => (takesMark(i) ? BLANK : CROSS)); // of each cell what is proved: MINE or CROSS, else BLANK
const isProved = () => blanks.every((i) => isOpen(i) || derived[i]);

// Derives all that follows, in short steps.
function* derive() {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const found of hints.search(...positionOf((i) => derived[i]))) {
      if (found === 0 && isNew) break; // simpler techniques go on from here
      for (const [i, what] of found?.rough ?? found?.proved ?? []) {
        derived[i] = what;
        isNew = true;
      }
      yield;
    }
  }
}

async function deriveAll() {
  const steps = derive();
  for (let slices = MOST / SLICE; slices--; ) {
    await new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go));
    for (const end = performance.now() + SLICE; performance.now() < end; ) if (steps.next().done) return;
  }
}

let derivation;
let isReady = false;

// Begins to derive, and calls a function at the end.
function prepare(act) {
  derivation ??= deriveAll().then(() => { isReady = true; });
  if (isReady) act?.();
  else derivation.then(act);
}

// Returns the marks that are proved to be wrong.
const mistakes = () => blanks.filter((i) => own[i] && derived[i] && own[i] !== derived[i]);

const nextStep = () => stepFrom(valueOf);
