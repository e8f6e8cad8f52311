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

  const saveState = (state) => store(data.key, { v: 1, quiet: clock.quiet, whole: view.whole, ms: Math.round(clock.played()), ...state });

  // Returns the saved state if `isValid` accepts it, and sets the clock to it; else null.
  function loadState(isValid) {
    const state = load(data.key);
    if (!state || state.v !== 1 || !isValid(state)) return null;
    clock.quiet = state.quiet === true;
    clock.stop(number(state.ms));
    return state;
  }

  // Records the first result of a day of a series, which the archive of the series shows.
  function record(hints) {
    if (!data.day) return;
    const { key, number, ...day } = data.day;
    const results = load(key) ?? {};
    results[number] ??= { ...day, ms: Math.round(clock.played()), hints };
    store(key, results);
  }

  const number = (x) => (Number.isFinite(x) && x > 0 ? x : 0);

  return { store, load, saveState, loadState, record, number };
})();
