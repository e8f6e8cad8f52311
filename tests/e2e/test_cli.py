"""The command line as people run it: its two streams and its exit code, some of it as real processes."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, get_args, get_origin, get_type_hints

import pytest
from commands import puzzlegen, started

from puzzlegen.cli import console
from puzzlegen.cli.app import app_with
from puzzlegen.cli.options import parse_path
from puzzlegen.errors import WorkerError
from puzzlegen.jobs import dask_cluster

HERE = Path(__file__).parent
SAMPLE = "b1c211a1a2a1c31a3b1"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nonsense"], "No such command"),
        (["solve", "5x5:?"], "found '?'"),
        (["book", "no-such.yaml"], "no-such.yaml"),
        (["render", SAMPLE, "-o", "no/x.html"], "no/x.html: cannot be written"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_so_does_a_process(words: list[str], says: str, tmp_path: Path) -> None:
    done = started(*words, cwd=tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.strip().splitlines())) == (2, "", 1)
    assert says in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_render_a_page_to_play_on(tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    for words in ([], ["--title", "Nr. 1 & 2", "--language", "de", "--hold-solution"]):
        done = puzzlegen("render", SAMPLE, "-o", str(path), *words)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
    text = path.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    assert "<h1>Nr. 1 &amp; 2</h1>" in text
    assert '"solution"' not in text


KINDS = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "gif": b"GIF8"}


def pictures(folder: Path) -> list[tuple[str, ...]]:
    """The words that draw each kind of picture, plain and with something on it."""
    folder.mkdir()
    kinds = [(kind, ("--steps", "0-3") if kind == "gif" else ("--solution", "--theme", "dark")) for kind in KINDS]
    return [
        ("render", SAMPLE, "-o", str(folder / f"{number}.{kind}"), *more)
        for kind, last in kinds
        for number, more in enumerate(((), last))
    ]


def test_render(tmp_path: Path) -> None:
    for words in pictures(tmp_path / "here"):
        assert puzzlegen(*words).returncode == 0
    drawing = (
        "import commands, json, sys; sys.exit(any(commands.puzzlegen(*w).returncode for w in json.load(sys.stdin)))"
    )
    others = json.dumps(pictures(tmp_path / "there"))
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (HERE, HERE.parents[1])))}
    assert (
        subprocess.run([sys.executable, "-c", drawing], input=others, text=True, check=False, env=env).returncode == 0
    )
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / one).iterdir()} for one in ("here", "there"))
    assert len(here) == 2 * len(KINDS)
    assert here == there  # by another process: nothing hangs on the order of a set
    assert all(data.startswith(KINDS[name.partition(".")[2]]) for name, data in here.items())


def test_every_help_has_an_example() -> None:
    for command in commands():
        assert "Example: puzzlegen" in (command.__doc__ or ""), command.__name__


def commands() -> list[Callable[..., object]]:
    app = app_with()
    groups = [app, *(group.typer_instance for group in app.registered_groups)]
    return [command.callback for group in groups if group for command in group.registered_commands if command.callback]


@pytest.mark.parametrize("command", commands(), ids=lambda one: one.__name__)
def test_no_path_may_be_an_empty_word(command: Callable[..., object]) -> None:
    """An unset variable of a shell must not become the current folder."""
    for name, hint in get_type_hints(command, include_extras=True).items():
        type_, *options = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        if Path in (type_, *get_args(type_)):
            assert [one.parser for one in options] == [parse_path], name


def test_nothing_is_begun_before_there_are_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def nobody(*_: object) -> Iterator[None]:
        time.sleep(0.2)
        raise WorkerError("no scheduler")
        yield

    monkeypatch.setattr(dask_cluster, "open_cluster_pool", nobody)
    monkeypatch.setattr(console, "LOG_SECONDS", 0.02)
    done = puzzlegen("generate", "--executor", "dask://host:1")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "no scheduler\n")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"set -o pipefail; {sys.executable} -m puzzlegen generate -n 300 --size 5x5 --seed p | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("words", [("solve", SAMPLE), ("generate", "-n", "3", "--size", "4x4", "--seed", "t")])
def test_data_goes_past_the_bar_of_a_terminal(words: tuple[str, ...], tmp_path: Path) -> None:
    """A terminal on stderr alone: the bar is there, the data in the file."""
    ours, theirs = os.openpty()
    with (tmp_path / "out.txt").open("w+") as out:
        code = subprocess.run([sys.executable, "-m", "puzzlegen", *words], stdout=out, stderr=theirs, check=False)
        out.seek(0)
        found = out.read()
    os.close(theirs)
    os.close(ours)
    assert (code.returncode, found) == (0, puzzlegen(*words).stdout)
    assert found != ""
