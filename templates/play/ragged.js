// A board of hexagons with a shape: its rows begin at different places, so it has no columns, and cells are counted within
// their row, as Grid.counted does.
(() => {
  const addAll = addLabels;
  const count = (first, end) => all.slice(first, end).filter(exists).length;
  const start = (i) => i - (i % width); // of its row

  position = (i) => ({ row: start(i) / width + 1, col: columnName(count(start(i), i)) });
  share = (i) => count(start(i), i) / count(start(i), start(i) + width);
  addLabels = () => {
    addAll();
    for (const label of document.querySelectorAll(".labels .col")) label.remove();
    document.querySelectorAll(".labels .row").forEach((label, row) => {
      if (!count(row * width, (row + 1) * width)) return label.remove();
      const left = center(next(row * width, 1))[0] - 0.5;
      Object.assign(label.style, { left: `max(var(--left), ${left} * var(--cell))`, lineHeight: 1 });
    });
  };
})();
