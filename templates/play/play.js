// The page to play a puzzle. What it shares with other pages is in templates/page/page.js.
(() => {
  "use strict";

  const BLANK = 0, MINE = 1, CROSS = 2; // marks of the player
  const {
    data, words, size, board, grid, boxes, clock, find, fill, plural, around, focusCell, announce,
  } = page;
  const { cells, clueOnMine } = data; // cells: a digit, "-" blank, "." printed as safe, "#" no cell
  const isClue = (i) => cells[i] >= "0" && cells[i] <= "9";
  const takesMark = (i) => cells[i] === "-" || (clueOnMine && isClue(i));
  const blanks = [...cells].flatMap((what, i) => (takesMark(i) ? [i] : []));

  const marks = new Array(size).fill(BLANK);
  let past = []; // steps: lists of [cell, mark before, mark after]
  let future = [];
  let restarts = []; // of each restart in the past: [index of the step, milliseconds before it, hints before it]
  let taken = 0; // hints
  let shown = null; // { key, level } of the hint that is shown
  let contradicted = []; // numbers that a hint found to contradict each other
  let done = false;
  let restartAsked = false; // the next press of the button restarts
  let trial = null; // the number of steps before the marks that are on trial; null if none are
  let crossing = false; // whether taps and drags set crosses
  let settings = page.load("settings") ?? {}; // of this reader on all pages of the site: { autoCross }

  // The grid

  const DRAWING =
    '<svg class="mark" viewBox="0 0 40 40" aria-hidden="true"><circle class="disc" cx="20" cy="20" r="11.6"/>' +
    '<circle class="dot" cx="20" cy="20" r="2.8"/><path class="cross" d="M14.5 14.5l11 11m0-11l-11 11"/></svg>';

  const SIGNS = '<path class="plus" d="M46-56h22m-11-11v22"/><path class="minus" d="M46-56h22"/></svg>';

  const exists = (i) => cells[i] !== "#";

  function decorate(element, i) {
    const what = cells[i];
    element.className = { "-": "blank", ".": "open", "#": "void" }[what] || (clueOnMine ? "clue blank" : "clue");
    if (isClue(i)) element.innerHTML = page.digit(what).replace("</svg>", SIGNS);
    if (what === "." || takesMark(i)) element.insertAdjacentHTML("beforeend", DRAWING);
  }

  // The cells that a clue counts are shown while the pointer is over it, else while it has the focus.

  let pointed = -1;
  let counted = [];

  function showCounted() {
    const clue = [pointed, grid.contains(document.activeElement) ? page.focusedCell() : -1].find(isClue);
    for (const box of counted) box.classList.remove("counted");
    counted = clue === undefined || done ? [] : around(clue).map((i) => boxes[i]);
    for (const box of counted) box.classList.add("counted");
  }

  function point(i) {
    if (pointed === i) return;
    pointed = i;
    showCounted();
  }

  const cellText = (i) => {
    const what = cells[i];
    if (what === "#") return words.outside;
    if (what === ".") return words.safe;
    const mark = [words.blank, words.mine, words.safe][marks[i]];
    if (!isClue(i)) return mark;
    return [fill(words.clue, { number: what }), ...(marks[i] ? [mark] : [])].join(", ");
  };

  // What the marks around a number mean for it: class names, which are keys of words too.
  const STATES = ["complete", "too_many", "too_few"];

  function stateOf(clue) {
    const [need, open] = [missing(clue), openAround(clue).length];
    if (need < 0) return "too_many";
    if (need > open) return "too_few";
    return need === 0 && (cells[clue] !== "0" || !open) ? "complete" : "";
  }

  function draw(i) {
    const state = boxes[i].classList;
    state.toggle("is-mine", marks[i] === MINE);
    state.toggle("is-safe", marks[i] === CROSS);
    state.toggle("trial", tried.has(i) && marks[i] !== BLANK);
    const feedback = isClue(i) && !done ? stateOf(i) : "";
    for (const name of STATES) state.toggle(name, name === feedback);
    const notes = [...STATES, "trial", "wrong", "witness", "proved"].filter((name) => state.contains(name));
    page.labelCell(i, [cellText(i), ...notes.map((name) => words[name === "wrong" ? "wrong_mark" : name])].join(", "));
  }

  let tried = new Set(); // the cells whose marks are on trial

  function drawAll() {
    tried = new Set(trial === null ? [] : past.slice(trial).flat().map(([i]) => i));
    for (let i = 0; i < size; i++) draw(i);
    showCounted();
    find("undo").disabled = done || past.length === 0;
    find("redo").disabled = done || future.length === 0;
    for (const id of ["check", "hint", "crosses", "what-if", "pause"]) find(id).disabled = find(id).hidden = done;
    find("what-if").hidden = done || trial !== null;
    find("keep").hidden = find("discard").hidden = trial === null;
    grid.classList.toggle("done", done);
    grid.setAttribute("aria-readonly", done);
    find("result").hidden = !done;
    page.showOnward(done);
    fitResult();
  }

  // Makes the box with the result as high as its text, which wraps on a narrow screen.
  function fitResult() {
    const share = find("share");
    share.style.height = "auto";
    if (done) share.style.height = `${share.scrollHeight + share.offsetHeight - share.clientHeight}px`;
  }

  // Status texts

  function showStatus(text, heading = "") {
    page.showStatus(text, heading);
    find("show").hidden = find("show-all").hidden = true;
    restartAsked = false;
  }

  // Scrolls long texts into view.
  const reveal = () => find("messages").scrollIntoView({ block: "nearest" });

  function clearHighlights() {
    shown = null;
    contradicted = [];
    hints.clear();
    for (const box of grid.querySelectorAll(".wrong")) box.classList.remove("wrong");
    showStatus("");
  }

  // Marks

  function changeMarks(wanted) {
    const step = wanted.filter(([i, to]) => takesMark(i) && marks[i] !== to).map(([i, to]) => [i, marks[i], to]);
    if (!done && step.length) take(step);
  }

  function take(step) {
    for (const [i, , to] of step) marks[i] = to;
    if (settings.autoCross) step = [...step, ...crossesFor(step)];
    past.push(step);
    future = [];
    applyMarks(step.map(([i, , to]) => [i, to]));
  }

  // Returns the crosses around numbers that new mines complete.
  function crossesFor(step) {
    const mines = step.filter(([, , to]) => to === MINE).map(([i]) => i);
    const clues = blanksAround.filter(([clue, near]) => missing(clue) === 0 && mines.some((i) => near.includes(i)));
    return [...new Set(clues.flatMap(([clue]) => openAround(clue)))].map((i) => [i, BLANK, CROSS]);
  }

  function applyMarks(list) {
    for (const [i, to] of list) marks[i] = to;
    clearHighlights();
    if (marks.some(Boolean)) clock.start();
    if (isSolved()) {
      grid.classList.add("new"); // which is celebrated
      finish();
    }
    drawAll();
    if (!done && list.length === 1) announce(cellText(list[0][0]));
    save();
  }

  function undo() {
    if (done || past.length === 0) return;
    const step = past.pop();
    future.push(step);
    if (past.length < trial) trial = null;
    if (restarts.length && restarts.at(-1)[0] === past.length) {
      const [, ms, before] = restarts.pop();
      clock.stop(clock.played() + ms);
      taken += before;
    }
    applyMarks(step.map(([i, before]) => [i, before]));
  }

  function redo() {
    if (done || future.length === 0) return;
    const step = future.pop();
    past.push(step);
    applyMarks(step.map(([i, , after]) => [i, after]));
  }

  const cycle = (i) => changeMarks([[i, crossing ? painted(marks[i], true) : (marks[i] + 1) % 3]]);

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
    if (!done && !restartAsked && marks.some(Boolean)) {
      clearHighlights();
      drawAll();
      showStatus(fill(words.restart_again, { restart: find("restart").textContent }));
      reveal();
      restartAsked = true;
      return;
    }
    const step = blanks.filter((i) => marks[i]).map((i) => [i, marks[i], BLANK]);
    trial = null;
    if (done) [past, restarts] = [[], []]; // undoing must not solve it again
    else if (step.length) {
      restarts.push([past.length, Math.round(clock.played()), taken]);
      past.push(step);
    }
    done = false;
    taken = 0;
    future = [];
    clock.stop(0);
    grid.classList.remove("new");
    applyMarks(step.map(([i]) => [i, BLANK]));
  }

  // Checking

  const wrongCells = () =>
    blanks.filter((i) => marks[i] !== BLANK && (marks[i] === MINE) !== (data.solution[i] === "y"));

  const valueOf = (i) => (takesMark(i) ? marks[i] : CROSS); // as hints.js has it: cells that take no mark are safe
  const missing = (clue) => cells[clue] - around(clue).filter((i) => marks[i] === MINE).length;
  const blanksAround = [...cells].flatMap((_, i) => (isClue(i) ? [[i, around(i)]] : [])); // of each number
  const openAround = (clue) => around(clue).filter((i) => takesMark(i) && marks[i] === BLANK);

  // Returns the clues with too many mines, and those with too few cells left for their mines.
  const brokenClues = () =>
    [...boxes.keys()].filter((i) => isClue(i) && (missing(i) < 0 || missing(i) > openAround(i).length));

  function isTotalBroken() {
    const mines = marks.filter((mark) => mark === MINE).length;
    const open = blanks.filter((i) => marks[i] === BLANK).length;
    return data.total !== null && (mines > data.total || mines + open < data.total);
  }

  const mistakes = () => (data.solution ? wrongCells() : brokenClues());
  const toShow = () => [...new Set([...mistakes(), ...contradicted])];

  const answerText = () => marks.map((mark) => (mark === MINE ? "y" : "n")).join("");

  // It is enough to mark all mines and nothing else; crosses are not needed, as on paper.
  function isSolved() {
    if (!marks.includes(MINE) && blanks.some((i) => marks[i] === BLANK)) return false;
    const answer = answerText();
    return data.solution ? answer === data.solution : sha256(data.salt + answer) === data.hash;
  }

  function check() {
    const left = blanks.filter((i) => marks[i] === BLANK).length;
    clearHighlights();
    if (left === blanks.length) showStatus(words.no_marks_yet);
    else if (mistakes().length || isTotalBroken()) {
      showStatus(words.mistake);
      find("show").hidden = mistakes().length === 0;
    } else if (data.solution) showStatus(plural(words.correct_so_far, left));
    else showStatus(left ? words.answer_not_out : words.mistake);
    drawAll();
    reveal();
  }

  function showWrong() {
    const wrong = toShow();
    for (const i of wrong) boxes[i].classList.add("wrong");
    find("show").hidden = true;
    drawAll();
    if (wrong.length) focusCell(wrong[0]);
  }

  const isBlankStep = ([, , , proved]) => proved.some((i) => marks[i] === BLANK);

  // Returns the step to show, with its texts: one found from the marks, else one of the solver that needs more. All earlier
  // ones of these are marked then, and what follows from the marks too, so it holds here.
  function nextStep() {
    const found = hints.find((i) => (isClue(i) ? Number(cells[i]) : null), valueOf, [...boxes.keys()].filter(exists), data.total);
    if (found && found.broken) return found;
    if (found) return { ...found, ...hints.texts(found), proved: found.proved.map(([i]) => i) };
    const step = (data.steps ?? []).find(isBlankStep);
    if (!step) return null;
    const [technique, witnesses, needs, proved, ...texts] = step;
    // The texts count the missing mines at the moment when the solver took the step.
    const isMoved = needs.some((need, at) => need !== missing(witnesses[at]));
    const [why, what, whole] = texts.map((text) => (isMoved ? fill(words.other_marks_ignored, { step: text }) : text));
    return { technique, witnesses, proved, name: data.techniques[technique][0], where: hints.where(witnesses), why, what, whole };
  }

  // Each press reveals the next level of the same step.
  function hint() {
    if (done) return;
    const before = shown;
    clearHighlights();
    const next = mistakes().length || isTotalBroken() ? { broken: [] } : nextStep();
    if (!next) showStatus(words.no_technique);
    else if (next.broken) {
      showStatus(words.fix_mistake_first);
      contradicted = next.broken;
      find("show").hidden = !toShow().length;
    } else {
      const key = [next.technique, ...next.witnesses].join();
      const again = before && before.key === key;
      shown = { key, level: again ? Math.min(before.level + 1, hints.LAST_LEVEL) : 0 };
      showLevel(next, shown.level);
      if (!again) taken += 1;
      clock.start();
    }
    drawAll();
    reveal();
    save();
  }

  function showLevel(step, level) {
    const { name, where, why, what, whole } = step;
    hints.show(step, level, (i) => marks[i] === BLANK);
    if (!level) return showStatus(where);
    showStatus(level === hints.LAST_LEVEL ? what : why, name);
    find("show-all").hidden = level < hints.LAST_LEVEL || !whole;
    find("show-all").onclick = () => {
      showStatus(whole, name);
      reveal();
    };
  }

  function finish() {
    clock.stop();
    done = true;
    trial = null;
    const link = data.link ? `\n${data.link}` : "";
    const used = taken ? ` ${plural(words.hints, taken)}` : "";
    showStatus(fill(words.solved, { time: clock.text() }) + used, data.picture ? pictureTitle(data, answerText()) : "");
    page.record(taken);
    find("share").value = fill(words.share, { title: data.title, time: clock.text() }) + used + link;
  }

  function copyResult() {
    const share = find("share");
    const byHand = () => {
      share.select();
      let ok = false;
      try {
        ok = document.execCommand("copy");
      } catch { /* not allowed: a message says so */ }
      announce(ok ? words.copied : words.not_copied, true);
    };
    if (!navigator.clipboard) byHand();
    else navigator.clipboard.writeText(share.value).then(() => announce(words.copied, true), byHand);
  }

  // Saving

  const save = () => page.saveState({ marks: marks.join(""), past, hints: taken, restarts, trial });

  const isMove = (move) =>
    Array.isArray(move) && move.length === 3 && takesMark(move[0]) && move.slice(1).every((x) => [0, 1, 2].includes(x));

  function load() {
    const isValid = ({ marks }) => typeof marks === "string" && /^[012]*$/.test(marks) && marks.length === size;
    const state = page.loadState(isValid);
    if (!state) return;
    for (const i of blanks) marks[i] = Number(state.marks[i]);
    if (Array.isArray(state.past) && state.past.every((step) => Array.isArray(step) && step.every(isMove))) past = state.past;
    taken = Math.floor(page.number(state.hints));
    if (Number.isInteger(state.trial) && state.trial >= 0 && state.trial <= past.length) trial = state.trial;
    const isRestart = (one) => Array.isArray(one) && one.length === 3 && one.every((x) => Number.isFinite(x) && x >= 0);
    if (Array.isArray(state.restarts) && state.restarts.every(isRestart)) restarts = state.restarts;
  }

  // Returns what a tap, or the first cell of a drag, becomes. The secondary button or a long press is for crosses.
  const painted = (mark, isCross) => (isCross ? (mark === CROSS ? BLANK : CROSS) : mark === BLANK ? MINE : BLANK);

  const INPUT = {
    isOver: () => done,
    takesMark,
    mark: (i) => marks[i],
    paints: () => true,
    painted: (mark, other) => painted(mark, other !== crossing),
    begin: clearHighlights,
    set(i, mark) {
      marks[i] = mark;
      draw(i);
    },
    take,
    act: (i, other) => (other ? changeMarks([[i, painted(marks[i], !crossing)]]) : cycle(i)),
  };

  // Keys

  const setMark = (mark) => (i) => changeMarks([[i, mark]]);
  const KEYS = {
    " ": cycle, enter: cycle, m: setMark(MINE), x: setMark(CROSS), delete: setMark(BLANK), backspace: setMark(BLANK), z: undo, y: redo,
    c: () => find("check").click(), h: () => find("hint").click(),
  };

  function pageKey(event) {
    if (clock.paused) return;
    const key = event.key.toLowerCase();
    if (event.key === "Escape" && !done) {
      clearHighlights();
      drawAll();
    } else if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
      if (key === "y" || event.shiftKey) redo();
      else undo();
      event.preventDefault();
    }
  }

  // Start

  clock.over = () => done;
  grid.classList.toggle("filled", clueOnMine);
  grid.classList.toggle("picture", clueOnMine && Boolean(data.picture));
  page.build(Math.max(0, [...cells].findIndex((_, i) => exists(i))), decorate, exists);
  load();
  page.showControls();
  if (isSolved()) finish();
  else if (!marks.some(Boolean)) showStatus(words.pointer);
  drawAll();
  const asked = location.hash === "#before" && find("before"); // the newsletter links to the previous solution in words
  if (asked) asked.open = true;

  input.listen(INPUT);
  board.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") point(page.boxAt(event.target)); });
  board.addEventListener("pointerleave", () => point(-1));
  board.addEventListener("focusin", showCounted);
  board.addEventListener("focusout", showCounted);
  document.addEventListener("keydown", pageKey);
  find("undo").addEventListener("click", undo);
  find("redo").addEventListener("click", redo);
  find("check").addEventListener("click", check);
  find("hint").addEventListener("click", hint);
  find("show").addEventListener("click", showWrong);
  find("restart").addEventListener("click", restart);
  find("copy").addEventListener("click", copyResult);
  find("send").hidden = !navigator.share;
  find("send").addEventListener("click", () => navigator.share({ text: find("share").value }).catch(() => {})); // or cancelled
  find("crosses").addEventListener("click", () => {
    crossing = !crossing;
    find("crosses").setAttribute("aria-pressed", crossing);
    board.classList.toggle("crossing", crossing); // dragging sets crosses then, also on a wide board
  });
  find("what-if").addEventListener("click", beginTrial);
  find("keep").addEventListener("click", () => endTrial(true));
  find("discard").addEventListener("click", () => endTrial(false));
  find("auto-cross").checked = settings.autoCross === true;
  find("auto-cross").addEventListener("change", (event) => {
    settings = { ...settings, autoCross: event.target.checked };
    page.store("settings", settings);
  });
  page.listen(KEYS);
  page.watchWidth(fitResult);
  clock.run(() => marks.some(Boolean), save);
})();
