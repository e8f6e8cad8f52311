"use strict";
// The board of a puzzle that is composed: its cells and their signs, and marks by keyboard, mouse and touch. Strokes and the rim
// of joined sides are those of pages to play: /page/input.js and /play/rim.js.

const board = byId("board");
let grid = board.firstElementChild;
const view = { isOverview: () => false };  // for input.js: cells are never too small for a finger
const MARK_NAMES = { ".": "", "?": "clue of any value", "_": "stays blank", "*": "mine", "-": "safe", "+": "safe, no number", "#": "hole" };
const SIGN_NAMES = { y: "follows: mine", n: "follows: safe", "?": "undecided", "-": "no clue beside it", "!": "clashes", "=": "needs a clue for the symmetry" };
const FOLLOWS = { y: "*", n: "-" };  // the marks for what follows
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
  const { staggered, clueOnMine, wraps } = KINDS[kind], rim = wraps ? 2 : 0;  // rows and columns
  board.style.setProperty("--columns", width + (staggered ? 0.5 : 0) + rim);
  board.style.setProperty("--rows", height + rim);
  for (const [name, is] of Object.entries({ staggered, filled: clueOnMine, wraps })) board.classList.toggle(name, is);
  boxes.splice(0, Infinity, ...Array.from({ length: width * height }, (_, cell) => (
    element("div", { cell, role: "gridcell", tabIndex: -1 }, element("b", {}), element("i", {})))));
  grid = grid.cloneNode();  // what watches the cells of an earlier rim goes with it
  grid.append(...Array.from({ length: height }, (_, row) => (
    element("div", { className: "row", role: "row" }, ...boxes.slice(row * width, (row + 1) * width)))));
  board.replaceChildren(grid);
  if (wraps) addRim(width, height);
  const numbered = (count, side) => Array.from({ length: count }, (_, index) => {
    const number = element("span", { className: side, textContent: index + 1 });
    number.style.setProperty("--at", index + rim / 2);
    return number;
  });
  const numbers = element("div", { className: "numbers", ariaHidden: "true" }, ...numbered(width, "column"), ...numbered(height, "line"));
  board.append(numbers);  // eyes only: the names of cells have them
  buildPalette();
}

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
  boxes.forEach((cell, index) => {
    const mark = marks[index], sign = signs[index];
    const name = [nameOf(index), inKind(MARK_NAMES[mark] ?? mark), inKind(SIGN_NAMES[sign] ?? ""), partners.has(index) ? SIGN_NAMES["="] : ""].filter(Boolean).join(", ");
    if (names[index] !== name) {
      names[index] = cell.ariaLabel = name;
      cell.dataset.mark = mark;
      cell.dataset.sign = sign;
      cell.firstChild.textContent = /[0-9?]/.test(mark) ? mark : mark === "-" ? "–" : "";
      cell.className = partners.has(index) ? "cell partner" : "cell";  // always set: the rim follows changes of classes
    }
  });
  boxes[current].tabIndex = 0;
  for (const one of byId("legend").children) {
    const count = one.dataset.sign === "=" ? partners.size : signs.filter((sign) => sign === one.dataset.sign).length;
    one.lastElementChild.textContent = count;
    one.children[1].textContent = inKind(SIGN_NAMES[one.dataset.sign]);
    one.classList.toggle("none", !count);
    if (one.dataset.sign === "=") byId("complete-guide").hidden = !count;
    if (one.dataset.sign === "=") one.hidden = !byId("guide").value;
  }
  board.classList.toggle("bare", !/[^.#]/.test(marks));  // all cells would be hatched
  byId("accept").disabled = factsOf !== position || !followed(signs).includes(true);
  byId("undo-mark").disabled = !past.length;
  byId("redo-mark").disabled = !future.length;
}

// --- Marks

const withMark = (cell, mark) => ({ ...position, marks: position.marks.slice(0, cell) + mark + position.marks.slice(cell + 1) });

function put(cell, mark) {
  const { highest, wraps } = KINDS[position.kind];
  refuse();
  if (/[0-9]/.test(mark) && Number(mark) > highest) refuse(`${mark}: a clue of this kind is at most ${highest}`);
  else if (mark === HOLE && wraps) refuse("boards of this kind are full rectangles, without holes");
  else change(withMark(cell, mark));
}

// Return whether each cell is open, and what it holds follows.
const followed = (signs) => signs.map((sign, cell) => position.marks[cell] === OPEN && sign in FOLLOWS);

const refuse = (problem) => showProblem(byId("problem"), problem);

const focusCell = (cell, options) => boxes[cell].focus(options);

board.addEventListener("focusin", (event) => {
  boxes[current].tabIndex = -1;
  current = boxAt(event.target);
  boxes[current].tabIndex = 0;
});
board.addEventListener("keydown", (event) => {
  if (event.altKey) return;
  const { width, height } = position, column = current % width, whole = event.ctrlKey || event.metaKey;
  const steps = {
    ArrowLeft: column ? -1 : 0, ArrowRight: column < width - 1 ? 1 : 0, ArrowUp: current < width ? 0 : -width,
    ArrowDown: current < width * (height - 1) ? width : 0, Home: whole ? -current : -column,
    End: whole ? width * height - 1 - current : width - 1 - column,
  };
  if (event.key in steps) focusCell(current + steps[event.key]);
  else if (whole) return;
  else if (event.key in KEYS) put(current, KEYS[event.key]);
  else if (/^[0-9]$/.test(event.key) || (event.key.length === 1 && PUT_KEYS.includes(event.key))) put(current, event.key);
  else if (event.key === "Enter" || event.key === " ") { if (pen) put(current, pen); }
  else if (event.key === "Escape") choose("");
  else return;
  event.preventDefault();
});

let before = position;  // the stroke that is drawn

// A stroke puts the pen into all cells that it reaches, or takes its mark away, if the first cell has it.
input.listen({
  isOver: () => false,
  takesMark: () => true,
  mark: (cell) => pen !== OPEN && position.marks[cell] === pen ? pen : "",  // empty: any other mark
  paints: (other) => pen !== "" && !other,
  painted: (mark) => mark ? OPEN : pen,
  begin() { before = position; },
  set(cell, mark) { change(withMark(cell, mark || before.marks[cell]), true); },
  take() {
    const drawn = position;
    position = before;
    change(drawn);  // one step to undo
  },
  act(cell, other) {
    const mark = other ? MINE : pen;
    if (mark) put(cell, position.marks[cell] === mark ? OPEN : mark);
  },
});

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
  board.classList.toggle("marking", pen !== "");  // a finger marks cells then, and scrolls nothing
  for (const one of byId("marks").children) {
    one.ariaPressed = String(one.dataset.pen === pen);
    if (one.dataset.pen === pen) stopAt(one);
  }
}

