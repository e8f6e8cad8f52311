// The page with the board alone, for a frame of another page: what its address asks for, and what the other page gets.
{
  const query = new URLSearchParams(location.search);
  const root = document.documentElement;
  const [style] = document.styleSheets;

  // theme=dark, theme=light: not that of the system
  const theme = query.get("theme");
  if (Object.hasOwn(THEMES, theme)) setTheme(...THEMES[theme]);

  // palette=moss: that of a name; palette=0c569f: any color, made as light or dark as it has to be to be read
  const palette = query.get("palette");
  const named = data.palettes.find(([name]) => name === palette);
  const [color] = /^[\da-f]{6}$/i.exec(palette) ?? [];
  const colors = named ? named.slice(1) : color && [`oklch(from #${color} .4 c h)`, `oklch(from #${color} .8 c h)`];
  if (colors)
    style.insertRule(
      `@media not (prefers-contrast: more) { body::before, .links a { color: light-dark(${colors}) !important } }`,
      style.cssRules.length,
    );

  // events=https://www.example.com: the origin of the page that gets the events of the game; * is any
  tell = (event, more) => {
    const origin = query.get("events");
    const { number, date, difficulty } = data.day;
    try {
      if (origin) parent.postMessage({ puzzlegen: event, number, date, difficulty, ...more }, origin);
    } catch { /* this is no origin */ }
  };

  document.querySelector("details").open = false; // a frame is as high as the board needs

  // In a sandbox, and where a browser blocks what other sites save, the rules do not promise it.
  const canSave = () => {
    try { return Boolean(localStorage); } catch { return false; }
  };
  if (!canSave()) for (const kept of document.querySelectorAll("ul + p")) kept.remove();

  // WordPress gives a frame the height that it gets in this form, with the word that it adds to the address of the frame.
  const [, secret] = /secret=(\w+)/.exec(location.hash) ?? [];
  const sendHeight = () => {
    if (innerWidth) parent.postMessage({ message: "height", value: root.offsetHeight, secret }, "*");
  };
  if (secret && parent !== window) {
    new ResizeObserver(sendHeight).observe(document.body);
    addEventListener("message", sendHeight); // WordPress tells when it is ready
    // It hides the frame until it has a height, and Chromium observes no sizes in a hidden frame.
    addEventListener("load", sendHeight);
    sendHeight();
    // Its sandbox opens no tab, but it goes to an address of the host of the frame that it gets in this form. Where it does
    // not, the frame goes there.
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (link?.host !== location.host) return;
      parent.postMessage({ message: "link", value: link.href, secret }, "*");
      event.preventDefault();
      event.stopImmediatePropagation();
      setTimeout(() => { location = link.href; }, 1000);
    }, true);
  }
}
