"""Proving the reading aids right: contents, hints, par times, by what the pages show."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.board.variants import MINESWEEPER, Variant
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.printed_grids import PrintedGrid, PrintedPage
from puzzlegen.errors import PuzzlegenError

_LEADER = re.compile(r"[\s.]*(\d+)")


@dataclass(frozen=True, slots=True)
class AidClaims:
    """Which aids a book has. ``contents`` are the titles listed there.

    ``hints`` works out the words that must be printed for a puzzle, ``address`` where its code must lead, given its
    number too; None where there are none. ``variants`` has the variant of each
    puzzle by its number, because no grid shows it.
    """

    contents: tuple[str, ...] = ()
    hints: Callable[[Puzzle], str] | None = None
    hints_at_foot: bool = False
    par: bool = False
    address: Callable[[Puzzle, int], str] | None = None
    variants: Mapping[int, Variant] = field(default_factory=dict)


def check_contents(pages: Sequence[PrintedPage], titles: Sequence[str]) -> list[Finding]:
    """Whether each title has a line that ends in a page number, and stands on that page once more."""
    titles = [" ".join(title.split()) for title in titles]  # a no-break space in print is a space between words here
    findings = []
    listed: dict[str, tuple[int, int]] = {}
    for page in pages:
        for line in page.lines:
            for title in titles:
                if title not in listed and line.startswith(title) and (named := _LEADER.fullmatch(line[len(title) :])):
                    listed[title] = page.number, int(named[1])
    for title in titles:
        at, named_page = listed.get(title, (0, 0))
        if not at:
            findings.append(Finding("R401", 0, 0, f"{title!r} is in no line with a page number"))
        elif not 0 < named_page <= len(pages) or not _begins(title, pages[named_page - 1]):
            findings.append(Finding("R401", at, 0, f"page {named_page} is named for {title!r}, which is not there"))
    return findings


def _begins(title: str, page: PrintedPage) -> bool:
    """Whether the title stands at the head of lines of its own; a long one takes several."""
    for start in range(len(page.lines)):
        for stop in range(start + 1, min(start + 5, len(page.lines)) + 1):
            if " ".join(page.lines[start:stop]) == title:
                return True
    return False


def check_header(printed: PrintedGrid, record: GradedPuzzle, claims: AidClaims) -> list[Finding]:
    """Whether the numbers of the second line are the puzzle's par time and its printed number of mines."""
    par, total = list(record.par) if claims.par else [], record.puzzle.total
    due = par, [] if total is None else [total]
    found = _second_line(printed, claims)
    if found == due:
        return []
    read, expected = ([*par, *total] for par, total in (found, due))
    return [Finding("R404", printed.page, record.number or 0, f"reads {read}, expected {expected}")]


def puzzle_of(printed: PrintedGrid, claims: AidClaims) -> Puzzle:
    """The puzzle as printed, with the number of mines over it, if any. Raises FormatError when it is none."""
    _, total = _second_line(printed, claims)
    variant = claims.variants.get(printed.number or 0, MINESWEEPER)
    return Puzzle(Grid(printed.width, printed.height, variant), printed.clues, total[0] if total else None)


def _second_line(printed: PrintedGrid, claims: AidClaims) -> tuple[list[int], list[int]]:
    """The numbers of the second line: par, and what follows, the number of mines if there is one."""
    found = [int(number) for number in re.findall(r"\d+", " ".join(printed.below))]
    after = 2 if claims.par else 0
    return found[:after], found[after:]


def check_hints(
    pages: Sequence[PrintedPage], printed: Mapping[int, PrintedGrid], claims: AidClaims, answers: bool
) -> list[Finding]:
    """Whether the hints are those of the printed puzzles, each at the place that is named for it.

    ``answers``: the place of the answer is named beside it.
    """
    if claims.hints is None:
        return []
    findings = []
    # Pages with a folio, so a number may follow; in between, only words that follow each other count.
    text = {page.number: f" {page.turned if claims.hints_at_foot else page.flow} " for page in pages}
    for number, grid in sorted(printed.items()):
        try:
            hints = " ".join(claims.hints(puzzle_of(grid, claims)).split())
        except PuzzlegenError:
            continue  # what cannot be solved is a finding already
        if not hints:
            continue
        wanted = f" {number} {hints} "
        where = [grid.page] if claims.hints_at_foot else list(text)
        at = next((page for page in where if wanted in text[page]), 0)
        named = _named(grid, answers)
        if not at:
            findings.append(Finding("R402", 0, number, f"nowhere reads {wanted.strip()!r}"))
        elif named and named != at:
            findings.append(Finding("R402", grid.page, number, f"names page {named}, the hint is on page {at}"))
    return findings


def _named(grid: PrintedGrid, answers: bool) -> int:
    """The page a heading names for the hint, if any: the number before that of the answer."""
    pages = re.findall(r"\d+", " ".join(grid.heading[1:]))
    return int(pages[0]) if len(pages) > int(answers) else 0
