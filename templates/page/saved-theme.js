// At the head of a page of a series, so that it is painted in the colors that the reader chose: see web/theme-switch.js.
try {
  setTheme(...JSON.parse(localStorage.getItem("puzzlegen:theme")));
} catch { /* nothing is chosen, or storage is blocked */ }
