// The page to play a classic board: cells are opened and flagged. What it shares is in templates/page/page.js.
(() => {
  "use strict";

  const NARROW = 36; // pixels: a finger misses smaller cells
  const COVERED = 0, OPEN = 1, FLAG = 2, CROSS = 3; // a crossed cell is covered, and supposed to have no mine
  const { data, words, size, grid, boxes, clock, find, fill, plural, position, around, focusCell, announce } = page;
  const { boards } = data; // { key, start, mines } of each
  const chosen = `board:${boards[0].key}`; // under which the number of the board is saved
  const total = unmasked(boards[0]).filter(Boolean).length;
  const record = `best:${page.width}x${page.height}:${total}`; // under which the best time of such boards is saved

  let board; // its number
  let start; // the cell to open first, or null
  let mines;
  let counts;

  function take(number) {
    board = number;
    ({ start, key: data.key } = boards[board]);
    mines = unmasked(boards[board]);
    counts = new Uint8Array(size);
    mines.forEach((mine, i) => { if (mine) for (const near of around(i)) counts[near] += 1; });
  }

  let taken = 0; // hints
  let hinted = null; // { key, level } of the hint that is shown
  let shown = new Uint8Array(size);
  let before = null; // the cells before the last step that opened any
  let replaced = null; // the unfinished game that a restart replaced
  let wentBack = 0;
  let revealed = false; // all mines are shown, after a loss
  let flagging = false; // a tap sets a flag
  let trial = null; // the cells before the marks that are on trial; null if none are
  let large = null; // whether cells are as large as a finger; null until decided

  // Decodes the mines. The mask hides them from a glance at the source; it keeps no secret.
  function unmasked({ key, mines }) {
    const bytes = atob(mines);
    const found = [];
    let state = parseInt(key.slice(0, 8), 16);
    for (let at = 0; at < bytes.length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const byte = bytes.charCodeAt(at) ^ (state >>> 24);
      for (let bit = 7; bit >= 0 && found.length < size; bit--) found.push(((byte >> bit) & 1) === 1);
    }
    return found;
  }

  const all = boxes; // filled by page.build
  const some = (of) => { for (let i = 0; i < size; i++) if (of(i)) return true; return false; };
  const begun = () => shown.includes(OPEN);
  const isLost = () => some((i) => mines[i] && shown[i] === OPEN);
  const isWon = () => !some((i) => (shown[i] === OPEN) === mines[i]);
  const isOver = () => isLost() || isWon();

  // Drawing

  const drawing = (path) => `<svg class="mark" viewBox="0 0 40 40" aria-hidden="true">${path}</svg>`;
  const FLAGGED = drawing('<path class="cloth" d="M14.5 8.5L31 15l-16.5 7z"/><path class="pole" d="M14 31.5V8.5M10 31.5h8"/>');
  const MINED = drawing(
    '<path class="horns" d="M20 6.5v27M6.5 20h27M10.5 10.5l19 19m0-19l-19 19"/><circle class="disc" cx="20" cy="20" r="9.6"/>'
  );
  const SAFE = drawing('<path class="cross" d="M14.5 14.5l11 11m0-11l-11 11"/>');
  const STRUCK = '<path class="strike" d="M8 8l24 24m0-24L8 32"/></svg>'; // a flag where no mine is
  const BEGIN = drawing('<circle class="ring" cx="20" cy="20" r="11.5"/><circle class="disc" cx="20" cy="20" r="4.5"/>');

  // Returns the classes of a cell, its content, and its label for screen readers.
  function appearance(i, over) {
    if (shown[i] === OPEN && mines[i]) return ["open hit", MINED, words.hit];
    if (shown[i] === OPEN && counts[i]) return [`open clue n${counts[i]}`, page.digit(counts[i]), fill(words.clue, { number: counts[i] })];
    if (shown[i] === OPEN) return ["open", "", words.empty];
    if (shown[i] === FLAG && over && !mines[i])
      return ["covered flag wrong", FLAGGED.replace("</svg>", STRUCK), `${words.flag}, ${words.wrong_mark}`];
    if (shown[i] === FLAG || shown[i] === CROSS) {
      const [classes, inside, what] = shown[i] === FLAG ? ["covered flag", FLAGGED, words.flag] : ["covered", SAFE, words.safe];
      return trial && trial[i] !== shown[i] ? [`${classes} trial`, inside, `${what}, ${words.trial}`] : [classes, inside, what];
    }
    if (revealed && mines[i]) return ["covered mine", MINED, words.mine];
    if (i === start && !begun()) return ["covered start", BEGIN, words.start];
    return ["covered", "", words.covered];
  }

  function draw(cells) {
    const over = isOver();
    for (const i of cells) {
      const [classes, inside, what] = appearance(i, over);
      boxes[i].className = classes;
      boxes[i].innerHTML = inside;
      page.labelCell(i, what);
    }
    grid.classList.toggle("done", over);
    document.body.classList.toggle("won", isWon());
    page.showOnward(isWon());
    const left = total - shown.filter((what) => what === FLAG).length;
    find("left").textContent = left < 0 ? `\u2212${-left}` : left;
    find("what").textContent = plural(words.mines_left, left);
    const lost = isLost();
    for (const id of ["flags", "hint", "what-if", "pause"]) find(id).hidden = over;
    if (trial) find("what-if").hidden = true;
    find("keep").hidden = find("discard").hidden = !trial;
    page.board.classList.toggle("marking", flagging || trial !== null); // drags mark cells, also on a board that scrolls
    find("new").hidden = boards.length === 1;
    find("larger").hidden = find("restart").hidden = lost;
    find("again").hidden = !lost;
    find("show").hidden = !lost || revealed;
    find("back").hidden = replaced ? false : !lost || revealed;
  }

  const drawAll = () => draw(all.keys());

  function showStatus(text, heading = "") {
    if (hinted) {
      hints.clear();
      drawAll();
    }
    hinted = null;
    page.showStatus(text, heading);
  }

  function begin() {
    if (start === null) showStatus(words.start_anywhere);
    else showStatus(fill(words.start_at, position(start)));
  }

  // Steps

  function open(wanted) {
    const stack = wanted.filter((i) => shown[i] === COVERED || (shown[i] === CROSS && !trial));
    if (isOver() || stack.length === 0) return;
    if (trial) return mark(stack.map((i) => [i, shown[i], CROSS]));
    if (!stack.includes(start) && !mayMark()) return;
    const was = shown.slice();
    const changed = [];
    while (stack.length) {
      const i = stack.pop();
      if (shown[i] !== COVERED && shown[i] !== CROSS) continue;
      shown[i] = OPEN;
      changed.push(i);
      if (!mines[i] && counts[i] === 0) stack.push(...around(i));
    }
    before = was;
    replaced = null;
    clock.start();
    if (isOver()) finish();
    else draw(changed);
    if (!isOver()) {
      showStatus("");
      announce(changed.length > 1 ? plural(words.opened, changed.length) : appearance(changed[0], false)[2]);
    }
    save();
  }

  // Opens the other cells around a number that has all its flags.
  function openAround(i) {
    if (isOver() || shown[i] !== OPEN || counts[i] === 0) return;
    const near = around(i);
    const flags = near.filter((one) => shown[one] === FLAG).length;
    if (flags === counts[i]) open(near);
    else if (near.some((one) => shown[one] === COVERED)) announce(fill(words.flags_differ, { number: counts[i] }));
  }

  // Returns whether cells may be marked, or else says where to begin.
  function mayMark() {
    if (begun() || start === null) return true;
    showStatus(fill(words.open_start_first, position(start)));
    return false;
  }

  // What a cell with this mark becomes: a flag is set or removed; of the marks on trial, crosses too.
  const painted = (mark, what) => (mark === what ? COVERED : what);
  const markOne = (i, what) => { if (!isOver() && shown[i] !== OPEN && mayMark()) mark([[i, shown[i], painted(shown[i], what)]]); };
  const flag = (i) => markOne(i, FLAG);

  // Sets marks: [[cell, mark before, mark after], ...].
  function mark(step) {
    for (const [i, , to] of step) shown[i] = to;
    draw(step.map(([i]) => i));
    showStatus("");
    if (step.length === 1) announce(appearance(step[0][0], false)[2]);
    save();
  }

  function act(i, other) {
    if (shown[i] === OPEN) openAround(i);
    else if (flagging !== other) flag(i);
    else if (trial) markOne(i, CROSS);
    else open([i]);
  }

  // Drags set flags, and crosses while marks are on trial; they never open cells.
  const INPUT = {
    isOver,
    takesMark: (i) => shown[i] !== OPEN,
    mark: (i) => shown[i],
    paints: (other) => (flagging !== other || trial !== null) && (begun() || start === null),
    painted: (what, other) => painted(what, flagging !== other ? FLAG : CROSS),
    begin: () => showStatus(""),
    set(i, what) {
      shown[i] = what;
      draw([i]);
    },
    take: mark,
    act,
  };

  // Marks on trial

  function beginTrial() {
    if (!mayMark()) return;
    trial = shown.slice();
    drawAll();
    showStatus(words.trial_begun);
    find("keep").focus();
    save();
  }

  function endTrial(isKept) {
    if (!isKept) shown = trial;
    trial = null;
    drawAll();
    showStatus("");
    find("what-if").focus();
    save();
  }

  // Each press reveals the next level of the same step, which follows from open cells and right marks.
  function hint() {
    if (isOver()) return;
    if (!begun()) return begin();
    const level = hinted ? Math.min(hinted.level + 1, hints.LAST_LEVEL) : 0;
    if (shown.some((what, i) => what === (mines[i] ? CROSS : FLAG))) return showStatus(words.fix_mistake_first);
    const number = (i) => (shown[i] === OPEN ? counts[i] : null);
    const value = (i) => [0, 2, 1, 2][shown[i]]; // as hints.js has it: 1 a mine, 2 safe
    const found = hints.find(number, value, [...all.keys()], total);
    if (!found) return showStatus(words.no_technique);
    const { name, where, why, what } = hints.texts(found);
    showStatus([where, why, what][level], level ? name : "");
    hinted = { level };
    if (!level) taken += 1;
    hints.show({ ...found, proved: found.proved.map(([i]) => i) }, level, () => true);
    for (const [i, box] of boxes.entries())
      for (const name of ["witness", "proved"])
        if (box.classList.contains(name)) page.labelCell(i, `${appearance(i, false)[2]}, ${words[name]}`);
    find("status").scrollIntoView({ block: "nearest" });
    save();
  }

  // Saves the time if it is the best of boards of this size. Returns the best one, in milliseconds; null without another.
  function best() {
    const before = page.load(record);
    const now = wentBack || taken ? Infinity : Math.round(clock.played());
    const known = Number.isFinite(before) && before > 0;
    if (now < (known ? before : Infinity)) page.store(record, now);
    return known && before !== now ? Math.min(before, now) : null;
  }

  function finish() {
    clock.stop();
    if (isWon()) {
      for (let i = 0; i < size; i++) if (mines[i]) shown[i] = FLAG;
      page.record(taken + wentBack);
    }
    drawAll();
    report();
  }

  function report() {
    const undone = wentBack && plural(words.steps_undone, wentBack);
    const used = taken && plural(words.hints, taken);
    if (isWon()) {
      const shortest = best();
      const notes = [undone, used, shortest && fill(words.best, { time: clock.text(shortest) })].filter(Boolean);
      showStatus(notes.join(" "), fill(words.solved, { time: clock.text() }));
    }
    else {
      const wrong = [...shown].filter((what, i) => what === FLAG && !mines[i]).length;
      const hit = [...all.keys()].find((i) => mines[i] && shown[i] === OPEN);
      showStatus(wrong ? plural(words.wrong_flags, wrong) : "", fill(words.mine_opened, position(hit)));
    }
  }

  // After a mine, undoes the step that opened it, and counts that. After a restart, resumes the game before it.
  function back() {
    if (replaced) {
      ({ shown, before, wentBack, taken, trial } = replaced);
      clock.stop(replaced.ms);
      replaced = null;
    } else if (isLost() && !revealed && before) {
      shown = before;
      before = null;
      wentBack += 1;
    } else return;
    clock.start();
    clock.show();
    drawAll();
    showStatus("");
    if (wentBack) announce(plural(words.steps_undone, wentBack));
    save();
  }

  function newBoard() {
    take((board + 1) % boards.length);
    page.store(chosen, board);
    shown = new Uint8Array(size); // nothing is replaced that could come back
    restart();
    toStart();
  }

  function restart() {
    replaced = begun() && !isOver() ? { shown, before, wentBack, taken, trial, ms: clock.played() } : null;
    trial = null;
    taken = 0;
    shown = new Uint8Array(size);
    before = null;
    wentBack = 0;
    revealed = false;
    clock.stop(0);
    drawAll();
    begin();
    save();
  }

  function show() {
    revealed = true;
    drawAll();
    save();
  }

  // Saving

  const packed = (cells) => cells && cells.join("");
  const save = () => page.saveState({ shown: packed(shown), before: packed(before), trial: packed(trial), wentBack, taken, revealed, large });

  function load() {
    const isValid = (text) => typeof text === "string" && text.length === size && /^[0-3]*$/.test(text);
    const state = page.loadState((one) => isValid(one.shown));
    if (!state) return;
    const unpacked = (text) => Uint8Array.from(text, Number);
    shown = unpacked(state.shown);
    if (isValid(state.before)) before = unpacked(state.before);
    if (isValid(state.trial) && !isOver()) trial = unpacked(state.trial);
    wentBack = Math.floor(page.number(state.wentBack));
    taken = Math.floor(page.number(state.taken));
    revealed = state.revealed === true && isLost();
    if (typeof state.large === "boolean") large = state.large;
  }

  // While a number is pressed, the cells that it would open look pressed too.
  function press(event) {
    release();
    const i = page.boxAt(event.target);
    if (i >= 0 && shown[i] === OPEN && counts[i] && !isOver())
      for (const near of around(i)) if (shown[near] === COVERED) boxes[near].classList.add("pressed");
  }

  function release() {
    for (const one of grid.querySelectorAll(".pressed")) one.classList.remove("pressed");
  }

  // Start

  function setPressed(id, is) {
    find(id).setAttribute("aria-pressed", is);
    return is;
  }

  function enlarge(is) {
    large = setPressed("larger", is);
    find("board").classList.toggle("large", is);
  }

  // Scrolls a board that does not fit, so that the start cell is in the middle
  function toStart() {
    const [board, cell] = [find("board"), boxes[start ?? 0]];
    board.scrollLeft = cell.offsetLeft + cell.offsetWidth / 2 - board.clientWidth / 2;
    board.scrollTop = cell.offsetTop + cell.offsetHeight / 2 - board.clientHeight / 2;
  }

  const after = (act) => () => {
    act();
    focusCell(page.focusedCell());
  };

  clock.over = isOver;
  take(Math.floor(page.number(page.load(chosen))) % boards.length);
  page.build(start ?? 0, () => {});
  load();
  page.showControls();
  drawAll();
  enlarge(large ?? (matchMedia("(pointer: coarse)").matches && boxes[0].offsetWidth < NARROW));
  if (isOver()) report();
  else if (!begun()) begin();

  grid.addEventListener("pointerdown", press);
  for (const kind of ["pointerup", "pointercancel", "pointerleave"]) grid.addEventListener(kind, release);
  input.listen(INPUT);
  page.listen({ " ": (i) => act(i, flagging), enter: (i) => act(i, flagging), f: flag, c: openAround, z: back, h: hint });
  document.addEventListener("keydown", (event) => {
    if (clock.paused || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    back();
    event.preventDefault();
  });
  find("flags").addEventListener("click", () => {
    flagging = setPressed("flags", !flagging);
    draw([]);
  });
  find("what-if").addEventListener("click", beginTrial);
  find("keep").addEventListener("click", () => endTrial(true));
  find("discard").addEventListener("click", () => endTrial(false));
  find("restart").addEventListener("click", restart);
  find("again").addEventListener("click", after(restart));
  find("back").addEventListener("click", after(back));
  find("show").addEventListener("click", after(show));
  find("new").addEventListener("click", after(newBoard));
  find("hint").addEventListener("click", hint);
  const measure = page.watchWidth();
  find("larger").addEventListener("click", () => {
    enlarge(!large);
    measure();
    save();
  });
  clock.run(begun, save);
  toStart();
})();
