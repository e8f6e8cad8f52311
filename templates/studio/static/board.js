"use strict";
// The board of a puzzle that is composed: its cells and their signs, and marks by keyboard, mouse and touch.

const board = byId("board");
const MARK_NAMES = { ".": "", "?": "clue of any value", "_": "stays blank", "*": "mine", "-": "safe", "+": "safe, no number", "#": "hole" };
const SIGN_NAMES = { y: "follows: mine", n: "follows: safe", "?": "undecided", "-": "no clue beside it", "!": "clashes", "=": "needs a clue for the symmetry" };
const KEYS = { m: "*", M: "*", Delete: OPEN, Backspace: OPEN };  // beside the marks themselves
const PUT_KEYS = "?_*-#.";

let current = 0;  // the cell that has, or gets, the focus
let pen = "";  // the mark that a click puts; empty to select only
let facts = null;  // what the server found about the position, or the last one of its size
let shownBoard = "";  // kind and size of the cells on the page
let names = [];  // of the cells, as they are on the page

const inKind = (words) => KINDS[position.kind].clueOnMine ? words.replace("mine", "filled").replace("safe", "empty") : words;
const nameOf = (cell) => `R${Math.floor(cell / position.width) + 1}C${cell % position.width + 1}`;
const isClue = (mark) => /[0-9?]/.test(mark);

// --- Drawing

function build() {
  const { kind, width, height } = position;
  if (shownBoard === `${kind} ${width} ${height}`) return;
  shownBoard = `${kind} ${width} ${height}`;
  facts = null;
  names = [];
  current = Math.min(current, width * height - 1);
  board.style.setProperty("--columns", width + (KINDS[kind].staggered ? 0.5 : 0));
  board.classList.toggle("staggered", KINDS[kind].staggered);
  board.classList.toggle("filled", KINDS[kind].clueOnMine);
  board.replaceChildren(...Array.from({ length: height }, (_, row) => {
    const line = element("div", { className: "row", role: "row" });
    for (let column = 0; column < width; column++) {
      const cell = element("div", { className: "cell", role: "gridcell", tabIndex: -1 }, element("b", {}), element("i", {}));
      cell.dataset.cell = row * width + column;
      line.append(cell);
    }
    return line;
  }));
  buildPalette();
}

const cells = () => board.querySelectorAll(".cell");

// Return the sign of each cell, empty for none: what follows is shown where no mark of the setter says it.
function signsOf() {
  const { marks, kind } = position;
  const clash = new Set(facts ? facts.clash.map((wish) => wish.cell) : []);
  return [...marks].map((mark, cell) => {
    if (clash.has(cell)) return "!";
    const told = mark === OPEN || mark === "_" || (KINDS[kind].clueOnMine && isClue(mark));
    return told && facts && !clash.size ? facts.cells[cell] : "";
  });
}

function paint() {
  build();
  const signs = signsOf(), { marks } = position, partners = new Set(facts ? facts.partners : []);
  cells().forEach((cell, index) => {
    const mark = marks[index], sign = signs[index];
    const name = [nameOf(index), inKind(MARK_NAMES[mark] ?? mark), inKind(SIGN_NAMES[sign] ?? ""), partners.has(index) ? SIGN_NAMES["="] : ""].filter(Boolean).join(", ");
    if (names[index] !== name) {
      names[index] = cell.ariaLabel = name;
      cell.dataset.mark = mark;
      cell.dataset.sign = sign;
      cell.classList.toggle("partner", partners.has(index));
      cell.firstChild.textContent = /[0-9?]/.test(mark) ? mark : mark === "-" ? "–" : "";
    }
  });
  cells()[current].tabIndex = 0;
  for (const one of byId("legend").children) {
    const count = one.dataset.sign === "=" ? partners.size : signs.filter((sign) => sign === one.dataset.sign).length;
    one.lastElementChild.textContent = count;
    one.children[1].textContent = inKind(SIGN_NAMES[one.dataset.sign]);
    one.classList.toggle("none", !count);
    if (one.dataset.sign === "=") byId("complete-guide").hidden = !count;
    if (one.dataset.sign === "=") one.hidden = !byId("guide").value;
  }
  byId("undo-mark").disabled = !past.length;
  byId("redo-mark").disabled = !future.length;
}

// --- Marks

function put(cell, mark, joined = false) {
  const { highest, wraps } = KINDS[position.kind];
  byId("problem").hidden = true;
  if (/[0-9]/.test(mark) && Number(mark) > highest) { refuse(`${mark}: a clue of this kind is at most ${highest}`); return; }
  if (mark === HOLE && wraps) { refuse("boards of this kind are full rectangles, without holes"); return; }
  change({ ...position, marks: position.marks.slice(0, cell) + mark + position.marks.slice(cell + 1) }, joined);
}

