"use strict";
// Drags tiles of a list with a mouse, a pen or a finger, and scrolls the list near its upper and lower edge. The drags
// of browsers scroll only in a narrow strip, and tablets have them in part.

const STARTS_AFTER = 6;  // pixels that the mouse moves with its button down
const HOLD_MS = 350;  // before a finger drags a tile; a finger that moves earlier scrolls the list
const SLIP = 10;  // pixels that a finger may move meanwhile
const EDGE = 72;  // pixels of the strips that scroll
const FASTEST = 1100;  // pixels a second, at the edge itself

// Give the dragged tile and the tile that it is dropped on to ``drop``. Tiles are the parts of ``area`` with ``selector``;
// ``scrollerOf`` returns the element that scrolls, and the height of what covers its upper end.
function takeDrags(area, selector, scrollerOf, drop) {
  let drag = null;
  let dragged = false;  // since the button of the mouse was pressed

  const tileAt = (x, y) => document.elementsFromPoint(x, y).find((one) => area.contains(one) && one.matches(selector));

  function start() {
    const { tile } = drag;
    clearTimeout(drag.timer);
    drag.running = dragged = true;
    drag.ghost = tile.cloneNode(true);
    drag.ghost.classList.add("ghost");
    drag.ghost.setAttribute("aria-hidden", "true");
    drag.ghost.inert = true;
    drag.ghost.style.width = `${tile.offsetWidth}px`;
    document.body.append(drag.ghost);
    tile.classList.add("dragged");
    drag.time = performance.now();
    requestAnimationFrame(follow);
  }

  function follow(time) {
    if (!drag?.running) return;
    if (!drag.tile.isConnected) { end(); return; }  // the puzzles changed meanwhile
    const { x, y, ghost } = drag;
    ghost.style.translate = `${x - ghost.offsetWidth / 2}px ${y - ghost.offsetHeight / 2}px`;
    scroll((time - drag.time) / 1000);
    drag.time = time;
    const over = tileAt(x, y);
    if (over !== drag.over) { drag.over?.classList.remove("over"); over?.classList.add("over"); }
    drag.over = over;
    requestAnimationFrame(follow);
  }

  function scroll(seconds) {
    const { element: scroller, covered } = scrollerOf();
    const box = scroller === document.scrollingElement ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
    const above = (box.top + covered + EDGE - drag.y) / EDGE;
    const below = (drag.y - box.bottom + EDGE) / EDGE;
    const share = below > 0 ? Math.min(1, below) : above > 0 ? -Math.min(1, above) : 0;
    drag.rest = share ? drag.rest + share * FASTEST * Math.max(0, seconds) : 0;
    const whole = Math.trunc(drag.rest);  // elements scroll by whole pixels
    drag.rest -= whole;
    scroller.scrollTop += whole;
  }

  function end(dropped = false) {
    const { tile, over, ghost, timer, running } = drag;
    drag = null;
    clearTimeout(timer);
    if (!running) return;
    ghost.remove();
    tile.classList.remove("dragged");
    over?.classList.remove("over");
    if (dropped && over && over !== tile) drop(tile, over);
  }

  area.addEventListener("pointerdown", (event) => {
    dragged = false;
    const tile = event.target.closest(selector);
    if (!tile || event.button || !event.isPrimary || drag) return;
    const finger = event.pointerType === "touch";
    drag = { tile, finger, id: event.pointerId, fromX: event.clientX, fromY: event.clientY, x: event.clientX, y: event.clientY, rest: 0 };
    if (finger) drag.timer = setTimeout(start, HOLD_MS);
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (drag.running) return;
    const moved = Math.hypot(drag.x - drag.fromX, drag.y - drag.fromY);
    if (drag.finger ? moved > SLIP : !event.buttons) end();
    else if (!drag.finger && moved > STARTS_AFTER) { drag.tile.setPointerCapture(drag.id); start(); }
  });
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (drag.running) drag.over = tileAt(event.clientX, event.clientY);
    end(true);
  });
  addEventListener("pointercancel", (event) => { if (event.pointerId === drag?.id) end(); });
  addEventListener("keydown", (event) => { if (event.key === "Escape" && drag?.running) { event.preventDefault(); end(); } });
  area.addEventListener("click", (event) => {  // that ends a drag opens nothing; keys have no detail
    if (dragged && event.detail) { event.preventDefault(); event.stopPropagation(); }
  }, { capture: true });
  area.addEventListener("touchmove", (event) => { if (drag?.running) event.preventDefault(); }, { passive: false });  // no scrolling
  area.addEventListener("contextmenu", (event) => { if (drag?.finger) event.preventDefault(); });  // of a long press
}
