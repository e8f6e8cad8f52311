// Shared by the pages to play: messages, the grid and its keys, status texts, and buttons. The data is in #data; nothing is
// sent anywhere. All scripts of a page share one scope, and what this one defines is used by the others under its name.

const data = JSON.parse(document.getElementById("data").textContent);
const { words, width, height, extent, neighbors, lattice, wraps } = data;
const size = width * height;
const find = (id) => document.getElementById(id);

// Messages

const fill = (text, values) =>
  text.replace(/\{\{|\}\}|\{(\w+)\}/g, (all, name) => (name ? String(values[name]) : all[0]));
const rules = new Intl.PluralRules(words.language);
const lists = new Intl.ListFormat(words.language);
const plural = (forms, count, values) => fill(forms[rules.select(count)] ?? forms.other, { count, ...values });
const joinList = (names) => lists.format(names);

// Sends an event of the game to the page around this one: see embed.js.
let tell = () => {};

// Cells

// Returns the name of a column: its number, or letters: A to Z, then AA.
const letters = (col) => (col < 26 ? "" : letters(Math.floor(col / 26) - 1)) + String.fromCharCode(65 + (col % 26));
const columnName = (col) => (data.letters ? letters(col) : col + 1);
let position = (i) => ({ row: Math.floor(i / width) + 1, col: columnName(i % width) }); // as hints name it
let share = (i) => (i % width) / width; // of its row before a cell

// Returns the cell at a place, or -1. Where the sides are joined, a place beyond a side is at the opposite one.
function cellAt(row, col) {
  if (wraps) [row, col] = [(row + height) % height, (col + width) % width];
  return row < 0 || col < 0 || row >= height || col >= width ? -1 : row * width + col;
}

// Offsets are in coordinates of the lattice: where it is staggered, every second row lies half a cell to the right.
const shift = (row) => (lattice.staggered ? Math.floor(row / 2) : 0);

function beside(i, [down, right]) {
  const [row, col] = [Math.floor(i / width), i % width];
  return cellAt(row + down, col - shift(row) + right + shift(row + down));
}

// Returns the cells that a clue in a cell counts.
const around = (i) => neighbors.map((offset) => beside(i, offset)).filter((near) => near >= 0 && exists(near));

const digit = (number) => `<svg class="digit" viewBox="-80 -80 160 160" aria-hidden="true"><path d="${data.digits[number]}"/></svg>`;

// Sizes in the plane are in widths of a cell.
const tallness = extent[1] - (height - 1) * lattice.rowHeight; // of a cell

// Returns the center of a cell, from the top left of the board.
function center(i) {
  const row = Math.floor(i / width);
  return [(i % width) + (lattice.staggered && row % 2 ? 1 : 0.5), tallness / 2 + row * lattice.rowHeight];
}

// The grid: exactly one cell is a tab stop; screen readers may focus any.

const board = find("board");
const grid = document.createElement("div");
let focus = 0;

const focusCell = (i, options) => boxes[i].focus(options);
const focusedCell = () => focus;
const labelCell = (i, what) => boxes[i].setAttribute("aria-label", fill(words.cell, { ...position(i), what }));

let exists = () => true; // whether the board has a cell: boards with a shape do not have all

function build(first, decorate) {
  const attributes = { role: "grid", "aria-label": fill(words.board, { width, height }), "aria-rowcount": height, "aria-colcount": width };
  for (const name in attributes) grid.setAttribute(name, attributes[name]);
  const columns = Array.from({ length: width }, (_, col) => `<div role="gridcell" aria-colindex="${col + 1}"></div>`).join("");
  grid.innerHTML = Array.from({ length: height }, (_, row) => `<div role="row" aria-rowindex="${row + 1}">${columns}</div>`).join("");
  boxes.push(...grid.querySelectorAll("[role=gridcell]"));
  boxes.forEach((box, i) => {
    if (exists(i)) box.tabIndex = -1;
    decorate(box, i);
    box.cell = i;
  });
  board.append(grid);
  addLabels();
  focus = first;
  boxes[focus].tabIndex = 0;
  board.onscroll = measure;
  const sizes = new ResizeObserver(measure);
  for (const part of [board, grid]) sizes.observe(part);
  showControls();
  measure();
}

// The numbers of rows and columns, which are shown with a hint.
function addLabels() {
  const labels = document.createElement("div");
  labels.className = "labels";
  labels.setAttribute("aria-hidden", "true");
  const add = (name, text, side, at) => {
    const label = document.createElement("span");
    label.className = name;
    label.textContent = text;
    label.style[side] = `calc(${at + (wraps ? 1 : 0)} * var(--cell))`;
    labels.append(label);
  };
  for (let col = 0; col < width; col++) add("col", columnName(col), "left", center(col)[0]);
  for (let row = 0; row < height; row++) add("row", row + 1, "top", center(row * width)[1]);
  grid.after(labels);
}

