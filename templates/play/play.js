// The page to play a puzzle. What it shares with other pages is in templates/page/page.js.
(() => {
  "use strict";

  const BLANK = 0, MINE = 1, CROSS = 2; // marks of the player
  const {
    data, words, width, height, size, board, grid, boxes, clock, find, fill, plural, joinList, position, cellAt, around, focusCell,
    announce,
  } = page;
  const { cells, clueOnMine, lattice } = data; // cells: a digit, "-" blank, "." printed as safe, "#" no cell
  const isClue = (i) => cells[i] >= "0" && cells[i] <= "9";
  const takesMark = (i) => cells[i] === "-" || (clueOnMine && isClue(i));
  const blanks = [...cells].flatMap((what, i) => (takesMark(i) ? [i] : []));

  const marks = new Array(size).fill(BLANK);
  let past = []; // steps: lists of [cell, mark before, mark after]
  let future = [];
  let restarts = []; // of each restart in the past: [index of the step, milliseconds before it, hints before it]
  let hints = 0;
  let shown = null; // { clue, technique, level } of the hint that is shown
  let done = false;
  let restartAsked = false; // the next press of the button restarts

  // The grid

  const DRAWING =
    '<svg class="mark" viewBox="0 0 40 40" aria-hidden="true"><circle class="disc" cx="20" cy="20" r="11.6"/>' +
    '<circle class="dot" cx="20" cy="20" r="2.8"/><path class="cross" d="M14.5 14.5l11 11m0-11l-11 11"/></svg>';

  const exists = (i) => cells[i] !== "#";
  const shaped = cells.includes("#") && lattice.corners.length === 4;

  // A board of squares with a shape: where the cells have no cell beside them, the frame runs.
  function edges(i) {
    const [row, col] = [Math.floor(i / width), i % width];
    const sides = { "no-top": [row - 1, col], "no-right": [row, col + 1], "no-bottom": [row + 1, col], "no-left": [row, col - 1] };
    const none = (at) => at < 0 || !exists(at);
    return Object.keys(sides).filter((side) => none(cellAt(...sides[side])));
  }

  function decorate(element, i) {
    const what = cells[i];
    element.className = { "-": "blank", ".": "open", "#": "void" }[what] || (clueOnMine ? "clue blank" : "clue");
    if (shaped && exists(i)) element.classList.add(...edges(i));
    if (isClue(i)) element.textContent = what;
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

  function draw(i) {
    const state = boxes[i].classList;
    state.toggle("is-mine", marks[i] === MINE);
    state.toggle("is-safe", marks[i] === CROSS);
    const notes = ["wrong", "witness", "proved"].filter((name) => state.contains(name));
    page.labelCell(i, [cellText(i), ...notes.map((name) => words[name === "wrong" ? "wrong_mark" : name])].join(", "));
  }

  function drawAll() {
    for (let i = 0; i < size; i++) draw(i);
    showCounted();
    find("undo").disabled = done || past.length === 0;
    find("redo").disabled = done || future.length === 0;
    find("check").disabled = find("hint").disabled = done;
    find("hint").hidden = find("hint-keys").hidden = !data.steps;
    grid.classList.toggle("done", done);
    grid.setAttribute("aria-readonly", done);
    find("result").hidden = !done;
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
    for (const box of grid.querySelectorAll(".witness, .proved, .wrong")) box.classList.remove("witness", "first", "proved", "wrong");
    showStatus("");
  }

  // Marks

  function changeMarks(wanted) {
    const step = wanted.filter(([i, to]) => takesMark(i) && marks[i] !== to).map(([i, to]) => [i, marks[i], to]);
    if (done || step.length === 0) return;
    past.push(step);
    future = [];
    applyMarks(step.map(([i, , to]) => [i, to]));
  }

  function applyMarks(list) {
    for (const [i, to] of list) marks[i] = to;
    clearHighlights();
    if (marks.some(Boolean)) clock.start();
    if (isSolved()) finish();
    drawAll();
    if (!done && list.length === 1) announce(cellText(list[0][0]));
    save();
  }

  function undo() {
    if (done || past.length === 0) return;
    const step = past.pop();
    future.push(step);
    if (restarts.length && restarts.at(-1)[0] === past.length) {
      const [, ms, before] = restarts.pop();
      clock.stop(clock.played() + ms);
      hints += before;
    }
    applyMarks(step.map(([i, before]) => [i, before]));
  }

  function redo() {
    if (done || future.length === 0) return;
    const step = future.pop();
    past.push(step);
    applyMarks(step.map(([i, , after]) => [i, after]));
  }

  const cycle = (i) => changeMarks([[i, (marks[i] + 1) % 3]]);

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
    if (done) [past, restarts] = [[], []]; // undoing must not solve it again
    else if (step.length) {
      restarts.push([past.length, Math.round(clock.played()), hints]);
      past.push(step);
    }
    done = false;
    hints = 0;
    future = [];
    clock.stop(0);
    applyMarks(step.map(([i]) => [i, BLANK]));
  }

  // Checking

  const wrongCells = () =>
    blanks.filter((i) => marks[i] !== BLANK && (marks[i] === MINE) !== (data.solution[i] === "y"));

  const missing = (clue) => cells[clue] - around(clue).filter((i) => marks[i] === MINE).length;
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
    const wrong = mistakes();
    for (const i of wrong) boxes[i].classList.add("wrong");
    find("show").hidden = true;
    drawAll();
    if (wrong.length) focusCell(wrong[0]);
  }

  // Returns a step from a single clue, if there is one; clues in `first` are tried before the others.
  function singleClueStep(first) {
    const clues = [...first, ...boxes.keys()].filter(isClue);
    for (const clue of clues) {
      const open = openAround(clue);
      const technique = [0, open.length].indexOf(missing(clue));
      if (open.length && technique >= 0) return [technique, [clue], [], open];
    }
    return null;
  }

  // Returns the texts of a step from a single clue as `data.steps` has them for the others.
  function singleClueTexts(technique, clue, open) {
    const { parts } = data;
    const [name, number] = [(i) => fill(parts.cell, position(i)), cells[clue]];
    const reason = fill(number === "0" ? parts.zero : data.simple[technique], { clue: fill(parts.clue, { cell: name(clue), number }) });
    const proved = plural(technique ? parts.mines : parts.safe, open.length, { cells: joinList(open.map(name)) });
    const text = fill(parts.follows, { reason, proved });
    return [reason.length, -1, text[0].toUpperCase() + text.slice(1)];
  }

  // Returns the first step of the solver whose cells are not all marked. All earlier steps are marked, so it holds here.
  // Where the player has marked more, a step from a single clue may be possible; then it is preferred.
  function nextStep() {
    const step = data.steps.find(([, , , proved]) => proved.some((i) => marks[i] === BLANK));
    return (step && step[0] <= 1 && step) || singleClueStep(step ? step[1] : []) || step;
  }

  const LAST_LEVEL = 2; // of a hint: where to look, why, what follows

  // Each press reveals the next level of the same step.
  function hint() {
    if (done || !data.steps) return;
    const before = shown;
    clearHighlights();
    if (wrongCells().length) {
      showStatus(words.fix_mistake_first);
      find("show").hidden = false;
      drawAll();
      return;
    }
    const next = nextStep();
    if (!next) showStatus(words.no_technique);
    else {
      const [technique, [clue]] = next;
      const again = before && before.clue === clue && before.technique === technique;
      shown = { clue, technique, level: again ? Math.min(before.level + 1, LAST_LEVEL) : 0 };
      showLevel(next, shown.level);
      if (!again) hints += 1;
      clock.start();
    }
    drawAll();
    reveal();
    save();
  }

  function whereToLook(clue) {
    const { look_left, look_middle, look_right, look_total } = data.parts;
    if (clue === undefined) return look_total;
    const look = [look_left, look_middle, look_right][Math.floor((3 * (clue % width)) / width)];
    return fill(look, { number: cells[clue], row: position(clue).row });
  }

  function showLevel([technique, witnesses, needs, proved, ...texts], level) {
    const [common, ending, sentence, whole] = texts.length ? texts : singleClueTexts(technique, witnesses[0], proved);
    for (const i of level ? witnesses : witnesses.slice(0, 1)) boxes[i].classList.add("witness");
    if (witnesses.length > 1) boxes[witnesses[0]].classList.add("first");
    if (level === LAST_LEVEL) for (const i of proved) if (marks[i] === BLANK) boxes[i].classList.add("proved");
    if (!level) return showStatus(whereToLook(witnesses[0]));
    // The texts count the missing mines at the moment when the solver took the step.
    const moved = needs.some((need, at) => need !== missing(witnesses[at]));
    const show = (text) => showStatus(moved ? fill(words.other_marks_ignored, { step: text }) : text, data.techniques[technique]);
    show(level === LAST_LEVEL ? sentence : sentence.slice(0, common) + (data.endings[ending] ?? "."));
    find("show-all").hidden = level < LAST_LEVEL || !whole;
    find("show-all").onclick = () => {
      show(whole);
      reveal();
    };
  }

  function finish() {
    clock.stop();
    done = true;
    const link = data.link ? `\n${data.link}` : "";
    const taken = hints ? ` ${plural(words.hints, hints)}` : "";
    showStatus(fill(words.solved, { time: clock.text() }) + taken, data.picture ? pictureTitle() : "");
    find("share").value = fill(words.share, { title: data.title, time: clock.text() }) + taken + link;
  }

  // The title of the picture: hidden in the source by hashes of the answer, as play_page.py does it.
  function pictureTitle() {
    const hidden = data.picture.match(/../g).map((pair) => parseInt(pair, 16));
    const masks = [];
    for (let i = 0; masks.length < hidden.length; i++)
      masks.push(...sha256(`${data.key} picture ${i} ${answerText()}`).match(/../g).map((pair) => parseInt(pair, 16)));
    return new TextDecoder().decode(Uint8Array.from(hidden, (byte, i) => byte ^ masks[i])).trim();
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

  // SHA-256 (FIPS 180-4) of ASCII text: crypto.subtle does not exist on plain http.
  function sha256(text) {
    const root = (n, power) => Math.floor((n ** (1 / power) % 1) * 2 ** 32);
    const primes = [];
    for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
    const k = primes.map((p) => root(p, 3));
    let hash = primes.slice(0, 8).map((p) => root(p, 2));
    const bytes = [...text].map((c) => c.charCodeAt(0)).concat(0x80);
    while (bytes.length % 64 !== 56) bytes.push(0);
    for (let shift = 56; shift >= 0; shift -= 8) bytes.push(shift > 24 ? 0 : ((text.length * 8) >>> shift) & 255);
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let at = 0; at < bytes.length; at += 64) {
      const w = [];
      for (let i = 0; i < 64; i++) {
        const b = at + 4 * i;
        if (i < 16) w[i] = (bytes[b] << 24) | (bytes[b + 1] << 16) | (bytes[b + 2] << 8) | bytes[b + 3];
        else {
          const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
          const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
          w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
        }
      }
      let [a, b, c, d, e, f, g, h] = hash;
      for (let i = 0; i < 64; i++) {
        const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
        const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      hash = [a, b, c, d, e, f, g, h].map((x, i) => (x + hash[i]) | 0);
    }
    return hash.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
  }

  // Saving

  const save = () => page.saveState({ marks: marks.join(""), past, hints, restarts });

  const isMove = (move) =>
    Array.isArray(move) && move.length === 3 && takesMark(move[0]) && move.slice(1).every((x) => [0, 1, 2].includes(x));

  function load() {
    const isValid = ({ marks }) => typeof marks === "string" && /^[012]*$/.test(marks) && marks.length === size;
    const state = page.loadState(isValid);
    if (!state) return;
    for (const i of blanks) marks[i] = Number(state.marks[i]);
    if (Array.isArray(state.past) && state.past.every((step) => Array.isArray(step) && step.every(isMove))) past = state.past;
    hints = Math.floor(page.number(state.hints));
    const isRestart = (one) => Array.isArray(one) && one.length === 3 && one.every((x) => Number.isFinite(x) && x >= 0);
    if (Array.isArray(state.restarts) && state.restarts.every(isRestart)) restarts = state.restarts;
  }

  // Mouse and touch: the secondary button or a long press is for crosses.

  const HOLD = 450; // milliseconds of a long press
  let drag = null; // { at, x, y, crossing, from, step } while pressed; the step is null until marks are painted
  let hold = 0; // the timer of a long press

  const cellUnder = (x, y) => page.boxAt(document.elementFromPoint(x, y));

  // Returns what the first cell of a drag becomes.
  const painted = (mark, crossing) => (crossing ? (mark === CROSS ? BLANK : CROSS) : mark === BLANK ? MINE : BLANK);

  function press(event) {
    clearTimeout(hold);
    drag = null;
    if (done || !event.isPrimary || (event.button !== 0 && event.button !== 2)) return;
    const at = page.boxAt(event.target);
    if (at < 0) return;
    drag = { at, x: event.clientX, y: event.clientY, crossing: event.button === 2, from: null, step: null };
    if (event.pointerType !== "mouse") hold = setTimeout(longPress, HOLD, event.pointerId);
  }

  function longPress(pointer) {
    if (!drag || drag.step || !takesMark(drag.at)) return;
    drag.crossing = true;
    begin(pointer);
    if (navigator.vibrate) navigator.vibrate(15);
  }

  function begin(pointer) {
    drag.step = [];
    clearHighlights();
    board.setPointerCapture(pointer);
    paint(drag.at);
  }

  function pull(event) {
    if (!drag || drag.moved || !event.isPrimary) return;
    if (!drag.step) {
      if (cellUnder(event.clientX, event.clientY) === drag.at) return;
      begin(event.pointerId);
    }
    // A fast finger skips cells, so cells on the way are visited too.
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    const paces = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) / 6) || 1;
    for (let n = 1; n <= paces; n++) paint(cellUnder(drag.x + (dx * n) / paces, drag.y + (dy * n) / paces));
    [drag.x, drag.y] = [event.clientX, event.clientY];
  }

  // A drag gives all cells with the mark of the first what the first became. Other cells stay.
  function paint(i) {
    if (i < 0 || !takesMark(i)) return;
    drag.from ??= marks[i];
    if (marks[i] !== drag.from || drag.step.some(([one]) => one === i)) return;
    marks[i] = painted(drag.from, drag.crossing);
    drag.step.push([i, drag.from, marks[i]]);
    draw(i);
  }

  function release() {
    clearTimeout(hold);
    if (!drag || drag.moved) return;
    const { at, crossing, step } = drag;
    if (!step) {
      if (!crossing) return; // a click follows
      drag = null;
      focusCell(at, { preventScroll: true });
      changeMarks([[at, painted(marks[at], true)]]);
      return;
    }
    drag = { moved: true }; // a click that follows belongs to the drag
    setTimeout(() => { if (drag && drag.moved) drag = null; }, 300);
    if (step.length === 0) return;
    past.push(step);
    future = [];
    applyMarks(step.map(([i, , to]) => [i, to]));
  }

  // The browser takes a gesture over when it scrolls or zooms: then no mark was meant.
  function cancel() {
    clearTimeout(hold);
    for (const [i, before] of (drag && drag.step) || []) {
      marks[i] = before;
      draw(i);
    }
    drag = null;
  }

  function click(event) {
    const moved = drag && drag.moved;
    drag = null;
    const i = page.boxAt(event.target);
    if (moved || i < 0) return;
    focusCell(i, { preventScroll: true });
    cycle(i);
  }

  // Keys

  const setMark = (mark) => (i) => changeMarks([[i, mark]]);
  const KEYS = {
    " ": cycle, enter: cycle, m: setMark(MINE), x: setMark(CROSS), delete: setMark(BLANK), backspace: setMark(BLANK), z: undo, y: redo,
    c: () => find("check").click(), h: () => find("hint").click(),
  };

  function pageKey(event) {
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
  grid.classList.toggle("shaped", shaped);
  page.build(Math.max(0, [...cells].findIndex((_, i) => exists(i))), decorate, exists);
  load();
  page.showControls();
  if (isSolved()) finish();
  else if (!marks.some(Boolean)) showStatus(words.pointer);
  drawAll();
  const asked = location.hash === "#before" && find("before"); // the newsletter links to the previous solution in words
  if (asked) asked.open = true;

  board.addEventListener("pointerdown", press);
  board.addEventListener("pointermove", pull);
  board.addEventListener("pointerup", release);
  board.addEventListener("pointercancel", cancel);
  board.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") point(page.boxAt(event.target)); });
  board.addEventListener("pointerleave", () => point(-1));
  board.addEventListener("focusin", showCounted);
  board.addEventListener("focusout", showCounted);
  board.addEventListener("click", click);
  board.addEventListener("contextmenu", (event) => { if (!done && page.boxAt(event.target) >= 0) event.preventDefault(); });
  document.addEventListener("keydown", pageKey);
  find("undo").addEventListener("click", undo);
  find("redo").addEventListener("click", redo);
  find("check").addEventListener("click", check);
  find("hint").addEventListener("click", hint);
  find("show").addEventListener("click", showWrong);
  find("restart").addEventListener("click", restart);
  find("copy").addEventListener("click", copyResult);
  page.listen(KEYS);
  page.watchWidth(fitResult);
  clock.run(() => marks.some(Boolean), save);
})();
