"""Checks what pages show beside the grids: page numbers, cell sizes, contents, headings and hints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.checking.expected_book_parts import AidExpectations
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import PrintedPage
from puzzlegen.checking.puzzle_proof import prove
from puzzlegen.errors import FormatError, PuzzlegenError
from puzzlegen.units import to_mm

SLACK = 0.05  # points: rounding in the file
MIN_CELL, MIN_KEY_CELL, MIN_PICTURE_CELL = 14.17, 9.35, 5.6  # points: 5 mm, 3.3 mm and 2 mm
MAX_TITLE_LINES = 5
SHOWN = 30  # letters of a wrong text that a finding quotes
_LEADER = r"[\s.]*(\d+)"


def check_pages(pages: Sequence[PrintedPage], bound: bool, folios: bool = True) -> list[Finding]:
    """Check page numbers, gray letters and cell sizes: F109, F112 and F113.

    ``bound``: pages face each other, so that even ones are left-hand pages. ``folios``: they have numbers.
    """
    return [finding for page in pages for finding in _check_page(page, bound, folios)]


def _check_page(page: PrintedPage, bound: bool, folios: bool) -> Iterator[Finding]:
    number = page.number
    if folios and page.folio is None and any(grid.number is not None for grid in page.grids):
        yield Finding("F109", number, 0, f"there is none, expected {number}")
    if page.folio is not None and not folios:
        yield Finding("F109", number, 0, f"reads {page.folio}, expected none")
    elif page.folio is not None:
        side = "right" if number % 2 or not bound else "left"
        if page.folio != number or page.folio_side not in (side, "middle"):
            detail = f"reads {page.folio} at the {page.folio_side}, expected {number} at the {side}"
            yield Finding("F109", number, 0, detail)
    if page.faint:
        yield Finding("F113", number, 0, page.faint)
    if page.unseen:
        yield Finding("F118", number, 0, page.unseen)
    for grid in page.grids:
        minimum = MIN_PICTURE_CELL if grid.is_picture else MIN_KEY_CELL if grid.is_answer else MIN_CELL
        if grid.number is not None and grid.cell < minimum - SLACK:
            yield Finding("F112", number, grid.number, f"{to_mm(grid.cell):.1f} mm")


def check_contents(
    pages: Sequence[PrintedPage], titles: Sequence[str], first_puzzles: Mapping[str, int] = MappingProxyType({})
) -> list[Finding]:
    """Check that each title is listed with a page number, and begins on that page: R401.

    Titles with ``first_puzzles`` are sections that may begin without their name, on the page of the puzzle with this
    number.
    """
    findings = []
    listed: dict[str, tuple[int, int]] = {}
    entries = {title: re.compile(_pattern(title) + _LEADER) for title in titles}
    for page in pages:
        for line in page.lines:
            for title, entry in entries.items():
                if title not in listed and (named := entry.fullmatch(line)):
                    listed[title] = page.number, int(named[1])
    for title in entries:
        at, named_page = listed.get(title, (0, 0))
        if not at:
            findings.append(Finding("R401", 0, 0, f"{title!r} is not listed with a page number"))
        elif not 0 < named_page <= len(pages) or not (
            first_puzzles.get(title) in _puzzles_of(pages[named_page - 1]) or _begins(title, named_page, pages)
        ):
            findings.append(
                Finding("R401", at, 0, f"{title!r} is listed on page {named_page}, where it does not begin")
            )
    return findings


def check_own_pages(pages: Sequence[PrintedPage], texts: Mapping[int, str]) -> list[Finding]:
    """Check that each of the publisher's own pages has its text, by page number, and no grid: R405."""
    findings = []
    for number, text in texts.items():
        if not 0 < number <= len(pages):
            findings.append(Finding("R405", number, 0, "there is no such page"))
            continue
        page = pages[number - 1]
        if page.grids:
            findings.append(Finding("R405", number, 0, "it shows a grid"))
            continue
        expected = "".join(text.split())
        found = "".join(page.flow.split())
        if page.folio is not None:
            found = found.removesuffix(str(page.folio))
        if found != expected:
            at = next((i for i, pair in enumerate(zip(found, expected, strict=False)) if pair[0] != pair[1]),
                      min(len(found), len(expected)))  # fmt: skip
            read, wanted = (one[at : at + SHOWN] or "nothing" for one in (found, expected))
            findings.append(Finding("R405", number, 0, f"reads {read!r}, expected {wanted!r}"))
    return findings


def _puzzles_of(page: PrintedPage) -> set[int | None]:
    """Return the numbers of the puzzles on a page."""
    return {grid.number for grid in page.grids if grid.number is not None and not grid.is_answer}


def _pattern(words: str) -> str:
    """Return a pattern for printed words. A thin space, or one into which a letter extends, may be read as none."""
    return r"\s*".join(re.escape(word) for word in words.split())


