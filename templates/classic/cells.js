// The cells as they are drawn and read out.
const cells = (() => {
  const { COVERED, OPEN, FLAG, CROSS } = field;
  const drawing = (path) => `<svg class="mark" viewBox="0 0 40 40" aria-hidden="true">${path}</svg>`;
  const FLAGGED = drawing('<path class="cloth" d="M14.5 8.5L31 15l-16.5 7z"/><path class="pole" d="M14 31.5V8.5M10 31.5h8"/>');
  const MINED = drawing(
    '<path class="horns" d="M20 6.5v27M6.5 20h27M10.5 10.5l19 19m0-19l-19 19"/><circle class="solid" cx="20" cy="20" r="9.6"/>'
  );
  const SAFE = drawing('<path class="cross" d="M14.5 14.5l11 11m0-11l-11 11"/>');
  const STRUCK = '<path class="strike" d="M8 8l24 24m0-24L8 32"/></svg>'; // a flag where no mine is
  const BEGIN = drawing('<circle class="ring" cx="20" cy="20" r="11.5"/><circle class="solid" cx="20" cy="20" r="4.5"/>');

  // Returns the classes of a cell, its content, and its label. `trial`: the cells before the marks that are on trial, or null.
  function appearance(i, { over, revealed, trial }) {
    const { shown, mines, counts } = field;
    if (shown[i] === OPEN && mines[i]) return ["open hit", MINED, words.hit];
    if (shown[i] === OPEN && counts[i]) return [`open clue n${counts[i]}`, digit(counts[i]), fill(words.clue, { number: counts[i] })];
    if (shown[i] === OPEN) return ["open", "", words.empty];
    if (shown[i] === FLAG && over && !mines[i])
      return ["covered flag wrong", FLAGGED.replace("</svg>", STRUCK), `${words.flag}, ${words.wrong_mark}`];
    if (shown[i] === FLAG || shown[i] === CROSS) {
      const [classes, inside, what] = shown[i] === FLAG ? ["covered flag", FLAGGED, words.flag] : ["covered", SAFE, words.safe];
      return trial && trial[i] !== shown[i] ? [`${classes} trial`, inside, `${what}, ${words.trial}`] : [classes, inside, what];
    }
    if (revealed && mines[i]) return ["covered mine", MINED, words.mine];
    if (i === field.start && !field.begun()) return ["covered start", BEGIN, words.start];
    return ["covered", "", words.covered];
  }

  function draw(i, game) {
    const [classes, inside, what] = appearance(i, game);
    boxes[i].className = classes;
    boxes[i].innerHTML = inside;
    labelCell(i, what);
  }

  // While a number is pressed, the cells that it would open look pressed too.
  function press(event) {
    release();
    const i = boxAt(event.target);
    if (i >= 0 && field.shown[i] === OPEN && field.counts[i] && !field.isOver())
      for (const near of around(i)) if (field.shown[near] === COVERED) boxes[near].classList.add("pressed");
  }

  function release() {
    for (const one of grid.querySelectorAll(".pressed")) one.classList.remove("pressed");
  }

  function listen() {
    grid.addEventListener("pointerdown", press);
    for (const kind of ["pointerup", "pointercancel", "pointerleave"]) grid.addEventListener(kind, release);
  }

  return { appearance, draw, listen };
})();
