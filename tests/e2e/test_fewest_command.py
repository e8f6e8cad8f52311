"""``puzzlegen generate --fewest``."""

import pytest
from commands import puzzlegen


def test_a_puzzle_that_no_other_beats() -> None:
    done = puzzlegen("generate", "--fewest", "--size", "10x10", "--difficulty", "medium", "--seed", "few")
    assert done.returncode == 0
    assert sum(mark.isdigit() for mark in done.stdout.partition(":")[2]) == 16
    assert done.stderr.splitlines()[-1].endswith(": 16 clues, and no such board has fewer")
    graded = puzzlegen("grade", done.stdout.strip())
    assert "medium, tier 2" in graded.stdout


def test_enough_clues_end_the_search() -> None:
    done = puzzlegen("generate", "--fewest", "--clues", "20", "--kind", "knight", "--size", "8x8", "--seed", "few")
    assert done.returncode == 0 and done.stdout.startswith("knight:8x8:")
    assert sum(mark.isdigit() for mark in done.stdout.rpartition(":")[2]) <= 20


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--fewest", "--density", "0.3"), "--fewest: leave out --density"),
        (("--fewest", "--total"), "--fewest: leave out --total"),
        (("--fewest", "-n", "2"), "--fewest: leave out --number"),
        (("--fewest", "--hardest"), "--hardest and --fewest: give one or the other"),
        (("--clues", "20"), "--clues: only together with --fewest"),
        (("--hardest", "--clues", "20"), "--clues: only together with --fewest"),
        (("--minutes", "2"), "--minutes: only together with --hardest or --fewest"),
        (("--fewest", "--clues", "15"), "clues: found 15, but puzzles of 10x10 have at least 16"),
        (("--fewest", "--minutes", "0"), "minutes: found 0, allowed more than 0, up to 1440"),
    ],
)
def test_options_that_do_not_go_together(words: tuple[str, ...], error: str) -> None:
    done = puzzlegen("generate", *words)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith(error)
