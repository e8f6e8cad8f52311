// A board of hexagons with a shape: its rows begin at different places, so it has no columns, and cells are counted within
// their row, as Grid.counted does.
(() => {
  const addAll = addLabels;

  position = (i) => {
    const row = Math.floor(i / width);
    return { row: row + 1, col: columnName(all.slice(row * width, i).filter(exists).length) };
  };
  addLabels = () => {
    addAll();
    for (const label of document.querySelectorAll(".labels .col")) label.remove();
    document.querySelectorAll(".labels .row").forEach((label, row) => {
      const left = center(next(row * width, 1))[0] - 0.5;
      Object.assign(label.style, { left: `max(var(--left), ${left} * var(--cell))`, lineHeight: 1 });
    });
  };
})();
