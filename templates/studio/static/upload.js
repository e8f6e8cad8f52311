"use strict";
// Uploads pictures: the artwork of the cover, the logo, and pictures on your own pages. Loaded after editor.js.

const MOST_BYTES = 30e6;  // the limit of the studio

async function upload(file, field) {
  const { upload: loc } = field.dataset;
  const refused = () => byId(`${field.id}-refused`);
  showProblem(refused());
  try {
    if (file.size > MOST_BYTES) throw new Error(`${file.name}: the picture has ${Math.round(file.size / 1e6)} MB, allowed ${MOST_BYTES / 1e6} MB`);
    const query = (base) => new URLSearchParams({ loc, base, name: file.name });
    saveTyped();
    const found = await inOrder(() => ask(`/picture?${query(version)}`, file), false, true);
    if (field.isConnected) addToTyped(field, found.file);
    dispatchEvent(new CustomEvent("uploaded", { detail: { loc } }));
    if (document.activeElement === document.body) byId(field.id)?.focus();  // the form was made again
  } catch (error) {
    showProblem(refused() || byId("conflict"), error);
    field.value = "";  // so that the same file can be chosen again
  }
}

// Add the line of a stored picture to a text that was typed meanwhile, which would replace the saved one without it.
function addToTyped(field, file) {
  const text = byId(field.id.replace(/-upload$/, ""));
  if (text.tagName !== "TEXTAREA") return;
  const end = text.value.trimEnd().length;
  text.setRangeText(`\n\n![](${file})`, end, text.value.length, "preserve");
  text.dispatchEvent(new Event("input", { bubbles: true }));
}

byId("form").addEventListener("change", ({ target }) => { if (target.dataset.upload && target.files.length) upload(target.files[0], target); });
takeDrops((target) => target.closest(".field")?.querySelector(".upload"), (file, place) => upload(file, place.querySelector("[data-upload]")));
