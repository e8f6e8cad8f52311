"""Hints of a book: a question first, then one cell that is supposed, few consequences and the clash."""

import re
from pathlib import Path

import pytest

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.formats import line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import HINT_CHAIN, puzzle_hints
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import run

LANGUAGES = sorted(path.parent.name for path in (Path(__file__).parents[3] / "templates").glob("*/words.yaml"))
LONG = "10x10:a122b11b1a4a4c3e3a0h1b2b332b2b33c1e3b32a334b5b3g4c2a113d11c"  # five consequences
SEVERAL = "10x10:c10b0b2a3e3b12a2i2a2a3b3e1a0a2a11a3a2b2b2c4c233c5f5a7a4a11b3d"  # proves two cells together


def hints(text: str, language: str = "en", *, short: bool = False) -> tuple[str, ...]:
    return puzzle_hints(run(line.parse(text), MAX_TIER), load(language), short=short)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3x1:a0a", "What does a 0 mean for the cells it counts? R1C2=0 touches no mines: R1C1 and R1C3 are safe."),
        (
            "3x1:a2a",
            "How many blanks does it have left? R1C2=2 needs every blank it has left: R1C1 and R1C3 are mines.",
        ),
        ("2x1:aa,m2", "How many of them are still to be found? The printed number of mines decides the other cells"),
        ("4x2:d11..", "Compare it with R2C1=1: which cells do both count? 1-1: "),
        ("3x2:d31", "Compare it with "),
    ],
)
def test_a_question_comes_before_the_step(text: str, words: str) -> None:
    found = " ".join(hints(text))
    assert words in found
    assert re.match(r"Look at the [^.]+\. [^.]+\? ", found)


def test_a_contradiction_supposes_one_cell_and_has_few_consequences() -> None:
    for text in (LONG, SEVERAL):
        hint = hints(text)[1]
        supposed = re.search(r"What would follow if (\w+) were a mine\? (.*) But .*\. So (\w+) is safe\.$", hint)
        assert supposed is not None, hint
        assert supposed[1] == supposed[3]
        assert "Suppose" not in hint  # the question says it already
        assert len(supposed[2].split(". ")) <= HINT_CHAIN
    assert "2 more steps follow." in hints(LONG)[1]


def test_short_hints_only_name_the_cells() -> None:
    assert hints("3x1:a2a", short=True) == (
        "Look at the 2 in the middle of row 1. How many blanks does it have left? R1C1 and R1C3 are mines.",
    )
    assert hints(LONG, short=True)[1].endswith("What would follow if R4C1 were a mine? R4C1 is safe.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_one_in_every_language_and_variant(language: str) -> None:
    asked = {row.asks for row in TECHNIQUES.values()} - {"", "compare"} | {"zero", "mine", "safe"}
    usual, mosaic = load(language), load(language).for_variant(MOSAIC)
    for words in (usual, mosaic):
        questions = {name: words.text(f"hints.{name}", clues="R1C2=1", cell="R1C1") for name in asked}
        questions |= {f"compare {count}": words.plural("hints.compare", count, clues="R1C2=1") for count in (1, 2)}
        assert len(set(questions.values())) == len(questions)
        assert all(text.endswith("?") and "{" not in text for text in questions.values())
    for name in ("mine", "safe"):
        assert usual.pattern(f"hints.{name}") != mosaic.pattern(f"hints.{name}")
    assert [hint.count("?") for hint in hints(LONG, language)] == [1, 1]
