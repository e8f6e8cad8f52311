"""Every sentence of solutions and hints is parsed back and proved by a judge that shares no code with the solver."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from unittest.mock import patch

import pytest
from sentence_judge import MINE, SAFE, Judge, WrongSentence
from sentence_translation import Translator

from puzzlegen.api import generate_many
from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import Deduction, Puzzle
from puzzlegen.engine import clue_rules
from puzzlegen.formats import line
from puzzlegen.language.catalogue import load
from puzzlegen.language.explanations import puzzle_hints, step_sentence
from puzzlegen.language.messages import Messages
from puzzlegen.solver.tiers import run, solution_path, sticking_points

# `make sentences` judges 50,000 puzzles
PUZZLES = int(os.environ.get("PUZZLEGEN_SENTENCES", "1000"))
KINDS = [
    *((kind, difficulty) for kind in ("minesweeper", "mosaic", "wrap-around", "knight", "orthogonal")
      for difficulty in ("easy", "medium", "hard", "expert")),
    *(("hexagonal", difficulty) for difficulty in ("easy", "medium", "hard")),  # an expert one takes 60 boards
    ("total", "hard"),
]  # fmt: skip
EACH = 42  # puzzles of a test, which may take ten minutes
MESSAGES = load("en")


def puzzles(kind: str, difficulty: str, part: int = 0) -> Iterator[Puzzle]:
    usual = {"total": True, "kind": "minesweeper"} if kind == "total" else {"kind": kind}
    seed = f"sentences {kind} {part}"
    made = generate_many(EACH, "8x8", difficulty=difficulty, seed=seed, jobs=1, effort="low", **usual)
    return (graded.puzzle for graded in made)


def judge_all(puzzle: Puzzle) -> int:
    """Judge all sentences of a puzzle, and where its hints are. Returns how many sentences they are."""
    rounds, judge = run(puzzle, MAX_TIER), Judge(puzzle)
    path, places = list(solution_path(rounds)), sticking_points(rounds)
    for step in path:
        judge.judge(step_sentence(puzzle, step, MESSAGES))
    assert len(judge.known) == puzzle.grid.size
    with patch("puzzlegen.language.explanations.sticking_points", lambda _: places):
        hints = puzzle_hints(rounds, MESSAGES)
    for (marks, step), hint in zip(places, hints, strict=True):
        if rounds.hardest == 1:
            assert step == first_turn(judge, path)
        else:
            assert step.tier > 1 and not run(puzzle, step.tier - 1, marks).tier.size  # no easier step is open
        position = Judge(puzzle)
        position.known = {
            x: MINE if mark == clue_rules.MINE else SAFE
            for x, mark in enumerate(marks.tolist())
            if mark != clue_rules.UNKNOWN
        }
        position.judge_hint(hint.question, hint.answer)
    return len(path) + 2 * len(places)


def first_turn(judge: Judge, path: list[Deduction]) -> Deduction:
    """Return the first step that is not beside the one before and not decided on the empty board, and no 0.

    Else it is the first one that is not beside the one before, that is not decided there, that is not of a 0.
    """
    others = [step for step in path if judge.clues.get(step.witnesses[0])]
    turns = [
        step
        for before, step in pairwise(path)
        if step in others and not {*before.mines, *before.safe} & {*judge.around[step.witnesses[0]]}
    ]
    empty = Judge(judge.puzzle)
    later = [step for step in others if empty.agreed(step.witnesses, empty.known) == {}]
    return [*(step for step in turns if step in later), *turns, *later, *others, path[0]][0]


@pytest.mark.parametrize("part", range(-(-PUZZLES // (EACH * len(KINDS)))))
@pytest.mark.parametrize(("kind", "difficulty"), KINDS)
def test_each_sentence_says_what_follows_from_those_before(
    kind: str, difficulty: str, part: int, record_property: Callable[[str, object], None]
) -> None:
    record_property("sentences", sum(judge_all(puzzle) for puzzle in puzzles(kind, difficulty, part)))


def test_a_shortened_chain_may_leave_out_another_clash() -> None:
    judge_all(line.parse("mosaic:8x8:1h33a33a4a445e32a5a433a2335c2a1b4a3e3b2b4c"))


def test_a_1221_across_joined_sides_is_told_along_its_line() -> None:
    judge_all(line.parse("wrap-around:8x8:211b6a3i422a4e1b3b5b1e3a112i1a1b433"))


def told(puzzle: Puzzle, messages: Messages) -> list[str]:
    return [step_sentence(puzzle, step, messages) for step in solution_path(run(puzzle, MAX_TIER))]


HALVES = {  # the sentences of 2026-11-29, which told one half of what is proved
    "difference": (
        "2x3:1d2",
        "{most} needs so many more mines than {least} that all the cells it does not share are mines",
    ),
    "1-2": (
        "4x2:d.12.",
        "1-2: {one} and {two} can share only one mine, so the second has its other mine where they do not meet",
    ),
}


@pytest.mark.parametrize("technique", HALVES)
def test_the_judge_refuses_a_sentence_that_tells_one_half(technique: str) -> None:
    text, half = HALVES[technique]
    puzzle = line.parse(text)
    whole = next(words for words in told(puzzle, MESSAGES) if re.search("the (first|other) counts", words))
    Judge(puzzle).judge(whole)
    names = re.findall(r"[Tt]he \d at R\dC\d", whole)
    reason = half.format(most=names[0], least=names[-1], one=names[0], two=names[-1])
    with pytest.raises(WrongSentence):
        Judge(puzzle).judge(f"{reason}: {whole.rpartition(': ')[2]}")


def test_the_judge_refuses_a_combination_that_tells_a_part_of_what_its_clues_prove() -> None:
    puzzle = line.parse("4x3:a1a..a3d1")
    whole = next(words for words in told(puzzle, MESSAGES) if words.startswith("All ways"))
    Judge(puzzle).judge(whole)
    for part in ("R3C2 is a mine.", "R1C1 is safe."):
        with pytest.raises(WrongSentence):
            Judge(puzzle).judge(f"{whole.rpartition(': ')[0]}: {part}")


@pytest.mark.parametrize("kind", ["minesweeper", "mosaic", "wrap-around"])
def test_no_supposition_repeats_clues_of_a_combination_before(kind: str) -> None:
    for puzzle in islice(puzzles(kind, "hard"), 20):
        judge = Judge(puzzle)
        combined: list[tuple[int, ...]] = []
        for step in solution_path(run(puzzle, MAX_TIER)):
            proved = dict.fromkeys(step.mines, MINE) | dict.fromkeys(step.safe, SAFE)
            for clues in combined if step.tier > 2 else ():
                assert not proved.items() <= (judge.agreed(clues, judge.known) or {}).items()
            combined += [step.witnesses] if step.technique == "combination" else []
            judge.known |= proved


FALSE = [
    ("3x1:a1a", "The 1 at R1C2 already has all its mines: R1C1 and R1C3 are safe."),
    ("3x1:a2a", "The 2 at R1C2 needs every blank it has left: R1C1 is a mine."),
    ("3x1:a2a", "The 1 at R1C2 needs every blank it has left: R1C1 and R1C3 are mines."),
    (
        "4x2:1a2d1",
        "Suppose R2C1 is a mine. The 1 at R1C1 is then complete, so R1C2 and R2C2 are safe. But the 1 at R2C4 would "
        "have too many mines. So R2C1 is safe.",
    ),
    ("4x2:1a2d1", "Suppose R2C1 is safe. But the 1 at R1C1 would have too few mines. So R2C1 is a mine."),
    ("4x2:1a2d1", "Look."),
    (
        "2x3:1d2",
        "The 2 at R3C2 needs 2 more than the 1 at R1C1, one for each cell only it counts, so those are mines, and all "
        "cells only the other counts are safe: R3C1 is a mine; R1C2 is safe.",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), FALSE)
def test_the_judge_refuses_what_is_not_so(text: str, sentence: str) -> None:
    with pytest.raises(WrongSentence):
        Judge(line.parse(text)).judge(sentence)


def test_the_judge_refuses_what_is_told_already() -> None:
    puzzle = line.parse("3x1:a2a")
    judge = Judge(puzzle)
    (sentence,) = told(puzzle, MESSAGES)
    judge.judge(sentence)
    with pytest.raises(WrongSentence):
        judge.judge(sentence)


SMALL_AFTER_COLON = ": [a-zäöü]"  # a German sentence behind a colon begins with a capital


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "nl", "pt"])
@pytest.mark.parametrize(("kind", "difficulty"), [("minesweeper", "expert"), ("mosaic", "hard"), ("knight", "medium")])
def test_sentences_of_other_languages_say_the_same(language: str, kind: str, difficulty: str) -> None:
    theirs = load(language)
    for puzzle in islice(puzzles(kind, difficulty), 3):
        variant = puzzle.grid.variant
        into_english = Translator(theirs.for_variant(variant), MESSAGES.for_variant(variant))
        for step in solution_path(run(puzzle, MAX_TIER)):
            if step.method != "list":
                words = step_sentence(puzzle, step, theirs)
                assert into_english.translated(words) == step_sentence(puzzle, step, MESSAGES), words
                assert language != "de" or not re.search(SMALL_AFTER_COLON, words), words
