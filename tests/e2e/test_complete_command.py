"""``puzzlegen complete`` and ``puzzlegen solve --known`` as people run them."""

import json
from pathlib import Path

import pytest
from commands import puzzlegen, started

DRAFT = """// the top is mine
size 8x5
. . 3 ? . _ _ .
. - . * . . . .
2 . . _ _ . . 1
. . . . . . . .
. . . . . . . .
"""


def test_a_draft_is_completed(tmp_path: Path) -> None:
    (tmp_path / "draft.txt").write_text(DRAFT, encoding="utf-8")
    words = ("complete", "draft.txt", "--seed", "monday", "--difficulty", "medium", "-n", "2", "--format", "json")
    done = puzzlegen(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["difficulty"] == second["difficulty"] == "medium" and first["puzzle"] != second["puzzle"]
    for record in (first, second):
        cells = puzzlegen("convert", record["puzzle"], "--to", "text").stdout.replace(" ", "").split()
        assert (cells[0][2], cells[2][0], cells[2][7]) == ("3", "2", "1")
        assert cells[0][3].isdigit() and cells[0][5:7] == cells[2][3:5] == ".."
        assert (record["solution"][11], record["solution"][9]) == ("y", "n")
    assert puzzlegen(*words, cwd=tmp_path).stdout == done.stdout
    assert puzzlegen("solve", stdin=first["puzzle"]).stdout.strip() == first["solution"]


def test_from_a_pipe_with_a_total_and_of_another_kind() -> None:
    done = started("complete", "--kind", "hexagonal", "--total", "9", "--seed", "a", stdin="? . . . _\n. . . . .\n" * 2)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("hexagonal:5x4:") and done.stdout.endswith(",m9\n")


def test_a_puzzle_is_a_draft() -> None:
    done = puzzlegen("complete", "8x6:b2c0f3i1x", "--seed", "a")
    assert done.returncode == 0
    assert puzzlegen("complete", "8x6:b2c0f3i1x", "--seed", "a", "--from", "line").stdout == done.stdout


@pytest.mark.parametrize(
    ("words", "stdin", "code", "error"),
    [
        (("complete",), "0 *\n. .", 1, "stdin: the 0 in R1C1 and the mine in R1C2 cannot both hold; change one of"),
        (("complete", "5x2:e.131."), "", 1, "draft: the 1 in R2C2, the 3 in R2C3 and the 1 in R2C4 cannot all hold"),
        (
            ("complete", "--difficulty", "hard", "--attempts", "3"),
            "1.\n..",
            1,
            "stdin: no hard 2x2 puzzle with what is",
        ),
        (("complete",), "1 .\n. q", 2, "stdin:2:3: found 'q', expected 0-8, '.', '?', '_', '*', '-', '+', '#'"),
        (("complete",), "", 2, "stdin:1: found an empty text, expected a draft such as"),
        (("complete", "lost.txt"), "", 2, "'lost.txt': no such file, and no puzzle either"),
        (("complete", "/tmp"), "", 2, "/tmp: is a directory; name a file in it"),
        (("complete", "--total", "3"), "mines 4\n...\n...", 2, "--total is 3, but the draft states 4; leave it out"),
        (("complete", "--total", "9"), "...\n...", 2, "found 9 mines, expected 0 to 6"),
        (("complete", "--from", "drat"), "...", 2, "--from: found 'drat', allowed"),
        (("complete", "--difficulty", "easy", "--max-tier", "2"), "...\n...", 2, "--difficulty: found difficulty and"),
        (("complete", "--mines", "3"), "mines 4\n...\n...", 2, "--mines: found 3, but the draft prints a total of 4"),
        (("complete", "--mines", "0"), "...\n...", 2, "--mines: found 0, allowed 1 to 1000000"),
    ],
)
def test_what_fails_says_why(words: tuple[str, ...], stdin: str, code: int, error: str) -> None:
    done = puzzlegen(*words, stdin=stdin)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(error) and done.stderr.count("\n") == 1


def test_states_of_a_half_made_puzzle() -> None:
    assert puzzlegen("solve", "4x4:a13f3a2d", "--known", "?").stdout == "nnnyn??y?n?n????\n"
    done = puzzlegen("solve", "6x1:a1d", "--known", "????n?", "--format", "text")
    assert done.stdout == "6x1:a1d\n ?  1  ?  -  .  -\n\n" and done.returncode == 0
    found = json.loads(puzzlegen("solve", "6x1:a1d", "--known", "y?????", "--format", "json").stdout)
    assert (found["puzzle"], found["cells"], found["clash"]) == ("6x1:a1d", "ynn---", [])
    assert (found["mines"], found["safe"], found["uncovered"]) == ([], ["R1C3"], ["R1C4", "R1C5", "R1C6"])
    clashing = puzzlegen("solve", "3x1:a1a", "--known", "y?y")
    assert (clashing.returncode, clashing.stdout) == (1, "???\n")
    assert clashing.stderr == "3x1:a1a: the mine in R1C1, the 1 in R1C2 and the mine in R1C3 cannot all hold\n"