// The palette is one stop of the Tab key, at the button that was chosen or focused last; arrow keys go on from there.
const stopAt = (button) => { for (const one of byId("marks").children) one.tabIndex = one === button ? 0 : -1; };
byId("marks").addEventListener("focusin", (event) => stopAt(event.target));
byId("marks").addEventListener("keydown", (event) => {
  const all = [...byId("marks").children], at = all.indexOf(event.target);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (to === undefined) return;
  all.at(to % all.length).focus();
  event.preventDefault();
});

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
byId("accept").addEventListener("click", () => {
  const signs = signsOf(), follows = followed(signs);
  change({ ...position, marks: [...position.marks].map((mark, cell) => follows[cell] ? FOLLOWS[signs[cell]] : mark).join("") });
});

// --- Turning, moving and resizing the board

let turning = Promise.resolve();  // the last turn: the next one goes on from its result

function turn(way) {
  turning = turning.then(async () => {
    const given = position;
    try {
      const { text } = await request("/compose/turn", { text: textOf(given), way });
      if (position === given) change(positionIn(text));
    } catch (error) { refuse(error); }
  });
}

// Rows of hexagons move by two, because each second one lies half a cell aside.
const pace = (side) => KINDS[position.kind].staggered && (side === "top" || side === "bottom") ? 2 : 1;

function shift(side) {
  const by = pace(side), [down, right] = { left: [0, -by], right: [0, by], top: [-by, 0], bottom: [by, 0] }[side];
  const moved = shifted(down, right);
  if (moved) { refuse(); change(moved); } else refuse("a mark would leave the board: add a row or a column there first");
}

function grow(side, sign) {
  const by = sign * (side === "top" ? pace(side) : 1), upright = side === "top" || side === "bottom";
  byId("columns").value = position.width + (upright ? 0 : by);
  byId("rows").value = position.height + (upright ? by : 0);
  readSize(side === "top" ? by : 0, side === "left" ? by : 0);
  fillForm();
}

const TOOLS = { turn, mirror: turn, shift, add: (side) => grow(side, 1), cut: (side) => grow(side, -1) };
byId("tools").addEventListener("click", ({ target }) => TOOLS[target.dataset.tool]?.(target.value));
