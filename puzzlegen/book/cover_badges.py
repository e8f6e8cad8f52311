"""The badges on the front of a cover: words of the config, and what is true of the book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.book.design import Design
from puzzlegen.config.book import CoverConfig
from puzzlegen.errors import ConfigError
from puzzlegen.units import mm, to_mm

PUZZLES, DIFFICULTY, LARGE_PRINT = "puzzles", "difficulty", "large print"
LARGE_TYPE, LARGE_CELL = 18.0, mm(12.7)  # what associations for readers with low vision call large print


def cover_badges(
    wanted: CoverConfig, records: Sequence[GradedPuzzle], page_width: float, design: Design
) -> Iterator[str]:
    """Yield the words of each badge; ``page_width`` is that of the trimmed page in points.

    Raises ConfigError for a badge that is not true of the book.
    """
    large = design.theme.type_sizes(page_width).body >= LARGE_TYPE and design.theme.min_cell >= LARGE_CELL - 0.01
    badges = wanted.badges
    if badges is None:
        lettered = wanted.artwork is not None and wanted.artwork.title == "none"  # it has its own badges too
        badges = [] if lettered else [PUZZLES] * (len(records) > 1) + [LARGE_PRINT] * large
    words = design.messages.cover
    for badge in badges:
        if badge == PUZZLES:
            yield words.badge_puzzles.format(puzzles=design.messages.number(len(records)))
        elif badge == DIFFICULTY:
            yield _difficulty(records, design)
        elif badge == LARGE_PRINT:
            if not large:
                raise ConfigError(_not_large(page_width, design))
            yield words.badge_large_print
        else:
            yield badge


def _difficulty(records: Sequence[GradedPuzzle], design: Design) -> str:
    present = {record.grade.difficulty for record in records}
    names = [design.messages.difficulty[one] for one in DIFFICULTIES if one in present]
    if len(names) == 1:
        return names[0]
    return design.messages.cover.badge_difficulties.format(easiest=names[0], hardest=names[-1])


def _not_large(page_width: float, design: Design) -> str:
    theme = design.theme
    return (
        f"cover.badges: {LARGE_PRINT} is not true of this book: its theme {theme.name} has text of "
        f"{theme.type_sizes(page_width).body:g} pt and cells from {to_mm(theme.min_cell):.1f} mm, and large print has "
        f"{LARGE_TYPE:g} pt and {to_mm(LARGE_CELL):.1f} mm or more: choose the theme large-print or leave it out"
    )
