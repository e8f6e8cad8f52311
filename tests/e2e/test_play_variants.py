"""Hexagons, joined sides and distant neighbors on the play page, in a real browser."""

from dataclasses import replace
from typing import Any

import pytest
from browser_helpers import stop_clock, violations
from play_pages import GOLDEN, Opens, blanks, cell, put, solution_of, status
from playwright.sync_api import Page

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, KNIGHT, ORTHOGONAL, WRAP_AROUND, Variant
from puzzlegen.board.puzzle import BLANK, EMPTY, Puzzle
from puzzlegen.formats import line


def of_variant(variant: Variant, text: str) -> Puzzle:
    """Return a puzzle from the line of one of minesweeper."""
    plain = line.parse(text)
    return Puzzle(Grid(plain.grid.width, plain.grid.height, variant), plain.cells)


HEXAGONS = of_variant(HEXAGONAL, "7x5:a22c2c34b0b3b3121a4a2c1c")
HEXAGON = of_variant(HEXAGONAL, "5x5:#c#a2a1#0a13b2b##b2#")
JOINED = of_variant(WRAP_AROUND, "6x5:b31e1b3a212a11i3")
MOVES = of_variant(KNIGHT, "6x5:a1a2a2b1d334d40a0f")
CROSS = of_variant(ORTHOGONAL, "6x5:0d3a22e1a2c3b2a2b2a")
MOSAIC_PUZZLE = line.parse("mosaic:8x6:1a0a4h45a1b12f2244c4a46b4a3c4a")
PLAYED = pytest.mark.parametrize("puzzle", [HEXAGONS, JOINED, MOVES], ids=["hexagonal", "wrap-around", "knight"])
TOUCH = {"has_touch": True, "is_mobile": True, "viewport": {"width": 360, "height": 740}}


def classes(page: Page, name: str) -> list[int]:
    """Return the cells that have a class."""
    found: list[int] = page.evaluate(
        "name => [...document.querySelectorAll('[role=gridcell]')]"
        ".flatMap((box, i) => box.classList.contains(name) ? [i] : [])",
        name,
    )
    return found


def neighbors(puzzle: Puzzle, i: int) -> list[int]:
    near = puzzle.grid.neighborhood
    return [int(other) for other in near.cells[near.start[i] : near.start[i + 1]]]


def copies(page: Page) -> Any:
    return page.locator(".rim > *")


def copied_cells(puzzle: Puzzle) -> list[int]:
    """Return the cells that the rim repeats, in reading order."""
    width, height = puzzle.grid.width, puzzle.grid.height
    return [
        row % height * width + col % width
        for row in range(-1, height + 1)
        for col in range(-1, width + 1)
        if row in (-1, height) or col in (-1, width)
    ]


@PLAYED
def test_a_whole_puzzle_by_mouse(opened: Opens, puzzle: Puzzle) -> None:
    page = opened(puzzle)
    for i, mine in enumerate(solution_of(puzzle)):
        if mine:
            cell(page, i).click()
    assert status(page).startswith("Solved in ")


@PLAYED
def test_a_whole_puzzle_by_touch(opened: Opens, puzzle: Puzzle) -> None:
    page = opened(puzzle, context=TOUCH)
    stop_clock(page)
    for i, mine in enumerate(solution_of(puzzle)):
        if mine:
            cell(page, i).tap()
    assert status(page).startswith("Solved in ")


@PLAYED
def test_a_whole_puzzle_by_keyboard(opened: Opens, puzzle: Puzzle) -> None:
    page, mines = opened(puzzle), solution_of(puzzle)
    width, height = puzzle.grid.width, puzzle.grid.height
    cell(page, 0).focus()
    for row in range(height):
        for i in range(row * width, row * width + width):
            if mines[i]:
                page.keyboard.press("Space")
            page.keyboard.press("ArrowRight" if i % width < width - 1 else "Home")
        page.keyboard.press("ArrowDown")
    assert status(page).startswith("Solved in ")


@pytest.mark.parametrize("puzzle", [HEXAGON, JOINED, MOVES, CROSS], ids=str)
def test_hints_lead_to_the_end(opened: Opens, puzzle: Puzzle) -> None:
    page, mines = opened(puzzle), solution_of(puzzle)
    left = set(blanks(puzzle))
    hint = page.get_by_role("button", name="Hint")
    while left:
        for _ in range(3):
            hint.click()
        proved = set(classes(page, "proved"))
        assert proved and proved <= left
        assert classes(page, "witness")
        put(page, {i: mines[i] for i in proved})
        left -= proved
        if status(page).startswith("Solved in "):
            return
    raise AssertionError("the hints ran out")


