"use strict";
// Functions of all pages: find and make elements, send requests to the server, show progress, and accept dropped files.

const COPIED_MS = 4000;  // that the message of a copied text is shown
const CHANGED_ELSEWHERE = 409;  // status of a reply: the page shows an earlier state

const byId = (id) => document.getElementById(id);

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Send a request for a path. With a body, which is a file or a value for JSON, it is a change.
async function request(path, body) {
  const options = { headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.method = "POST";
    options.headers["Content-Type"] = body instanceof Blob ? "application/octet-stream" : "application/json";
    options.body = body instanceof Blob ? body : JSON.stringify(body);
  }
  const reply = await fetch(path, options).catch(() => {
    throw new Error("the studio does not answer: is it still running?");
  });
  const found = await reply.json().catch(() => ({ error: `the studio answered with the status ${reply.status}: load the page again` }));
  if (!reply.ok) throw Object.assign(new Error(found.error), { status: reply.status });
  return found;
}

// Show a problem, which is a text or the error of a request, in the element for it; hide the element if there is none.
function showProblem(place, problem) {
  place.textContent = problem?.message ?? problem ?? "";
  place.hidden = !place.textContent;
  if (problem?.status !== CHANGED_ELSEWHERE) return;
  const reload = element("button", { type: "button", textContent: "Load it again" });
  reload.addEventListener("click", () => location.reload());
  place.append(" ", reload);
}

// Count the requests of one kind. Each call of the returned function counts one more, and returns a function that tells
// whether it is still the last one: the replies to earlier ones are dropped.
function counter() {
  let last = 0;
  return () => {
    const own = last += 1;
    return () => own === last;
  };
}

// Show the progress of work while it runs: the bar, and its stage in words with the time that is left.
function showProgress(report, stage) {
  const running = report.state === "running";
  byId("progress").hidden = !running;
  if (report.total) { byId("bar").max = report.total; byId("bar").value = report.done; } else byId("bar").removeAttribute("value");
  const done = report.total ? ` ${report.done} of ${report.total}` : "";
  const left = report.seconds === null ? "" : `, about ${Math.ceil(report.seconds)} s left`;
  byId("stage").textContent = running ? `${stage}${done}${left}` : "";
}

// The par time of a puzzle in words.
function minutesOf([low, high]) {
  return low === high ? `about ${low} ${low === 1 ? "minute" : "minutes"}` : `about ${low} to ${high} minutes`;
}

// Make a function that does nothing while its last call runs, so that a button pressed twice acts once.
function once(action) {
  let running = false;
  return async (...given) => {
    if (running) return undefined;
    running = true;
    try { return await action(...given); } finally { running = false; }
  };
}

// Buttons that copy the text of a field. Where the browser refuses, the text is selected, to copy by hand.
addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = byId(button.dataset.copy), status = button.nextElementSibling;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    status.textContent = "copied";
  } catch { status.textContent = "selected: copy it with the keyboard or the menu"; }
  clearTimeout(status.clearing);
  status.clearing = setTimeout(() => { status.textContent = ""; }, COPIED_MS);
});

// Forms that the browser sends itself, such as that of a new book, are sent once.
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sent; });  // also after going back

// Give dropped files to ``take``, with the element that ``placeOf`` returns for what is below the pointer. Where it returns
// none, nothing happens: the browser would open the file, in place of the page or beside it.
function takeDrops(placeOf, take) {
  let over = null;
  const mark = (place) => { over?.classList.remove("over"); over = place; over?.classList.add("over"); };
  const placeBelow = (event) => {
    if (!event.dataTransfer.types.includes("Files")) return undefined;
    event.preventDefault();
    return placeOf(event.composedPath().find((one) => one instanceof Element)) || null;
  };
  addEventListener("dragover", (event) => {
    const place = placeBelow(event);
    if (place === undefined) return;
    if (!place) event.dataTransfer.dropEffect = "none";
    mark(place);
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(null); });
  addEventListener("drop", (event) => {
    const place = placeBelow(event);
    mark(null);
    const [file] = event.dataTransfer.files;
    if (place && file) take(file, place);
  });
}
