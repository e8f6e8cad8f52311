// Cells that are not squares: each is clipped to its corners. Lines and frame are one drawing, because the lines of clipped
// cells would lose half of their width. A side that belongs to one cell only is part of the frame.
(() => {
  const { corners, rowHeight } = data.lattice;
  const cornersAround = ([x, y]) => corners.map(([right, down]) => [x + right, y + down]);
  const first = cornersAround([0.5, tallness / 2]);

  const drawing = (name, [across, down], inside) =>
    `<svg class="${name}" viewBox="0 0 ${across} ${down}" aria-hidden="true">${inside}</svg>`;

  function lines() {
    const count = new Map(); // of the cells that have a side
    for (const [i, box] of boxes.entries()) {
      if (box.classList.contains("void")) continue;
      const ends = cornersAround(center(i)).map((end) => end.map((part) => part.toFixed(5)).join(" "));
      ends.forEach((end, n) => {
        const side = [end, ends[(n + 1) % ends.length]].sort().join("L");
        count.set(side, (count.get(side) ?? 0) + 1);
      });
    }
    const path = (name, times) => `<path class="${name}" d="M${[...count.keys()].filter((side) => count.get(side) === times).join("M")}"/>`;
    return path("inner", 2) + path("frame", 1);
  }

  const percent = (part) => `${(100 * part).toFixed(3)}%`;
  board.classList.add("polygons");
  board.style.setProperty("--outline", `polygon(${first.map(([x, y]) => `${percent(x)} ${percent(y / tallness)}`)})`);
  board.style.setProperty("--row-height", rowHeight);
  board.style.setProperty("--tallness", tallness);
  const edge = drawing("edge", [1, tallness], `<path d="M${first.join("L")}z"/>`); // of one cell, shown where it is highlighted
  for (const box of boxes) if (!box.classList.contains("void")) box.insertAdjacentHTML("beforeend", edge);
  grid.insertAdjacentHTML("beforeend", drawing("lines", extent, lines()));
})();
