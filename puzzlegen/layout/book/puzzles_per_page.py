"""Chooses the number of puzzles per page for sections that leave it to the layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from puzzlegen.errors import LayoutError
from puzzlegen.layout.book.book_content import AUTO, BookSection
from puzzlegen.layout.book.page_arrangement import MAX_PER_PAGE, board_sizes, cell_size, section_arrangement
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import Theme

COMFORTABLE_PER_PAGE = 6  # puzzles: more make a page look restless; only a limit on pages allows them
Count = Callable[[Sequence[BookSection]], int]
# Why a section has its puzzles per page: the config, good cells, or the most or the fewest pages of the book.
Reason = Literal["config", "cells", "max_pages", "min_pages", "profile"]
Space = Callable[[BookSection], tuple[PageGeometry, Theme]]  # between head and foot, with this section's headings


@dataclass(frozen=True, slots=True)
class PerPageOption:
    """A number of puzzles per page, with the side of a cell in points and the number of pages it results in."""

    per_page: int
    cell: float
    pages: int


def per_page_options(
    section: BookSection, space: Space, theme: Theme, most: int | None = None, equal_cells: bool = False
) -> list[PerPageOption]:
    """List the options of a section, from the fewest pages to the most; each has larger cells than the one before.

    ``space`` returns what a section with puzzles per page leaves for its puzzles, and ``most`` limits the choice. If
    fewer puzzles per page need no more pages and no smaller cells, pages are filled equally: 6 and 6, not 8 and 4. With
    ``equal_cells`` more pages with cells of the same size are options too. Raises LayoutError when the cells would be
    too small even with a page for each puzzle.
    """
    count, boards = len(section.entries), board_sizes(section)
    most = min(theme.max_per_page or MAX_PER_PAGE, most or MAX_PER_PAGE)
    wanted = [section.per_page] if section.per_page != AUTO else range(most, 0, -1)
    options: list[PerPageOption] = []
    for per_page in wanted:
        page, own = space(replace(section, per_page=per_page))
        option = PerPageOption(per_page, cell_size(page, boards, per_page, own), -(-count // per_page))
        if option.cell < theme.min_cell:
            continue
        if options and option.cell < options[-1].cell:
            continue
        if options and option.cell == options[-1].cell and option.pages > options[-1].pages and not equal_cells:
            continue
        if options and options[-1].pages == option.pages:
            options.pop()  # the new one has as many pages, and its cells are at least as large
        options.append(option)
    if not options:
        fixed = replace(section, per_page=section.per_page or 1)
        section_arrangement(fixed, *space(fixed))  # raises an error that says what would fit
    return options


Options = Sequence[Sequence[PerPageOption]]  # of each section


def with_fewest_pages(sections: Sequence[BookSection], options: Options) -> tuple[BookSection, ...]:
    """Set the sections on the fewest pages."""
    return _with_options(sections, (found[0] for found in options))


def with_comfortable_cells(sections: Sequence[BookSection], options: Options, theme: Theme) -> tuple[BookSection, ...]:
    """Set the sections on the fewest pages with comfortable cells and at most COMFORTABLE_PER_PAGE puzzles a page.

    A section for which that is impossible gets the largest possible cells.
    """
    good = max(theme.comfortable_cell, theme.min_cell)
    return _with_options(
        sections,
        (
            next((one for one in row if one.cell >= good and one.per_page <= COMFORTABLE_PER_PAGE), row[-1])
            for row in options
        ),
    )


def with_enough_pages(
    sections: Sequence[BookSection], options: Options, least: int, most: int | None, count: Count
) -> tuple[BookSection, ...]:
    """Give sections fewer puzzles per page until the book has ``least`` pages, the smallest cells first.

    ``sections`` have their puzzles per page; ``options`` are those with equal cells, and a section with one option
    keeps it. The book keeps to ``most`` pages. It stays too short if a page for each puzzle is not enough.
    """
    chosen = tuple(sections)
    while count(chosen) < least:
        larger = []
        for i, (section, row) in enumerate(zip(chosen, options, strict=True)):
            now = next((one for one in row if one.per_page <= section.per_page), row[-1])
            after = next((one for one in row if one.pages > now.pages), None)
            if after is not None:
                larger.append((now.cell, -now.per_page, i, after))
        for _, _, i, after in sorted(larger, key=lambda one: one[:3]):
            grown = (*chosen[:i], replace(chosen[i], per_page=after.per_page), *chosen[i + 1 :])
            if most is None or count(grown) <= most:
                chosen = grown
                break
        else:
            return chosen
    return chosen


def with_largest_cells(
    sections: Sequence[BookSection], options: Options, max_pages: int, count: Count
) -> tuple[BookSection, ...]:
    """Set all sections together with the largest cells that keep the book within ``max_pages`` pages.

    The smallest cell of all sections is made as large as possible first, then the sum of all. ``count`` returns the
    pages of the book with given sections.

    Raises LayoutError when no choice keeps the book within its pages.
    """
    thinnest = _with_options(sections, (found[0] for found in options))
    fewest = count(thinnest)
    if fewest > max_pages:
        raise LayoutError(_too_many(sections, max_pages, fewest))
    costs = [
        [count((*thinnest[:i], replace(section, per_page=one.per_page), *thinnest[i + 1 :])) - fewest for one in found]
        for i, (section, found) in enumerate(zip(sections, options, strict=True))
    ]
    room = max_pages - fewest
    while True:
        picks = largest_cells([[one.cell for one in found] for found in options], costs, room)
        chosen = _with_options(sections, (found[pick] for found, pick in zip(options, picks, strict=True)))
        over = count(chosen) - max_pages
        if over <= 0:
            return chosen
        room -= over  # happens only if the pages of one part depend on those of another
        if room < 0:
            return thinnest


def _with_options(sections: Sequence[BookSection], picked: Iterable[PerPageOption]) -> tuple[BookSection, ...]:
    return tuple(replace(one, per_page=choice.per_page) for one, choice in zip(sections, picked, strict=True))


def largest_cells(cells: Sequence[Sequence[float]], costs: Sequence[Sequence[int]], room: int) -> list[int]:
    """Choose an index in each row of ``cells``: the smallest chosen cell is as large as possible, then their sum.

    The ``costs`` of the choices, whole numbers, add up to at most ``room``. Cells and costs rise along each row, and
    the first choices fit. Rows with one choice do not count for the smallest cell.
    """
    bars = sorted({cell for row in cells if len(row) > 1 for cell in row}, reverse=True)
    firsts = [0] * len(cells)
    for bar in bars:
        firsts = [next((i for i, cell in enumerate(row) if cell >= bar or len(row) == 1), -1) for row in cells]
        if min(firsts) >= 0 and sum(row[i] for row, i in zip(costs, firsts, strict=True)) <= room:
            break
    spare = room - sum(row[i] for row, i in zip(costs, firsts, strict=True))
    # best[used] is the largest sum of cells at ``used`` more than the cost of the first choices, with the choices.
    best: dict[int, tuple[float, list[int]]] = {0: (0.0, [])}
    for row, cost, first in zip(cells, costs, firsts, strict=True):
        grown: dict[int, tuple[float, list[int]]] = {}
        for used, (total, picks) in best.items():
            for i in range(first, len(row)):
                more = used + cost[i] - cost[first]
                if more <= spare and (more not in grown or total + row[i] > grown[more][0]):
                    grown[more] = (total + row[i], [*picks, i])
        best = _drop_dominated(grown)
    return max(best.values(), key=lambda one: one[0])[1]


def _drop_dominated(grown: dict[int, tuple[float, list[int]]]) -> dict[int, tuple[float, list[int]]]:
    """Drop every selection for which a cheaper one is at least as good."""
    kept: dict[int, tuple[float, list[int]]] = {}
    most = -1.0
    for used in sorted(grown):
        if grown[used][0] > most + 1e-9:
            kept[used] = grown[used]
            most = grown[used][0]
    return kept


def _too_many(sections: Sequence[BookSection], max_pages: int, least: int) -> str:
    fixed = any(section.per_page != AUTO for section in sections)
    return (
        f"page.max_pages: found {max_pages}, and the book has {least} pages at the smallest allowed cells; "
        f"allow {least} pages or take fewer puzzles" + (" or per_page: auto in all sections" if fixed else "")
    )
