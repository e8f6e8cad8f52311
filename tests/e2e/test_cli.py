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
from small_book import write_config

from puzzlegen.cli import console
from puzzlegen.cli.app import app_with
from puzzlegen.cli.options import parse_path
from puzzlegen.errors import WorkerError
from puzzlegen.jobs import dask_cluster

HERE = Path(__file__).parent
SAMPLE = "b1c211a1a2a1c31a3b1"


def test_solve_the_sample() -> None:
    done = started("solve", SAMPLE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "yynnnnnnnynnnnnnyynnnnyyn\n", "")


def test_pipe_of_three() -> None:
    words = ("generate", "-n", "3", "--size", "7x5", "--seed", "pipe", "--difficulty", "medium")
    made = started(*words)
    assert made.returncode == 0
    assert made.stdout == puzzlegen(*words).stdout
    graded = started("grade", "--format", "json", stdin=made.stdout)
    assert [json.loads(row)["difficulty"] for row in graded.stdout.splitlines()] == ["medium"] * 3
    solved = puzzlegen("solve", "--format", "json", "-", stdin=made.stdout)
    assert [json.loads(row)["status"] for row in solved.stdout.splitlines()] == ["solved"] * 3


def test_json_of_generate_reads_back() -> None:
    made = puzzlegen("generate", "--seed", "json", "--format", "json", "--total", "--size", "6x6")
    record = json.loads(made.stdout)
    assert record["total"] == record["mines"] == record["solution"].count("y")
    assert puzzlegen("solve", stdin=made.stdout).stdout.strip() == record["solution"]
    assert puzzlegen("convert", "--to", "line", stdin=made.stdout).stdout.strip() == record["puzzle"]


def test_golden_puzzle() -> None:
    """A seed must give its puzzle for ever, but for changes that the changelog names: publishers reprint."""
    asked = ("generate", "--seed", "golden", "--size", "9x7", "--difficulty", "medium")
    assert puzzlegen(*asked, "--layout", "free").stdout.strip() == "9x7:e1a1b332b32a3b23b3a2d3f2b32a1b4c2112c3b0"
    assert puzzlegen(*asked).stdout.strip() == "9x7:a01d1c12a4a31a3b3b4g3c74b3b2c4a4a2a24c4c"


def test_explain() -> None:
    done = puzzlegen("solve", "--explain", SAMPLE)
    assert done.stdout.splitlines()[0] == "1. The 1 at R5C5 needs every blank it has left: R5C4 is a mine."


def test_explanations_stay_inside_the_json() -> None:
    done = puzzlegen("solve", "--explain", "--format", "json", SAMPLE, "4x2:d11..")
    rows = [json.loads(row) for row in done.stdout.splitlines()]
    assert [row["status"] for row in rows] == ["solved", "ambiguous"]
    first = rows[0]["steps"][0]
    assert (first["number"], first["technique"], first["mines"]) == (1, "exhausted", ["R5C4"])
    assert first["witnesses"] == [{"cell": "R5C5", "number": 1, "need": 1}]
    assert first["words"].endswith("R5C4 is a mine.")


def test_a_hint_is_one_step_and_no_answer() -> None:
    steps = puzzlegen("solve", "--explain", SAMPLE).stdout.splitlines()[:-1]
    for after in (0, 1, len(steps) - 1):
        done = puzzlegen("solve", "--hint", "--after", str(after), SAMPLE)
        assert (done.returncode, done.stdout.splitlines()) == (0, [steps[after]])
    done = puzzlegen("solve", "--hint", "--after", str(len(steps)), SAMPLE)
    assert (done.returncode, done.stdout) == (0, "")
    assert "no step is left: every cell is known" in done.stderr
    data = json.loads(puzzlegen("solve", "--hint", "--format", "json", SAMPLE).stdout)
    assert [step["number"] for step in data["steps"]] == [1]
    assert "solution" not in data


