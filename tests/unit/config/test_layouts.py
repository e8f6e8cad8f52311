"""Layouts as written in configs and options, and one line for each that no board can have."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from puzzlegen.board import drawn_layouts
from puzzlegen.board.drawn_layouts import clue_cells, completion, drawn_layout, unreached
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import MOSAIC
from puzzlegen.board.spec import Layout
from puzzlegen.config.generation import LayoutConfig, ShapeConfig, parse_layout, parse_shape
from puzzlegen.config.load import loads_book, loads_daily
from puzzlegen.config.section import SectionConfig
from puzzlegen.errors import ConfigError, FormatError
from puzzlegen.generator.requests import request_for, section_requests
from puzzlegen.pictures.choices import drawing_rows, image_rows, text_rows

BOOK = "title: A\nseries: s\nsections:\n  - {name: n, count: 2, size: %s, difficulty: easy, %s}\n"
DRAWING = """.#.#.
#...#
..#..
#...#
.#.#."""


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf#.#\n...\n#.#\n", b"#.#\r\n...\r\n#.#", b"\n #.#\n ...\n #.#\n"])
def test_a_drawing_is_read_as_any_editor_saves_it(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a byte order mark, with the line ends of Windows, or with space around it."""
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_bytes(content)
    assert parse_layout("file:a.txt").for_board(Grid(3, 3)).drawing == "#.#\n...\n#.#"
    assert parse_shape("file:a.txt").on(Grid(9, 9)) == ShapeConfig(drawing="#.#\n...\n#.#").on(Grid(9, 9))


def test_a_config_with_layouts_makes_requests() -> None:
    block = DRAWING.replace("\n", "\n          ")
    text = (
        "title: A\nseries: s\nsections:\n"
        "  - {name: a, count: 1, size: 6x5, difficulty: easy, layout: half-turn}\n"
        "  - {name: b, count: 1, size: 6x5, difficulty: easy, layout: {rule: half-turn, clues: 0.3}}\n"
        "  - name: c\n    count: 1\n    size: 5x5\n    difficulty: easy\n"
        f"    layout:\n      drawing: |\n          {block}\n"
        "  - {name: d, count: 1, size: 7x9, difficulty: easy, layout: {text: 7}}\n"
        "  - {name: e, count: 1, size: 7x9, difficulty: easy, layout: natural, hand: lines}\n"
        "  - {name: f, count: 1, size: 7x9, difficulty: easy, layout: natural, density: 0.3, spread: 0.01}\n"
    )
    config = loads_book(text)
    requests = [section_requests("s", section)[0] for section in config.sections]
    assert [one.layout for one in requests[:3]] == [
        Layout("half-turn"),
        Layout("half-turn", 0.3),
        Layout(drawing=DRAWING),
    ]
    assert "#####" in (requests[3].layout.drawing or "")
    assert [(one.density, one.spread) for one in requests] == [(0.33, 0.03)] * 4 + [(0.32, 0.06), (0.3, 0.01)]
    assert loads_book(text).model_dump(mode="json") == config.model_dump(mode="json")


def test_one_text_means_the_same_in_a_config_as_on_the_command_line() -> None:
    config = loads_book(
        "title: A\nseries: s\nsections:\n"
        "  - {name: a, count: 1, size: 14x14, difficulty: easy, layout: text:25}\n"
        "  - {name: b, count: 1, size: 14x14, difficulty: easy, layout: clues:0.3}\n"
        "  - {name: c, count: 1, size: 14x14, difficulty: easy, shape: text:25}\n"
    )
    letters, share, shaped = config.sections
    grid = Grid(14, 14)
    assert letters.layout == parse_layout("text:25") == LayoutConfig(text="25")
    assert share.layout == parse_layout("clues:0.3") == LayoutConfig(clues=0.3)
    assert share.layout.for_board(grid) == Layout("free", 0.3) and share.hand is None
    assert shaped.boards == (parse_shape("text:25").on(grid),)


def test_a_weekday_may_have_a_layout() -> None:
    head = "title: A\nseries: s\naddress: https://example.com/d/\nstart: 2026-12-01\n"
    config = loads_daily(head + "week: {monday: {size: 8x8, difficulty: easy, layout: diagonal}}")
    monday = config.week.days[0]
    assert monday is not None
    assert request_for(monday.spec, monday.size, "s").layout == Layout("diagonal")
    with pytest.raises(ConfigError, match=r"week\.monday\.layout: found diagonal on a board of 8x9 cells"):
        loads_daily(head + "week: {monday: {size: 8x9, difficulty: easy, layout: diagonal}}")


def test_texts_are_as_large_as_the_board_allows() -> None:
    small, large = text_rows("I1", Grid(10, 8)), text_rows("i1", Grid(21, 15))
    assert [row[:2] for row in small] == ["##", ".#", ".#", ".#", ".#", ".#", "##", ".."]
    assert len(large) == 15 and "".join(large).count("#") == 4 * "".join(small).count("#")
    two_lines = text_rows("A\nB", Grid(5, 15))
    assert two_lines[7] == "....." and len(two_lines) == 15


def test_images_are_scaled_without_distortion(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (40, 20), (0, 0, 0, 0))  # transparent counts as white
    picture.paste((10, 20, 30, 255), (0, 0, 20, 20))
    picture.save(tmp_path / "half.png")
    found = parse_layout(f"file:{tmp_path}/half.png", fill=True).for_board(Grid(8, 8)).drawing or ""
    rows = found.splitlines()
    assert [row[:4] for row in rows[2:6]] == ["####"] * 4
    gray = np.array([[0, 255], [255, 0]], np.uint8)
    assert image_rows(gray, Grid(4, 4)) == ["##..", "##..", "..##", "..##"]


@pytest.mark.parametrize("grid", [Grid(7, 5), Grid(6, 6, MOSAIC), Grid(1, 9)])
def test_the_smallest_completion_reaches_every_cell(grid: Grid) -> None:
    """Compared with trying every choice of fewer clues."""
    rng = np.random.default_rng(31)
    for _ in range(8):
        flags = rng.random(grid.size) < 0.15
        added, fewest = completion(grid, flags)
        assert fewest
        full = flags.copy()
        full[added] = True
        assert unreached(grid, full).size == 0
        others = np.flatnonzero(~flags)
        if len(added) in (1, 2, 3):
            for fewer in combinations(others, len(added) - 1):
                trial = flags.copy()
                trial[list(fewer)] = True
                assert unreached(grid, trial).size > 0


def test_a_search_for_the_smallest_completion_that_ends_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    grid, flags = Grid(9, 13), np.zeros((13, 9), np.bool_)
    flags[:9] = np.random.default_rng(0).random((9, 9)) < 0.08
    flags[10] = True  # between a part of the board that takes a long search, and a row that takes a step
    flags = flags.ravel()
    assert completion(grid, flags).fewest
    monkeypatch.setattr(drawn_layouts, "COMPLETION_STEPS", 5)
    added, fewest = completion(grid, flags)
    flags[added] = True
    assert not fewest and unreached(grid, flags).size == 0


def test_each_of_several_drawings_is_for_the_boards_of_its_size() -> None:
    text = "#..\n..#\n\n \n#.#.\n....\n.#.#\n"
    assert drawing_rows(text, Grid(3, 2)) == ("#..", "..#")
    assert drawing_rows(text, Grid(4, 3))[0] == "#.#."
    with pytest.raises(FormatError, match=r"^found drawings of 3x2, 4x3 cells, expected one of 6x4: add it, or remove"):
        LayoutConfig(drawing=text, fill=True).for_board(Grid(6, 4))


def test_a_config_keeps_the_drawings_of_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    picture = Image.new("L", (40, 20), 255)
    picture.paste(0, (0, 0, 20, 20))
    picture.save("half.png")
    Path("plus.txt").write_text(" .##.\n ####\n .##.\n", encoding="utf-8")
    text = BOOK % ("[8x8, 6x4, 8x8]", "layout: {file: half.png, fill: yes}, shape: {file: plus.txt}")
    choices = (LayoutConfig(file="half.png", fill=True), ShapeConfig(file="plus.txt"))
    (section,) = loads_book(text).sections
    assert section.shape == ShapeConfig(drawing=".##.\n####\n.##.") and section.layout.file is None
    boards = [choices[1].on(Grid(*size)) for size in ((8, 8), (6, 4), (8, 8))]
    assert list(section.boards) == boards
    expected = [choices[0].for_board(board) for board in boards]
    Path("half.png").unlink()
    Path("plus.txt").unlink()
    again = SectionConfig.model_validate(section.model_dump(mode="json"))
    assert again == section and list(again.boards) == boards
    assert [again.layout.for_board(board) for board in boards] == expected


def test_filling_keeps_the_drawing() -> None:
    rows = ("......", ".##...", "......", "......", "......")
    layout = drawn_layout(Grid(6, 5), rows, fill=True)
    flags = clue_cells(layout).reshape(5, 6)
    assert flags[1, 1] and flags[1, 2] and 2 < flags.sum() <= 5