def _begins(title: str, number: int, pages: Sequence[PrintedPage]) -> bool:
    """Tell whether a title is a line of the page with this number, or several lines if it is long.

    A section without an opening page has its title in the running head only, which a theme may set in capitals. It
    begins on the first page with that head.
    """
    either = re.compile(f"{_pattern(title)}|{_pattern(title.upper())}")

    def shows(lines: Sequence[str]) -> bool:
        return any(
            either.fullmatch(" ".join(lines[start:stop]))
            for start in range(len(lines))
            for stop in range(start + 1, min(start + MAX_TITLE_LINES, len(lines)) + 1)
        )

    lines, before = pages[number - 1].lines, pages[number - 2].lines if number > 1 else ()
    return shows(lines[1:]) or (shows(lines) and not shows(before[:1]))


def check_heading(printed: PrintedGrid, record: GradedPuzzle, aids: AidExpectations) -> list[Finding]:
    """Check the numbers in the second line of a heading: the par time, then the number of mines: R404."""
    total = record.puzzle.total
    expected = [*aids.par.get(record.number or 0, ()), *([] if total is None else [total])]
    read = _second_line(printed, aids)
    if read == expected:
        return []
    return [Finding("R404", printed.page, record.number or 0, f"reads {read}, expected {expected}")]


def check_labels(printed: PrintedGrid, record: GradedPuzzle, aids: AidExpectations) -> list[Finding]:
    """Check the labels of rows and columns: P211. Only puzzles on spreads have numbered rows without such labels."""
    columns = tuple(aids.column_name(col) for col in range(record.puzzle.grid.width))
    rows = tuple(str(row + 1) for row in range(record.puzzle.grid.height))
    findings = []
    for what, found, due in (("columns", printed.columns, columns), ("rows", printed.rows, rows)):
        if found != due and (found or aids.labels):
            read = " ".join(name or "-" for name in found) or "nothing"
            detail = f"the {what} read {read}, expected {' '.join(due)}"
            findings.append(Finding("P211", printed.page, record.number or 0, detail))
    return findings


def printed_puzzle(printed: PrintedGrid, aids: AidExpectations) -> Puzzle:
    """Return the puzzle of a printed grid, with the number of mines over it if there is one.

    Raises FormatError for clues that are not a puzzle, and for a number that is not in puzzles.jsonl.
    """
    if printed.number is None or printed.number not in aids.variants:
        raise FormatError(f"puzzle {printed.number} is not in puzzles.jsonl")
    total = _second_line(printed, aids)[len(aids.par.get(printed.number, ())) :]
    return Puzzle(
        Grid(printed.width, printed.height, aids.variants[printed.number]), printed.clues, total[0] if total else None
    )


def _second_line(printed: PrintedGrid, aids: AidExpectations) -> list[int]:
    """Return the numbers in the second line of a heading, other than the page of the hint."""
    words = " ".join(printed.below)
    if aids.hint_reference:
        words = _hint_pattern(aids).sub("", words)
    return [int(number) for number in re.findall(r"\d+", words)]


def _hint_pattern(aids: AidExpectations) -> re.Pattern[str]:
    """Return a pattern for the words that name the page of a hint; its group is the page."""
    before, after = (_pattern(part.replace("\u00a0", " ")) for part in aids.hint_reference.split("{page}"))
    return re.compile(rf"{before}\s*(\d+)\s*{after}")


def check_hints(
    pages: Sequence[PrintedPage], printed: Mapping[int, PrintedGrid], aids: AidExpectations
) -> list[Finding]:
    """Check that the hints of the printed puzzles are on the pages that their headings name: R402.

    ``printed`` has the puzzles by number.
    """
    if aids.hints is None:
        return []
    findings = []
    text = {page.number: f" {page.rotated if aids.hints_at_foot else page.flow} " for page in pages}
    for number, grid in sorted(printed.items()):
        try:
            hints = " ".join(aids.hints(prove(printed_puzzle(grid, aids)).rounds).split())
        except PuzzlegenError:
            continue  # P203 reports a puzzle that cannot be solved
        if not hints:
            continue
        expected = re.compile(f" {number} {_pattern(hints)} ")
        candidates = [grid.page] if aids.hints_at_foot else list(text)
        at = next((page for page in candidates if expected.search(text[page])), 0)
        named = 0 if aids.hints_at_foot else _hint_page(grid, aids)
        if not at:
            findings.append(Finding("R402", 0, number, f"no page reads {f'{number} {hints}'!r}"))
        elif not aids.hints_at_foot and named != at:
            said = f"names page {named}" if named else "names no page"
            findings.append(Finding("R402", grid.page, number, f"{said}, the hint is on page {at}"))
    return findings


def _hint_page(grid: PrintedGrid, aids: AidExpectations) -> int:
    """Return the page that one of the lines of a heading names for the hint, 0 if none does."""
    lines = (" ".join(grid.heading[1:]), " ".join(grid.below))
    found = [match for line in lines if (match := _hint_pattern(aids).search(line))]
    return int(found[0].group(1)) if found else 0
