"""Proves a puzzle with two solvers that share no code: one solution, the one on record, at the tier on record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

from puzzlegen.board.difficulty import DIFFICULTIES, GRADING, MAX_TIER, Aim, Grade
from puzzlegen.board.hands import hand_named
from puzzlegen.board.ideas import idea_named, idea_problem
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Solution, Status
from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import keys_of
from puzzlegen.checking.findings import Finding
from puzzlegen.errors import PuzzlegenError
from puzzlegen.grading.grade import grade
from puzzlegen.grading.quality import parts, reached
from puzzlegen.jobs.ordered_work import Task
from puzzlegen.jobs.pools import WorkerPool, translate_executor_errors
from puzzlegen.solver import exact
from puzzlegen.solver.classic_game import play
from puzzlegen.solver.tiers import PuzzleTrace, run

TASK_PUZZLES = 20  # proved in one task: a twentieth of a second


class Proof(NamedTuple):
    """The solutions that the exact solver finds, two at most, and the solve by tiers."""

    solutions: tuple[Solution, ...]
    rounds: PuzzleTrace

    @property
    def difficulty(self) -> str:
        """The grade of the solve; empty if the tiers do not solve the puzzle."""
        return self.grade.difficulty if self.grade else ""

    @property
    def grade(self) -> Grade | None:
        """The grade of the solve; None if the tiers do not solve the puzzle."""
        return grade(self.rounds) if self.rounds.status is Status.SOLVED else None


def prove(puzzle: Puzzle) -> Proof:
    """Solve the puzzle with both solvers. Raises PuzzlegenError for impossible clues."""
    return Proof(tuple(exact.solutions(puzzle).solutions), run(puzzle, MAX_TIER))


class Proofs:
    """The proofs of one build or verification, each made once. ``pool`` has the workers of that run, if it has some.

    The editions of a book print the same puzzles, and hints follow from the same solve.
    """

    def __init__(self, pool: WorkerPool | None = None) -> None:
        self.pool = pool
        self._known: dict[Puzzle, Proof] = {}
        self._ahead: list[Future[list[Any]]] = []

    def of(self, puzzle: Puzzle) -> Proof:
        """Return the proof of a puzzle. Raises PuzzlegenError for impossible clues."""
        proof = self._known.get(puzzle)
        if proof is None:
            proof = self._known[puzzle] = prove(puzzle)
        return proof

    def keep(self, proofs: Iterable[tuple[Puzzle, Proof]]) -> None:
        """Take over proofs that were made elsewhere."""
        self._known.update(proofs)

    @contextmanager
    def making_ahead(self, puzzles: Iterable[Puzzle]) -> Iterator[None]:
        """Prove puzzles on the workers while the block does other work, until ``tasks`` needs them.

        A single worker is left alone: it could not work at the same time.
        """
        if self.pool is not None and self.pool.count > 1:
            with translate_executor_errors(self.pool):
                self._ahead += [self.pool.executor.submit(task.call) for task in self.tasks(puzzles)]
        try:
            yield
        finally:
            self._ahead.clear()

    def tasks(self, puzzles: Iterable[Puzzle]) -> list[Task]:
        """Return the tasks that prove those puzzles that are not yet proved; their results are for ``keep``.

        Waits for proofs that have begun. Raises WorkerError if their worker is lost.
        """
        while self.pool is not None and self._ahead:
            with translate_executor_errors(self.pool):
                self.keep(self._ahead.pop().result())
        waiting = [puzzle for puzzle in dict.fromkeys(puzzles) if puzzle not in self._known]
        parts = [waiting[first : first + TASK_PUZZLES] for first in range(0, len(waiting), TASK_PUZZLES)]
        return [Task(partial(_prove_some, part), len(part)) for part in parts]


def _prove_some(puzzles: Sequence[Puzzle]) -> list[tuple[Puzzle, Proof]]:
    """Prove puzzles, except those with impossible clues, for which ``prove`` raises the error."""
    proofs = []
    for puzzle in puzzles:
        with suppress(PuzzlegenError):
            proofs.append((puzzle, prove(puzzle)))
    return proofs


def check_proof(
    puzzle: Puzzle, record: GradedPuzzle, place: str, page: int = 0, proofs: Proofs | None = None
) -> list[Finding]:
    """Compare what both solvers find with the record of the puzzle: P203, P204, P205, P209, P213 and A302.

    ``puzzle`` is the puzzle as it was read from ``page``, and ``place`` is where its record is kept. ``proofs`` has
    those made before, and gets that of the puzzle. Of a record of another GRADING, the score and what follows from it
    are not compared.
    """
    number = record.number or 0
    try:
        proof = (proofs or Proofs()).of(puzzle)
    except PuzzlegenError as error:
        return [Finding("P203", page, number, str(error))]
    solutions, rounds = proof
    findings = check_idea(proof, record, page)
    if len(solutions) != 1:
        detail = "no solution" if not solutions else "at least two solutions"
        return [*findings, Finding("P203", page, number, detail)]
    findings += _tier_findings(proof, record, page)
    if puzzle == record.puzzle and (different := _differences(proof, record)):
        findings.append(Finding("P209", page, number, "; ".join(different)))
    if rounds.status is Status.SOLVED and rounds.solution != solutions[0]:
        findings.append(Finding("P203", page, number, "the two solvers disagree"))
    if record.solution != solutions[0]:
        findings.append(Finding("A302", 0, number, f"the solution in {place} is not the solution of the puzzle"))
    return findings


def check_idea(proof: Proof, record: GradedPuzzle, page: int = 0) -> list[Finding]:
    """Check that the clues of a puzzle, as it was read from a page, show the idea of its record: P213."""
    if record.idea is None:
        return []
    idea, text = idea_named(record.idea)
    puzzle, moments = proof.rounds.puzzle, proof.rounds.moment.tolist()
    if not idea_problem(record.idea, puzzle.grid, None) and idea.shows(puzzle.grid, puzzle.cells, text, moments):
        return []
    return [Finding("P213", page, record.number or 0, f"{record.idea}: {idea.meaning}")]


def _tier_findings(proof: Proof, record: GradedPuzzle, page: int) -> list[Finding]:
    """Compare the tier and the difficulty of a solve with the record: P204 and P205."""
    number, rounds = record.number or 0, proof.rounds
    solved = rounds.status is Status.SOLVED
    if not solved or rounds.hardest > record.grade.tier:
        needs = f"tier {rounds.hardest}" if solved else f"techniques beyond tier {MAX_TIER}"
        return [Finding("P204", page, number, f"needs {needs}, recorded tier {record.grade.tier}")]
    if not _has_difficulty(proof, record.grade):
        return [Finding("P205", page, number, f"{record.grade.difficulty} recorded, graded {proof.difficulty}")]
    return []


def _has_difficulty(proof: Proof, recorded: Grade) -> bool:
    """Return whether the solve has the recorded difficulty; of another grading, whether it needs the tier of that."""
    if recorded.grading == GRADING or recorded.difficulty not in DIFFICULTIES:
        return proof.difficulty == recorded.difficulty
    return DIFFICULTIES[proof.difficulty].tier == DIFFICULTIES[recorded.difficulty].tier


def check_repeats(records: Iterable[GradedPuzzle]) -> list[Finding]:
    """Find puzzles or mines that repeat an earlier one of the book: P206."""
    findings = []
    first: dict[tuple[str, bytes], int] = {}
    for record in records:
        for what, key in zip(PuzzleKeys._fields, keys_of(record.puzzle, record.solution), strict=True):
            earlier = first.setdefault((what, key), record.number or 0)
            if earlier != record.number:
                findings.append(Finding("P206", 0, record.number or 0, f"the {what} are those of puzzle {earlier}"))
    return findings


def check_no_guess(record: GradedPuzzle) -> list[Finding]:
    """Play the classic board of a record from its start: P212 unless that needs just the tier of its difficulty."""
    board, cap = record.classic_board, DIFFICULTIES[record.grade.difficulty].cap
    if board is None:
        return []
    game = play(board, cap)
    closed = board.grid.size - board.total - len(game.opened)
    if game.status is Status.SOLVED and game.hardest == cap:
        return []
    problem = f"{closed} safe cells cannot be proved" if closed else f"its game needs only tier {game.hardest}"
    detail = f"{record.grade.difficulty}, tier {cap}: {problem}"
    return [Finding("P212", 0, record.number or 0, detail)]


def _comparable_grade(proof: Proof, recorded: Grade) -> Grade | None:
    """Return the grade of a solve; None without one, and if the recorded grade has another GRADING."""
    return proof.grade if recorded.grading == GRADING else None


def _differences(proof: Proof, record: GradedPuzzle) -> list[str]:
    """Describe each value of a record that is not that of its puzzle. P204 and P205 report the others."""
    proved_grade, recorded = _comparable_grade(proof, record.grade), record.grade
    if proved_grade is None:
        return []
    values: dict[str, tuple[object, object]] = {
        "score": (recorded.score, proved_grade.score),
        "bottlenecks": (recorded.bottlenecks, proved_grade.bottlenecks),
        "par": (recorded.par, proved_grade.par),
    }
    wanted = {name: wish["wanted"] for name, wish in (record.wishes or {}).items()}
    aim = Aim(**wanted)  # type: ignore[arg-type]  # the reader of records has checked the types of wishes
    if recorded.tier > proved_grade.tier:
        values["tier"] = (recorded.tier, proved_grade.tier)
    if record.quality is not None and recorded.difficulty == proved_grade.difficulty:
        known = parts(proof.rounds, proved_grade.score, proved_grade.difficulty, aim, hand_named(record.hand))
        values |= {f"quality {name}": (record.quality.get(name), value) for name, value in known.items()}
    for name, wish in (reached(proof.rounds, proved_grade, aim) or {}).items():
        values[f"reached {name}"] = ((record.wishes or {})[name]["reached"], wish["reached"])
    return [f"{name} {read} recorded, {value} found" for name, (read, value) in values.items() if read != value]
