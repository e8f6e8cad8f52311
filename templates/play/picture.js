// Returns the title of the picture: hidden in the source by hashes of the answer, as play_page.py does it.
function pictureTitle(answer) {
  const bytes = (text) => text.match(/../g).map((pair) => parseInt(pair, 16));
  const hidden = bytes(data.picture);
  const masks = [];
  for (let i = 0; masks.length < hidden.length; i++) masks.push(...bytes(digest(`${data.key} picture ${i} ${answer}`)));
  return new TextDecoder().decode(Uint8Array.from(hidden, (byte, i) => byte ^ masks[i])).trim();
}