function focused(event) {
  const i = boxAt(event.target);
  if (i < 0) return;
  boxes[focus].tabIndex = -1;
  focus = i;
  boxes[i].tabIndex = 0;
}

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function next(i, step) {
  while (!exists(i)) i += step;
  return i;
}

function target(event) {
  const [row, col] = [Math.floor(focus / width), focus % width];
  const [first, last] = event.ctrlKey ? [0, size - 1] : [row * width, row * width + width - 1];
  if (event.key === "Home") return next(first, 1);
  if (event.key === "End") return next(last, -1);
  if (!(event.key in MOVES) || event.ctrlKey) return null;
  const [down, right] = MOVES[event.key];
  let [r, c] = [row, col];
  let to;
  do {
    [r, c] = [r + down, c + right];
    to = cellAt(r, c);
  } while (to >= 0 && !exists(to));
  return to < 0 ? focus : to;
}

// `keys` maps the lower-case name of a key to a function of the focused cell; `escape` is called for the Escape key.
function listen(keys, escape) {
  grid.addEventListener("focusin", focused);
  document.addEventListener("keydown", (event) => {
    const lower = event.key.toLowerCase();
    const key = event.shiftKey && lower === "z" ? "y" : lower;
    if (event.repeat && key === "enter" && event.target.id === asked) event.preventDefault(); // a held key does not confirm
    if (clock.paused) return;
    if (key === "escape") escape();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key) || !keys[key]) return;
    keys[key]();
    event.preventDefault();
  });
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const to = target(event);
    const key = event.key.toLowerCase();
    if (to !== null) focusCell(to);
    else if (!event.ctrlKey && key in keys) keys[key](focus);
    else return;
    event.preventDefault();
  });
}

// Tells the styles how far a board continues on each side that is larger than its place. A board much wider than high
// needs the whole width, unless the window is low.
const isBroad = board.matches(".broad *");

function measure() {
  board.parentElement.classList.toggle("broad", isBroad && innerHeight > 480);
  const { scrollLeft: left, scrollTop: top, scrollWidth, scrollHeight, clientWidth, clientHeight } = board;
  board.classList.toggle("panned", scrollWidth > clientWidth || grid.offsetHeight > innerHeight);
  const rest = { left, top, right: scrollWidth - clientWidth - left, bottom: scrollHeight - clientHeight - top };
  for (const side in rest) board.style.setProperty(`--${side}`, `${rest[side]}px`);
}

// Status texts: shown below the grid, or only announced by screen readers

let asked = null; // the button whose next press goes on, as a text says

// A text hides the buttons that belong to the one before.
function showStatus(text, heading = "") {
  const status = find("status");
  asked = null;
  for (const button of document.querySelectorAll(".extra")) button.hidden = true;
  status.textContent = text;
  if (heading) {
    const strong = document.createElement("strong");
    strong.textContent = heading;
    status.prepend(strong, " ");
  }
  announce("");
}

// Returns whether this is the second press of a button; at the first, asks for another one.
function isConfirmed(id, text) {
  if (asked === id) return true;
  showStatus(fill(text, { [id]: find(id).textContent }));
  reveal();
  asked = id;
  return false;
}

// Scrolls to a text, and then to the cells that a hint shows.
function reveal() {
  for (const part of [find("messages"), ...grid.querySelectorAll(".proved, .witness")]) part.scrollIntoView({ block: "nearest" });
}

function announce(text, isVisible = false) {
  find("announcement").textContent = text;
  find("announcement").classList.toggle("visible", isVisible);
}

// Buttons

// The second click of a double click, whose `detail` is 2, does not confirm what the first one asked.
function onClick(acts) {
  for (const [id, act] of Object.entries(acts)) find(id).onclick = (event) => { if (event.detail < 2 || id !== asked) act(); };
}

function setPressed(id, is) {
  find(id).setAttribute("aria-pressed", is);
  return is;
}

// Opens the text that a mail links to and, for new readers, the rules, which are copied to where they are printed.
function showControls() {
  const linked = find(location.hash.slice(1));
  if (linked) linked.open = true;
  document.querySelector("details").open = !storage.isKnown();
  for (const part of document.querySelectorAll(".rules")) find("paper").append(part.cloneNode(true));
}
