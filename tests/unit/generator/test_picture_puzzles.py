"""Puzzles from pictures: the solution is the picture, attempts vary the order of removals, repairs are proved."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlegen.board.drawn_layouts import cells_of, rows_of
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.puzzle import Status, from_mines
from puzzlegen.config.load import loads_book
from puzzlegen.errors import GenerationError
from puzzlegen.files.templates import languages
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.pictures import repair
from puzzlegen.generator.requests import PuzzleRequest, section_mismatch, section_requests
from puzzlegen.pictures.choices import ReductionOptions, ready_pictures
from puzzlegen.pictures.drawings import outlined, read_picture, why_unrecognizable
from puzzlegen.solver.exact import solutions
from puzzlegen.solver.tiers import run

ROOT = Path(__file__).parents[3]
DRAWINGS = [*ready_pictures().values()]
HEART = [
    "...###...###...", "..#####.#####..", ".#############.", "###############", "###############", "###############",
    ".#############.", "..###########..", "...#########...", "....#######....", ".....#####.....", "......###......",
    ".......#.......",
]  # fmt: skip


def request(kind: Variant, difficulty: str | None = None) -> PuzzleRequest:
    cells = cells_of(HEART) if kind is MOSAIC else outlined(cells_of(HEART))
    picture = "\n".join(rows_of(cells))
    return PuzzleRequest(Grid(15, 13, kind), "heart", 3, difficulty=difficulty, picture=picture, attempts=40)


@pytest.mark.parametrize("kind", [MOSAIC, MINESWEEPER])
def test_the_solution_is_the_picture(kind: Variant) -> None:
    wanted = request(kind)
    first, second = (make_puzzle(one).graded for one in (wanted, replace(wanted, stream="other")))
    picture = tuple(mark == "#" for mark in (wanted.picture or "").replace("\n", ""))
    assert first.solution == second.solution == picture
    assert first.puzzle != second.puzzle
    assert make_puzzle(wanted).graded == first
    found = solutions(first.puzzle)
    assert found.solutions == (picture,)


@pytest.mark.parametrize("difficulty", ["easy", "medium"])
def test_a_difficulty_that_can_be_reached(difficulty: str) -> None:
    wanted = replace(request(MOSAIC, difficulty), cap=1 if difficulty == "easy" else 2)
    assert make_puzzle(wanted).graded.grade.difficulty == difficulty


def test_the_message_about_a_difficulty_out_of_reach_names_those_found() -> None:
    frame = ["#####", "#...#", "#...#", "#...#", "#####"]
    wanted = PuzzleRequest(Grid(5, 5, MOSAIC), "frame", 1, difficulty="expert", picture="\n".join(frame), attempts=5)
    with pytest.raises(GenerationError) as error:
        make_puzzle(wanted)
    assert str(error.value).startswith("no expert 5x5 puzzle in 5 attempts (5 times easy instead): ")
    assert str(error.value).endswith("so choose a difficulty that was found, another width or another picture")


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(5, 12), st.integers(5, 12), st.sampled_from([MOSAIC, MINESWEEPER]))
def test_repaired_pictures_have_one_solution(seed: int, width: int, height: int, kind: Variant) -> None:
    """Noise is the worst picture there is; what the repair gives is unique by the exact solver too."""
    cells = np.random.default_rng(seed).random((height, width)) < 0.45
    cells = outlined(cells) if kind is MINESWEEPER else cells
    grid = Grid(width, height, kind)
    try:
        repaired = repair(grid, cells, 1)
    except GenerationError as error:
        assert str(error).startswith("the picture cannot be proved at tier 1 (R")
        return
    assert set(np.flatnonzero(repaired.cells != cells).tolist()) == set(repaired.changed)
    full = from_mines(grid, repaired.cells.ravel().tolist())
    assert run(full, 1).status is Status.SOLVED
    assert solutions(full).solutions == (tuple(repaired.cells.ravel().tolist()),)
    for cell in repaired.changed:  # none of the changes is needless
        back = repaired.cells.ravel().copy()
        back[cell] = not back[cell]
        assert len(repaired.changed) > 1 or run(from_mines(grid, back.tolist()), 1).status is not Status.SOLVED


def test_a_picture_that_is_sound_is_not_changed() -> None:
    assert repair(Grid(15, 13, MOSAIC), cells_of(HEART), 1).changed == ()


def test_a_picture_beyond_repair_is_refused() -> None:
    rows, cols = np.indices((16, 16))
    with pytest.raises(GenerationError, match=r"cannot be proved at tier 1 \(R1C1 and 255 more cells\): choose a hard"):
        repair(Grid(16, 16, MOSAIC), (rows + cols) % 2 == 0, 1)


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_the_shipped_pictures_are_sound(path: Path) -> None:
    picture = read_picture(path, ReductionOptions(30))
    height, width = picture.cells.shape
    assert why_unrecognizable(picture.cells) == ""
    assert repair(Grid(width, height, MOSAIC), picture.cells, 1).changed == ()
    for language in languages():
        assert picture.titles.get("" if language == "en" else language)
        assert picture.hints.get("" if language == "en" else language)


@pytest.mark.parametrize("language", languages())
def test_no_two_shipped_pictures_have_one_hint(language: str) -> None:
    """So no hint stands twice in a book of them."""
    hints = [read_picture(path, ReductionOptions(30)).hints["" if language == "en" else language] for path in DRAWINGS]
    assert [hint for hint, times in Counter(hints).items() if times > 1] == []


def test_the_docs_list_the_shipped_pictures_by_category_and_size() -> None:
    table = {path.parent.name: ["", "", ""] for path in DRAWINGS}
    for path in DRAWINGS:
        side, row = max(read_picture(path, ReductionOptions(30)).cells.shape), table[path.parent.name]
        column = (side > 16) + (side > 28)
        row[column] += f"{', ' * bool(row[column])}{path.stem}"
    rows = [f"| `{category}` | {' | '.join(row)} |" for category, row in sorted(table.items())]
    text = (ROOT / "docs" / "pictures.md").read_text(encoding="utf-8")
    assert "\n".join(rows) in text


def test_a_puzzle_of_a_section_shows_one_of_its_pictures() -> None:
    text = "title: T\nseries: s\nsections: [{name: N, kind: mosaic, difficulty: easy, pictures: [heart, house]}]"
    (section,) = loads_book(text).sections
    graded = make_puzzle(section_requests("s", section)[0]).graded
    assert section_mismatch(graded, section, 1) is None
    for changed, words in (
        (replace(graded, picture="cat"), 'picture: found "cat", expected one of its pictures'),
        (replace(graded, picture=None), "picture: found nothing, expected one of its pictures"),
        (replace(graded, picture="house"), 'solution: found other mines, expected the picture "house"'),
        (replace(graded, puzzle=replace(graded.puzzle, total=9)), "total: found 9, expected none"),
    ):
        assert str(section_mismatch(changed, section, 1)) == words
    (plain,) = loads_book(text.replace("pictures: [heart, house]", f"count: 1, size: {graded.puzzle.grid}")).sections
    assert str(section_mismatch(graded, plain, 1)) == 'picture: found "heart", expected none'
    assert section_mismatch(replace(graded, picture=None), plain, 1) is None
