// A board of squares with a shape: draws the frame along the sides of cells that have no neighbor.
(() => {
  const none = (at) => at < 0 || data.cells[at] === "#";

  function edges(i) {
    const [row, col] = [Math.floor(i / width), i % width];
    const sides = { "no-top": [row - 1, col], "no-right": [row, col + 1], "no-bottom": [row + 1, col], "no-left": [row, col - 1] };
    return Object.keys(sides).filter((side) => none(cellAt(...sides[side])));
  }

  grid.classList.add("shaped");
  for (const [i, box] of boxes.entries()) if (!none(i)) box.classList.add(...edges(i));
})();
