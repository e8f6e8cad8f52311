"""Checks printed answers and the boards and words of step-by-step solutions against the solutions of the puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from puzzlegen.board.grid import Grid
from puzzlegen.board.puzzle import BLANK, EMPTY, VOID, GradedPuzzle, Solution
from puzzlegen.checking.expected import AidExpectations, KeyExpectations
from puzzlegen.checking.findings import Fault, Finding
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import PrintedPage, stage_of
from puzzlegen.checking.proof import Proofs
from puzzlegen.errors import PuzzlegenError
from puzzlegen.language.walkthroughs import Stage


def findings_of(code: str, printed: PrintedGrid, record: GradedPuzzle, faults: Iterable[Fault]) -> list[Finding]:
    """Return what is wrong with a printed grid as findings with this code."""
    return [Finding(code, printed.page, record.number or 0, str(fault), cell=fault.cell) for fault in faults]


def difference(printed: PrintedGrid, record: GradedPuzzle, clues: bool = True) -> Fault | None:
    """Describe the first clue that differs from the record, or from no ``clues`` at all; None if all agree."""
    grid = record.puzzle.grid
    cells = record.puzzle.cells if clues else (BLANK,) * grid.size
    if (printed.width, printed.height) != (grid.width, grid.height):
        return Fault(f"printed {printed.width}x{printed.height}, recorded {grid}")
    for cell, (found, recorded) in enumerate(zip(printed.clues, cells, strict=True)):
        if _shown(found) != _shown(recorded):
            return Fault(f"printed {_clue_text(found)}, recorded {_clue_text(recorded)}", grid.position(cell))
    return None


def _shown(value: int) -> int:
    """Return what a page shows of a cell: a clue, BLANK, or VOID. A dot is no clue."""
    return VOID if value == VOID else max(value, BLANK)


def _clue_text(value: int) -> str:
    return str(value) if value >= 0 else "no cell" if value == VOID else "blank"


def _faults(printed: PrintedGrid, record: GradedPuzzle) -> list[Fault]:
    """Return the faults of a board that has no labels; words within the frame of a ragged board are read as labels."""
    is_labeled = record.puzzle.grid.ragged and printed.rows
    return [*printed.faults, *([Fault(f"reads {' '.join(printed.rows)!r} before its rows")] if is_labeled else [])]


def check_answer(answered: PrintedGrid, record: GradedPuzzle) -> list[Finding]:
    """Compare an answer with the puzzle and its solution: A302 and A307."""
    faults = _faults(answered, record)
    if not faults and (fault := difference(answered, record, clues=not record.answer_is_picture)):
        faults.append(fault)
    marked, other = answered.mines, answered.filled
    if record.puzzle.grid.variant.clue_on_mine:
        marked, other = other, marked
    if not faults and marked != record.solution:
        faults.append(_wrong_mine(marked, record.solution, record.puzzle.grid))
    if not faults and any(other):
        faults.append(Fault("its marks are those of another variant"))
    safe = tuple(v == BLANK and not mine for v, mine in zip(record.puzzle.cells, record.solution, strict=True))
    if not faults and any(answered.dots) and answered.dots != safe:
        faults.append(Fault("its dots are not on the safe blanks"))
    return findings_of("A307", answered, record, answered.unseen) + findings_of("A302", answered, record, faults)


def check_title(answered: PrintedGrid, record: GradedPuzzle, key: KeyExpectations) -> list[Finding]:
    """Check that the label of an answer names its picture: A308."""
    title = key.titles.get(record.number or 0, "")
    read = " ".join(answered.heading[1:])
    if not title or "".join(title.split()) in "".join(read.split()):  # a letter may extend into a space
        return []
    return [Finding("A308", answered.page, record.number or 0, f"reads {read!r}, expected {title!r}")]


def _wrong_mine(printed: Solution, solution: Solution, grid: Grid) -> Fault:
    """Describe the first cell in which a printed answer differs from the solution."""
    cell = next(i for i, (mark, mine) in enumerate(zip(printed, solution, strict=True)) if mark != mine)
    return Fault("a mine is printed in a safe cell" if printed[cell] else "a mine is missing", grid.position(cell))


# --- Step-by-step solutions

_Boards = list[tuple[int, PrintedGrid]]  # the numbers of stages and what is printed of them


def check_walkthroughs(
    pages: Sequence[PrintedPage], records: Iterable[GradedPuzzle], aids: AidExpectations, proofs: Proofs
) -> list[Finding]:
    """Compare the boards and the words of step-by-step solutions with the solutions of their puzzles: A310."""
    if not aids.walked:
        return []
    printed = _printed_boards(pages)
    texts = {page.number: "".join(page.drawn.split()) for page in pages}
    findings: list[Finding] = []
    for number, record in {record.number or 0: record for record in records}.items():
        due: tuple[Stage, ...] = ()
        with suppress(PuzzlegenError):  # P203 reports a puzzle that cannot be solved
            due = aids.walkthrough(proofs.of(record.puzzle).rounds) if number in aids.walked else ()
        findings += _check_boards(record, printed.pop(number, []), due, texts)
    return findings + [_boards_finding(number, some, "it is not in puzzles.jsonl") for number, some in printed.items()]


def _printed_boards(pages: Iterable[PrintedPage]) -> dict[int, _Boards]:
    """Return the boards of step-by-step solutions by the numbers of their puzzles."""
    found: dict[int, _Boards] = {}
    for page in pages:
        for grid in page.grids:
            if stage := stage_of(grid):
                found.setdefault(stage[0], []).append((stage[1], grid))
    return found


def _boards_finding(number: int, boards: _Boards, words: str) -> Finding:
    return Finding("A310", boards[0][1].page if boards else 0, number, words)


def _check_boards(
    record: GradedPuzzle, boards: _Boards, due: Sequence[Stage], texts: Mapping[int, str]
) -> Iterator[Finding]:
    """Compare the boards of one puzzle with its clues, its solution and the stages ``due``; the last is the answer."""
    number, before = record.number or 0, frozenset[int]()
    if [at for at, _ in boards] != list(range(1, len(due) + 1)):
        read = ", ".join(str(at) for at, _ in boards) or "none"
        yield _boards_finding(number, boards, f"the boards printed are {read}, expected {len(due)} boards")
        return
    for (at, grid), stage in zip(boards, due, strict=True):
        marks = _marks(grid, record)
        wrong = difference(grid, record) or _wrong_mark(marks, stage, before, record)
        for fault in [*_faults(grid, record), *grid.unseen] or filter(None, [wrong]):
            yield Finding("A310", grid.page, number, f"board {at}: {fault}", cell=fault.cell)
        before = marks.mines | marks.safe
        yield from _wrong_words(number, at, stage, grid.page, texts)


def _wrong_words(number: int, at: int, stage: Stage, page: int, texts: Mapping[int, str]) -> Iterator[Finding]:
    """Check that the page of a board has the words of its step behind its label."""
    words = " ".join(filter(None, (f"{number}.{at}", stage.name, stage.sentence)))
    if stage.sentence and "".join(words.split()) not in texts[page]:
        yield Finding("A310", page, number, f"the page does not read {words!r}")


class _Marks(NamedTuple):
    """The cells that a board marks as mines and as safe, and those with rings."""

    mines: frozenset[int]
    safe: frozenset[int]
    rings: frozenset[int]


def _marks(grid: PrintedGrid, record: GradedPuzzle) -> _Marks:
    """Return the marks of a board. A ring is as large as a mine, but only clues have rings.

    Where clues may stand on mines, mines are filled cells.
    """
    cells = record.puzzle.cells
    large, filled, dots = (
        frozenset(i for i, marked in enumerate(flags[: len(cells)]) if marked)
        for flags in (grid.mines, grid.filled, grid.dots)
    )
    rings = frozenset(i for i in large if cells[i] >= 0)
    mines = filled if record.puzzle.grid.variant.clue_on_mine else filled | (large - rings)
    return _Marks(mines, frozenset(i for i in dots if cells[i] != EMPTY), rings)


def _wrong_mark(marks: _Marks, stage: Stage, before: frozenset[int], record: GradedPuzzle) -> Fault | None:
    """Describe the first mark that contradicts the solution, the board ``before``, or the stage; None if all agree."""
    found = marks.mines | marks.safe
    due = frozenset((*stage.mines, *stage.safe))
    mines, hidden = (
        frozenset(i for i, is_one in enumerate(flags) if is_one) for flags in (record.solution, record.puzzle.hidden)
    )
    faults: dict[str, frozenset[int]] = {
        "a mine is printed in a safe cell": marks.mines - mines,
        "a dot is printed on a mine": marks.safe & mines,
        "a mark of the board before is missing": before - found,
        "the last board lacks a mark": hidden - found if due == hidden else frozenset(),
        "it has other cells than are found by then": found ^ due,
        "its rings are not around the clues of the step": marks.rings.symmetric_difference(stage.clues),
    }
    cells = ((words, min(some)) for words, some in faults.items() if some)
    return next((Fault(words, record.puzzle.grid.position(cell)) for words, cell in cells), None)
