"""Commands on many puzzles: nothing is lost, everything in order, answers while input still arrives."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import puzzlegen

from puzzlegen.cli import console
from puzzlegen.single import puzzle_inputs

SAMPLE = "5x5:b1c211a1a2a1c31a3b1"
ANSWER = "yynnnnnnnynnnnnnyynnnnyyn"


def test_two_solutions_and_where_they_differ() -> None:
    """The order of the two is that of clingo, which differs between releases."""
    done = puzzlegen("solve", "3x1:a1a")
    assert (done.returncode, done.stdout, done.stderr.splitlines()[0]) == (
        1,
        "?n?\n",
        "3x1:a1a: has more than one solution",
    )
    assert sorted(done.stderr.splitlines()[1:]) == ["NnY", "YnN"]
    data = json.loads(puzzlegen("solve", "3x1:a1a", "--format", "json").stdout)
    assert (data["status"], sorted(data["solutions"]), data["differ"]) == (
        "ambiguous",
        ["nny", "ynn"],
        ["R1C1", "R1C3"],
    )
    head, above, below, _ = puzzlegen("solve", "--format", "text", "3x2:a1a#.#").stdout.split("\n", 3)
    assert head == "3x2:a1a#.#: has more than one solution"
    assert sorted(above.split("    ")) == ["[*] 1 [.]", "[.] 1 [*]"]
    assert below == "    ." + " " * 12 + "."
    assert len(puzzlegen("solve", "--format", "text", "40x1:zn").stdout.splitlines()) == 5  # below each other


def test_jobs_change_nothing() -> None:
    made = puzzlegen("generate", "-n", "40", "--size", "7x6", "--seed", "jobs").stdout
    made += puzzlegen("generate", "-n", "10", "--size", "5x9", "--seed", "jobs", "--total").stdout
    mixed = "".join(f"{row}\n" for row in sorted(made.splitlines())) + "3x3:i\n5x5:?\n"
    for command in (("solve", "--explain"), ("grade",), ("convert", "--to", "json")):
        one = puzzlegen(*command, "--jobs", "1", stdin=mixed)
        two = puzzlegen(*command, "--jobs", "3", stdin=mixed)
        assert (one.returncode, one.stdout, one.stderr) == (two.returncode, two.stdout, two.stderr)
        assert len(one.stdout.splitlines()) >= 50


def test_progress_is_written_to_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "LOG_SECONDS", 0.0)
    lines = puzzlegen("grade", stdin=f"{SAMPLE}\n" * 300).stderr.splitlines()
    counts = [int(re.fullmatch(r"grade: (\d+)(, [\d.]+ an? (second|minute|hour))?", line)[1]) for line in lines]
    assert counts == sorted(counts)
    assert counts[-1] <= 300
    assert puzzlegen("grade", "-q", stdin=f"{SAMPLE}\n" * 30).stderr == ""


def test_answers_come_while_input_still_does() -> None:
    command = [sys.executable, "-m", "puzzlegen", "solve"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(3):
            running.stdin.write(f"{SAMPLE}\n")
            running.stdin.flush()
            assert running.stdout.readline() == f"{ANSWER}\n"  # or the test hangs: the input is still open
        running.stdin.close()
        assert running.wait(60) == 0


def test_a_reader_who_has_enough_ends_endless_input() -> None:
    command = f"yes {SAMPLE} | {sys.executable} -m puzzlegen solve -q | head -n 2000 | tail -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == (f"{ANSWER}\n", "")


def test_no_bytes_and_no_length_of_line_do_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.txt"
    path.write_bytes(b"\xef\xbb\xbf" + SAMPLE.encode() + b"\r\n\xff\xfe\x00\n" + SAMPLE.encode() + b"\n")
    done = puzzlegen("solve", str(path))
    assert (done.returncode, done.stdout) == (2, f"{ANSWER}\n" * 2)
    assert done.stderr.startswith(f"{path}:2:1: ")
    assert len(done.stderr.splitlines()) == 1
    monkeypatch.setattr(puzzle_inputs, "MAX_LINE_LENGTH", 100)
    path.write_text(f"{SAMPLE}\n" + "z" * 100 + "\n")
    done = puzzlegen("solve", str(path), SAMPLE)
    assert (done.returncode, done.stdout) == (2, f"{ANSWER}\n" * 2)
    assert done.stderr == f"{path}:2: a line of 100 characters or more; no puzzle is as long\n"
