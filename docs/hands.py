"""Measure the signs of each hand and draw puzzles of each. Writes docs/hands.png and the table of docs/quality.md.

python docs/hands.py [PUZZLES]     puzzles of each hand, by default 200; with effort normal a fourth of them
"""

from __future__ import annotations

import re
import sys
import time
from itertools import groupby
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from puzzlegen.api import render
from puzzlegen.board.difficulty import LOW, NORMAL
from puzzlegen.board.grid import Grid
from puzzlegen.board.hands import HANDS
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.board.spec import PuzzleSpec
from puzzlegen.drawing.fonts import default_fonts
from puzzlegen.generator.batch import best_of, generate_puzzle
from puzzlegen.generator.requests import requests_for
from puzzlegen.grading.order import RepeatFilter
from puzzlegen.grading.quality import clue_counts

HERE = Path(__file__).parent
GRID, DIFFICULTY = Grid(10, 10), "medium"
DRAWN = (Grid(10, 10), Grid(15, 15))
SIDE, GAP = 300, 24  # pixels of a puzzle, and between two


def made(hand: str, effort: str, count: int, grid: Grid) -> list[GradedPuzzle]:
    """Make puzzles of a hand, as a section of a book has them."""
    spec = PuzzleSpec(difficulty=DIFFICULTY, hand=hand, effort=effort)
    requests = list(requests_for(spec, grid, f"hands/{grid}", count))
    every = (generate_puzzle(one) for request in requests for one in request.candidates())
    return [
        one.graded for one in (every if effort == LOW else best_of(requests, every, RepeatFilter(), generate_puzzle))
    ]


def signs(graded: GradedPuzzle) -> dict[str, float]:
    """Return the figures of one puzzle."""
    puzzle, grid = graded.puzzle, graded.puzzle.grid
    clue = np.asarray(puzzle.array >= 0)
    touching = np.where(grid.touching >= 0, clue[grid.touching], False)
    sides = grid.touching[:, : grid.variant.lattice.sides]
    lines = clue.reshape(grid.height, grid.width)
    runs = [len([*run]) for line in (*lines, *lines.T) for flag, run in groupby(line) if flag]
    values = clue_counts(puzzle)
    return {
        "mines": sum(graded.solution) / grid.area,
        "clues": clue.mean(),
        "0s": values[0] / puzzle.clues,
        "1s": values[1] / puzzle.clues,
        "lone clues": float(np.mean(~np.any(touching, axis=1)[clue])),
        "cells at edges with a clue": clue[(sides < 0).any(axis=1)].mean(),
        "clues with a clue at a side": np.any(touching[:, : sides.shape[1]], axis=1)[clue].mean(),
        "clues in a row or column, mean": fmean(runs),
        "agreement with the half turn": np.mean(lines == lines[::-1, ::-1]),
    }


def table(count: int) -> str:
    """Measure all hands at both efforts, and return the table in Markdown."""
    lines: list[str] = []
    for effort, number in ((LOW, count), (NORMAL, count // 4)):
        for hand in HANDS:
            made(hand, effort, 1, GRID)  # tables of the board are kept
            begin = time.process_time()
            found = [signs(one) for one in made(hand, effort, number, GRID)]
            figures = {name: fmean(one[name] for one in found) for name in found[0]}
            shown = [f"{value:.2f}" if value < 2 else f"{value:.1f}" for value in figures.values()]
            if not lines:
                lines += [
                    f"| hand | effort | {' | '.join(figures)} | ms a puzzle |",
                    "|---|---|" + "---|" * (len(shown) + 1),
                ]
            spent = 1000 * (time.process_time() - begin) / number
            lines.append(f"| `{hand}` | {effort} | {' | '.join(shown)} | {spent:.1f} |")
    return "\n".join(lines)


def picture(folder: Path) -> Image.Image:
    """Draw a puzzle of each hand and size, a column for each hand."""
    head = 30
    sheet = Image.new("L", (len(HANDS) * (SIDE + GAP) + GAP, len(DRAWN) * (SIDE + GAP) + head + GAP), 255)
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(str(default_fonts().file("regular")), 22)
    for i, hand in enumerate(HANDS):
        left = GAP + i * (SIDE + GAP)
        draw.text((left, GAP // 2), hand, fill=0, font=font)
        for j, grid in enumerate(DRAWN):
            path = folder / "puzzle.png"
            render(made(hand, NORMAL, 1, grid)[0], path, width=4 * SIDE)
            with Image.open(path) as drawn:
                small = drawn.convert("L").resize((SIDE, SIDE), Image.Resampling.LANCZOS)
            sheet.paste(small, (left, head + GAP + j * (SIDE + GAP)))
    return sheet


def main(count: int) -> None:
    """Measure, draw, and put the table into docs/quality.md."""
    page = HERE / "quality.md"
    begin, end = "<!-- hands -->\n", "<!-- end of hands -->"
    middle = table(count)
    print(middle)
    text = page.read_text(encoding="utf-8")
    page.write_text(
        re.sub(f"{begin}.*?{end}", lambda _: f"{begin}{middle}\n{end}", text, flags=re.DOTALL), encoding="utf-8"
    )
    with TemporaryDirectory() as folder:
        picture(Path(folder)).quantize(16, dither=Image.Dither.NONE).save(HERE / "hands.png", optimize=True, bits=4)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
