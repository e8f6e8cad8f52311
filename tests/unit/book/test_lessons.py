"""The pages of techniques: every language teaches every technique, by a step of the solver."""

from collections.abc import Mapping

import pytest
from layout_boards import EN
from small_book import puzzles_of

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.puzzle import BLANK, GradedPuzzle, Puzzle
from puzzlegen.book.examples import lessons_of, section_example
from puzzlegen.book.explained_puzzles import ExplainedPuzzles, explain_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.files.templates import languages
from puzzlegen.language.catalogue import load
from puzzlegen.language.markdown import blocks, template_blocks
from puzzlegen.solver import exact
from puzzlegen.solver.techniques import TECHNIQUES

TAUGHT = [code for code, technique in TECHNIQUES.items() if technique.lesson]
ONE = "# T\n\n## A\n\nWords.\n\n{{ figure: technique 1-2 4x2:d.12. }}\n"


def plain(used: Mapping[str, frozenset[str]] | None = None) -> ExplainedPuzzles:
    """A book of one Minesweeper puzzle without examples."""
    puzzle = Puzzle(Grid(3, 3), (BLANK,) * 9)
    graded = GradedPuzzle(puzzle, (False,) * 9, Grade(1, "easy", 1.0, 0, (1, 2)), number=1, section=1)
    return ExplainedPuzzles([graded], techniques=used)


@pytest.mark.parametrize("language", languages())
def test_every_language_teaches_every_technique_in_order(language: str) -> None:
    messages = load(language)
    intro, lessons = lessons_of(template_blocks("techniques.md", {}, messages), plain(), "t.md", messages)
    assert len(intro) == 2
    names = [block.name for lesson in lessons for block in lesson.text if hasattr(block, "name")]
    assert names == [f"technique {code}" for code in TAUGHT]
    shown = [lesson.excerpt for lesson in lessons]
    assert all(one.step.caption and one.before and one.after for one in shown)


def test_what_a_lesson_proves_is_so_in_every_solution_of_its_position() -> None:
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), plain(), "t.md", EN)
    for one in (lesson.excerpt for lesson in lessons):
        known = exact.solutions(one.puzzle).solutions
        assert known
        for mines in known:
            assert all(mines[cell] for cell in (*one.mines, *one.step.mines))
            assert not any(mines[cell] for cell in (*one.safe, *one.step.safe))
        assert not {*one.mines, *one.safe} & {*one.step.mines, *one.step.safe}


def test_only_what_the_puzzles_need_is_taught() -> None:
    used = {"": frozenset({"satisfied", "exhausted"})}
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), plain(used), "t.md", EN)
    assert len(lessons) == 2


SECTIONS = """
title: Lessons
series: lessons
front_matter: {techniques: auto}
sections:
  - {name: One, count: 3, size: 7x7, difficulty: medium}
  - {name: Two, count: 3, size: 7x7, difficulty: hard, kind: hexagonal}
  - {name: Three, count: 3, size: 7x7, difficulty: hard, kind: mosaic}
  - {name: Four, count: 3, size: 8x8, difficulty: medium, kind: wrap-around}
"""


@pytest.fixture(scope="module")
def of_kinds() -> ExplainedPuzzles:
    config = loads_book(SECTIONS)
    return explain_puzzles(config, puzzles_of(config), EN)


def test_every_kind_is_taught_at_every_tier_of_its_puzzles(of_kinds: ExplainedPuzzles) -> None:
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), of_kinds, "t.md", EN)
    headings = ["".join(run.text for run in lesson.text[0].runs) for lesson in lessons]
    for kind, tiers in (("Hexagonal Minesweeper", 3), ("Mosaic", 3), ("Wrap-Around Minesweeper", 2)):
        assert sum(heading.startswith(f"{kind}: ") for heading in headings) == tiers
    mosaics = [lesson for lesson in lessons if lesson.excerpt.puzzle.grid.variant is MOSAIC]
    assert len(mosaics) == 3 and all(len(lesson.text) == 2 for lesson in mosaics)  # no words about mines


def test_an_excerpt_is_a_true_part_of_its_puzzle(of_kinds: ExplainedPuzzles) -> None:
    """The cells, the numbers and what is known there, found again at one place of the board."""
    for index, found in ((index, one) for (index, _), some in of_kinds.excerpts.items() for one in some):
        record, part = of_kinds.records[found.rank.number - 1], found.excerpt
        assert record.section == index
        whole, wide = record.puzzle.grid, part.puzzle.grid
        mines, safe = {*part.mines, *part.step.mines}, {*part.safe, *part.step.safe}
        places = [
            (row, col)
            for row in range(whole.height - wide.height + 1)
            for col in range(whole.width - wide.width + 1)
            if all(
                record.puzzle.cells[whole.cell(row + r, col + c)] == part.puzzle.cells[wide.cell(r, c)]
                and (wide.cell(r, c) not in mines or record.solution[whole.cell(row + r, col + c)])
                and (wide.cell(r, c) not in safe or not record.solution[whole.cell(row + r, col + c)])
                for r in range(wide.height)
                for c in range(wide.width)
            )
        ]
        assert places
        sides = [
            {"top": row > 0, "left": col > 0, "bottom": row + wide.height < whole.height,
             "right": col + wide.width < whole.width}
            for row, col in places
        ]  # fmt: skip
        assert part.cut in [{side for side, goes_on in one.items() if goes_on} for one in sides]
        clues = {cell for cell in part.step.witnesses if part.puzzle.cells[cell] >= 0}
        assert clues == set(part.step.witnesses)


@pytest.mark.parametrize("taught", [True, False])
def test_sections_show_a_step_as_hard_as_their_difficulty(of_kinds: ExplainedPuzzles, taught: bool) -> None:
    _, lessons = lessons_of(template_blocks("techniques.md", {}, EN), of_kinds, "t.md", EN)
    for index, (difficulty, tier) in enumerate((("medium", 2), ("hard", 3), ("hard", 3), ("medium", 2)), start=1):
        shown = section_example(of_kinds, index, difficulty, taught=taught)
        ranks = {
            (TECHNIQUES[code].tier, some.index(one))
            for (at, code), some in of_kinds.excerpts.items()
            for one in some
            if at == index and one.excerpt == shown
        }
        assert ranks == {(tier, int(taught))}
        assert not taught or shown not in [lesson.excerpt for lesson in lessons]
    assert section_example(ExplainedPuzzles(of_kinds.records), 1, "medium", taught=taught) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ONE.replace("1-2 ", "1-3 "), r"t\.md: found technique '1-3', allowed satisfied"),
        (ONE.replace("4x2:d.12.", "4x2:d11.."), r"t\.md: the solution of 4x2:d11\.\. does not use the technique 1-2"),
        (ONE.replace("4x2:d.12.", "4x2:d"), r"t\.md: figure: technique 1-2: column 6: 4x2 needs 8 cells"),
        (ONE.replace("{{ figure: technique 1-2 4x2:d.12. }}", ""), r"t\.md: 'A' needs one figure"),
        (ONE.replace("4x2:d.12.", ""), r"t\.md:7: wrong number of words after figure"),
    ],
)
def test_a_problem_in_a_template_is_reported(text: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        lessons_of(blocks(text, {}, "t.md", EN), plain(), "t.md", EN)
