// The mines of the board, and what the reader opened and marked. Nothing here is drawn.
const field = (() => {
  const COVERED = 0, OPEN = 1, FLAG = 2, CROSS = 3; // a crossed cell is covered, and supposed to have no mine
  const { boards } = data; // { key, start, mines } of each
  const all = [...Array(size).keys()];
  // Of the board that is played: its number, the cell to open first or null, whether each cell is a mine, and counts them
  // around it; and what the reader made of each cell.
  const now = { board: 0, start: null, mines: [], counts: [], shown: new Uint8Array(size) };

  // Decodes the mines. The mask hides them from a glance at the source; it keeps no secret.
  function unmasked({ key, mines }) {
    const bytes = atob(mines);
    const found = [];
    let state = parseInt(key.slice(0, 8), 16);
    for (let at = 0; at < bytes.length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const byte = bytes.charCodeAt(at) ^ (state >>> 24);
      for (let bit = 7; bit >= 0 && found.length < size; bit--) found.push(((byte >> bit) & 1) === 1);
    }
    return found;
  }

  function take(board) {
    const { start, key } = boards[board];
    data.key = key;
    Object.assign(now, { board, start, mines: unmasked(boards[board]) });
    now.counts = all.map((i) => around(i).filter((near) => now.mines[near]).length);
  }

  // Opens cells, and those around each cell that has no mine around it. Returns all that are open now.
  function open(cells) {
    const changed = [];
    for (const stack = [...cells]; stack.length; ) {
      const i = stack.pop();
      if (now.shown[i] !== COVERED && now.shown[i] !== CROSS) continue;
      now.shown[i] = OPEN;
      changed.push(i);
      if (!now.mines[i] && now.counts[i] === 0) stack.push(...around(i));
    }
    return changed;
  }

  // Games as they are saved: the cells of each as a text

  const packed = (cells) => cells && cells.join("");
  const pack = ({ shown, before, trial, ...rest }) => ({ ...rest, shown: packed(shown), before: packed(before), trial: packed(trial) });

  // Returns a saved game; null where it is none.
  function unpack(state) {
    const isValid = (text) => typeof text === "string" && text.length === size && /^[0-3]*$/.test(text);
    if (!state || !isValid(state.shown)) return null;
    const [shown, before, trial] = [state.shown, state.before, state.trial].map((text) => (isValid(text) ? Uint8Array.from(text, Number) : null));
    return { shown, before, trial, wentBack: Math.floor(storage.number(state.wentBack)), helped: state.helped, ms: storage.number(state.ms) };
  }

  const begun = () => now.shown.includes(OPEN);
  const isLost = () => all.some((i) => now.mines[i] && now.shown[i] === OPEN);
  const isWon = () => all.every((i) => (now.shown[i] === OPEN) !== now.mines[i]);
  const isOver = () => isLost() || isWon();

  return Object.assign(now, { COVERED, OPEN, FLAG, CROSS, all, total: unmasked(boards[0]).filter(Boolean).length, take, open, pack, unpack, begun, isLost, isWon, isOver });
})();
