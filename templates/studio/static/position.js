"use strict";
// The position of a puzzle that is composed: a mark a cell, as in the format "draft". Undo and redo survive a reload.

const KINDS = JSON.parse(byId("kinds").textContent);
const STORED = "puzzlegen:compose";
const MOST_STEPS = 300;  // that can be undone
const STILL_MS = 200;  // after the last change, before it is saved; at once when the page is left
const OPEN = ".", ANY = "?", HOLE = "#", MINE = "*";

let position = emptyPosition("minesweeper", Number(byId("columns").value), Number(byId("rows").value));
let past = [];
let future = [];
let mine = { id: "", name: "", note: "", was: "" };  // the draft of this window, and its content as the shelf has it
let storing = 0;  // timer of the next saving

function emptyPosition(kind, width, height) {
  return { kind, width, height, total: "", marks: OPEN.repeat(width * height) };
}

// Go to another position, and report it with the event "position". With ``joined`` the last step of undo goes on.
function change(next, joined = false) {
  if (JSON.stringify(next) === JSON.stringify(position)) return;
  if (!joined) past = [...past, position].slice(-MOST_STEPS);
  future = [];
  show(next);
}

function show(next) {
  position = next;
  clearTimeout(storing);
  storing = setTimeout(store, STILL_MS);
  dispatchEvent(new Event("position"));
}

function store() {
  clearTimeout(storing);
  storing = 0;
  try {
    for (const kept of [sessionStorage, localStorage]) kept.setItem(STORED, JSON.stringify({ position, past, future, mine }));
  } catch { /* full or forbidden: not kept */ }
}

addEventListener("pagehide", () => { if (storing) store(); });

function undo() {
  if (!past.length) return;
  future = [...future, position];
  show(past.pop());
}

function redo() {
  if (!future.length) return;
  past = [...past, position];
  show(future.pop());
}

// Read what this window kept before the page was loaded, else this browser; else the last draft of this studio.
function readStored() {
  const right = (one) => KINDS[one.kind] && typeof one.total === "string" && one.marks.length === one.width * one.height && /^[-0-9.?_*+#]+$/.test(one.marks);
  const last = (draft) => draft && { position: positionIn(draft.text), past: [], future: [], mine: { ...draft, was: contentOf(draft) } };
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) || localStorage.getItem(STORED)) || last(shelf[0]);
    if (![kept.position, ...kept.past, ...kept.future].every(right)) return;
    ({ position, past, future } = kept);
    setMine(kept.mine);
  } catch { /* nothing was kept, or another version of the page kept it */ }
}

function textOf({ kind, width, height, total, marks }) {
  const rows = Array.from({ length: height }, (_, row) => [...marks.slice(row * width, (row + 1) * width)].join(" "));
  return [`puzzle ${kind}`, `size ${width}x${height}`, ...(total === "" ? [] : [`mines ${total}`]), ...rows].join("\n");
}

// Return the position in a text that the server wrote.
function positionIn(text) {
  const lines = text.split("\n");
  const head = (name) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const [width, height] = head("size").split("x").map(Number);
  return {
    kind: head("puzzle") || "minesweeper", width, height, total: head("mines") || "",
    marks: lines.slice(-height).join("").replaceAll(" ", ""),
  };
}

// Return a position as its kind allows it: too large clues lose their value, and joined sides leave no room for holes.
function allowed(next) {
  const { highest, wraps } = KINDS[next.kind];
  const marks = next.marks.replace(/[0-9]/g, (digit) => Number(digit) > highest ? ANY : digit);
  return { ...next, marks: wraps ? marks.replaceAll(HOLE, OPEN) : marks };
}

// Return a position on a board of another size, with its marks moved down and to the right.
function resized(width, height, down = 0, right = 0, { marks, ...other } = position) {
  const cell = (row, column) => row >= 0 && column >= 0 && row < other.height && column < other.width ? marks[row * other.width + column] : OPEN;
  const all = Array.from({ length: width * height }, (_, index) => cell(Math.floor(index / width) - down, index % width - right));
  return { ...other, width, height, marks: all.join("") };
}

// Return the position with its marks moved within the board, whose holes stay, or null where a mark would leave the board.
// Where sides are joined, it comes in at the opposite side.
function shifted(down, right) {
  const { width, height, marks, kind } = position, bare = { ...position, marks: marks.replaceAll(HOLE, OPEN) };
  const sides = KINDS[kind].wraps ? [resized(width, height, down - Math.sign(down) * height, right - Math.sign(right) * width, bare)] : [];
  const moved = sides.reduce((one, other) => one.replace(/\./g, (_, cell) => other.marks[cell]), resized(width, height, down, right, bare).marks);
  const all = [...moved].map((mark, cell) => marks[cell] === HOLE ? HOLE : mark).join("");
  const count = (some) => some.replace(/[.#]/g, "").length;
  return count(all) === count(marks) ? { ...position, marks: all } : null;
}

// Return the position with the clues of a puzzle on the same board; the other marks of the setter stay.
function withClues(before, puzzle) {
  const marks = [...puzzle.marks].map((mark, cell) => mark === OPEN && !/[0-9?]/.test(before.marks[cell]) ? before.marks[cell] : mark);
  return { ...puzzle, marks: marks.join("") };
}