def test_a_hint_reveals_only_its_level() -> None:
    where, why, step = (
        puzzlegen("solve", "--hint", "--level", level, SAMPLE).stdout for level in ("where", "why", "step")
    )
    assert where == "1. Look at the 1 in row 5, near the right edge.\n"
    assert why == "1. The 1 at R5C5 needs every blank it has left.\n"
    assert step == puzzlegen("solve", "--hint", SAMPLE).stdout
    (data,) = json.loads(puzzlegen("solve", "--hint", "--format", "json", SAMPLE).stdout)["steps"]
    assert [f"1. {data[key]}\n" for key in ("where", "why", "words")] == [where, why, step]


def test_a_hint_where_nobody_can_go_on_says_why() -> None:
    done = puzzlegen("solve", "--hint", "3x1:a1a")
    assert (done.returncode, done.stdout) == (1, "")
    assert "no further step can be proved: it has more than one solution" in done.stderr


@pytest.mark.parametrize("known", [(), ("--known", "y?y")])
def test_what_cannot_hold_gives_no_hint(known: tuple[str, ...]) -> None:
    done = puzzlegen("solve", "--hint", *known, "3x1:a2a,m1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "3x1:a2a,m1: has no solution: R1C2 and the total cannot both hold\n"
    data = json.loads(puzzlegen("solve", "--hint", "--format", "json", "3x1:a2a,m1").stdout)
    assert (data["status"], data["steps"]) == ("contradiction", [])


def test_hints_of_several_puzzles_name_them() -> None:
    hint = puzzlegen("solve", "--hint", "3x1:a2a").stdout
    done = puzzlegen("solve", "--hint", "3x1:a2a", "2x1:1a")
    assert done.stdout == f"3x1:a2a: {hint}2x1:1a: {puzzlegen('solve', '--hint', '2x1:1a').stdout}"
    assert puzzlegen("solve", "--hint", stdin="\n3x1:a2a\n").stdout == f"stdin:2: {hint}"


def test_a_hint_goes_on_from_marks() -> None:
    done = puzzlegen("solve", "--hint", "--known", "y????????????", "13x1:a1a1a1a1a1a1a")
    assert (done.returncode, done.stdout) == (0, "1. The 1 at R1C2 already has all its mines: R1C3 is safe.\n")
    done = puzzlegen("solve", "--hint", "--known", "y?n", "3x1:a1a")
    assert (done.returncode, done.stdout) == (0, "")
    assert "no step is left: every cell is known" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--hint", "--known", "n??", "3x1:a2a"), "--known: R1C1 is marked as safe, but is a mine"),
        (("--hint", "--known", "?y?", "3x1:a1a"), "--known: R1C2 is marked as a mine, but is safe"),
        (("--explain", "--known", "y?y", "3x1:a1a"), "--known: these marks cannot all be right"),
        (("--hint", "--known", "y?", "3x1:a2a"), "--known: found 2 letters, expected 3, one for each cell of 3x1"),
        (("--hint", "--known", "yx?", "3x1:a2a"), "--known, column 2: found 'x', expected y (a mine), n (none) or ?"),
        (("--known", "y?", "3x1:a2a"), "--known: found 2 letters, expected 3, one for each cell of 3x1"),
        (("--known", "?y?", "3x1:a2a"), "--known: R1C2 is marked as a mine, but is safe; mark it n or ?"),
        (("--level", "why", "3x1:a2a"), "--level is how much a hint reveals: give --hint too"),
        (("--hint", "--level", "why", "--format", "json", "3x1:a2a"), "--level applies to hints as text: the JSON has"),
        (("--after", "2", "3x1:a2a"), "--after counts steps before a hint: give --hint too"),
        (("--hint", "--explain", "3x1:a2a"), "--explain and --hint: give one or the other"),
        (("--language", "de", "3x1:a2a"), "--language and --cells apply to steps: give --hint or"),
        (("--cells", "a1", "3x1:a2a"), "--language and --cells apply to steps: give --hint or"),
        (("--hint", "--format", "text", "3x1:a2a"), "--hint prints a step and no board: leave out --format text"),
    ],
)
def test_bad_marks_and_hints_are_refused(arguments: tuple[str, ...], words: str) -> None:
    done = puzzlegen("solve", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("text", "status"), [("3x3:i", "ambiguous"), ("3x1:a3a", "contradiction")])
