// Hints as they are shown: each press reveals more of a step, and each step counts once, however often it is shown.
const help = (() => {
  const LAST_LEVEL = 2; // where to look, why, what follows
  let steps = new Set(); // the keys of the steps that were shown
  let last = null; // { key, level } of the step that is shown now

  // Shows the next level of a step with its texts, and returns whether that is the last one. `isOpen` tells of a cell
  // whether it is not decided yet.
  function show(step, isOpen) {
    const { technique, witnesses, literal, proved, name, where, why, what } = step;
    const key = [technique, ...witnesses, literal].join();
    const level = last && last.key === key ? Math.min(last.level + 1, LAST_LEVEL) : 0;
    clear();
    grid.classList.add("labeled");
    const mark = (i, ...names) => boxes[i].classList.add(...names);
    for (const i of level ? witnesses : witnesses.slice(0, 1)) mark(i, "witness");
    if (witnesses.length > 1) mark(witnesses[0], "first");
    if (level === LAST_LEVEL) for (const i of proved) if (isOpen(i)) mark(i, "proved");
    showStatus([where, why, what][level], level ? name : "");
    last = { key, level };
    steps.add(key);
    clock.start();
    return level === LAST_LEVEL;
  }

  // Returns whether a step was shown.
  function clear() {
    const was = last !== null;
    last = null;
    grid.classList.remove("labeled");
    for (const box of grid.querySelectorAll(".witness, .proved")) box.classList.remove("witness", "first", "proved");
    return was;
  }

  const used = () => [...steps];
  const notes = () => (steps.size ? [plural(words.hints, steps.size)] : []); // on the result

  // Takes the steps that `used` returned before.
  function restore(list) {
    steps = new Set(Array.isArray(list) ? list.map(String) : []);
  }

  return { show, clear, used, notes, restore };
})();
