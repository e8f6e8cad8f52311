// The page to play a puzzle: marks, hints and checks. What it shares with other pages is in templates/page.
(() => {
  let past = []; // steps: lists of [cell, mark before, mark after]
  let future = [];
  let restarts = []; // of each restart in the past: [index of the step, milliseconds before it, hints before it]
  let done = false;
  let trial = null; // the number of steps before the marks that are on trial; null if none are
  let tried = new Set(); // the cells of these marks
  let tool = ""; // the id of the button that is pressed in: taps and drags set "mines" or "crosses"
  let settings = storage.load("settings") ?? {}; // of this reader on all pages of the site: { autoCross }

  const isBegun = () => own.some(Boolean);
  const draw = (i) => drawCell(i, tried.has(i), done);

  function drawAll() {
    tried = new Set(trial === null ? [] : past.slice(trial).flat().map(([i]) => i));
    grid.classList.toggle("done", done);
    grid.setAttribute("aria-readonly", done);
    all.forEach(draw);
    showCounted();
    for (const id of ["check", "hint", "mines", "crosses", "what-if", "pause", "undo", "redo"]) find(id).disabled = find(id).hidden = done;
    find("undo").disabled = !past.length;
    find("redo").disabled = !future.length;
    find("what-if").hidden = done || trial !== null;
    find("keep").hidden = find("discard").hidden = trial === null;
    result.show(done, help.notes());
  }

  function removeHighlights() {
    help.clear();
    for (const box of grid.querySelectorAll(".wrong")) box.classList.remove("wrong");
  }

  function clearHighlights() {
    removeHighlights();
    showStatus("");
  }

  // Marks

  function changeMarks(wanted) {
    const step = wanted.filter(([i, to]) => takesMark(i) && own[i] !== to).map(([i, to]) => [i, own[i], to]);
    if (!done && step.length) take(step);
  }

  function take(step) {
    past.push(step);
    future = [];
    applyMarks(step.map(([i, , to]) => [i, to]));
  }

  // `list`: cells with their marks to be; what is behind these is ignored.
  function applyMarks(list) {
    for (const [i, to] of list) own[i] = to;
    setMarks(settings.autoCross);
    clearHighlights();
    if (isBegun()) {
      clock.start();
      prepare();
    }
    if (isSolved()) finish(true);
    drawAll();
    if (!done && list.length === 1) announce(cellText(list[0][0]));
    save();
  }

  function undo() {
    if (done || !past.length) return;
    const step = past.pop();
    future.push(step);
    if (past.length < trial) trial = null;
    if (restarts.length && restarts.at(-1)[0] === past.length) {
      const [, ms, before] = restarts.pop();
      clock.stop(clock.played() + ms);
      help.restore([...before, ...help.used()]);
    }
    applyMarks(step);
  }

  function redo() {
    if (done || !future.length) return;
    const step = future.pop();
    past.push(step);
    applyMarks(step.map(([i, , to]) => [i, to]));
  }

  // Returns what a tap, or the first cell of a drag, becomes. The secondary button or a long press is for crosses.
  const painted = (mark, isCross) => (isCross ? (mark === CROSS ? BLANK : CROSS) : mark === BLANK ? MINE : BLANK);
  const isCross = (other) => other !== (tool === "crosses");
  const cycle = (i) => changeMarks([[i, tool ? painted(own[i], isCross(false)) : (own[i] + 1) % 3]]);

  // Marks on trial

  function beginTrial() {
    clearHighlights();
    trial = past.length;
    drawAll();
    showStatus(words.trial_begun);
    find("keep").focus();
    reveal();
    save();
  }

  function endTrial(isKept) {
    const before = isKept ? new Map() : new Map(past.splice(trial).flat().reverse());
    trial = null;
    if (!isKept) future = [];
    applyMarks([...before]);
    find("what-if").focus();
  }

  function restart() {
    if (isBegun() && !isConfirmed("restart", words.restart_again)) {
      removeHighlights();
      return drawAll();
    }
    const step = blanks.filter((i) => own[i]).map((i) => [i, own[i], BLANK]);
    trial = null;
    if (done) {
      [past, restarts] = [[], []]; // undoing must not solve it again
      view.show(false);
    } else if (step.length) {
      restarts.push([past.length, clock.ms(), help.used()]);
      past.push(step);
    }
    done = false;
    help.restore([]);
    future = [];
    clock.stop(0);
    grid.classList.remove("new");
    applyMarks(step.map(([i]) => [i, BLANK]));
  }

  // Checking

  function showMistake(text) {
    showStatus(text);
    find("show").hidden = !mistakes().length;
  }

  function check() {
    clearHighlights();
    if (!isBegun()) showStatus(words.no_marks_yet);
    else if (mistakes().length || !blanks.some(isOpen)) showMistake(words.mistake);
    else showStatus(isProved() ? `${words.correct_so_far} ${find("notes").textContent}` : words.answer_not_out);
    drawAll();
    reveal();
  }

  function showWrong() {
    const wrong = mistakes();
    for (const i of wrong) boxes[i].classList.add("wrong");
    find("show").hidden = true;
    drawAll();
    focusCell(wrong[0]);
  }

  // Hints

  function hint() {
    if (done) return;
    const isWrong = mistakes().length > 0;
    const next = !isWrong && isProved() && nextStep();
    if (next) {
      const { name, whole } = next;
      find("show-all").hidden = !help.show(next, isOpen) || !whole;
      find("show-all").onclick = () => {
        showStatus(whole, name);
        reveal();
      };
    } else {
      clearHighlights();
      if (isWrong) showMistake(words.fix_mistake_first);
      else showStatus(words.no_technique ?? words.answer_not_out);
    }
    drawAll();
    reveal();
    save();
  }

  // `isNew`: solved just now, which is celebrated.
  function finish(isNew) {
    clock.stop();
    if (board.matches(".panned")) view.show(true); // all of a solved puzzle is in view
    done = true;
    trial = null;
    const texts = [fill(words.solved, { time: clock.text() }), ...help.notes()];
    const heading = data.picture ? pictureTitle(answer()) : texts.shift();
    showStatus(texts.join(" "), heading);
    storage.record(help.used().length, isNew);
    if (!isNew) return;
    for (const i of all) boxes[i].style.setProperty("--wait", `${(i % width + i / width) * 40}ms`); // a wave from the top left
    grid.classList.add("new");
  }

  // Saving

  const save = () => storage.saveState({ marks: own.join(""), past, helped: help.used(), restarts, trial });

  const STEPS = /^\[(\[(\[\d+,[012],[012]\],?)+\],?)*\]$/; // what is saved may be anything: this is its form as JSON
  const RESTARTS = /^\[(\[\d+,\d+,\[[^[\]]*\]\],?)*\]$/;

  function load() {
    const isValid = ({ marks }) => typeof marks === "string" && /^[012]*$/.test(marks) && marks.length === size;
    const state = storage.loadState(isValid);
    view.show(state !== null && state.whole === true);
    if (!state) return;
    for (const i of blanks) own[i] = Number(state.marks[i]);
    if (STEPS.test(JSON.stringify(state.past))) past = state.past;
    help.restore(state.helped);
    if (past[state.trial] || state.trial === past.length) trial = state.trial;
    if (RESTARTS.test(JSON.stringify(state.restarts))) restarts = state.restarts;
  }

  const INPUT = {
    isOver: () => done,
    takesMark: (i) => takesMark(i) && own[i] === marks[i], // strokes leave out automatic crosses
    mark: (i) => own[i],
    paints: () => true,
    painted: (mark, other) => painted(mark, isCross(other)),
    begin: clearHighlights,
    set(i, mark) {
      own[i] = marks[i] = mark;
      draw(i);
    },
    take,
    act: (i, other) => (other ? changeMarks([[i, painted(own[i], isCross(true))]]) : cycle(i)),
  };

  // Keys

  const setMark = (mark) => (i) => changeMarks([[i, mark]]);
  const KEYS = {
    " ": cycle, enter: cycle, m: setMark(MINE), x: setMark(CROSS), delete: setMark(BLANK), backspace: setMark(BLANK), z: undo, y: redo,
    c: () => find("check").click(), h: () => find("hint").click(),
  };

  function escape() {
    if (done) return;
    clearHighlights();
    drawAll();
  }

  const choose = (id) => () => {
    tool = tool === id ? "" : id;
    for (const one of ["mines", "crosses"]) setPressed(one, tool === one);
    board.classList.toggle("marking", tool !== ""); // dragging marks cells then, also on a wide board
  };

  // Start

  clock.over = () => done;
  if (clueOnMine) grid.className = data.picture ? "filled picture" : "filled";
  exists = (i) => cells[i] !== "#";
  build(Math.max(0, all.find(exists)), decorate);
  load();
  setMarks(settings.autoCross);
  if (isSolved()) finish();
  else if (isBegun()) showStatus("");
  drawAll();

  input.listen(INPUT);
  listen(KEYS, escape);
  onClick({
    undo, redo, check: () => prepare(check), hint: () => prepare(hint), view: view.toggle, show: showWrong, restart, mines: choose("mines"), crosses: choose("crosses"), "what-if": beginTrial, keep: () => endTrial(true),
    discard: () => endTrial(false),
  });
  const autoCross = find("auto-cross");
  autoCross.checked = settings.autoCross === true;
  autoCross.onchange = () => {
    storage.store("settings", settings = { ...settings, autoCross: autoCross.checked });
    setMarks(settings.autoCross);
    drawAll();
  };
  clock.run(() => isBegun() || help.used().length > 0, save);
})();
