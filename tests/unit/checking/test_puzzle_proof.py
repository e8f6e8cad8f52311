"""The proof of a puzzle: each contradiction to its record gives its finding."""

from dataclasses import replace

import pytest

from puzzlegen import api
from puzzlegen.checking.proof import TASK_PUZZLES, Proofs, check_proof, prove
from puzzlegen.formats.line import parse
from puzzlegen.jobs.pools import open_local_pool

RECORD = replace(api.generate("9x7", difficulty="medium", seed="proof"), number=4)
TWO_SOLUTIONS = parse("3x1:a1a")
NO_SOLUTION = parse("3x2:3a0c")
BEYOND_THE_TIERS = parse("5x5:b3a12f5e3b3c,m7")  # found by dropping clues as long as there is one solution


def test_a_puzzle_that_agrees_with_its_record():
    assert check_proof(RECORD.puzzle, RECORD, "puzzles.jsonl") == []
    assert prove(RECORD.puzzle).difficulty == "medium"


@pytest.mark.parametrize(
    ("record", "codes"),
    [
        (replace(RECORD, grade=replace(RECORD.grade, tier=0)), ["P204"]),
        (replace(RECORD, grade=replace(RECORD.grade, difficulty="hard")), ["P205"]),
        (replace(RECORD, solution=(False,) * RECORD.puzzle.grid.size), ["A302"]),
        (replace(RECORD, grade=replace(RECORD.grade, tier=0, difficulty="easy"), solution=()), ["P204", "A302"]),
    ],
)
def test_a_record_that_is_wrong(record, codes):
    findings = check_proof(RECORD.puzzle, record, "puzzles.jsonl", 3)
    assert [finding.code for finding in findings] == codes
    assert {finding.number for finding in findings} == {4}


@pytest.mark.parametrize(
    ("puzzle", "detail"), [(TWO_SOLUTIONS, "at least two solutions"), (NO_SOLUTION, "no solution")]
)
def test_a_puzzle_without_one_solution(puzzle, detail):
    (finding,) = check_proof(puzzle, RECORD, "puzzles.jsonl", 3)
    assert (finding.code, finding.page, finding.detail) == ("P203", 3, detail)


def test_a_puzzle_with_one_solution_that_needs_more_than_all_tiers():
    proof = prove(BEYOND_THE_TIERS)
    assert len(proof.solutions) == 1 and proof.difficulty == ""
    record = replace(RECORD, puzzle=BEYOND_THE_TIERS, solution=proof.solutions[0])
    (finding,) = check_proof(BEYOND_THE_TIERS, record, "the ledger")
    assert (finding.code, finding.detail) == (
        "P204",
        f"needs techniques beyond tier 4, recorded tier {RECORD.grade.tier}",
    )


def test_proofs_made_ahead_are_those_made_when_they_are_needed() -> None:
    puzzles = [api.generate("6x5", difficulty="easy", seed=f"ahead {i}").puzzle for i in range(TASK_PUZZLES + 2)]
    with open_local_pool(2) as pool:
        proofs = Proofs(pool)
        with proofs.making_ahead([*puzzles, TWO_SOLUTIONS, NO_SOLUTION]):
            assert proofs.tasks(puzzles) == []  # they are kept
        with proofs.making_ahead([RECORD.puzzle]):
            pass  # what is not needed is dropped
        assert [task.steps for task in proofs.tasks([*puzzles, RECORD.puzzle])] == [1]
    for puzzle in puzzles:
        assert proofs.of(puzzle) is proofs.of(puzzle) and len(proofs.of(puzzle).solutions) == 1
    assert check_proof(NO_SOLUTION, RECORD, "puzzles.jsonl", 3, proofs)[0].code == "P203"


def test_each_run_makes_its_own_proofs() -> None:
    first, second = Proofs(), Proofs()
    assert first.of(RECORD.puzzle).solutions == second.of(RECORD.puzzle).solutions
    assert first.of(RECORD.puzzle) is not second.of(RECORD.puzzle)


def test_a_pool_of_one_worker_proves_nothing_ahead() -> None:
    puzzle = api.generate("6x5", difficulty="easy", seed="not ahead").puzzle
    with open_local_pool(1) as pool:
        proofs = Proofs(pool)
        with proofs.making_ahead([puzzle]):
            assert [task.steps for task in proofs.tasks([puzzle])] == [1]
