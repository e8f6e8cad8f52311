"""The server of the studio loads neither the solver nor libraries for drawings, whatever its pages show."""

import subprocess
import sys
from pathlib import Path

from small_configs import QUIET, TINY

SERVER = """
import sys, time
from pathlib import Path
from starlette.testclient import TestClient
from puzzlegen.studio.access import Access
from puzzlegen.studio.projects import Workspace
from puzzlegen.studio.running_work import RunningWork
from puzzlegen.studio.server import create_app

HEAVY = {"llvmlite", "numba", "PIL", "pikepdf", "pypdfium2", "reportlab"}

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
    print(*sorted(HEAVY & set(sys.modules)))
"""


def test_the_server_loads_no_solver_and_no_library_for_drawings(tmp_path: Path) -> None:
    for name, file, text in (("tiny", "book.yaml", TINY), ("quiet", "daily.yaml", QUIET)):
        (tmp_path / "all" / name).mkdir(parents=True)
        (tmp_path / "all" / name / file).write_text(text, encoding="utf-8")
    (tmp_path / "server.py").write_text(SERVER, encoding="utf-8")
    command = [sys.executable, str(tmp_path / "server.py"), str(tmp_path / "all")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
