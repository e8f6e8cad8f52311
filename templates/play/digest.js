// A digest of ASCII text: four times 32 bits, as digest_of in play_page.py makes it. It is short and keeps no secret: who can
// solve the puzzle knows the answer.
function digest(text) {
  const lane = (h) => {
    for (const letter of text) {
      h = Math.imul(h ^ letter.charCodeAt(), 0x9e3779b1);
      h ^= h >>> 15;
    }
    return (h >>> 0).toString(16).padStart(8, "0");
  };
  return [1, 2, 3, 4].map(lane).join("");
}
