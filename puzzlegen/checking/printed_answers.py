"""Checks printed answers and the boards and words of step-by-step solutions against the solutions of the puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

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


def check_answer(answered: PrintedGrid, record: GradedPuzzle) -> list[Finding]:
    """Compare an answer with the puzzle and its solution: A302 and A307."""
    faults = list(answered.faults)
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
    if aids.walkthrough is None:
        return []
    printed: dict[int, _Boards] = {}
    for page in pages:
        for grid in page.grids:
            if stage := stage_of(grid):
                printed.setdefault(stage[0], []).append((stage[1], grid))
    texts = {page.number: "".join(page.drawn.split()) for page in pages}
    findings: list[Finding] = []
    for record in {record.number or 0: record for record in records}.values():
        number = record.number or 0
        boards, due = printed.pop(number, []), tuple[Stage, ...]()
        if number in aids.walked:
            try:
                due = aids.walkthrough(proofs.of(record.puzzle).rounds)
            except PuzzlegenError:  # P203 reports a puzzle that cannot be solved
                continue
        if [at for at, _ in boards] != list(range(1, len(due) + 1)):
            read = ", ".join(str(at) for at, _ in boards) or "none"
            at = boards[0][1].page if boards else 0
            findings.append(Finding("A310", at, number, f"the boards printed are {read}, expected {len(due)} boards"))
        else:
            findings += _check_boards(record, boards, due, texts)
    for number, boards in printed.items():
        findings.append(Finding("A310", boards[0][1].page, number, "it is not in puzzles.jsonl"))
    return findings


def _check_boards(
    record: GradedPuzzle, boards: _Boards, due: Sequence[Stage], texts: Mapping[int, str]
) -> Iterator[Finding]:
    """Compare the boards of one puzzle with its clues, its solution and the stages ``due``; the last is the answer."""
    number = record.number or 0
    before = frozenset[int]()
    for (at, grid), stage in zip(boards, due, strict=True):
        faults = [*grid.faults, *grid.unseen]
        if not faults and (fault := difference(grid, record)):
            faults.append(fault)
        if not faults:
            mines, safe, rings = _marks(grid, record)
            faults += _wrong_marks(mines, safe, record)
            found = mines | safe
            if not faults and not found >= before:
                faults.append(Fault("a mark of the board before is missing", _position(before - found, record)))
            if not faults and at == len(due) and not found >= _hidden(record):
                faults.append(Fault("the last board lacks a mark", _position(_hidden(record) - found, record)))
            if not faults and found != {*stage.mines, *stage.safe}:
                other = found ^ {*stage.mines, *stage.safe}
                faults.append(Fault("it has other cells than are found by then", _position(other, record)))
            if not faults and rings != set(stage.clues):
                faults.append(Fault("its rings are not around the clues of the step"))
            before = found
        yield from (Finding("A310", grid.page, number, f"board {at}: {fault}", cell=fault.cell) for fault in faults)
        words = f"{number}.{at} {stage.name}{'. ' if stage.name else ''}{stage.sentence}"
        if stage.sentence and "".join(words.split()) not in texts[grid.page]:
            yield Finding("A310", grid.page, number, f"the page does not read {words!r}")


def _marks(grid: PrintedGrid, record: GradedPuzzle) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Return the cells that a board marks as mines and as safe, and those with rings.

    A ring is as large as a mine. Only clues have rings, and where clues may stand on mines, mines are filled cells.
    """
    cells = record.puzzle.cells
    large, filled, dots = (
        frozenset(i for i, marked in enumerate(flags) if marked) for flags in (grid.mines, grid.filled, grid.dots)
    )
    rings = frozenset(i for i in large if cells[i] >= 0)
    mines = filled if record.puzzle.grid.variant.clue_on_mine else filled | (large - rings)
    return mines, frozenset(i for i in dots if cells[i] != EMPTY), rings


def _wrong_marks(mines: frozenset[int], safe: frozenset[int], record: GradedPuzzle) -> list[Fault]:
    """Describe the first mark that contradicts the solution."""
    for cell in sorted(mines | safe):
        if cell in mines and not record.solution[cell]:
            return [Fault("a mine is printed in a safe cell", record.puzzle.grid.position(cell))]
        if cell in safe and record.solution[cell]:
            return [Fault("a dot is printed on a mine", record.puzzle.grid.position(cell))]
    return []


def _hidden(record: GradedPuzzle) -> frozenset[int]:
    return frozenset(i for i, hidden in enumerate(record.puzzle.hidden) if hidden)


def _position(cells: Iterable[int], record: GradedPuzzle) -> tuple[int, int]:
    return record.puzzle.grid.position(min(cells))
