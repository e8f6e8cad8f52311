// Mouse and touch on the cells: taps, a long press or the secondary button, and drags that mark several cells. The studio
// uses it too, for boards that are composed.

const boxes = []; // the cells of the board, each with its number as `cell`
const boxAt = (target) => target?.closest("[role=gridcell], .copy")?.cell ?? -1;

const input = (() => {
  const HOLD = 450; // milliseconds of a long press
  let drag = null; // { at, x, y, other } while pressed; { from, step } are added when marks are painted
  let hold = 0; // the timer of a long press
  let rules;

  const cellUnder = (x, y) => boxAt(document.elementFromPoint(x, y));

  function press(event) {
    clearTimeout(hold);
    drag = null;
    if (rules.isOver() || view.isOverview() || !event.isPrimary || (event.button !== 0 && event.button !== 2)) return;
    const at = boxAt(event.target);
    if (at < 0) return;
    drag = { at, x: event.clientX, y: event.clientY, other: event.button === 2 };
    if (event.pointerType !== "mouse") hold = setTimeout(longPress, HOLD, event.pointerId);
  }

  function longPress(pointer) {
    if (!drag || drag.step) return;
    drag.other = true;
    if (rules.takesMark(drag.at) && rules.paints(true)) begin(pointer);
    else {
      const { at } = drag;
      drag = { moved: true };
      act(at, true);
    }
    navigator.vibrate?.(15);
  }

  function begin(pointer) {
    drag.step = [];
    rules.begin();
    board.setPointerCapture(pointer);
    paint(drag.at);
  }

  function pull(event) {
    if (!drag || drag.moved || !event.isPrimary) return;
    if (!drag.step) {
      if (cellUnder(event.clientX, event.clientY) === drag.at) return;
      clearTimeout(hold);
      // A finger or a pen moves a board larger than the screen here: a step would let listen() prevent that.
      if (event.pointerType !== "mouse" && board.matches(".panned:not(.marking)")) return;
      if (!rules.paints(drag.other)) return;
      begin(event.pointerId);
    }
    // A fast finger skips cells, so the cells between two events are visited too.
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    const paces = Math.ceil(Math.hypot(dx, dy) / 6) || 1;
    for (let n = 1; n <= paces; n++) paint(cellUnder(drag.x + (dx * n) / paces, drag.y + (dy * n) / paces));
    [drag.x, drag.y] = [event.clientX, event.clientY];
  }

  // A drag changes all cells with the same mark as the first one in the same way. Other cells stay.
  function paint(i) {
    if (i < 0 || !rules.takesMark(i)) return;
    drag.from ??= rules.mark(i);
    if (rules.mark(i) !== drag.from || drag.step.some(([one]) => one === i)) return;
    const to = rules.painted(drag.from, drag.other);
    drag.step.push([i, drag.from, to]);
    rules.set(i, to);
  }

  // After the end of a gesture, a click that follows soon belongs to it.
  function settle() {
    const gesture = drag = { moved: true };
    setTimeout(() => { if (drag === gesture) drag = null; }, 300);
  }

  function act(i, other) {
    focusCell(i, { preventScroll: true });
    rules.act(i, other);
  }

  function release(event) {
    clearTimeout(hold);
    if (!drag) return;
    const { at, other, step, moved } = drag;
    if (moved) settle();
    else if (step) {
      settle();
      if (step.length) rules.take(step);
    } else if (other) { // else a click follows
      drag = null;
      if (cellUnder(event.clientX, event.clientY) === at) act(at, true);
    }
  }

  // The browser cancels a gesture when it scrolls or zooms: then no mark was intended.
  function cancel() {
    clearTimeout(hold);
    for (const [i, before] of drag?.step || []) rules.set(i, before);
    drag = null;
  }

  function click(event) {
    const moved = drag?.moved;
    drag = null;
    const i = boxAt(event.target);
    if (moved || i < 0) return;
    if (view.isOverview()) view.enter(i);
    else act(i, false);
  }

  // `given`: isOver(); takesMark(i), whether drags change a cell; mark(i), its mark; paints(other), whether drags change any;
  // painted(mark, other), what the first cell becomes; begin(), before that; set(i, mark), draws it; take(step), after
  // a drag: [[cell, mark before, mark after], ...]; act(i, other), a tap. `other`: a long press, or the secondary button.
  function listen(given) {
    rules = given;
    board.onpointerdown = press;
    board.onpointermove = pull;
    board.onpointerup = release;
    board.onpointercancel = cancel;
    board.onclick = click;
    // Without this, the browser would pan a board where a drag after a long press marks cells.
    board.addEventListener("touchmove", (event) => { if (drag?.step) event.preventDefault(); }, { passive: false });
    board.oncontextmenu = (event) => { if (!rules.isOver() && boxAt(event.target) >= 0) event.preventDefault(); };
  }

  return { listen };
})();
