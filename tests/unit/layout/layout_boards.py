"""Boards, books and a font made of arithmetic for the tests of layout and render."""

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER
from puzzlegen.board.puzzle import BLANK, VOID, GradedPuzzle, Puzzle, Solution, from_mines
from puzzlegen.config.themes import Type, TypeSizes
from puzzlegen.language.catalogue import load
from puzzlegen.language.markdown_blocks import Figure, Heading, Paragraph, Run
from puzzlegen.layout.book.book_content import (
    BookContent,
    BookSection,
    FigureStep,
    PuzzleEntry,
    VariantRules,
    WorkedExample,
)
from puzzlegen.layout.core.document import Font
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import DEFAULT
from puzzlegen.units import inches

EN = load("en")
LETTER = PageGeometry(*(inches(x) for x in (8.5, 11, 0.625, 0.7, 0.75, 0.85)))
TRAVEL = PageGeometry(*(inches(x) for x in (6, 9, 0.5, 0.55, 0.65, 0.75)))
LARGE = replace(
    DEFAULT,
    type=Type(
        narrow=TypeSizes(body=18, leading=24, small=18, heading=26),
        wide=TypeSizes(body=18, leading=25, small=18, heading=30),
    ),
)


class PlainMetrics:
    """A font whose every letter is half as wide as its size and whose capitals are 0.64 of it high."""

    def width(self, text: str, font: Font) -> float:
        return 0.5 * len(text)

    def figure_height(self, font: Font) -> float:
        return 0.64

    def cap_height(self, font: Font) -> float:
        return 0.66

    def name(self, font: Font) -> str:
        return "Plain"

    def missing(self, text: str, font: Font) -> str:
        return "".join(char for char in text if char > "\u3000")


def board(width: int, height: int, seed: int) -> tuple[Puzzle, Solution]:
    """A board with some clues left out: it looks like a puzzle, whether or not it has one solution."""
    source = random.Random(seed)
    grid = Grid(width, height)
    mines = tuple(source.random() < 0.33 for _ in range(grid.size))
    cells = tuple(c if c != BLANK and source.random() < 0.6 else BLANK for c in from_mines(grid, mines).cells)
    return Puzzle(grid, cells), mines


def honeycomb(side: int) -> Grid:
    """A hexagon of hexagons with ``side`` cells on each side, without the cell in its middle."""
    size = 2 * side - 1
    voids = [(side - 1) * size + side - 1]
    for row in range(size):
        off = abs(row - side + 1)  # rows from the middle, by which a row has fewer cells
        first = (off + (side - 1) % 2 - row % 2) // 2
        voids += [row * size + col for col in range(size) if not first <= col < first + size - off]
    return Grid(size, size, HEXAGONAL, tuple(sorted(voids)))


def play(grid: Grid, seed: int) -> tuple[Puzzle, Solution]:
    """Mines and clues at random on a board, some of the clues left out."""
    rng = np.random.default_rng(seed)
    mines = tuple((grid.present & (rng.random(grid.size) < 0.33)).tolist())
    kept = rng.random(grid.size) < 0.6
    full = from_mines(grid, mines).cells
    return Puzzle(grid, tuple(v if keep or v == VOID else BLANK for v, keep in zip(full, kept, strict=True))), mines


def entry(number: int, width: int, height: int) -> PuzzleEntry:
    graded = GradedPuzzle(*board(width, height, number), Grade(1, "easy", 0.0, 0, (1, 2)), number=number)
    return PuzzleEntry(graded, "easy", 1 + number % 4)


def section(name: str, first: int, sizes: Sequence[tuple[int, int]], per_page: int, opener: bool = True) -> BookSection:
    entries = tuple(entry(first + i, *size) for i, size in enumerate(sizes))
    intro = (Paragraph((Run("What is new here. " * 9),)), Figure("example"))
    return BookSection(name, entries, per_page, intro if opener else (), opener=opener)


def with_entries(part: BookSection, **changes: object) -> BookSection:
    """A section with these changes of each of its entries."""
    return replace(part, entries=tuple(replace(one, **changes) for one in part.entries))


def example() -> WorkedExample:
    cells = (BLANK, 1, 0, BLANK, 2, 1, 1, BLANK, 1)
    mines = (False,) * 3 + (True,) + (False,) * 3 + (True, False)
    steps = (FigureStep("A step.", (1,), (3,), (0,)), FigureStep("More.", (8,), (7,), ()))
    return WorkedExample(Puzzle(Grid(3, 3), cells), mines, steps, EN.text("example.before"), EN.text("example.after"))


def text(title: str = "Quiet Fields") -> BookContent:
    words = (
        Heading(1, (Run("How to Play"),)),
        Paragraph((Run("Every blank cell hides a mine or nothing. " * 12),)),
        Figure("marks"),
        Paragraph((Run("See here:"),)),
        Figure("example"),
    )
    rules = VariantRules(MINESWEEPER, words, example())
    return BookContent(title, "For pencil and paper", "Ada Example", (Paragraph((Run("© 2026"),)),), (rules,))


def sections() -> tuple[BookSection, ...]:
    return (
        section("Warm-up", 1, [(5, 4)] * 7, 6),
        section("Pairs", 8, [(9, 7)] * 9, 4),
        section("Trials", 17, [(12, 10)] * 3, 2),
        section("Mixed", 20, [(5, 5), (15, 12), (8, 9), (10, 6), (7, 14), (12, 12), (5, 8)], 1),
    )
