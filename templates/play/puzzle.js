// The puzzle and the reader's marks: what the numbers say about them, and how cells are drawn and read out.
const BLANK = 0, MINE = 1, CROSS = 2; // marks
const { cells, clueOnMine, solution } = data; // cells: a digit, "-" blank, "." printed as safe, "#" no cell
const all = [...cells].map((_, i) => i);
const isClue = (i) => cells[i] >= "0" && cells[i] <= "9";
const takesMark = (i) => cells[i] === "-" || (clueOnMine && isClue(i));
const blanks = all.filter(takesMark);
const own = new Array(size).fill(BLANK); // the reader's marks
const marks = own.slice(); // these, with the automatic crosses

const isOpen = (i) => takesMark(i) && marks[i] === BLANK;
const openAround = (clue) => around(clue).filter(isOpen);
const missing = (clue) => cells[clue] - around(clue).filter((i) => marks[i] === MINE).length;

// Returns what the marks around a number mean for it: a class name, which is a key of words too.
function stateOf(clue) {
  const [need, open] = [missing(clue), openAround(clue).length];
  if (need < 0) return "too_many";
  if (need > open) return "too_few";
  return need === 0 && (cells[clue] !== "0" || !open) ? "complete" : "";
}

// Sets the marks by those of the reader: with `isCrossed`, open cells around a number that has its mines get crosses.
function setMarks(isCrossed) {
  for (const i of blanks) marks[i] = own[i];
  if (isCrossed) for (const clue of all) if (isClue(clue) && !missing(clue)) for (const i of openAround(clue)) marks[i] = CROSS;
}

// The values of cells as hints.js has them, by the marks: cells that take no mark are safe.
const valueOf = (i) => (takesMark(i) ? marks[i] : CROSS);
const positionOf = (value) => [(i) => (isClue(i) ? Number(cells[i]) : null), value, all.filter(exists), data.total];
const stepFrom = (value) => hints.find(...positionOf(value));

const answer = () => marks.map((mark) => (mark === MINE ? "y" : "n")).join("");

// It is enough to mark all mines and nothing else; crosses are not needed, as on paper.
function isSolved() {
  if (!marks.includes(MINE) && blanks.some(isOpen)) return false;
  return solution ? answer() === solution : digest(data.key + answer()) === data.hash;
}

// Cells

const MARK =
  '<svg class="mark" viewBox="0 0 40 40" aria-hidden="true"><circle class="mine" cx="20" cy="20" r="11.6"/>' +
  '<circle class="dot" cx="20" cy="20" r="2.8"/><path class="cross" d="M14.5 14.5l11 11m0-11l-11 11"/></svg>';
const SIGNS = '<path class="plus" d="M40-58h36m-18-18v36"/><path class="minus" d="M40-58h36"/></svg>';
const STATES = ["complete", "too_many", "too_few"];

function decorate(element, i) {
  const what = cells[i];
  element.className = { "-": "blank", ".": "open", "#": "void" }[what] || (clueOnMine ? "clue blank" : "clue");
  if (isClue(i)) element.innerHTML = digit(what).replace("</svg>", SIGNS);
  if (what === "." || takesMark(i)) element.insertAdjacentHTML("beforeend", MARK);
}

function cellText(i) {
  if (cells[i] === "#") return words.outside;
  if (cells[i] === ".") return words.safe;
  const mark = [words.blank, words.mine, words.safe][marks[i]];
  if (!isClue(i)) return mark;
  return [fill(words.clue, { number: cells[i] }), ...(marks[i] ? [mark] : [])].join(", ");
}

// `tried`: the mark is on trial. `done`: the puzzle is solved.
function drawCell(i, tried, done) {
  const state = boxes[i].classList;
  const feedback = isClue(i) && !done ? stateOf(i) : "";
  const is = { "is-mine": marks[i] === MINE, "is-safe": marks[i] === CROSS, trial: tried && marks[i] > 0 };
  for (const name of STATES) is[name] = name === feedback;
  for (const name in is) state.toggle(name, is[name]);
  const notes = [...STATES, "trial", "wrong", "witness", "proved"].filter((name) => state.contains(name));
  labelCell(i, [cellText(i), ...notes.map((name) => words[name === "wrong" ? "wrong_mark" : name])].join(", "));
}

// The cells that a clue counts are shown while the pointer is over it, else while it has the focus.
let pointed = -1;
let counted = [];

function showCounted() {
  const clue = [pointed, grid.contains(document.activeElement) ? focusedCell() : -1].find(isClue);
  for (const box of counted) box.classList.remove("counted");
  counted = clue === undefined || grid.classList.contains("done") ? [] : around(clue).map((i) => boxes[i]);
  for (const box of counted) box.classList.add("counted");
}

function point(i) {
  if (pointed === i) return;
  pointed = i;
  showCounted();
}

board.onpointerover = (event) => { if (event.pointerType === "mouse") point(boxAt(event.target)); };
board.onpointerleave = () => point(-1);
board.addEventListener("focusin", showCounted);
board.addEventListener("focusout", showCounted);
