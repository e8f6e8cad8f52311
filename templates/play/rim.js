// Where the sides are joined, a rim repeats the cells of the opposite sides. It is for eyes and pointers only: screen readers
// and keys do not reach it. The studio has it too, around boards that are composed.
function addRim(width, height) {
  const rim = document.createElement("div");
  const copies = new Map(boxes.map((box) => [box, []]));

  function show(copy, box) {
    copy.className = `copy ${box.className}`;
    copy.innerHTML = box.innerHTML;
    Object.assign(copy.dataset, box.dataset);
  }

  function addCopy(row, col) {
    const i = ((row + height) % height) * width + ((col + width) % width);
    const copy = document.createElement("div");
    copy.style.gridArea = `${row + 2} / ${col + 2}`;
    if (row === height) copy.style.borderBottom = 0;
    if (col === width) copy.style.borderRight = 0;
    show(copy, boxes[i]);
    copies.get(boxes[i]).push(copy);
    copy.cell = i;
    rim.append(copy);
  }

  rim.className = "rim";
  rim.setAttribute("aria-hidden", "true");
  const isBeyond = (at, side) => at < 0 || at === side;
  for (let row = -1; row <= height; row++)
    for (let col = -1; col <= width; col++) if (isBeyond(row, height) || isBeyond(col, width)) addCopy(row, col);
  board.classList.add("wraps");
  board.append(rim);
  new MutationObserver((changes) => {
    for (const { target } of changes) for (const copy of copies.get(target) ?? []) show(copy, target);
  }).observe(grid, { attributeFilter: ["class"], subtree: true });
}

if (boxes.length) addRim(width, height);
