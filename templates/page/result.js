// The result at the end, as a text that gives nothing away: to send with another program, or to copy.
const result = (() => {
  const field = find("share");

  // Shows the result and a copy of the link to the next puzzle, or hides both. `notes` say which help was used.
  function show(is, notes) {
    const text = [fill(words.share, { title: document.title, time: clock.text() }), ...notes].join(" ");
    field.value = [text, data.level, data.link].filter(Boolean).join("\n");
    find("result").hidden = find("onward").hidden = !is;
  }

  async function copy() {
    let text = words.copied;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch { // some frames and addresses have no clipboard
      field.select();
      if (!document.execCommand("copy")) text = words.not_copied;
    }
    announce(text, true);
  }

  for (const link of document.querySelectorAll("[rel=next]")) find("onward").append(link.cloneNode(true));
  find("send").hidden = !navigator.share;
  onClick({ copy, send: () => navigator.share({ text: field.value }).catch(() => {}) }); // or cancelled
  return { show };
})();
