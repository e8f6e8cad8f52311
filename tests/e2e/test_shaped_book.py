"""A book of boards with shapes and a day: made, verified from pages, and refused where a shape makes no sense."""

import json
from pathlib import Path

import pytest
from commands import built, puzzlegen, records

from puzzlegen.board.puzzle import VOID
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.formats import line

BOOK = """
title: Hearts and Numbers
series: shapes
page: {profile: screen, trim: 6x9}
aids: {hints: back, rules: yes}
sections:
  - {name: Hearts, count: 2, size: 9x8, difficulty: easy, per_page: 2, shape: heart, layout: left-right}
  - {name: Numbers, kind: mosaic, count: 2, size: 13x8, difficulty: medium, per_page: 2, shape: {text: "25"}}
  - {name: Plain, count: 1, size: 6x5, difficulty: easy, per_page: 1}
  - name: Islands
    count: 2
    size: [8x8, 16x16]
    difficulty: easy
    per_page: 2
    total: yes
    shape:
      drawing: |
        ....###.
        .##.###.
        .##.....
        .##..###
        ...#####
        .######.
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("shapes"), BOOK)


def test_every_outline_is_read_back_from_puzzles_and_answers(book: Path) -> None:
    puzzles = [line.parse(str(record["puzzle"])) for record in records(book)]
    grids = [grid for page in read_pages(book / "interior.pdf") for grid in page.grids if grid.number is not None]
    assert sorted(grid.number for grid in grids if grid.number is not None) == sorted([*range(1, 8)] * 2)
    for grid in grids:
        puzzle = puzzles[(grid.number or 0) - 1]
        assert (grid.width, grid.height) == (puzzle.grid.width, puzzle.grid.height)
        assert grid.clues == puzzle.cells
        assert not grid.faults
        assert not grid.unseen
    voids = [puzzle.cells.count(VOID) for puzzle in puzzles]
    assert [count > 0 for count in voids] == [True] * 4 + [False] + [True] * 2
    assert voids[6] == 4 * voids[5]  # the drawing, twice as large


def test_it_is_verified_again(book: Path) -> None:
    done = puzzlegen("verify", str(book))
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_day_with_a_shape_is_issued_and_verified(tmp_path: Path) -> None:
    (tmp_path / "daily.yaml").write_text(
        "title: D\nseries: shaped days\naddress: https://example.org/d/\nstart: 2026-12-01\n"
        "week:\n  tuesday: {size: 9x9, difficulty: easy, shape: star}\n",
        encoding="utf-8",
    )
    site = tmp_path / "site"
    words = ("daily", str(tmp_path / "daily.yaml"), "-o", str(site), "--ledger", str(tmp_path / "ledger.sqlite"))
    done = puzzlegen(*words, "--date", "2026-12-01", "--as-of", "2026-12-01")
    assert done.returncode == 0, done.stderr
    done = puzzlegen("verify", str(site))
    assert done.returncode == 0, done.stdout + done.stderr
    data = json.loads(next(site.rglob("puzzle.json")).read_text(encoding="utf-8"))
    assert "#" in data["puzzle"]
