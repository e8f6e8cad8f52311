"""Measure layouts beside handmade puzzles, and draw two pages of each. Writes docs/layouts-*.png and docs/layouts.md.

python docs/layouts.py [PUZZLES]     puzzles for each layout of the table, by default 400
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from puzzlegen.api import render
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.spec import FREE, NATURAL, PuzzleSpec
from puzzlegen.board.symmetry import image_cells
from puzzlegen.config.generation import LayoutConfig
from puzzlegen.generator.attempts import make_puzzle
from puzzlegen.generator.requests import PuzzleRequest, request_for

HERE = Path(__file__).parent
SIDES = (6, 7, 8, 9, 10, 10, 12, 15, 20)
TABLE = (FREE, NATURAL, "half-turn")
# Means and standard deviations of 341 handmade puzzles of 6x6 to 20x20, unique without a total (measured 2026-11-22)
HANDMADE: dict[str, tuple[float, float | None]] = {
    "clues without a clue beside them": (0.043, 0.134),
    "clues beside a clue, mean": (1.85, 0.40),
    "clues beside a clue, deviation within a puzzle": (0.86, 0.20),
    "agreement with the half-turn image": (0.601, 0.154),
    "agreement with the left-right image": (0.580, None),
    "agreement with the top-bottom image": (0.580, None),
    "agreement with the diagonal image": (0.608, None),
    "blanks with at most one clue beside them": (0.155, 0.070),
    "clue density": (0.338, 0.032),
    "clue density in corners": (0.278, None),
    "clue density on edges": (0.321, None),
    "mine density": (0.293, 0.058),
    "mine density on edges": (0.292, 0.088),
    "mines beside a mine, mean": (1.89, 0.50),
    **{f"share of clues {value}": (share, None) for value, share in enumerate((0.058, 0.242, 0.297, 0.231, 0.117))},
}
# Names of the picture, layout, side, difficulty
PICTURES: tuple[tuple[str, LayoutConfig, int, str], ...] = (
    ("free", LayoutConfig(rule=FREE), 10, "medium"),
    ("natural", LayoutConfig(rule=NATURAL), 10, "medium"),
    ("half-turn", LayoutConfig(rule="half-turn"), 10, "medium"),
    ("full", LayoutConfig(rule="full"), 11, "medium"),
    ("text", LayoutConfig(text="25"), 14, "medium"),
    ("sparse", LayoutConfig(clues=0.22), 10, "medium"),
)
HEART = """
.............
...##...##...
..####.####..
.##..###..##.
.##...#...##.
.##.......##.
..##.....##..
...##...##...
....##.##....
.....###.....
......#......
............."""
ROW: tuple[tuple[LayoutConfig, int, int], ...] = (  # for the README: layout, width, height
    (LayoutConfig(rule="half-turn"), 10, 10),
    (LayoutConfig(rule="full"), 11, 11),
    (LayoutConfig(text="25"), 13, 11),
    (LayoutConfig(drawing=HEART, fill=True), 13, 12),
)
A_PAGE, ACROSS = 6, 2  # puzzles on a page, and side by side
CELL, GAP, GROUND = 150, 12, 208  # pixels of a puzzle, pixels, gray


def make(choice: LayoutConfig, sides: tuple[int, ...], count: int, difficulty: str | None) -> Iterator[GradedPuzzle]:
    """Make puzzles of alternating sizes and tiers."""
    for number in range(count):
        cap = None if difficulty else 1 + number % 3
        spec = PuzzleSpec(difficulty=difficulty, max_tier=cap, layout=choice)
        side = sides[number % len(sides)]
        grid = Grid(side, side)
        yield make_puzzle(request_for(spec, grid, f"layouts/{choice}/{number}")).graded


def features(graded: GradedPuzzle) -> dict[str, float]:
    """Return the figures of one puzzle; not a number where it has no such cells."""
    puzzle, grid = graded.puzzle, graded.puzzle.grid
    clue, mine = puzzle.array >= 0, np.array(graded.solution)
    clues_beside, mines_beside = _beside(grid, clue), _beside(grid, mine)
    rows, cols = np.divmod(np.arange(grid.size), grid.width)
    sides = np.isin(rows, (0, grid.height - 1)).astype(int) + np.isin(cols, (0, grid.width - 1))
    flags = tuple(clue.tolist())
    agreement = {
        name: np.mean(clue == np.array(image_cells(grid, flags, transform)))
        for name, transform in (("half-turn", 2), ("left-right", 4), ("top-bottom", 6), ("diagonal", 5))
    }
    return {
        "clues without a clue beside them": np.mean(clues_beside[clue] == 0),
        "clues beside a clue, mean": clues_beside[clue].mean(),
        "clues beside a clue, deviation within a puzzle": clues_beside[clue].std(),
        **{f"agreement with the {name} image": float(value) for name, value in agreement.items()},
        "blanks with at most one clue beside them": np.mean(clues_beside[~clue] <= 1),
        "clue density": clue.mean(),
        "clue density in corners": clue[sides == 2].mean(),
        "clue density on edges": clue[sides == 1].mean(),
        "mine density": mine.mean(),
        "mine density on edges": mine[sides >= 1].mean(),
        "mines beside a mine, mean": mines_beside[mine].mean(),
        **{f"share of clues {value}": np.mean(puzzle.array[clue] == value) for value in range(5)},
    }


def _beside(grid: Grid, flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many of the eight cells around each cell are flagged."""
    around = grid.neighborhood
    return np.add.reduceat(flags[around.cells].astype(np.int64), around.start[:-1])