@pytest.mark.parametrize("puzzle", [GOLDEN, MOSAIC_PUZZLE, HEXAGONS, HEXAGON, JOINED, MOVES, CROSS], ids=str)
def test_a_clue_shows_the_cells_it_counts(opened: Opens, puzzle: Puzzle) -> None:
    page = opened(puzzle)
    clues = [i for i, value in enumerate(puzzle.cells) if value >= 0]
    assert clues
    counted = page.evaluate(
        """clues => {
            const boxes = [...document.querySelectorAll('[role=gridcell]')];
            return clues.map(clue => {
                boxes[clue].focus();
                return boxes.flatMap((box, i) => box.classList.contains('counted') ? [i] : []);
            });
        }""",
        clues,
    )
    assert counted == [sorted(neighbors(puzzle, i)) for i in clues]
    if blank := [i for i, value in enumerate(puzzle.cells) if value == -1]:
        cell(page, blank[0]).focus()
        assert classes(page, "counted") == []
    cell(page, clues[0]).hover()
    assert classes(page, "counted") == sorted(neighbors(puzzle, clues[0]))
    page.locator("h1").hover()
    assert classes(page, "counted") == []


@pytest.mark.parametrize("puzzle", [HEXAGONS, HEXAGON], ids=["rectangle", "hexagon"])
def test_a_point_belongs_to_the_nearest_hexagon(opened: Opens, puzzle: Puzzle) -> None:
    page = opened(puzzle)
    found: list[list[float]] = page.evaluate(
        """() => {
            const boxes = [...document.querySelectorAll('[role=gridcell]')];
            return boxes.flatMap((box, i) => {
                const { left, top, width, height } = box.getBoundingClientRect();
                return [0.04, 0.25, 0.5, 0.75, 0.96].flatMap(a => [0.04, 0.2, 0.5, 0.8, 0.96].map(b => {
                    const [x, y] = [left + a * width, top + b * height];
                    return [x, y, boxes.indexOf(document.elementFromPoint(x, y).closest('[role=gridcell]'))];
                })).concat([[left + width / 2, top + height / 2, i]]);
            });
        }"""
    )
    centers = {int(i): (x, y) for x, y, i in found[25::26]}
    reach = (centers[1][0] - centers[0][0]) / 2  # from the center to a side

    def distance(i: int, x: float, y: float) -> float:
        return float(((centers[i][0] - x) ** 2 + (centers[i][1] - y) ** 2) ** 0.5)

    beside = 0
    for x, y, i in found:
        nearest = min(centers, key=lambda one: distance(one, x, y))
        if i < 0:
            beside += 1
            assert distance(nearest, x, y) > reach
        elif puzzle.cells[nearest] != line.VOID:
            assert distance(int(i), x, y) == pytest.approx(distance(nearest, x, y), abs=0.6)
    assert beside


def test_the_arrow_keys_keep_the_column_of_hexagons(opened: Opens) -> None:
    page = opened(HEXAGONS)
    cell(page, 3).focus()
    across, names = [], []
    for _ in range(4):
        page.keyboard.press("ArrowDown")
        names.append(page.evaluate("document.activeElement.getAttribute('aria-label')").partition(":")[0])
        across.append(page.evaluate("document.activeElement.getBoundingClientRect().left"))
    assert names == [f"Row {row}, cell 4" for row in (2, 3, 4, 5)]
    right, left = sorted(set(across))
    assert across == [left, right, left, right]


def test_every_side_of_a_hexagon_is_drawn_once(opened: Opens) -> None:
    page = opened(HEXAGON)
    inner, frame = (page.locator(f".lines .{name}").get_attribute("d").count("M") for name in ("inner", "frame"))
    assert 2 * inner + frame == 6 * HEXAGON.grid.area
    assert frame == 6 * 5  # three cells a side: each corner of the board shows three sides, each other cell two
    assert page.locator("[role=gridcell][tabindex]").count() == HEXAGON.grid.area


@pytest.mark.parametrize("columns", [13, 18])
def test_hexagons_are_large_enough_for_a_finger(opened: Opens, columns: int) -> None:
    cells = (BLANK, 1, *(EMPTY for _ in range(2 * columns - 2)))  # one mine: the size is that before the end
    wide = Puzzle(replace(HEXAGONS.grid, width=columns, height=2), cells)
    page = opened(wide, context=TOUCH)
    assert cell(page, 0).bounding_box()["width"] >= 24
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ("panned" in page.locator("#board").get_attribute("class")) == (columns > 13)


def test_a_cancelled_gesture_leaves_no_mark(opened: Opens) -> None:
    page = opened(HEXAGONS)
    page.evaluate(
        """() => {
            const boxes = document.querySelectorAll('[role=gridcell]');
            const send = (kind, i) => {
                const { left, top, width, height } = boxes[i].getBoundingClientRect();
                const place = { clientX: left + width / 2, clientY: top + height / 2 };
                const gesture = { bubbles: true, isPrimary: true, pointerId: 1 };
                boxes[i].dispatchEvent(new PointerEvent(kind, { ...gesture, ...place }));
            };
            document.getElementById('board').setPointerCapture = () => {};
            send('pointerdown', 3);
            for (const i of [4, 5]) send('pointermove', i);
            window.painted = document.querySelectorAll('.is-mine').length;
            send('pointercancel', 5);
        }"""
    )
    assert page.evaluate("painted") == 3
    assert classes(page, "is-mine") == []
    assert page.get_by_role("button", name="Undo").is_disabled()


