// The whole board, in cells as small as that takes, or larger cells, of which only a part may be in view.
const view = {
  whole: false,

  // Says what a tap does on cells that are too small for a finger.
  show(is) {
    view.whole = is;
    board.classList.toggle("whole", is);
    find("view").textContent = is ? words.larger : words.whole;
    measure();
    announce(view.isOverview() ? find("overview").textContent : "", true);
  },

  toggle() {
    view.show(!view.whole);
    if (view.whole) board.scrollIntoView({ block: "nearest" });
  },

  // Returns whether cells have fewer pixels than a finger needs, as they are seen: a reader may have zoomed in.
  isSmall: (least = 24) => boxes[0].offsetWidth * visualViewport.scale < least,
  isOverview: () => view.whole && view.isSmall(), // cells are only looked at

  // Shows a cell in the middle, in larger cells.
  enter(i) {
    view.show(false);
    boxes[i].scrollIntoView({ block: "center", inline: "center" });
  },
};
