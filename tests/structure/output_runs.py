"""Makes one of each kind of output: books, a daily, what commands print and draw, and replies of the studio."""

import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from commands import built, puzzlegen
from made_days import TWELVE
from output_books import BOOKS
from small_configs import QUIET, TINY
from starlette.testclient import TestClient

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.formats.registry import FORMAT_NAMES
from puzzlegen.studio.access import Access
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.server import create_app
from puzzlegen.studio.work import RunningWork

Outputs = dict[str, bytes]  # by name, which ends as the name of a file of its type does

DAILY = """
title: Daily
author: Ada Example
series: outputs
address: https://daily.example/d/
start: 2026-12-01
digest: wednesday
par: yes
week:
  monday: none
  tuesday: {size: 6x5, difficulty: medium}
  wednesday: {kind: classic, size: 8x8, mines: 10, difficulty: easy}
  thursday: none
  friday: none
  saturday: none
  sunday: none
"""
OPEN_DAY, LAST_DAY = "2026-12-01", "2026-12-02"  # the second day shows the answer of the first

PAGES = {  # of the studio, which run no process
    "start": "/",
    "new book": "/new/book",
    "new daily": "/new/daily",
    "book": "/books/tiny",
    "daily": "/dailies/quiet",
    "picture": "/picture",
    "solve": "/solve",
    "compose": "/compose",
}


def books(folder: Path) -> Outputs:
    """Build a small book of each kind, and return its files."""
    found: Outputs = {}
    for kind, text in BOOKS.items():
        (folder / kind).mkdir()
        out = built(folder / kind, text)
        found |= {f"book/{kind}/{name}": data for name, data in _files(out).items()}
    return found | {"verify/hexagons.txt": _printed(folder / "hexagons", "verify", "out")}


def daily(folder: Path) -> Outputs:
    """Make a daily of two days, and return the files of the first, of the series, of its copy and of its zip."""
    (folder / "daily.yaml").write_text(DAILY, encoding="utf-8")
    words = ("daily", "daily.yaml", "--as-of", LAST_DAY, "--date", OPEN_DAY, "--days", "2", "--jobs", "1")
    texts = {"daily/dry run.txt": _printed(folder, *words, "-o", "days", "--dry-run")}
    texts["daily/messages.txt"] = _printed(folder, *words, "-o", "days", "--publish", "public", "--zip", "days.zip")
    for name in ("days", "public", "days.zip"):
        texts[f"verify/{name}.txt"] = _printed(folder, "verify", name)
    found = {f"daily/{name}": data for name, data in _files(folder / "days").items() if not name.startswith(LAST_DAY)}
    second = folder / "days" / LAST_DAY
    found |= {f"daily/classic/{name}": (second / name).read_bytes() for name in ("index.html", "puzzle.json")}
    public = _files(folder / "public")
    found |= {f"published/{name}": data for name, data in public.items() if name.startswith("today")}
    with zipfile.ZipFile(folder / "days.zip") as archive:
        parts = [f"{one.filename} {one.date_time} {one.external_attr:o}" for one in archive.infolist()]
        tables = [name for name in archive.namelist() if name.endswith(".csv")]
        found |= {f"daily/zip/{name}": archive.read(name) for name in tables}
    return found | texts | {"daily/zip/entries.txt": "\n".join(parts).encode()}


def _files(folder: Path) -> Outputs:
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


DRAWN = {  # files that are drawn of one puzzle, with the options
    "puzzle.png": ("--caption", "Twelve"),
    "solution.svg": ("--solution", "--theme", "dark"),
    "steps.gif": ("--steps", "all", "--width", "240"),
    "steps.pdf": ("--steps", "1-3"),
    "play.html": ("--title", "Twelve"),
}
PRINTED = {  # by the name of the output; in a folder with the drawing of a cross
    "solve/answer.txt": ("solve", TWELVE, "--format", "text"),
    "solve/steps.txt": ("solve", TWELVE, "--explain"),
    "solve/schritte.txt": ("solve", TWELVE, "--explain", "--language", "de", "--cells", "a1"),
    "solve/hint.txt": ("solve", TWELVE, "--hint", "--level", "why"),
    "grade/puzzle.txt": ("grade", TWELVE),
    "classic/boards.txt": ("classic", "-n", "2", "--size", "9x9", "--mines", "10", "--seed", "outputs"),
    "picture/cross.txt": ("picture", "cross.txt", "--seed", "outputs"),
    **{f"convert/{name}.txt": ("convert", TWELVE, "--to", name) for name in FORMAT_NAMES},
    **{f"generate/{name}.txt": ("generate", "--size", "8x6", "--kind", name, "--seed", "outputs") for name in VARIANTS},
}
CROSS = "..###..\n..###..\n#######\n##...##\n#######\n..###..\n..###..\n"


