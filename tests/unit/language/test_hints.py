"""Hints of a book: a question first, then one cell that is supposed, few consequences and the clash."""

import re
from pathlib import Path

import pytest

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.formats import line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import HINT_CHAIN, labeled_hints, puzzle_hints
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import run

LANGUAGES = sorted(path.parent.name for path in (Path(__file__).parents[3] / "templates").glob("*/words.yaml"))
LONG = "10x10:a122b11b1a4a4c3e3a0h1b2b332b2b33c1e3b32a334b5b3g4c2a113d11c"  # five consequences
SEVERAL = "10x10:c10b0b2a3e3b12a2i2a2a3b3e1a0a2a11a3a2b2b2c4c233c5f5a7a4a11b3d"  # proves two cells together


def hints(text: str, language: str = "en") -> list[str]:
    """The hints of a puzzle, each with its answer."""
    return [f"{hint.question} {hint.answer}" for hint in puzzle_hints(run(line.parse(text), MAX_TIER), load(language))]


def test_a_contradiction_supposes_one_cell_and_has_few_consequences() -> None:
    supposing = [hint for text in (LONG, SEVERAL) for hint in hints(text) if "What would follow if" in hint]
    assert len(supposing) >= 2
    for hint in supposing:
        supposed = re.search(
            r"What would follow if (\w+) were (a mine|safe)\? (.*) But .*\. So (\w+) is (safe|a mine)\.$", hint
        )
        assert supposed is not None, hint
        assert supposed[1] == supposed[4] and supposed[2] != supposed[5]
        assert "Suppose" not in hint  # the question says it already
        assert len(supposed[3].split(". ")) <= HINT_CHAIN
    assert not any("more steps follow." in hint for hint in supposing)


def test_the_question_does_not_give_away_the_answer() -> None:
    for text in (LONG, SEVERAL, "3x1:a2a"):
        for hint in puzzle_hints(run(line.parse(text), MAX_TIER), load("en")):
            assert hint.question.endswith("?") and " are mines" not in hint.question and "?" not in hint.answer


def test_the_first_of_two_hints_comes_first_and_a_single_one_has_no_label() -> None:
    messages = load("en")
    two, one = (puzzle_hints(run(line.parse(text), MAX_TIER), messages) for text in (LONG, "3x1:a2a"))
    assert [label for label, _ in labeled_hints(two, messages)] == ["First:", "Later:"]
    assert labeled_hints(one, messages) == [("", one[0])]


def test_hints_name_the_cell_to_look_at() -> None:
    assert hints("9x1:a0aaaaa0a")[0].startswith("Look at the 0 at R1C2. ")
    assert re.match(r"Look at the 1 at R1C[13]\. ", hints("9x1:1a1aaaaaa")[0])


def test_thirds_of_a_row_are_alike_in_a_mirror() -> None:
    for width in range(1, 31):
        thirds = [Grid(width, 1).third(col) for col in range(width)]
        assert thirds == [2 - third for third in reversed(thirds)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_one_in_every_language_and_variant(language: str) -> None:
    asked = {row.asks for row in TECHNIQUES.values()} - {""} | {"zero", "mine", "safe"}
    usual, mosaic = load(language), load(language).for_variant(MOSAIC)
    for words in (usual, mosaic):
        questions = {name: words.text(f"hints.{name}", clues="the 1", cell="R1C1") for name in asked}
        assert len(set(questions.values())) == len(questions)
        assert all(text.endswith("?") and "{" not in text for text in questions.values())
    for name in ("mine", "safe"):
        assert usual.pattern(f"hints.{name}") != mosaic.pattern(f"hints.{name}")
    assert [hint.count("?") for hint in hints(LONG, language)] == [1, 1]
