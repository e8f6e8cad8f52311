"use strict";
// The drafts that the studio keeps for all windows, and a link to a position. Each window keeps its puzzle in a draft, and never
// writes over what another window has changed: its puzzle then becomes a draft with another name.

const MOST_UNNAMED = 40;  // drafts without a name: the oldest go
const SHOWN_DRAFT = ["name", "note", "text"];
const contentOf = (draft) => JSON.stringify(SHOWN_DRAFT.map((key) => draft[key]));

let shelf = [];  // { id, name, note, text, time }, the last changed first
let shelfVersion = null;  // while the drafts cannot be read, and none are kept
let keeping = Promise.resolve();
let removedDraft = null;

function readShelf({ text, version }) {
  shelf = text ? JSON.parse(text) : [];  // first: what cannot be read leaves the version alone
  shelfVersion = version;
  listDrafts();
}

// Add the draft of this window to the others. Where another window has changed it, this one gets another name.
function withMine() {
  const there = shelf.find((draft) => draft.id === mine.id);
  const own = { name: mine.name, note: mine.note, text: textOf(position), time: Date.now() };
  if (there && ![mine.was, contentOf(own)].includes(contentOf(there))) {
    setMine({ ...mine, id: crypto.randomUUID(), name: freeName(mine.name || "without a name") });
    byId("shelf-note").textContent = `Another window has changed this draft too. Yours is now “${mine.name}”.`;
  }
  const draft = { ...own, id: mine.id, name: mine.name };
  let unnamed = 0;
  const others = shelf.filter((one) => one.id !== mine.id && (one.name || (unnamed += 1) <= MOST_UNNAMED));
  return [draft, ...others];
}

function freeName(name) {
  let number = 2;
  while (shelf.some((draft) => draft.name === `${name} (${number})`)) number += 1;
  return `${name} (${number})`;
}

// Save what ``next`` makes of the drafts, and call ``done`` with it. If another window has saved meanwhile, ``next`` is called
// again with the drafts of that window.
function saveShelf(next, done) {
  if (shelfVersion === null) return;
  keeping = keeping.then(async () => {
    for (;;) {
      const drafts = next();
      if (!drafts) return;
      const text = JSON.stringify(drafts);
      try {
        const { version } = await request("/compose/drafts", { text, base: shelfVersion });
        done?.(drafts);
        readShelf({ text, version });
        return;
      } catch (error) {
        if (error.status !== CHANGED_ELSEWHERE) throw error;
        readShelf(await request("/compose/drafts"));
      }
    }
  }).then(() => showProblem(byId("shelf-problem")), (error) => showProblem(byId("shelf-problem"), error));
}

// Keep the puzzle of this window. An empty board without a name is no draft.
function keepDraft() {
  saveShelf(() => {
    const isKnown = shelf.some((draft) => draft.id === mine.id);
    if (!isKnown && !mine.name && !mine.note && !/[^.#]/.test(position.marks)) return null;
    const drafts = withMine();
    return isKnown && contentOf(drafts[0]) === mine.was ? null : drafts;
  }, (drafts) => {
    mine = { ...mine, was: contentOf(drafts[0]) };
    store();
  });
}

function setMine(next) {
  mine = { id: crypto.randomUUID(), name: "", note: "", was: "", ...next };
  byId("draft-name").value = mine.name;
  byId("draft-note").value = mine.note;
  byId("shelf-note").textContent = "";
}

// Show another position, which has its own steps to undo: those of the puzzle before are not its steps.
function openDraft(next, draft = {}) {
  keepDraft();
  setHome(null);
  keeping = keeping.then(() => {
    setMine(draft);
    listDrafts();
    past = future = [];
    show(next);
    keepDraft();
  });
}

function listDrafts() {
  byId("drafts").replaceChildren(...shelf.filter((draft) => draft.id !== mine.id).map((draft) => {
    const { kind, width, height } = positionIn(draft.text);
    const words = draft.name || "without a name";
    const when = new Date(draft.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const button = (name, act) => element("button", { type: "button", textContent: name, ariaLabel: `${name}: ${words}`, onclick: act });
    return element("li", {},
      element("b", { textContent: words }), element("span", { className: "facts", textContent: `${width}x${height} ${kind}, ${when}` }),
      ...(draft.note ? [element("span", { className: "note", textContent: draft.note })] : []),
      element("span", { className: "actions" },
        button("Open", () => openDraft(positionIn(draft.text), { ...draft, was: contentOf(draft) })),
        button("Duplicate", () => saveShelf(() => [...shelf, { ...draft, id: crypto.randomUUID(), name: freeName(words), time: Date.now() }])),
        button("Remove", () => {
          removedDraft = draft;
          saveShelf(() => shelf.filter((one) => one.id !== draft.id), () => setTimeout(() => byId("put-draft-back").focus()));
        })));
  }));
  byId("draft-removed").hidden = !removedDraft;
}

byId("put-draft-back").addEventListener("click", () => {
  const draft = removedDraft;
  removedDraft = null;
  saveShelf(() => [...shelf.filter((one) => one.id !== draft.id), draft]);
});
for (const key of ["name", "note"]) byId(`draft-${key}`).addEventListener("change", ({ target }) => { mine = { ...mine, [key]: target.value.trim() }; keepDraft(); });
byId("new-draft").addEventListener("click", () => openDraft(emptyPosition(position.kind, position.width, position.height)));
byId("copy-draft").addEventListener("click", () => openDraft(position, { name: freeName(mine.name || "without a name"), note: mine.note }));
byId("shelf").addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("visibilitychange", async () => {
  if (!document.hidden) await request("/compose/drafts").then(readShelf).catch(() => {});  // the next change says what is wrong
});

// --- A link to a position, whose fragment has its kind, size, number of mines and marks

function showLink() {
  const { kind, width, height, total, marks } = position;
  byId("link").value = `${location.origin}/compose#${[kind, `${width}x${height}`, total, encodeURIComponent(marks)].join(",")}`;
}

// Return the text of the position in a link, null for another text.
function textOfLink(link) {
  const [, kind, width, height, total, coded] = /#([a-z-]+),(\d+)x(\d+),(\d*),(\S+)$/.exec(link.trim()) ?? [];
  try {
    return coded ? textOf({ kind, width: Number(width), height: Number(height), total, marks: decodeURIComponent(coded) }) : null;
  } catch { return null; }  // cut off within a sign
}

// The page reads the position of its address, and forgets it there, as that of a puzzle which another page sends here.
async function readFragment() {
  const text = textOfLink(location.hash);
  if (text === null) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    openDraft(positionIn((await request("/compose/read", { text })).text));
  } catch (error) { showProblem(byId("text-problem"), error); }
}

addEventListener("hashchange", readFragment);
