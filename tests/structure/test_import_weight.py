"""What commands and processes load: the heavy modules exactly, and at most so many modules of the package.

Each entry point runs in a process of its own, which writes the names of its modules to a file when it ends.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from daily_runs import AS_OF, FIRST, config
from small_configs import QUIET, TINY

from puzzlegen.cli.app import COMMANDS

HEAVY = {
    *("asyncio", "http.client", "importlib.metadata", "logging", "multiprocessing"),
    *("PIL", "babel", "clingo", "dask", "fontTools", "jinja2", "llvmlite", "numba", "numpy", "pikepdf", "pydantic"),
    *("pypdfium2", "reportlab", "rich", "ruamel.yaml", "starlette", "typer", "uvicorn", "yaml"),
}
CHILD = """
import atexit, sys

def write(path):
    with open(path, "w", encoding="utf-8") as file:
        print(*sys.modules, sep="\\n", file=file)

if __name__ == "__main__":  # and not in a process of the studio
    atexit.register(write, sys.argv[1])
    sys.argv = ["puzzlegen", *sys.argv[2:]]
"""
COMMAND = "from puzzlegen.__main__ import run; run()"

# Sends the requests of all pages. Starlette's client takes the place of uvicorn.
SERVER = """
import time
from pathlib import Path
from starlette.testclient import TestClient
from puzzlegen.studio.access import Access
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.work import RunningWork
from puzzlegen.studio.server import create_app

if __name__ == "__main__":
    folder, access, site = Workspace(Path(sys.argv[1])), Access(8123), "http://127.0.0.1:8123"
    headers = {"Origin": site, "Accept": "application/json"}
    with RunningWork(folder, 1) as work:
        client = TestClient(create_app(folder, access, work, lambda: None), base_url=site, headers=headers)

        def got(path):
            reply = client.get(path)
            assert reply.status_code == 200, (path, reply.text)
            return reply

        def sent(path, **body):
            reply = client.post(path, **body)
            assert reply.status_code == 200, (path, reply.text)
            return reply.json()

        got(f"/?token={access.token}")
        got("/books/tiny")
        sent("/books/tiny/making", json={})
        while got("/books/tiny/making").json()["state"] == "running":
            time.sleep(0.1)
        plan = got("/books/tiny/plan").json()
        got(f"/books/tiny/pages/{plan['key']}/1.png")
        got("/books/tiny/warnings")
        got("/books/tiny/config")
        shown = got("/books/tiny/puzzles").json()
        line = shown["puzzles"][0]["line"]
        for path in ("/books/tiny/puzzle.svg", "/books/tiny/steps", "/solve/answer", "/solve/steps"):
            assert client.get(path, params={"line": line}).status_code == 200, path
        sent("/books/tiny/puzzles", json={"base": shown["version"], "number": 1, "puzzle": line})
        sent("/books/tiny/candidates", json={"number": 1, "first": 1})
        sent("/solve/read", json={"text": line, "kind": "minesweeper"})
        drawing = 2 * b"..........\\n.########.\\n.#......#.\\n.########.\\n"
        picture = sent("/picture/upload?name=a.txt", content=drawing)
        got(picture["address"])
        got(picture["address"] + "/puzzle")
        asked = {"title": "A", "puzzles": "4", "level": "easy", "printer": "home-letter"}
        assert "/books/a" in str(client.post("/new/book", data=asked).url)
        got("/cards/mine/tiny.png")
        got("/dailies/quiet/calendar")
        got("/dailies/quiet/day?day=2026-01-05")
        got("/dailies/quiet/question?kind=make")
"""


@dataclass(frozen=True)
class Entry:
    """What is run, which of the heavy modules it loads, and how many modules of the package it loads at most.

    This number may only shrink. ``without`` has modules of the package that must not be among them. ``client`` has the
    heavy modules that the test itself may bring, depending on releases.
    """

    name: str
    heavy: str
    most: int
    words: str = ""
    code: str = COMMAND
    without: str = ""
    client: str = ""


CHECKED = "importlib.metadata pydantic typer"  # what a command loads that has options
ENTRIES = (
    Entry("import puzzlegen", "", 1, code="import puzzlegen"),
    Entry("names of formats", "", 6, code="from puzzlegen.formats.registry import FORMAT_NAMES"),
    Entry("help", "typer", 36, "--help"),
    Entry("help of generate", CHECKED, 29, "generate --help"),
    Entry("help of verify", CHECKED, 19, "verify --help"),
    Entry("solve", f"{CHECKED} clingo logging multiprocessing numpy", 61, "solve 3x1:a2a"),
    Entry(
        "new book",
        f"{CHECKED} PIL logging multiprocessing numpy pikepdf reportlab yaml",
        177,  # 172 before ornaments, and refused words of shops in checks of titles (2026-11-30)
        "new book own.yaml --yes",
    ),
    Entry(
        "idle daily",
        f"{CHECKED} yaml",
        60,
        " ".join(("daily daily.yaml -o d", *AS_OF, *FIRST)),
        without="puzzlegen.config.book",
    ),
    Entry(
        "server of the studio",
        "asyncio http.client importlib.metadata jinja2 logging multiprocessing numpy pydantic ruamel.yaml starlette "
        "uvicorn yaml",
        101,  # 99 before ornaments of themes, and the days of the calendar beside the schedule (2026-11-30)
        "all",
        SERVER,
        client="rich",
    ),
)


def loaded(folder: Path, words: str, code: str = COMMAND) -> set[str]:
    """Run an entry point in a folder, and return the names of the modules that it loaded."""
    (folder / "run.py").write_text(CHILD + code, encoding="utf-8")
    command = [sys.executable, "run.py", "modules.txt", *words.split()]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return set((folder / "modules.txt").read_text(encoding="utf-8").splitlines())


def of_package(modules: set[str]) -> set[str]:
    return {name for name in modules if name.split(".")[0] == "puzzlegen"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the config of a daily, and with a book and a daily of the studio."""
    config(tmp_path)
    for name, file, text in (("tiny", "book.yaml", TINY), ("quiet", "daily.yaml", QUIET)):
        (tmp_path / "all" / name).mkdir(parents=True)
        (tmp_path / "all" / name / file).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_what_is_loaded(entry: Entry, folder: Path) -> None:
    if entry.name == "idle daily":
        assert "numpy" in loaded(folder, entry.words), "it draws the day, so that there is nothing left to do"
    modules = loaded(folder, entry.words, entry.code)
    assert modules & HEAVY - set(entry.client.split()) == set(entry.heavy.split())
    assert modules.isdisjoint(entry.without.split())
    count = len(of_package(modules))
    assert count <= entry.most, f"it loads more modules of the package than before: {sorted(of_package(modules))}"
    assert count >= entry.most * 0.95, "lower the limit"


def test_a_command_loads_no_other_command(folder: Path) -> None:
    others = {f"puzzlegen.cli.{module}" for module in COMMANDS.values()}
    assert loaded(folder, "solve 3x1:a2a") & others == {"puzzlegen.cli.solve"}
    assert loaded(folder, "--version") >= others
