// The result at the end, as a text that gives nothing away: to send with another program, or to copy.
const result = (() => {
  const field = find("share");

  // Shows the result and a copy of the link to the next puzzle, or hides both. `notes` say which help was used. A text that is
  // shown already stays: more.js adds to it.
  function show(is, notes) {
    const text = [fill(words.share, { title: document.title, time: clock.text() }), ...notes].join(" ");
    if (find("result").hidden) field.value = [text, data.level, data.link].filter(Boolean).join("\n");
    find("result").hidden = find("onward").hidden = !is;
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch { // some frames and addresses have no clipboard
      field.select();
      if (!document.execCommand("copy")) return announce(words.not_copied, true);
    }
    find("copy").textContent = words.copied; // a text below it could be out of view
    announce(words.copied);
  }

  for (const link of document.querySelectorAll("[rel=next]")) find("onward").append(link.cloneNode(true));
  find("send").hidden = !navigator.share;
  onClick({ copy, send: () => navigator.share({ text: field.value }).catch(() => {}) }); // or cancelled
  return { show };
})();
