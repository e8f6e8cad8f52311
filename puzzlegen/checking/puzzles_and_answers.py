"""Checks each printed puzzle and answer: against its record, by both solvers, and against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, VOID, Solution
from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import keys_of
from puzzlegen.checking.expected_book_parts import Expectations, KeyExpectations
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.gallery_pictures import check_gallery
from puzzlegen.checking.page_checks import (
    check_contents,
    check_heading,
    check_hints,
    check_labels,
    check_own_pages,
    printed_puzzle,
)
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import PrintedPage
from puzzlegen.checking.printed_spreads import joined_halves
from puzzlegen.checking.puzzle_proof import check_proof
from puzzlegen.errors import PuzzlegenError
from puzzlegen.output.build_folder import PUZZLES


def check_puzzles(
    pages: Sequence[PrintedPage],
    expected: Expectations,
    answer_file: Sequence[PrintedPage] = (),
) -> list[Finding]:
    """Check all puzzles and answers, the contents and the hints: codes P, A and R401, R402, R404, R405.

    ``answer_file`` has the pages of a separate answer key.
    """
    records = {record.number or 0: record for record in expected.records}
    separate = expected.key is not None and expected.key.separate
    bound = expected.key is None or expected.key.bound
    grids = joined_halves((grid for page in pages for grid in page.grids if grid.number is not None), records, bound)
    answer_pages = set() if separate else {grid.page for grid in grids if grid.is_answer}
    key = [grid for page in answer_file for grid in page.grids if grid.number is not None]
    key += [grid for grid in grids if grid.page in answer_pages]
    puzzles = _by_number((grid for grid in grids if grid.page not in answer_pages), set(records), "P201")
    answers = _by_number(key, set(records), "A301")
    findings = puzzles.findings + (answers.findings if expected.key else _unwanted(answer_pages))
    names_answer = expected.key is not None and (not separate or len(answer_file) > 1)  # one sheet needs no number
    names_hint = expected.aids.hints is not None and not expected.aids.hints_at_foot  # another number in the heading
    for number, record in records.items():
        printed, answered = puzzles.grids.get(number), answers.grids.get(number)
        if printed is not None:
            findings += _check_clues(printed, record)
            findings += _check_solution(printed, record, expected)
            findings += check_labels(printed, record, expected.aids)
            findings += check_heading(printed, record, expected.aids)
        if expected.key and answered is not None:
            findings += _check_answer(answered, record)
            findings += _check_title(answered, record, expected.key)
            if printed is not None:
                findings += _check_references(printed, answered, expected.key)
                if names_answer or not names_hint:
                    findings += _check_answer_page(printed, answered, names_answer)
    if expected.key:
        findings += _check_neighbors(key, expected.key.apart)
    if expected.gallery and expected.key is not None:
        pictures = ((page.number, picture) for page in pages for picture in page.pictures)
        findings += check_gallery(pictures, expected.records, expected.key.titles)
    findings += check_contents(pages, expected.aids.contents, expected.aids.first_puzzles)
    findings += check_own_pages(pages, expected.own_pages)
    findings += check_hints(pages, puzzles.grids, expected.aids)
    return findings + _repeats(expected.records)


def _unwanted(answer_pages: Iterable[int]) -> list[Finding]:
    """Return a finding for each page with answers of a book that must have none."""
    return [Finding("A301", page, 0, "the book must have no answers") for page in sorted(answer_pages)]


@dataclass(frozen=True, slots=True)
class _NumberedGrids:
    grids: dict[int, PrintedGrid]
    findings: list[Finding]


def _by_number(grids: Iterable[PrintedGrid], numbers: set[int], code: str) -> _NumberedGrids:
    """Sort grids by number; one that is missing, unknown or repeated is a finding with this code."""
    found: dict[int, PrintedGrid] = {}
    findings = []
    for grid in grids:
        number = grid.number or 0
        if number not in numbers:
            findings.append(Finding(code, grid.page, number, "it is not in puzzles.jsonl"))
        elif number in found:
            findings.append(Finding(code, grid.page, number, f"also on page {found[number].page}"))
        else:
            found[number] = grid
    findings += [Finding(code, 0, number, "it is on no page of the PDF") for number in sorted(numbers - set(found))]
    return _NumberedGrids(found, findings)


def _check_clues(printed: PrintedGrid, record: GradedPuzzle) -> list[Finding]:
    findings = [Finding("P202", printed.page, record.number or 0, fault) for fault in printed.faults]
    findings += [Finding("P210", printed.page, record.number or 0, problem) for problem in printed.unseen]
    difference = _difference(printed, record)
    if not difference and printed.rim != record.puzzle.grid.variant.wraps:
        difference = f"it has {'a' if printed.rim else 'no'} rim that repeats the opposite sides"
    for what, marked in (("a mine", printed.mines), ("a filled cell", printed.filled), ("a dot", printed.dots)):
        if not difference and any(marked):
            row, col = divmod(marked.index(True), printed.width)
            difference = f"row {row + 1}, column {col + 1}: there is {what}"
    if difference:
        findings.append(Finding("P202", printed.page, record.number or 0, difference))
    return findings


def _difference(printed: PrintedGrid, record: GradedPuzzle, clues: bool = True) -> str:
    """Describe the first clue that differs from the record, or from no ``clues`` at all; empty if all agree."""
    grid = record.puzzle.grid
    cells = record.puzzle.cells if clues else (BLANK,) * grid.size
    if (printed.width, printed.height) != (grid.width, grid.height):
        return f"printed {printed.width}x{printed.height}, recorded {grid}"
    for cell, (found, recorded) in enumerate(zip(printed.clues, cells, strict=True)):
        if _shown(found) != _shown(recorded):
            row, col = grid.position(cell)
            return f"row {row + 1}, column {col + 1}: printed {_clue_text(found)}, recorded {_clue_text(recorded)}"
    return ""


def _shown(value: int) -> int:
    """Return what a page shows of a cell: a clue, BLANK, or VOID. A dot is no clue."""
    return VOID if value == VOID else max(value, BLANK)


def _clue_text(value: int) -> str:
    return str(value) if value >= 0 else "no cell" if value == VOID else "blank"


def _check_solution(printed: PrintedGrid, record: GradedPuzzle, expected: Expectations) -> list[Finding]:
    """Prove the puzzle as it is printed, and compare the printed difficulty."""
    try:
        puzzle = printed_puzzle(printed, expected.aids)
    except PuzzlegenError as error:
        return [Finding("P203", printed.page, record.number or 0, str(error))]
    findings = check_proof(puzzle, record, PUZZLES, printed.page)
    graded_differently = any(finding.code == "P205" for finding in findings)
    if not graded_differently and not _label_agrees(printed, record, expected.labels):
        detail = f"{' '.join(printed.heading)!r} is printed, {record.grade.difficulty} recorded"
        findings.append(Finding("P205", printed.page, record.number or 0, detail))
    return findings


def _label_agrees(printed: PrintedGrid, record: GradedPuzzle, labels: Mapping[str, str]) -> bool:
    """Tell whether the heading has the stars of the difficulty, and its name unless the board is too narrow for it."""
    words = [word.casefold() for word in printed.heading[1:]]
    names = {code: label.casefold().split() for code, label in labels.items()}
    found = [name for name in names.values() if _contains(words, name)]
    named = not found or max(found, key=len) == names.get(record.grade.difficulty)  # "very hard" contains "hard" too
    band = DIFFICULTIES.get(record.grade.difficulty)
    return named and band is not None and printed.stars == band.stars


def _contains(words: list[str], name: list[str]) -> bool:
    return any(words[i : i + len(name)] == name for i in range(len(words)))


def _check_answer(answered: PrintedGrid, record: GradedPuzzle) -> list[Finding]:
    number = record.number or 0
    difference = "; ".join(answered.faults) or _difference(answered, record, clues=not record.answer_is_picture)
    marked, other = answered.mines, answered.filled
    if record.puzzle.grid.variant.clue_on_mine:
        marked, other = other, marked
    if not difference and marked != record.solution:
        difference = _wrong_mine(marked, record.solution, record.puzzle.grid)
    if not difference and any(other):
        difference = "its marks are those of another variant"
    safe = tuple(v == BLANK and not mine for v, mine in zip(record.puzzle.cells, record.solution, strict=True))
    if not difference and any(answered.dots) and answered.dots != safe:
        difference = "its dots are not on the safe blanks"
    findings = [Finding("A307", answered.page, number, problem) for problem in answered.unseen]
    return findings + ([Finding("A302", answered.page, number, difference)] if difference else [])


def _check_title(answered: PrintedGrid, record: GradedPuzzle, key: KeyExpectations) -> list[Finding]:
    """Check that the label of an answer names its picture: A308."""
    title = key.titles.get(record.number or 0, "")
    read = " ".join(answered.heading[1:])
    if not title or "".join(title.split()) in "".join(read.split()):  # a letter may extend into a space
        return []
    return [Finding("A308", answered.page, record.number or 0, f"reads {read!r}, expected {title!r}")]


def _wrong_mine(printed: Solution, solution: Solution, grid: Grid) -> str:
    """Describe the first cell in which a printed answer differs from the solution."""
    cell = next(i for i, (mark, mine) in enumerate(zip(printed, solution, strict=True)) if mark != mine)
    row, col = grid.position(cell)
    problem = "a mine is printed in a safe cell" if printed[cell] else "a mine is missing"
    return f"row {row + 1}, column {col + 1}: {problem}"


def _check_answer_page(printed: PrintedGrid, answered: PrintedGrid, names_answer: bool) -> list[Finding]:
    """Check that the heading names the page of the answer, or no page unless ``names_answer``: A303."""
    if printed.reference == (answered.page if names_answer else None):
        return []
    where = f"on page {answered.page}" if names_answer else "on the only sheet"
    detail = f"names page {printed.reference}, the answer is {where}"
    return [Finding("A303", printed.page, printed.number or 0, detail)]


def _check_references(printed: PrintedGrid, answered: PrintedGrid, key: KeyExpectations) -> list[Finding]:
    """Check the page that the answer names, and that the answer cannot be seen from the puzzle: A304 and A305."""
    number = printed.number or 0
    findings = []
    if answered.reference != printed.page:
        detail = f"names page {answered.reference}, the puzzle is on page {printed.page}"
        findings.append(Finding("A304", answered.page, number, detail))
    facing = key.bound and printed.page // 2 == answered.page // 2  # a spread has pages 2 and 3, or 4 and 5, ...
    if not key.separate and (facing or printed.page == answered.page):
        findings.append(Finding("A305", answered.page, number, f"the puzzle is on page {printed.page}"))
    return findings


def _check_neighbors(key: Iterable[PrintedGrid], apart: frozenset[int]) -> list[Finding]:
    """Find answers side by side in a row whose puzzles have consecutive numbers: A306."""
    rows: dict[tuple[int, int], list[PrintedGrid]] = {}
    for grid in key:
        rows.setdefault((grid.page, round(grid.top)), []).append(grid)
    findings = []
    for row in rows.values():
        for one, other in pairwise(sorted(row, key=lambda grid: grid.left)):
            low, high = sorted((one.number or 0, other.number or 0))
            if high - low == 1 and {low, high} <= apart:
                findings.append(Finding("A306", one.page, low, f"it is beside the answer of puzzle {high}"))
    return findings


def _repeats(records: Iterable[GradedPuzzle]) -> list[Finding]:
    """Find puzzles or mines that repeat an earlier one of the book: P206."""
    findings = []
    first: dict[tuple[str, bytes], int] = {}
    for record in records:
        for what, key in zip(PuzzleKeys._fields, keys_of(record.puzzle, record.solution), strict=True):
            earlier = first.setdefault((what, key), record.number or 0)
            if earlier != record.number:
                findings.append(Finding("P206", 0, record.number or 0, f"the {what} are those of puzzle {earlier}"))
    return findings
