"""Step-by-step solutions: at most four boards, each with all marks of the one before, the last the answer."""

import pytest

from puzzlegen.api import generate_many
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import of_one_cell, step_sentence
from puzzlegen.language.walkthroughs import LEAST_STAGES, STAGES, walkthrough
from puzzlegen.solver.tiers import run, sticking_points

MESSAGES = load("en")
KINDS = [
    ("minesweeper", "easy", 6), ("minesweeper", "hard", 6), ("minesweeper", "expert", 2),
    ("mosaic", "hard", 3), ("hexagonal", "medium", 12), ("wrap-around", "hard", 2),
]  # fmt: skip


def made(kind: str, difficulty: str, count: int) -> list[GradedPuzzle]:
    return list(generate_many(count, "9x8", kind=kind, difficulty=difficulty, seed=f"walk {kind}", jobs=1))


@pytest.mark.parametrize(("kind", "difficulty", "count"), KINDS)
def test_stages_grow_to_the_whole_answer(kind: str, difficulty: str, count: int) -> None:
    for graded in made(kind, difficulty, count):
        stages = walkthrough(run(graded.puzzle, MAX_TIER), MESSAGES)
        assert LEAST_STAGES <= len(stages) <= STAGES
        before: set[int] = set()
        for stage in stages:
            assert all(graded.solution[cell] for cell in stage.mines)
            assert not any(graded.solution[cell] for cell in stage.safe)
            found = {*stage.mines, *stage.safe}
            assert before < found or (not before and not found)
            assert set(stage.proves) <= found - before
            before = found
        assert before == {cell for cell, hidden in enumerate(graded.puzzle.hidden) if hidden}


@pytest.mark.parametrize(("kind", "difficulty", "count"), KINDS)
def test_the_steps_in_words_are_where_readers_stick(kind: str, difficulty: str, count: int) -> None:
    for graded in made(kind, difficulty, count):
        rounds = run(graded.puzzle, MAX_TIER)
        steps = [of_one_cell(step) for _, step in sticking_points(rounds)]
        told = [stage for stage in walkthrough(rounds, MESSAGES) if stage.sentence]
        assert [stage.sentence for stage in told] == [step_sentence(graded.puzzle, step, MESSAGES) for step in steps]
        assert [stage.clues for stage in told] == [step.witnesses for step in steps]
        assert all(stage.name or stage.sentence[0] in "12" for stage in told)  # only 1-1 and the like begin with a name