def commands(folder: Path) -> Outputs:
    """Return what commands draw and print, and a config that they write."""
    found: Outputs = {}
    (folder / "cross.txt").write_text(CROSS, encoding="utf-8")
    for name, words in DRAWN.items():
        _printed(folder, "render", TWELVE, "-o", name, *words)
        found[f"render/{name}"] = (folder / name).read_bytes()
    for name, words in PRINTED.items():
        found[name] = _printed(folder, *words)
    for kind, words in {"book": (), "daily": ("--start", OPEN_DAY, "--timezone", "UTC")}.items():
        _printed(folder, "new", kind, f"{kind}.yaml", "--title", "New", "--series", "outputs", "--yes", *words)
        found[f"new/{kind}.yaml"] = (folder / f"{kind}.yaml").read_bytes()
    return found


def _printed(folder: Path, *words: str) -> bytes:
    """Run a command in a folder, and return what it printed as data, with its messages."""
    done = puzzlegen(*words, cwd=folder)
    assert done.returncode == 0, (words, done.stderr)
    return f"{done.stdout}--\n{done.stderr}".encode()


def studio(folder: Path) -> Outputs:
    """Return replies of the studio: its pages, the puzzles of a book, and a solution with its steps."""
    for name, file, text in (("tiny", "book.yaml", TINY), ("quiet", "daily.yaml", QUIET)):
        (folder / name).mkdir()
        (folder / name / file).write_text(text, encoding="utf-8")
    access, site = Access(8123), "http://127.0.0.1:8123"
    work_folder = Workspace(folder)
    headers = {"Origin": site}
    with RunningWork(work_folder, 1) as work:
        client = TestClient(create_app(work_folder, access, work, lambda: None), base_url=site, headers=headers)
        client.get(f"/?token={access.token}").raise_for_status()
        found = {f"studio/{name}.html": client.get(path).content for name, path in PAGES.items()}
        found["studio/no such page.html"] = client.get("/nowhere").content
        found["studio/config.json"] = client.get("/books/tiny/config").content
        found |= _making(client)
        for name in ("answer", "steps"):
            found[f"studio/solve {name}.json"] = client.get(f"/solve/{name}", params={"line": TWELVE}).content
    secrets = (str(folder), access.token)
    return {name: _without(data, secrets) for name, data in found.items()}


def _making(client: TestClient) -> Outputs:
    """Make the puzzles of a book of the studio, and return them, with the picture and the steps of the first."""
    client.post("/books/tiny/making", json={}).raise_for_status()
    while client.get("/books/tiny/making").json()["state"] == "running":
        time.sleep(0.02)
    puzzles = client.get("/books/tiny/puzzles")
    line = puzzles.json()["puzzles"][0]["line"]
    replies = {name: client.get(f"/books/tiny/{name}", params={"line": line}) for name in ("puzzle.svg", "steps")}
    return {
        "studio/puzzles.json": puzzles.content,
        "studio/puzzle.svg": replies["puzzle.svg"].content,
        "studio/puzzle steps.json": replies["steps"].content,
    }


def _without(data: bytes, words: tuple[str, ...]) -> bytes:
    """Replace what differs from run to run: the folder of the projects, and the token."""
    for word in words:
        data = data.replace(word.encode(), b"*")
    return data


RUNS: dict[str, Callable[[Path], Outputs]] = {"books": books, "daily": daily, "commands": commands, "studio": studio}
