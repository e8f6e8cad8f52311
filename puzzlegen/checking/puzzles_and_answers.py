"""Checks each printed puzzle and answer: against its record, by both solvers, and against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from puzzlegen.board.grade import DIFFICULTIES
from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, Solution
from puzzlegen.board.symmetry import PuzzleKeys, keys_of
from puzzlegen.checking.expectations import Expectations, KeyExpectations
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.page_checks import check_contents, check_heading, check_hints, printed_puzzle
from puzzlegen.checking.printed_grids import PrintedGrid, PrintedPage
from puzzlegen.checking.proof import check_proof
from puzzlegen.errors import PuzzlegenError
from puzzlegen.output.build_folder import PUZZLES


def check_puzzles(
    pages: Sequence[PrintedPage],
    expected: Expectations,
    advance: Callable[[], None],
    answer_file: Sequence[PrintedPage] = (),
) -> list[Finding]:
    """All findings P, A and R. ``advance`` is called once a record; ``answer_file`` has the pages of a separate key."""
    grids = [grid for page in pages for grid in page.grids if grid.number is not None]
    records = {record.number or 0: record for record in expected.records}
    separate = expected.key is not None and expected.key.separate
    answer_pages = set() if separate else _key_pages(pages)
    key = [grid for page in answer_file for grid in page.grids if grid.number is not None]
    key += [grid for grid in grids if grid.page in answer_pages]
    puzzles = _by_number((grid for grid in grids if grid.page not in answer_pages), set(records), "P201")
    answers = _by_number(key, set(records), "A301")
    findings = puzzles.findings + (answers.findings if expected.key else [])
    named = expected.key is not None and (not separate or len(answer_file) > 1)  # one sheet needs no number
    hinted = expected.aids.hints is not None and not expected.aids.hints_at_foot  # another number in the heading
    for number, record in records.items():
        printed, answered = puzzles.grids.get(number), answers.grids.get(number)
        if printed is not None:
            findings += _check_clues(printed, record)
            findings += _check_solution(printed, record, expected)
            findings += check_heading(printed, record, expected.aids)
        if expected.key and answered is not None:
            findings += _check_answer(answered, record)
            if printed is not None:
                findings += _check_references(printed, answered, expected.key)
                if named or not hinted:
                    findings += _check_named(printed, answered, named)
        advance()
    if expected.key:
        findings += _check_neighbours(key, expected.key.apart)
    findings += check_contents(pages, expected.aids.contents)
    findings += check_hints(pages, puzzles.grids, expected.aids, named)
    return findings + _repeats(expected.records)


def _key_pages(pages: Sequence[PrintedPage]) -> set[int]:
    """The pages of the answer key: those with a numbered grid that holds a mine or a filled cell."""
    return {grid.page for page in pages for grid in page.grids if grid.number is not None and grid.is_answer}


@dataclass(frozen=True, slots=True)
class _Numbered:
    grids: dict[int, PrintedGrid]
    findings: list[Finding]


def _by_number(grids: Iterable[PrintedGrid], wanted: set[int], code: str) -> _Numbered:
    found: dict[int, PrintedGrid] = {}
    findings = []
    for grid in grids:
        number = grid.number or 0
        if number not in wanted:
            findings.append(Finding(code, grid.page, number, "no such record"))
        elif number in found:
            findings.append(Finding(code, grid.page, number, f"also on page {found[number].page}"))
        else:
            found[number] = grid
    findings += [Finding(code, 0, number, "nowhere in the PDF") for number in sorted(wanted - set(found))]
    return _Numbered(found, findings)


def _check_clues(printed: PrintedGrid, record: GradedPuzzle) -> list[Finding]:
    findings = [Finding("P202", printed.page, record.number or 0, fault) for fault in printed.faults]
    difference = _difference(printed, record) or ("its cells are filled" if any(printed.filled) else "")
    if difference:
        findings.append(Finding("P202", printed.page, record.number or 0, difference))
    return findings


def _difference(printed: PrintedGrid, record: GradedPuzzle) -> str:
    """The first clue that is not as recorded, in words."""
    grid = record.puzzle.grid
    if (printed.width, printed.height) != (grid.width, grid.height):
        return f"printed {printed.width}x{printed.height}, recorded {grid}"
    for i, (seen, due) in enumerate(zip(printed.clues, record.puzzle.cells, strict=True)):
        if max(seen, -1) != max(due, -1):
            row, col = grid.position(i)
            return f"row {row + 1}, column {col + 1}: printed {_shown(seen)}, recorded {_shown(due)}"
    return ""


def _shown(value: int) -> str:
    return str(value) if value >= 0 else "blank"


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
    difference = "; ".join(answered.faults) or _difference(answered, record)
    seen, other = answered.mines, answered.filled
    if record.puzzle.grid.variant.clue_on_mine:
        seen, other = other, seen
    if not difference and seen != record.solution:
        difference = _wrong_mine(seen, record.solution, record.puzzle.grid)
    if not difference and any(other):
        difference = "its marks are those of another kind of puzzle"
    safe = tuple(v == BLANK and not mine for v, mine in zip(record.puzzle.cells, record.solution, strict=True))
    if not difference and any(answered.dots) and answered.dots != safe:
        difference = "its dots are not on the safe blanks"
    return [Finding("A302", answered.page, number, difference)] if difference else []


def _wrong_mine(seen: Solution, due: Solution, grid: Grid) -> str:
    at = next(i for i, (a, b) in enumerate(zip(seen, due, strict=True)) if a != b)
    row, col = grid.position(at)
    return f"row {row + 1}, column {col + 1}: {'a mine is printed, none is due' if seen[at] else 'a mine is missing'}"


def _check_named(printed: PrintedGrid, answered: PrintedGrid, named: bool) -> list[Finding]:
    """Whether the heading names the page of the answer, or none where none is to be ``named``."""
    if printed.reference == (answered.page if named else None):
        return []
    where = f"on page {answered.page}" if named else "on the only sheet"
    detail = f"names page {printed.reference}, the answer is {where}"
    return [Finding("A303", printed.page, printed.number or 0, detail)]


def _check_references(printed: PrintedGrid, answered: PrintedGrid, key: KeyExpectations) -> list[Finding]:
    number = printed.number or 0
    findings = []
    if answered.reference != printed.page:
        detail = f"names page {answered.reference}, the puzzle is on page {printed.page}"
        findings.append(Finding("A304", answered.page, number, detail))
    facing = key.bound and printed.page // 2 == answered.page // 2  # pages 2 and 3 lie open together, 4 and 5, ...
    if not key.separate and (facing or printed.page == answered.page):
        findings.append(Finding("A305", answered.page, number, f"the puzzle is on page {printed.page}"))
    return findings


def _check_neighbours(key: Iterable[PrintedGrid], apart: frozenset[int]) -> list[Finding]:
    """Answers next to each other in a row whose puzzles follow each other."""
    rows: dict[tuple[int, int], list[PrintedGrid]] = {}
    for grid in key:
        rows.setdefault((grid.page, round(grid.top)), []).append(grid)
    findings = []
    for row in rows.values():
        for one, other in pairwise(sorted(row, key=lambda grid: grid.left)):
            low, high = sorted((one.number or 0, other.number or 0))
            if high - low == 1 and {low, high} <= apart:
                findings.append(Finding("A306", one.page, low, f"beside that of puzzle {high}"))
    return findings


def _repeats(records: Iterable[GradedPuzzle]) -> list[Finding]:
    findings = []
    first: dict[tuple[str, bytes], int] = {}
    for record in records:
        for what, key in zip(PuzzleKeys._fields, keys_of(record.puzzle, record.solution), strict=True):
            earlier = first.setdefault((what, key), record.number or 0)
            if earlier != record.number:
                findings.append(Finding("P206", 0, record.number or 0, f"the {what} are those of puzzle {earlier}"))
    return findings
