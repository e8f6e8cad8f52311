// What the page keeps in the reader's browser. Where that is blocked (a sandboxed frame, some browsers with file:) the page
// works without it.
const storage = (() => {

  function store(name, what) {
    try {
      localStorage.setItem(`puzzlegen:${name}`, JSON.stringify(what));
    } catch { /* blocked or full */ }
  }

  function load(name) {
    try {
      return JSON.parse(localStorage.getItem(`puzzlegen:${name}`));
    } catch {
      return null; // blocked, or not JSON
    }
  }

  const saveState = (state) => store(data.key, { v: 1, quiet: clock.quiet, whole: view.whole, ms: clock.ms(), ...state });

  // Returns the saved state if `isValid` accepts it, and sets the clock to it; else null.
  function loadState(isValid) {
    const state = load(data.key);
    if (!state || state.v !== 1 || !isValid(state)) return null;
    clock.quiet = state.quiet === true;
    clock.stop(number(state.ms));
    return state;
  }

  const { key = "results", number: first = 0, ...day } = data.day ?? {}; // of a series

  // Returns whether a puzzle of the series was solved, or outside of a series any.
  const isKnown = () => load(key) !== null;

  // Records the first result of the day, which the archive of the series shows. `isNew`: the puzzle was solved just now.
  function record(hints, isNew) {
    const result = { ...day, ms: clock.ms(), hints };
    if (isNew) tell("solved", result);
    store(key, { [first]: result, ...load(key) });
  }

  const number = (x) => (Number.isFinite(x) && x > 0 ? x : 0);

  return { store, load, saveState, loadState, record, isKnown, number };
})();