def table(count: int) -> str:
    """Measure the layouts of TABLE and return the table in Markdown."""
    columns, times = [], []
    for rule in TABLE:
        next(make(LayoutConfig(rule=rule), SIDES, 1, None))  # tables of the boards are kept
        begin = time.process_time()
        puzzles = list(make(LayoutConfig(rule=rule), SIDES, count, None))
        times.append((time.process_time() - begin) / count * 1000)
        columns.append([features(puzzle) for puzzle in puzzles])
    lines = [f"| | handmade | {' | '.join(TABLE)} |", "|---|---|" + "---|" * len(TABLE)]
    for name, (mean, deviation) in HANDMADE.items():
        cells = [f"{mean:.3f}" + (f" ({deviation:.3f})" if deviation is not None else "")]
        for column in columns:
            values = [one[name] for one in column]
            cells.append(f"{np.nanmean(values):.3f} ({np.nanstd(values):.3f})")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    distances = ["" for _ in TABLE]
    for i, column in enumerate(columns):
        parts = [
            abs(float(np.nanmean([one[name] for one in column])) - mean) / deviation
            for name, (mean, deviation) in HANDMADE.items()
            if deviation is not None
        ]
        distances[i] = f"{np.mean(parts):.2f}"
    lines.append(f"| mean distance from handmade, in their deviations | 0 | {' | '.join(distances)} |")
    lines.append(f"| processor time a puzzle | | {' | '.join(f'{one:.1f} ms' for one in times)} |")
    return "\n".join(lines)


def two_pages(choice: LayoutConfig, side: int, difficulty: str, folder: Path) -> Image.Image:
    """Draw two pages of puzzles side by side."""
    down = A_PAGE // ACROSS
    wide, high = ACROSS * (CELL + GAP) + GAP, down * (CELL + GAP) + GAP
    sheet = Image.new("L", (2 * wide + 3 * GAP, high + 2 * GAP), GROUND)
    for number, graded in enumerate(make(choice, (side,), 2 * A_PAGE, difficulty)):
        page, place = divmod(number, A_PAGE)
        if place == 0:
            sheet.paste(255, (GAP + page * (wide + GAP), GAP, GAP + page * (wide + GAP) + wide, GAP + high))
        row, col = divmod(place, ACROSS)
        path = folder / "puzzle.png"
        render(graded, path, width=4 * CELL)
        with Image.open(path) as drawn:
            small = drawn.convert("L").resize((CELL, CELL), Image.Resampling.LANCZOS)
        left = 2 * GAP + page * (wide + GAP) + col * (CELL + GAP)
        sheet.paste(small, (left, 2 * GAP + row * (CELL + GAP)))
    return sheet


def row_of_layouts(folder: Path) -> Image.Image:
    """Draw one puzzle of each layout of ROW, with cells of equal size."""
    side = 26  # pixels of a cell
    widest = sum((width + 1) * side for _, width, _ in ROW)
    sheet = Image.new("L", (widest + side, (max(height for _, _, height in ROW) + 2) * side), 255)
    left = side
    for choice, width, height in ROW:
        grid = Grid(width, height)
        request = PuzzleRequest(grid, f"layouts/row/{choice}", 2, difficulty="medium", layout=choice.for_board(grid))
        path = folder / "puzzle.png"
        render(make_puzzle(request).graded, path, width=4 * width * side)
        with Image.open(path) as drawn:
            small = drawn.convert("L").resize(
                (width * side, round(drawn.height * width * side / drawn.width)), Image.Resampling.LANCZOS
            )
        sheet.paste(small, (left, (sheet.height - small.height) // 2))
        left += (width + 1) * side
    return sheet


def main(count: int) -> None:
    """Measure, draw, and put the table into docs/layouts.md."""
    page = HERE / "layouts.md"
    text = page.read_text(encoding="utf-8")
    begin, end = "<!-- table -->\n", "<!-- end of table -->"
    middle = table(count)
    print(middle)
    page.write_text(
        re.sub(f"{begin}.*?{end}", lambda _: f"{begin}{middle}\n{end}", text, flags=re.DOTALL), encoding="utf-8"
    )
    with TemporaryDirectory() as folder:
        for name, choice, side, difficulty in PICTURES:
            sheet = two_pages(choice, side, difficulty, Path(folder))
            save(sheet, f"layouts-{name}.png")
        save(row_of_layouts(Path(folder)), "layouts.png")


def save(sheet: Image.Image, name: str) -> None:
    """Write a picture in 16 shades of gray."""
    sheet.quantize(16, dither=Image.Dither.NONE).save(HERE / name, optimize=True, bits=4)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