def test_puzzles_without_one_solution(text: str, status: str) -> None:
    done = puzzlegen("solve", "--format", "json", text)
    assert done.returncode == 1
    data = json.loads(done.stdout)
    assert data["status"] == status
    if status == "ambiguous":
        assert len(set(data["solutions"])) == 2
    else:
        assert data["conflict"] == ["R1C2"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["generate", "--size", "0x4"], "each side must be 1 to 1000"),
        (["generate", "--size", "1x1"], "at most 0 fit"),
        (["generate", "--size", "-3x4"], "expected width x height"),
        (["generate", "--size", "1000000000x1000000000"], "each side must be"),
        (["generate", "--size", "5x5", "--mines", "25"], "at most 24 fit"),
        (["generate", "--size", "5x5", "--mines", "24"], "lower the density"),
        (["generate", "--difficulty", "hrad"], "allowed easy, medium, hard, expert"),
        (["generate", "--size", "3x3", "--difficulty", "expert", "--attempts", "20"], "a larger size"),
        (["generate", "--max-tier", "9"], "--max-tier"),
        (["generate", "--difficulty", "easy", "--max-tier", "2"], "--difficulty: found difficulty and max_tier"),
        (["generate", "--mines", "9", "--density", "0.2"], "--mines: found mines and density"),
        (["nonsense"], "No such command"),
        (["generate", "-n", "0"], "--number: found 0, allowed 1 to 1000000000"),
        (["generate", "--jobs", "0"], "--jobs: found 0, allowed 1 to 256"),
        (["generate", "--jobs", "two"], "--jobs: found 'two', expected a whole number"),
        (["generate", "--density", "much"], "--density: found 'much', expected a number"),
        (["book", ""], "config: found an empty value, expected the name of a file or folder"),
        (["book", "c.yaml", "-o", ""], "--output: found an empty value, expected the name of a file or folder"),
        (["daily", "c.yaml", "--zip", ""], "--zip: found an empty value"),
        (["ledger", "rebuild", "x", ""], "FOLDER: found an empty value"),
        (["solve", "5x5:?"], "found '?'"),
        (["book", "no-such.yaml"], "no-such.yaml"),
        (["verify", "."], "manifest.json"),
        (["schema", "bok"], 'did you mean "book"'),
        (["render", SAMPLE, "-o", "picture.bmp"], "expected a name that ends in"),
        (["render", SAMPLE, "-o", "x.html", "--solution"], "x.html: solution, picture, steps, theme, caption, width"),
        (["render", SAMPLE, "-o", "x.png", "--title", "T"], "a title, and holding the solution back, are for .html"),
        (["render", SAMPLE, "-o", "x.html", "--language", "xx"], 'language: found "xx", allowed de, en'),
        (["render", SAMPLE, "-o", "no/x.html"], "no/x.html: cannot be written"),
        (["render", "3x3:i", "-o", "x.html"], "has more than one solution, so there is nothing to play"),
        (["render", "3x3:i", "--solution", "-o", "x.png"], "more than one solution"),
        (["render", SAMPLE, "-o", "no/such/folder/x.png"], "x.png"),
        (["render", SAMPLE, "--width", "50", "-o", "x.png"], "pixels"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_bad_input_gets_one_line_and_two(words: list[str], says: str, tmp_path: Path) -> None:
    done = puzzlegen(*words, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


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


def test_bad_config_lists_everything(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("title: T\nseries: s\nsections:\n  - {name: A, cuont: 3, size: 10x10, difficulty: hrad}\n")
    done = puzzlegen("book", str(path), "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    rows = done.stderr.strip().splitlines()
    assert len(rows) == 3
    assert all(row.startswith(f"{path}:4:") for row in rows)
    assert not (tmp_path / "out").exists()


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


@pytest.mark.parametrize(("name", "what"), [("file", "a file"), ("link", "a broken link"), ("/dev/null", "a file")])
def test_what_is_no_folder_is_refused_as_such(name: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    (tmp_path / "link").symlink_to("nowhere")
    write_config(tmp_path)
    done = puzzlegen("book", "small.yaml", "-o", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{name}: found {what}, expected a folder: choose another with -o\n"
    assert {path.name for path in tmp_path.iterdir()} == {"file", "link", "small.yaml"}
    assert (tmp_path / "file").read_text() == "precious"


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
