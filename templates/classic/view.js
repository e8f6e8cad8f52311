// How large the cells are, and which part of a board is in view that does not fit.
const view = (() => {
  const NARROW = 36; // pixels: a finger misses smaller cells
  const { board, boxes } = page;
  let large; // whether cells are as large as a finger

  function enlarge(is) {
    large = page.setPressed("larger", is);
    board.classList.toggle("large", is);
    page.measure();
  }

  // `saved`: what the reader chose before, or null.
  const begin = (saved) =>
    enlarge(typeof saved === "boolean" ? saved : matchMedia("(pointer: coarse)").matches && boxes[0].offsetWidth < NARROW);

  // Scrolls a board so that a cell is in the middle.
  function center(i) {
    const cell = boxes[i];
    board.scrollLeft = cell.offsetLeft + cell.offsetWidth / 2 - board.clientWidth / 2;
    board.scrollTop = cell.offsetTop + cell.offsetHeight / 2 - board.clientHeight / 2;
  }

  return { begin, center, isLarge: () => large, toggle: () => enlarge(!large) };
})();
