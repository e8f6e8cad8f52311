"""Proves a puzzle with two solvers that share no code: one solution, the one on record, at the tier on record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

from puzzlegen.board.difficulty import DIFFICULTIES, MAX_TIER, Aim, Grade
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Solution, Status
from puzzlegen.checking.findings import Finding
from puzzlegen.checking.tasks import Task
from puzzlegen.errors import PuzzlegenError
from puzzlegen.grading.grade import grade
from puzzlegen.grading.quality import parts, reached
from puzzlegen.jobs.pools import WorkerPool, translate_executor_errors
from puzzlegen.solver import exact
from puzzlegen.solver.classic_game import play
from puzzlegen.solver.tiers import PuzzleTrace, run

MAX_PUZZLES = 10_000  # the most a config allows in a book
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


# The editions of a book print the same puzzles, and hints follow from the same solve.
_known: dict[Puzzle, Proof] = {}


def prove(puzzle: Puzzle) -> Proof:
    """Solve the puzzle with both solvers, unless it was done before. Raises PuzzlegenError for impossible clues."""
    proof = _known.get(puzzle)
    if proof is None:
        proof = Proof(tuple(exact.solutions(puzzle).solutions), run(puzzle, MAX_TIER))
        keep_proofs([(puzzle, proof)])
    return proof


@contextmanager
def proving_ahead(pool: WorkerPool, puzzles: Iterable[Puzzle]) -> Iterator[None]:
    """Prove puzzles on the workers of ``pool`` while the block does other work, until ``proof_tasks`` needs them.

    A pool of one worker is left alone: it could not work at the same time.
    """
    if pool.count > 1:
        tasks = proof_tasks(puzzles)
        with translate_executor_errors(pool):
            _ahead.extend((pool, pool.executor.submit(task.call)) for task in tasks)
    try:
        yield
    finally:
        _ahead.clear()


_ahead: list[tuple[WorkerPool, Future[list[Any]]]] = []


def proof_tasks(puzzles: Iterable[Puzzle]) -> list[Task]:
    """Return the tasks that prove those puzzles that are not yet proved; their results are for ``keep_proofs``.

    Waits for proofs that have begun. Raises WorkerError if their worker is lost.
    """
    while _ahead:
        pool, proofs = _ahead.pop()
        with translate_executor_errors(pool):
            keep_proofs(proofs.result())
    waiting = [puzzle for puzzle in dict.fromkeys(puzzles) if puzzle not in _known]
    parts = [waiting[first : first + TASK_PUZZLES] for first in range(0, len(waiting), TASK_PUZZLES)]
    return [Task(partial(_prove_some, part), len(part)) for part in parts]


def keep_proofs(proofs: Iterable[tuple[Puzzle, Proof]]) -> None:
    """Keep proofs, so that ``prove`` returns them; the oldest are dropped beyond MAX_PUZZLES."""
    _known.update(proofs)
    while len(_known) > MAX_PUZZLES:
        del _known[next(iter(_known))]


def _prove_some(puzzles: Sequence[Puzzle]) -> list[tuple[Puzzle, Proof]]:
    """Prove puzzles, except those with impossible clues, for which ``prove`` raises the error."""
    proofs = []
    for puzzle in puzzles:
        with suppress(PuzzlegenError):
            proofs.append((puzzle, prove(puzzle)))
    return proofs


def check_proof(puzzle: Puzzle, record: GradedPuzzle, place: str, page: int = 0) -> list[Finding]:
    """Compare what both solvers find with the record of the puzzle: P203, P204, P205, P209 and A302.

    ``puzzle`` is the puzzle as it was read from ``page``, and ``place`` is where its record is kept.
    """
    number = record.number or 0
    try:
        proof = prove(puzzle)
    except PuzzlegenError as error:
        return [Finding("P203", page, number, str(error))]
    solutions, rounds = proof
    if len(solutions) != 1:
        return [Finding("P203", page, number, "no solution" if not solutions else "at least two solutions")]
    findings = []
    solved = rounds.status is Status.SOLVED
    if not solved or rounds.hardest > record.grade.tier:
        needs = f"tier {rounds.hardest}" if solved else f"techniques beyond tier {MAX_TIER}"
        findings.append(Finding("P204", page, number, f"needs {needs}, recorded tier {record.grade.tier}"))
    elif proof.difficulty != record.grade.difficulty:
        findings.append(Finding("P205", page, number, f"{record.grade.difficulty} recorded, graded {proof.difficulty}"))
    if puzzle == record.puzzle and (different := _differences(proof, record)):
        findings.append(Finding("P209", page, number, "; ".join(different)))
    if solved and rounds.solution != solutions[0]:
        findings.append(Finding("P203", page, number, "the two solvers disagree"))
    if record.solution != solutions[0]:
        findings.append(Finding("A302", 0, number, f"the solution in {place} is not the solution of the puzzle"))
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


def _differences(proof: Proof, record: GradedPuzzle) -> list[str]:
    """Describe each value of a record that is not that of its puzzle. P204 and P205 report the others."""
    found, recorded = proof.grade, record.grade
    if found is None:
        return []
    values: dict[str, tuple[object, object]] = {
        "score": (recorded.score, found.score),
        "bottlenecks": (recorded.bottlenecks, found.bottlenecks),
        "par": (recorded.par, found.par),
    }
    wanted = {name: wish["wanted"] for name, wish in (record.wishes or {}).items()}
    aim = Aim(**wanted)  # type: ignore[arg-type]  # the reader of records has checked the types of wishes
    if recorded.tier > found.tier:
        values["tier"] = (recorded.tier, found.tier)
    if record.quality is not None and recorded.difficulty == found.difficulty:
        known = parts(proof.rounds, found.score, found.difficulty, aim)
        values |= {f"quality {name}": (record.quality.get(name), value) for name, value in known.items()}
    for name, wish in (reached(proof.rounds, found, aim) or {}).items():
        values[f"reached {name}"] = ((record.wishes or {})[name]["reached"], wish["reached"])
    return [f"{name} {read} recorded, {value} found" for name, (read, value) in values.items() if read != value]
