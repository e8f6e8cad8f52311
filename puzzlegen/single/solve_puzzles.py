"""Solves and grades puzzles from any source, and writes the result as text: answers, or why a puzzle is not solved."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import VOID, AnsweredPuzzle, Deduction, GradedPuzzle, Puzzle, Solution, Status
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.errors import SolverError
from puzzlegen.formats import answer as answer_format
from puzzlegen.formats import line
from puzzlegen.grading.grade import grade
from puzzlegen.solver.bounded_solve import Outcome, outcome, outcomes
from puzzlegen.solver.tiers import PuzzleTrace, solution_path
from puzzlegen.wording import cannot_hold, pluralize

_LETTERS = bytes.maketrans(bytes((UNKNOWN, SAFE, MINE)), b"?ny")


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """The result of solving a puzzle: its solution, or why none can be given."""

    outcome: Outcome

    def __repr__(self) -> str:
        return f"<Answer {self.status}: {line.write(self.puzzle)}>"

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that was solved."""
        return self.outcome.puzzle

    @property
    def tier(self) -> int:
        """The highest tier used; 0 if nothing had to be deduced."""
        return self.rounds.hardest

    @property
    def solution(self) -> Solution | None:
        """True for each mine; None unless the puzzle has exactly one solution and it was found."""
        if self.solved:
            return self.rounds.solution
        return self.solutions[0] if self.searched else None

    @property
    def rounds(self) -> PuzzleTrace:
        """The trace of the solver: what the tiers proved, round by round."""
        return self.outcome.rounds

    @property
    def status(self) -> Status:
        """Solved, searched, ambiguous, contradiction or stuck."""
        return self.outcome.status

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """Two that differ if the puzzle is ambiguous; the only one if it was found by search."""
        return self.outcome.solutions

    @property
    def solved(self) -> bool:
        """Whether the tiers proved every cell."""
        return self.status is Status.SOLVED

    @property
    def searched(self) -> bool:
        """Whether the tiers did not prove every cell, but the exact solver found the only solution."""
        return self.status is Status.SEARCHED

    @property
    def advice(self) -> str:
        """Why the tiers do not solve the puzzle, as a phrase that follows its name."""
        words = "solved"
        if self.status is Status.AMBIGUOUS:
            words = "has more than one solution"
        elif self.status is Status.CONTRADICTION:
            names = ["the total" if name == "total" else name for name in self.conflict]
            words = f"has no solution: {cannot_hold(names)}"
        elif self.searched:
            words = "has one solution, beyond the tiers: found by search"
        elif self.status is Status.STUCK:
            words = "is beyond the tiers"
        return "; ".join(filter(None, (words, self.outcome.note)))

    @property
    def conflict(self) -> list[str]:
        """The clues that cannot all hold, as R1C1, and the total as "total"; empty without a contradiction."""
        conflict = self.outcome.conflict
        if conflict is None:
            return []
        grid = self.puzzle.grid
        return [grid.name(clue) for clue in conflict.clues] + (["total"] if conflict.total else [])

    @property
    def line(self) -> str:
        """One letter per cell: y mine, n safe, ? unknown. It has ? only without a unique solution that was found."""
        return answer_format.write(self.solutions[0]) if self.searched else self.proved

    @property
    def proved(self) -> str:
        """What the tiers proved, in the letters of ``line``. With a contradiction nothing is proved."""
        if self.status is Status.CONTRADICTION:
            return "?" * self.puzzle.grid.size
        return self.outcome.known.tobytes().translate(_LETTERS).decode()

    @property
    def differ(self) -> tuple[int, ...]:
        """The cells in which the two solutions of an ambiguous puzzle differ; else empty."""
        if len(self.solutions) < 2:
            return ()
        return tuple(i for i, (first, second) in enumerate(zip(*self.solutions, strict=True)) if first != second)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of ``solve --format json``."""
        data: dict[str, Any] = {
            "puzzle": line.write(self.puzzle),
            "status": str(self.status),
            "tier": self.rounds.hardest,
            "solution": self.line,
        }
        if self.searched:
            data["proved"] = self.proved
        if self.status is Status.AMBIGUOUS:
            data["solutions"] = [answer_format.write(solution) for solution in self.outcome.solutions]
            data["differ"] = [self.puzzle.grid.name(cell) for cell in self.differ]
        if self.status is Status.CONTRADICTION:
            data["conflict"] = self.conflict
        if self.outcome.note:
            data["note"] = self.outcome.note
        return data


@dataclass(frozen=True)
class SolvedPuzzle:
    """A puzzle with its only solution. ``rounds`` is the trace; it ends early for a puzzle beyond the tiers."""

    rounds: PuzzleTrace
    solution: Solution
    by_logic: bool

    @cached_property
    def steps(self) -> tuple[Deduction, ...]:
        """The deductions in order. Computed on first use: that takes longer than solving."""
        return tuple(solution_path(self.rounds))


def solve_unique(puzzle: Puzzle, consequence: str) -> SolvedPuzzle:
    """Solve a puzzle that must have exactly one solution.

    Raises SolverError if it does not; the message ends with ``consequence``, such as "so there is nothing to play".
    """
    answer = solve_puzzle(puzzle, MAX_TIER)
    if answer.solution is None:
        raise SolverError(f"the puzzle {answer.advice}, {consequence}")
    return SolvedPuzzle(answer.rounds, answer.solution, answer.solved)


def solve_puzzle(puzzle: Puzzle, max_tier: int) -> Answer:
    """Solve with the tiers; where they end, the exact solver searches for solutions. Takes at most 10 s."""
    return Answer(outcome(puzzle, max_tier))


def with_stated_total(answer: Answer) -> Puzzle:
    """Return the puzzle of an answer, with the number of mines that its source states as its total if it needs that.

    A puzzle needs it if it has several solutions without, and may need it if that was not decided.
    """
    puzzle = answer.puzzle
    if answer.status is Status.STUCK and puzzle.total is None and len(puzzle.stated) == 1:
        return replace(puzzle, total=puzzle.stated[0])
    return puzzle


def solve_puzzles(puzzles: Sequence[Puzzle], max_tier: int) -> list[Answer]:
    """Solve many puzzles as ``solve_puzzle`` does, much faster per puzzle."""
    return [Answer(outcome) for outcome in outcomes(puzzles, max_tier)]


def grade_as_dict(answer: Answer) -> dict[str, Any]:
    """Return the JSON object of ``grade --format json``; an unsolved puzzle has its status and no grade."""
    rounds = answer.rounds
    data: dict[str, Any] = {"puzzle": line.write(rounds.puzzle), "solved": answer.solved, "status": str(answer.status)}
    if answer.solved:
        grading = grade(rounds)
        data |= {
            "tier": grading.tier,
            "difficulty": grading.difficulty,
            "score": grading.score,
            "bottlenecks": grading.bottlenecks,
            "par": list(grading.par),
        }
    return data


def grade_as_text(data: dict[str, Any]) -> str:
    """Return the object of ``grade_as_dict`` as one line of text."""
    if not data["solved"]:
        return f"{data['puzzle']}  {data['status']}"
    bottlenecks = pluralize(data["bottlenecks"], "bottleneck")
    return "{puzzle}  {difficulty}, tier {tier}, score {score}".format_map(data) + f", {bottlenecks}"


def graded_puzzle(answer: Answer) -> GradedPuzzle:
    """Return a solved puzzle with its grade. Its seed is unknown, because it was read from elsewhere."""
    rounds = answer.rounds
    return GradedPuzzle(rounds.puzzle, rounds.solution, grade(rounds))


def answered_puzzle(answer: Answer) -> AnsweredPuzzle | None:
    """Return the puzzle with its solution, with a grade if the tiers solve it; None if no solution was found."""
    if answer.solved:
        return graded_puzzle(answer)
    return AnsweredPuzzle(answer.puzzle, answer.solutions[0]) if answer.searched else None


MINE_SIGN, SAFE_SIGN, UNPROVED = "*", ".", "?"
_SYMBOLS = {"y": MINE_SIGN, "n": SAFE_SIGN, "?": UNPROVED, "-": "-"}
MAX_COLUMNS = 100  # of a terminal that two boards side by side may fill


def unsolved_lines(answer: Answer) -> list[str]:
    """Return why the tiers do not solve a puzzle, then the solutions if it has two, with capitals where they differ."""
    return [answer.advice, *(_solutions_with_capitals(answer) if answer.differ else [])]


def _solutions_with_capitals(answer: Answer) -> list[str]:
    differ = set(answer.differ)
    return [
        "".join(("yYnN"[2 * (not mine) + (x in differ)]) for x, mine in enumerate(solution))
        for solution in answer.solutions
    ]


def boards_as_text(answer: Answer) -> str:
    """Return the puzzle, its status, and a board: ``*`` a mine, ``.`` safe, ``?`` not proved, digits are clues.

    An ambiguous puzzle has two boards, with brackets around the cells in which they differ.
    """
    puzzle = answer.rounds.puzzle
    letters = [answer.line]
    if answer.differ:
        letters = ["".join("ny"[mine] for mine in solution) for solution in answer.solutions]
    boards = [
        _board(puzzle, [_SYMBOLS[letter] for letter in letters_of_board], set(answer.differ))
        for letters_of_board in letters
    ]
    status = f"solved, tier {answer.rounds.hardest}" if answer.solved else answer.advice
    return "\n".join([f"{line.write(puzzle)}: {status}", *_side_by_side(boards), ""])


def states_as_text(puzzle: Puzzle, letters: str) -> str:
    """Return a half-made puzzle and a board with the state of each cell (see solver.half_made).

    The signs are those of ``boards_as_text``, and ``-`` for a cell without a clue beside it.
    """
    return "\n".join([line.write(puzzle), *_board(puzzle, [_SYMBOLS[letter] for letter in letters], ()), ""])


def _board(puzzle: Puzzle, symbols: Sequence[str], bracketed: Collection[int]) -> list[str]:
    rows = []
    width = puzzle.grid.width
    for begin in range(0, puzzle.grid.size, width):
        row = ""
        for x in range(begin, begin + width):
            value = puzzle.cells[x]
            symbol = " " if value == VOID else symbols[x] if value < 0 or symbols[x] == MINE_SIGN else str(value)
            row += f"[{symbol}]" if x in bracketed else f" {symbol} "
        rows.append(row.rstrip())
    return rows


def _side_by_side(boards: list[list[str]]) -> list[str]:
    """Return the boards next to each other if they fit the terminal, else below each other."""
    board_width = max(len(row) for board in boards for row in board)
    if len(boards) * (board_width + 4) > MAX_COLUMNS:
        return [row for board in boards for row in (*board, "")][:-1]
    return ["    ".join(row.ljust(board_width) for row in rows).rstrip() for rows in zip_longest(*boards)]
