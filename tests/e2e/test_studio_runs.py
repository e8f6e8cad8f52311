"""The studio as a running program: it is stopped on its start page, and killed while it saves and builds."""

import io
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import pytest
from PIL import Image

from puzzlegen.pictures.reduction import MAX_SIDE

pytestmark = pytest.mark.processes

TEXT = "title: Version {}\nseries: kills\nsections:\n  - {{name: One, count: 2, size: 6x5, difficulty: easy}}\n"
KILL_AFTER = (0.05, 0.15, 0.4)  # seconds of saving
INTERRUPT_AFTER = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0, 1.5, 2.0)  # seconds of a start
INTERRUPTED = 130  # exit code
SECONDS = 120.0  # for a start, an end, or a reply; the first check of a config starts the process of its project


@contextmanager
def running(
    command: list[str], *, start_new_session: bool = False, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], httpx2.Client]]:
    """Start a studio; yield its process and a client with access."""
    known = {**os.environ, **environment}
    with subprocess.Popen(
        [sys.executable, *command], stderr=subprocess.PIPE, text=True, env=known, start_new_session=start_new_session
    ) as server:
        assert server.stderr
        with client_of(server, server.stderr) as client:
            yield server, client


@contextmanager
def client_of(server: subprocess.Popen[Any], messages: Iterable[str]) -> Iterator[httpx2.Client]:
    """Yield a client with access to a studio, and kill the studio; its messages have its address."""
    try:
        start = next(found[0] for line in messages if (found := re.search(r"http://\S+", line)))
        site = start.partition("/?")[0]
        headers = {"Origin": site, "Accept": "application/json"}
        with httpx2.Client(base_url=site, headers=headers, timeout=SECONDS) as client:
            client.get(start)
            yield client
    finally:
        server.kill()


def open_studio(folder: Path) -> list[str]:
    return ["-m", "puzzlegen", "studio", "--folder", str(folder), "--no-browser", "--jobs", "1"]


def save_until_killed(server: subprocess.Popen[str], client: httpx2.Client, seconds: float) -> tuple[str, str]:
    """Save one version after another and kill the server meanwhile. Return the last text saved and the last sent."""
    saved = client.get("/books/kills/config").json()
    timer = threading.Timer(seconds, server.kill)
    for number in count():
        sent = TEXT.format(number)
        if number == 1:
            timer.start()  # the first save has loaded what saving needs
        try:
            reply = client.post("/books/kills/save", json={"base": saved["version"], "text": sent})
        except httpx2.TransportError:
            return saved["text"], sent
        assert reply.status_code == 200, reply.text
        saved = reply.json()
    raise AssertionError("the server was not killed")


@pytest.mark.parametrize("seconds", KILL_AFTER)
def test_a_server_killed_while_saving_loses_nothing(tmp_path: Path, seconds: float) -> None:
    book = tmp_path / "kills"
    book.mkdir()
    (book / "book.yaml").write_text(TEXT.format("first"), encoding="utf-8")
    with running(open_studio(tmp_path)) as (server, client):
        saved, sent = save_until_killed(server, client, seconds)
    assert (book / "book.yaml").read_text(encoding="utf-8") in (saved, sent)