function refuse(message) {
  byId("problem").textContent = message;
  byId("problem").hidden = false;
}

function select(cell) {
  cells()[current].tabIndex = -1;
  current = cell;
  cells()[cell].tabIndex = 0;
  cells()[cell].focus();
}

const cellAt = (target) => Number(target.closest?.(".cell")?.dataset.cell ?? -1);

board.addEventListener("keydown", (event) => {
  if (event.altKey) return;
  const { width, height } = position, column = current % width, whole = event.ctrlKey || event.metaKey;
  const steps = {
    ArrowLeft: column ? -1 : 0, ArrowRight: column < width - 1 ? 1 : 0, ArrowUp: current < width ? 0 : -width,
    ArrowDown: current < width * (height - 1) ? width : 0, Home: whole ? -current : -column,
    End: whole ? width * height - 1 - current : width - 1 - column,
  };
  if (event.key in steps) select(current + steps[event.key]);
  else if (whole) return;
  else if (event.key in KEYS) put(current, KEYS[event.key]);
  else if (/^[0-9]$/.test(event.key) || (event.key.length === 1 && PUT_KEYS.includes(event.key))) put(current, event.key);
  else if (event.key === "Enter" || event.key === " ") { if (pen) put(current, pen); }
  else if (event.key === "Escape") choose("");
  else return;
  event.preventDefault();
});

let stroke = false;  // whether a pressed mouse puts the pen into all cells that it reaches
let handled = false;  // whether the next click was answered when the button went down

function press(cell) {
  select(cell);
  if (!pen) return false;
  const erases = position.marks[cell] === pen;
  put(cell, erases ? OPEN : pen);
  return !erases;
}

board.addEventListener("pointerdown", (event) => {
  handled = event.pointerType === "mouse";
  if (!handled || event.button !== 0 || cellAt(event.target) < 0) return;
  event.preventDefault();
  stroke = press(cellAt(event.target));
});
board.addEventListener("pointerover", (event) => {
  const cell = cellAt(event.target);
  if (stroke && event.buttons === 1 && cell >= 0 && position.marks[cell] !== pen) put(cell, pen, true);
});
addEventListener("pointerup", () => { stroke = false; });
board.addEventListener("click", (event) => {
  const cell = cellAt(event.target);
  if (cell >= 0 && !handled) press(cell);
  handled = false;
});
board.addEventListener("focusin", (event) => { const cell = cellAt(event.target); if (cell >= 0 && cell !== current) select(cell); });

// --- The palette

function buildPalette() {
  const { highest, wraps } = KINDS[position.kind];
  const digits = Array.from({ length: highest + 1 }, (_, value) => [String(value), "", `clue ${value}`]);
  const others = [["?", "any", "clue of any value"], ["_", "blank", "must stay blank"], ["*", inKind("mine"), inKind("mine")], ["-", inKind("safe"), inKind("safe cell")]];
  const all = [["", "select", "select only"], ...digits, ...others, ...(wraps ? [] : [[HOLE, "hole", "hole"]]), [OPEN, "erase", "erase"]];
  byId("marks").replaceChildren(...all.map(([mark, words, name]) => {
    const button = element("button", { type: "button", ariaLabel: name, title: name }, element("b", {}), words ? element("span", { textContent: words }) : "");
    button.dataset.pen = mark;
    button.firstChild.textContent = /[0-9?]/.test(mark) ? mark : mark === "-" ? "–" : "";
    button.addEventListener("click", () => choose(mark));
    return button;
  }));
  choose(all.some(([mark]) => mark === pen) ? pen : "");
}

function choose(mark) {
  pen = mark;
  for (const one of byId("marks").children) one.ariaPressed = String(one.dataset.pen === pen);
}

// --- Undo

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("textarea, input:not([type=checkbox])")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) undo();
  else if (key === "y" || key === "z") redo();
  else return;
  event.preventDefault();
});
byId("undo-mark").addEventListener("click", undo);
byId("redo-mark").addEventListener("click", redo);
byId("clear").addEventListener("click", () => change({ ...position, total: "", marks: position.marks.replace(/[^#]/g, OPEN) }));
byId("put-partners").addEventListener("click", () => {
  const partners = new Set(facts ? facts.partners : []);
  change({ ...position, marks: [...position.marks].map((mark, cell) => partners.has(cell) && (mark === OPEN || mark === "-") ? ANY : mark).join("") });
});
