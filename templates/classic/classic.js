// The page to play a classic board: cells are opened and flagged. What it shares is in templates/page.
(() => {
  const { COVERED, OPEN, FLAG, CROSS, all, total, begun, isLost, isWon, isOver } = field;
  const { boards } = data;
  const FINGER = 36; // pixels: where a finger would have smaller cells, a board begins with larger ones
  const chosen = `board:${boards[0].key}`; // under which the number of the board is saved
  const record = `best:${width}x${height}:${total}`; // under which the best time of such boards is saved

  let before = null; // the cells before the last step that opened any
  let replaced = null; // the unfinished game that a restart replaced
  let wentBack = 0;
  let revealed = false; // all mines are shown, after a loss
  let flagging = false; // a tap sets a flag
  let trial = null; // the cells before the marks that are on trial; null if none are

  // Scrolls a board so that a cell is in the middle.
  function center(i) {
    const cell = boxes[i];
    board.scrollLeft = cell.offsetLeft + cell.offsetWidth / 2 - board.clientWidth / 2;
    board.scrollTop = cell.offsetTop + cell.offsetHeight / 2 - board.clientHeight / 2;
  }

  // Drawing

  const game = (over = isOver()) => ({ over, revealed, trial });
  const label = (i) => cells.appearance(i, game(false))[2];
  const notes = () => [...(wentBack ? [plural(words.steps_undone, wentBack)] : []), ...help.notes()];

  function draw(list) {
    const over = isOver();
    for (const i of list) cells.draw(i, game(over));
    grid.classList.toggle("done", over);
    document.body.classList.toggle("won", isWon());
    result.show(isWon(), notes());
    const left = total - field.shown.filter((what) => what === FLAG).length;
    find("left").textContent = left < 0 ? `\u2212${-left}` : left;
    find("what").textContent = plural(words.mines_left, left);
    const lost = isLost();
    for (const id of ["flags", "hint", "what-if", "pause"]) find(id).hidden = over;
    if (trial) find("what-if").hidden = true;
    find("keep").hidden = find("discard").hidden = !trial;
    board.classList.toggle("marking", flagging || trial !== null); // drags mark cells, also on a board that scrolls
    find("new").hidden = boards.length === 1;
    find("restart").hidden = lost;
    find("again").hidden = !lost;
    find("show").hidden = !lost || revealed;
    find("back").hidden = replaced ? false : !lost || revealed;
  }

  const drawAll = () => draw(all);

  function say(text, heading = "") {
    if (help.clear()) drawAll();
    showStatus(text, heading);
  }

  // Shows where to begin, until that is done.
  function next() {
    if (begun()) say("");
    else if (field.start === null) say(words.start_anywhere);
    else say(fill(words.start_at, position(field.start)));
  }

  // Steps

  function open(wanted) {
    const covered = wanted.filter((i) => field.shown[i] === COVERED || (field.shown[i] === CROSS && !trial));
    if (isOver() || covered.length === 0) return;
    if (trial) return mark(covered.map((i) => [i, field.shown[i], CROSS]));
    if (!covered.includes(field.start) && !mayMark()) return;
    before = field.shown.slice();
    const changed = field.open(covered);
    replaced = null;
    clock.start();
    if (isOver()) finish();
    else {
      draw(changed);
      say("");
      announce(changed.length > 1 ? plural(words.opened, changed.length) : label(changed[0]));
    }
    save();
  }

  // Opens the other cells around a number that has all its flags.
  function openAround(i) {
    const { shown, counts } = field;
    if (isOver() || shown[i] !== OPEN || counts[i] === 0) return;
    const near = around(i);
    const flags = near.filter((one) => shown[one] === FLAG).length;
    if (flags === counts[i]) open(near);
    else if (near.some((one) => shown[one] === COVERED)) announce(fill(words.flags_differ, { number: counts[i] }));
  }

  // Returns whether cells may be marked, or else says where to begin.
  function mayMark() {
    if (begun() || field.start === null) return true;
    say(fill(words.open_start_first, position(field.start)));
    return false;
  }

  // What a cell with this mark becomes: a flag is set or removed; of the marks on trial, crosses too.
  const painted = (mark, what) => (mark === what ? COVERED : what);
  const takesMark = (i) => field.shown[i] !== OPEN;
  const flag = (i, what = FLAG) => { if (!isOver() && takesMark(i) && mayMark()) mark([[i, field.shown[i], painted(field.shown[i], what)]]); };

  // Sets marks: [[cell, mark before, mark after], ...].
  function mark(step) {
    for (const [i, , to] of step) field.shown[i] = to;
    draw(step.map(([i]) => i));
    say("");
    if (step.length === 1) announce(label(step[0][0]));
    save();
  }

  function act(i, other) {
    if (!takesMark(i)) openAround(i);
    else if (flagging !== other) flag(i);
    else if (trial) flag(i, CROSS);
    else open([i]);
  }

  // Drags set flags, and crosses while marks are on trial; they never open cells.
  const INPUT = {
    isOver,
    takesMark,
    mark: (i) => field.shown[i],
    paints: (other) => (flagging !== other || trial !== null) && (begun() || field.start === null),
    painted: (what, other) => painted(what, flagging !== other ? FLAG : CROSS),
    begin: () => say(""),
    set(i, what) {
      field.shown[i] = what;
      draw([i]);
    },
    take: mark,
    act,
  };

  // Marks on trial

  function beginTrial() {
    if (!mayMark()) return;
    trial = field.shown.slice();
    drawAll();
    say(words.trial_begun);
    find("keep").focus();
    save();
  }

  function endTrial(isKept) {
    if (!isKept) field.shown = trial;
    trial = null;
    drawAll();
    say("");
    find("what-if").focus();
    save();
  }

  // Shows a step that follows from open cells and right marks.
  function hint() {
    if (isOver()) return;
    if (!begun()) return next();
    const { shown, mines, counts } = field;
    if (shown.some((what, i) => what === (mines[i] ? CROSS : FLAG))) return say(words.fix_mistake_first);
    const number = (i) => (shown[i] === OPEN ? counts[i] : null);
    const value = (i) => [0, 2, 1, 2][shown[i]]; // as hints.js has it: 1 a mine, 2 safe
    const found = hints.find(number, value, all, total);
    if (!found) return say(words.no_technique);
    help.show(found, () => true);
    for (const [i, box] of boxes.entries()) {
      const names = ["witness", "proved"].filter((name) => box.classList.contains(name));
      labelCell(i, [label(i), ...names.map((name) => words[name])].join(", "));
    }
    reveal();
    save();
  }

  // Saves the time if it is the best of boards of this size. Returns the best one, in milliseconds; null without another.
  function best() {
    const former = storage.load(record);
    const now = notes().length ? Infinity : clock.ms();
    const known = Number.isFinite(former) && former > 0;
    if (now < (known ? former : Infinity)) storage.store(record, now);
    return known && former !== now ? Math.min(former, now) : null;
  }

  function finish() {
    clock.stop();
    if (isWon()) {
      for (const i of all) if (field.mines[i]) field.shown[i] = FLAG;
      storage.record(help.used().length + wentBack, true);
    }
    drawAll();
    report();
  }

  function report() {
    if (isWon()) {
      const shortest = best();
      const texts = [...notes(), ...(shortest ? [fill(words.best, { time: clock.text(shortest) })] : [])];
      say(texts.join(" "), fill(words.solved, { time: clock.text() }));
    } else {
      const wrong = all.filter((i) => field.shown[i] === FLAG && !field.mines[i]).length;
      const hit = all.find((i) => field.mines[i] && field.shown[i] === OPEN);
      say(wrong ? plural(words.wrong_flags, wrong) : "", fill(words.mine_opened, position(hit)));
    }
  }

  // After a mine, undoes the step that opened it, and counts that. After a restart, resumes the game before it.
  function back() {
    if (replaced) {
      resume(replaced);
      replaced = null;
    } else if (isLost() && !revealed && before) {
      field.shown = before;
      before = null;
      wentBack += 1;
    } else return;
    clock.start();
    clock.show();
    drawAll();
    say("");
    if (wentBack) announce(plural(words.steps_undone, wentBack));
    save();
  }

  // Goes to the next board, whose unfinished game continues.
  function newBoard() {
    const { quiet } = clock;
    save();
    field.take((field.board + 1) % boards.length);
    storage.store(chosen, field.board);
    clear();
    const saved = load();
    if (!saved || isOver()) clear();
    clock.quiet = quiet;
    if (begun()) clock.start();
    drawAll();
    next();
    center(field.start ?? 0);
    save();
  }

  function restart() {
    const isPlayed = begun() && !isOver();
    if (begun() && !isLost() && !isConfirmed("restart", words.restart_again)) {
      help.clear();
      return drawAll();
    }
    const unfinished = isPlayed ? current() : null;
    clear();
    replaced = unfinished;
    drawAll();
    next();
    save();
  }

  function show() {
    revealed = true;
    drawAll();
    save();
  }

  // Games, which are saved

  const current = () => ({ shown: field.shown, before, trial, wentBack, helped: help.used(), ms: clock.ms() });

  function resume({ shown, helped, ms, ...rest }) {
    field.shown = shown;
    ({ before, trial, wentBack } = rest);
    help.restore(helped);
    clock.stop(ms);
  }

  function clear() {
    resume({ shown: new Uint8Array(size), before: null, trial: null, wentBack: 0, helped: [], ms: 0 });
    replaced = null;
    revealed = false;
  }

  const save = () => storage.saveState({ ...field.pack(current()), replaced: replaced && field.pack(replaced), revealed });

  // Returns what was saved of this board, and continues it.
  function load() {
    const state = storage.loadState(field.unpack);
    if (!state) return null;
    resume(field.unpack(state));
    if (isOver()) trial = null;
    replaced = field.unpack(state.replaced);
    revealed = state.revealed === true && isLost();
    return state;
  }

  // Start

  const after = (act) => () => {
    act();
    focusCell(focusedCell());
  };

  clock.over = isOver;
  field.take(Math.floor(storage.number(storage.load(chosen))) % boards.length);
  build(field.start ?? 0, () => {});
  const saved = load();
  drawAll();
  view.show(true);
  view.show(saved ? saved.whole !== false : !view.isSmall(matchMedia("(pointer: coarse)").matches ? FINGER : undefined));
  if (isOver()) report();
  else next();

  cells.listen();
  input.listen(INPUT);
  const tap = (i) => act(i, flagging);
  listen({ " ": tap, enter: tap, f: flag, c: openAround, z: back, h: hint }, () => { if (!isOver()) next(); });
  onClick({
    "what-if": beginTrial, keep: () => endTrial(true), discard: () => endTrial(false), restart, again: after(restart), back: after(back),
    show: after(show), new: after(newBoard), hint,
    flags() {
      flagging = setPressed("flags", !flagging);
      draw([]);
    },
    view: view.toggle,
  });
  clock.run(begun, save);
  center(field.start ?? 0);
})();