def test_the_rim_repeats_the_opposite_sides(opened: Opens) -> None:
    page = opened(JOINED)
    shown = copied_cells(JOINED)
    assert copies(page).count() == len(shown)
    corner = [at for at, i in enumerate(shown) if i == 0]
    assert len(corner) == 3
    cell(page, 0).press("m")
    for at, i in enumerate(shown):
        copy = copies(page).nth(at)
        assert ("is-mine" in copy.get_attribute("class")) == (i == 0)
        assert copy.inner_html() == cell(page, i).inner_html()
    places = page.evaluate(
        """() => {
            const first = document.querySelector('[role=gridcell]');
            const { left, top, width, height } = first.getBoundingClientRect();
            return [...document.querySelectorAll('.rim > *')].map(copy => {
                const box = copy.getBoundingClientRect();
                return [Math.round((box.top - top) / height), Math.round((box.left - left) / width)];
            });
        }"""
    )
    assert [row % 5 * 6 + col % 6 for row, col in places] == shown


def test_a_copy_marks_its_cell_and_cannot_be_focused(opened: Opens) -> None:
    page = opened(JOINED)
    assert page.locator(".rim").get_attribute("aria-hidden") == "true"
    assert page.locator(".rim [tabindex], .rim [role], .rim [aria-label]").count() == 0
    shown = copied_cells(JOINED)
    blank = next(at for at, i in enumerate(shown) if JOINED.cells[i] == -1)
    copies(page).nth(blank).click()
    assert classes(page, "is-mine") == [shown[blank]]
    assert (
        page.evaluate("[...document.querySelectorAll('[role=gridcell]')].indexOf(document.activeElement)")
        == shown[blank]
    )
    copies(page).nth(blank).click(button="right")
    assert classes(page, "is-safe") == [shown[blank]]
    page.keyboard.press("Delete")
    row = [at for at, i in enumerate(shown) if i // 6 == 4][:3]  # above the first row: cells of the last
    start, end = (copies(page).nth(at).bounding_box() for at in (row[1], row[2]))
    for place, act in ((start, page.mouse.down), (end, page.mouse.up)):
        page.mouse.move(place["x"] + 9, place["y"] + 9)
        act()
    assert classes(page, "is-mine") == [i for i in (24, 25) if JOINED.cells[i] == -1] != []


def test_the_arrow_keys_go_around(opened: Opens) -> None:
    page = opened(JOINED)
    cell(page, 0).focus()
    names = []
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        names.append(page.evaluate("document.activeElement.getAttribute('aria-label')").partition(":")[0])
    assert names == ["Row 1, column 6", "Row 5, column 6", "Row 5, column 1", "Row 1, column 1"]


@pytest.mark.parametrize("puzzle", [HEXAGONS, JOINED], ids=["hexagonal", "wrap-around"])
def test_axe_finds_nothing(opened: Opens, axe: str, puzzle: Puzzle) -> None:
    page, mines = opened(puzzle), solution_of(puzzle)
    page.evaluate(axe)
    for _ in range(3):
        page.get_by_role("button", name="Hint").click()
    cell(page, next(i for i, value in enumerate(puzzle.cells) if value > 0)).focus()
    assert violations(page, ("no-preference", "more")) == []
    first, second = blanks(puzzle)[:2]
    put(page, {first: not mines[first], second: False})
    page.get_by_role("button", name="Check").click()
    page.get_by_role("button", name="Show where").click()
    assert classes(page, "wrong")
    assert violations(page) == []


def test_hexagons_have_lines_in_forced_colors_and_on_paper(opened: Opens) -> None:
    page = opened(HEXAGONS, context={"forced_colors": "active"})
    stroke = "one => getComputedStyle(one).stroke"
    text = page.evaluate("getComputedStyle(document.body).color")
    assert [page.locator(f".lines .{name}").evaluate(stroke) for name in ("inner", "frame")] == [text, text]
    page.emulate_media(media="print", forced_colors="none", color_scheme="dark")
    assert page.locator(".lines .frame").evaluate(stroke) == "rgb(0, 0, 0)"
    assert page.locator(".lines").is_visible()
    assert page.get_by_role("grid").bounding_box()["width"] == pytest.approx(7.5 * 13 / 25.4 * 96, abs=6)


def test_a_shape_of_hexagons_counts_within_its_rows(opened: Opens) -> None:
    """Its rows begin at different places, so it has no columns, and each row is named at its first cell."""
    page = opened(HEXAGON)
    grid = HEXAGON.grid
    present = [i for i in range(grid.size) if i not in grid.voids]
    for i in present:
        row, col = grid.counted(i)
        assert cell(page, i).get_attribute("aria-label").startswith(f"Row {row + 1}, cell {col + 1}:")
    page.get_by_role("button", name="Hint").click()
    labels = page.locator(".labels span:visible")
    assert labels.all_inner_texts() == [str(row + 1) for row in range(grid.height)]
    for row in range(grid.height):
        first = next(i for i in present if i // grid.width == row)
        label, box = labels.nth(row).bounding_box(), cell(page, first).bounding_box()
        assert label is not None and box is not None
        assert box["x"] - 16 <= label["x"] + label["width"] <= box["x"] + 2