def report_of(client: httpx2.Client, done: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return the report of the build of the book, as soon as it is so far."""
    end = time.monotonic() + SECONDS
    while not done(report := client.get("/books/kills/build").json()):
        assert time.monotonic() < end, report
        time.sleep(0.05)
    return report


def test_a_build_of_a_killed_server_is_continued_by_the_next(tmp_path: Path) -> None:
    book = tmp_path / "kills"
    book.mkdir()
    text = TEXT.format("long").replace("count: 2, size: 6x5", "count: 400, size: 16x16")
    (book / "book.yaml").write_text(text, encoding="utf-8")
    resumes = re.compile("^resumes with [1-9][0-9]* finished", re.MULTILINE)
    with running(open_studio(tmp_path)) as (server, client):
        assert client.post("/books/kills/build", json={}).json()["state"] == "running"
        report_of(client, lambda report: report["stage"] == "generate" and report["done"] > 0)
        server.kill()
    with running(open_studio(tmp_path)) as (_, client):
        assert "Build the book" in client.get("/books/kills").text
        assert client.get("/books/kills/build").json()["state"] == "none"
        lines = ""
        while not resumes.search(lines):
            client.post("/books/kills/build", json={})
            report = report_of(client, lambda report: report["done"] or report["state"] != "running")
            lines = "\n".join(report["lines"])
            assert resumes.search(lines) or "another run is writing there" in report["summary"], report


@pytest.mark.skipif(sys.platform == "win32", reason="folders of documents are found by HOME only elsewhere")
def test_the_desktop_program_is_stopped_on_its_start_page(tmp_path: Path) -> None:
    controller, terminal = os.openpty()  # without a terminal, messages go to a log
    program = [sys.executable, "-c", "from puzzlegen.studio.server import run; run()"]
    known = {**os.environ, "HOME": str(tmp_path), "BROWSER": "true"}
    with subprocess.Popen(program, stderr=terminal, env=known) as server, os.fdopen(controller) as messages:
        os.close(terminal)  # so that messages end with the program
        with client_of(server, messages) as client:
            assert "Stop the studio" in client.get("/").text
            assert "The studio has stopped" in client.post("/stop").text
            assert server.wait(SECONDS) == 0
    assert (tmp_path / "puzzlegen").is_dir()
    assert not (tmp_path / "puzzlegen" / "studio.log").exists()


def test_a_program_without_streams_writes_a_log(tmp_path: Path) -> None:
    code = "import sys; sys.stderr = sys.stdout = None; from puzzlegen.studio.server import run; run()"
    known = {**os.environ, "HOME": str(tmp_path), "BROWSER": "true"}
    log = tmp_path / "puzzlegen" / "studio.log"
    with subprocess.Popen([sys.executable, "-c", code], env=known) as server:
        try:
            end, found = time.monotonic() + SECONDS, None
            while not found and time.monotonic() < end:
                time.sleep(0.05)
                found = re.search(r"http://\S+", log.read_text(encoding="utf-8")) if log.is_file() else None
            assert found
            httpx2.get(found[0], timeout=SECONDS)  # a server that answers also takes signals
            server.send_signal(signal.SIGINT)
            assert server.wait(SECONDS) == INTERRUPTED
        finally:
            server.kill()
    lines = log.read_text(encoding="utf-8")
    assert "http://127.0.0.1" in lines
    assert lines.endswith("\ninterrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups that take Ctrl-C")
@pytest.mark.parametrize("seconds", (0.0, *INTERRUPT_AFTER))
def test_ctrl_c_while_processes_start_prints_no_traceback(tmp_path: Path, seconds: float) -> None:
    book = tmp_path / "kills"
    book.mkdir()
    (book / "book.yaml").write_text(TEXT.format("first"), encoding="utf-8")
    with running(open_studio(tmp_path), start_new_session=True) as (server, client), ThreadPoolExecutor(2) as threads:
        asked = [
            threads.submit(client.post, path, json={}) for path in ("/books/kills/making", "/books/kills/build")
        ]  # each starts the process of the book, and then one that makes puzzles
        time.sleep(seconds)
        os.killpg(server.pid, signal.SIGINT)  # as Ctrl-C in a terminal
        assert server.wait(SECONDS) == INTERRUPTED
        assert server.stderr and server.stderr.read() == "stop it with Ctrl-C\ninterrupted\n"
        for one in asked:
            one.exception(SECONDS)  # the server has answered or not


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups that take Ctrl-C")
@pytest.mark.parametrize("seconds", INTERRUPT_AFTER)
def test_ctrl_c_while_the_studio_starts_prints_no_traceback(tmp_path: Path, seconds: float) -> None:
    code = (
        f"import sys; from puzzlegen.__main__ import run; sys.argv = {open_studio(tmp_path)[1:]}; print('begun'); run()"
    )
    command = [sys.executable, "-u", "-c", code]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as server:
        try:
            assert server.stdout and server.stdout.readline() == "begun\n"
            time.sleep(seconds)
            os.killpg(server.pid, signal.SIGINT)
            errors = server.communicate(timeout=SECONDS)[1]
        finally:
            server.kill()
    assert server.returncode == INTERRUPTED
    *before, last = errors.splitlines()
    assert last == "interrupted"
    assert [line.split()[0] for line in before] in ([], ["the"], ["the", "open"], ["the", "open", "stop"])


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no process groups that take Ctrl-C")
def test_an_error_that_a_library_makes_of_ctrl_c_is_an_interruption(tmp_path: Path) -> None:
    """As where pydantic builds a model, or logging is set up."""
    (tmp_path / "uvicorn.py").write_text(
        "import signal\n"
        "try:\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "except KeyboardInterrupt:\n"
        "    raise RuntimeError('cannot release un-acquired lock') from None\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, *open_studio(tmp_path)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert (done.stderr, done.returncode) == ("interrupted\n", INTERRUPTED)


def noise() -> bytes:
    out = io.BytesIO()
    Image.effect_noise((600, 600), 120).save(out, "PNG")
    return out.getvalue()


def test_stopping_does_not_wait_for_a_picture_that_is_being_made(tmp_path: Path) -> None:
    with running(open_studio(tmp_path)) as (server, client), ThreadPoolExecutor(1) as thread:
        address = client.post("/picture/upload?name=noise.png", content=noise()).json()["address"]
        asked = f"{address}/puzzle?width={MAX_SIDE}&specks=0&difficulty=expert"
        made = thread.submit(client.get, asked)
        time.sleep(1)
        assert not made.done()
        client.post("/stop")
        assert server.wait(SECONDS) == 0
        error = made.exception(SECONDS)
        assert isinstance(error, httpx2.TransportError) or "the studio has stopped" in made.result().json()["error"]


def test_temporary_files_of_a_killed_server_are_removed_by_the_next(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = open_studio(tmp_path / "books")
    with running(command, TMPDIR=str(temporary)) as (server, client):
        address = client.post("/picture/upload?name=noise.png", content=noise()).json()["address"]
        client.get(f"{address}/files/puzzle.png?width=20&specks=0")
        (left,) = temporary.iterdir()
        server.kill()
        server.wait(SECONDS)
    assert left.is_dir()
    with running(command, TMPDIR=str(temporary)) as (server, client):
        (found,) = temporary.iterdir()
        assert found != left
        client.post("/stop")
        server.wait(SECONDS)
    assert list(temporary.iterdir()) == []


def test_a_second_start_opens_the_first_and_a_later_one_has_its_address(tmp_path: Path) -> None:
    with running(open_studio(tmp_path)) as (server, client):
        site = str(client.base_url)
        second = subprocess.run([sys.executable, *open_studio(tmp_path)], capture_output=True, text=True, check=True)
        (line,) = second.stderr.splitlines()
        assert line.startswith(f"a studio works in {tmp_path} already: open {site.rstrip('/')}/?token=")
        assert client.get(line.rpartition(" ")[2]).status_code == 303
        if os.name == "posix":
            assert (tmp_path / ".studio" / "running.json").stat().st_mode & 0o077 == 0
        server.kill()
    with running(open_studio(tmp_path)) as (_, client):
        assert str(client.base_url) == site
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as connections of the studio have just ended
        taken.bind(("127.0.0.1", int(site.rstrip("/").rpartition(":")[2])))
        taken.listen()
        with running(open_studio(tmp_path)) as (_, client):
            assert str(client.base_url) != site


def test_a_folder_that_cannot_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / ".studio").write_text("in the way", encoding="utf-8")
    done = subprocess.run([sys.executable, *open_studio(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"{tmp_path}: cannot be written: ")
