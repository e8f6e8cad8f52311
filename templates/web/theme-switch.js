// Returns the switch between light colors, dark ones and those of the system. The choice is kept in this browser for all pages
// of the site.
function themeSwitch(words) {
  const label = document.createElement("label");
  const select = document.createElement("select");
  for (const theme of ["system", "light", "dark"]) select.add(new Option(words[`theme_${theme}`], theme));
  label.append(words.theme, " ", select);
  label.style.cssText = "display: block; padding: .5rem 0; color: var(--soft)";
  select.style.cssText = "min-height: 2.75rem; padding: .375rem .5rem; border: 1px solid var(--line); border-radius: .375rem; background: var(--paper); color: var(--ink); font: inherit";
  const pictures = [...document.querySelectorAll("source")].map((one) => [one, one.media]); // for dark pages

  function show([scheme, condition] = ["", "(prefers-color-scheme: dark)"]) {
    select.value = scheme || "system";
    setTheme(scheme, condition);
    for (const [picture, media] of pictures) picture.media = scheme ? condition : media;
  }

  const showSaved = () => show(savedAs("theme") ?? undefined);

  // Where storage is blocked, a choice is for this page alone.
  select.onchange = () => {
    const theme = THEMES[select.value];
    show(theme);
    try {
      localStorage.setItem("puzzlegen:theme", JSON.stringify(theme ?? null));
    } catch { /* blocked or full */ }
  };
  for (const event of ["storage", "pageshow"]) addEventListener(event, showSaved); // chosen on another page
  showSaved();
  return label;
}
