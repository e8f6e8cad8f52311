"use strict";
// Uploads an image that is chosen, dropped or pasted, and opens its page.

const limit = Number(byId("main").dataset.limit);

async function take(file) {
  const problem = byId("upload-problem");
  showProblem(problem);
  if (file.size > limit) {
    showProblem(problem, `${file.name} has ${Number((file.size / 1e6).toPrecision(3))} MB, allowed ${limit / 1e6} MB`);
    return;
  }
  byId("uploading").textContent = `reading ${file.name} …`;
  try {
    const found = await request(`/picture/upload?${new URLSearchParams({ name: file.name })}`, file);
    location.assign(found.address);
  } catch (error) {
    showProblem(problem, error);
    byId("uploading").textContent = "";
    byId("file").value = "";
  }
}

byId("file").addEventListener("change", () => { if (byId("file").files.length) take(byId("file").files[0]); });
takeDrops(() => byId("drop"), take);
addEventListener("paste", (event) => { if (event.clipboardData.files.length) take(event.clipboardData.files[0]); });
