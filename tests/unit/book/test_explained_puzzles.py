"""The puzzles of a book: explained once each, replaced by placeholders, or read from an earlier build."""

import pytest
from layout_boards import EN
from small_book import SMALL, puzzles_of

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.board.puzzle import BLANK, GradedPuzzle
from puzzlegen.book import explained_puzzles
from puzzlegen.book.explained_puzzles import explain_puzzles, placeholder_puzzles
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.language.explanations import puzzle_hints
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import run, solve

CONFIG = loads_book(SMALL)


@pytest.fixture(scope="module")
def records() -> list[GradedPuzzle]:
    return puzzles_of(CONFIG)


def config_with(hints: str, techniques: str) -> BookConfig:
    return loads_book(f"{SMALL}  techniques: {techniques}\naids: {{hints: {hints}}}\n")


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The puzzles that were solved."""
    calls: list[object] = []
    monkeypatch.setattr(explained_puzzles, "run", lambda puzzle, tier: calls.append(puzzle) or run(puzzle, tier))
    return calls


def test_each_puzzle_is_solved_once_for_its_hints_and_its_techniques(
    records: list[GradedPuzzle], solved: list[object]
) -> None:
    found = explain_puzzles(config_with("back", "auto"), records, EN)
    assert solved == [record.puzzle for record in records]
    assert found.hints == {record.number: puzzle_hints(run(record.puzzle, MAX_TIER), EN) for record in records}
    used = {step.technique for record in records for step in solve(record.puzzle, MAX_TIER).deductions}
    assert found.techniques == {"": used - {"total"}}
    for (index, code), some in found.excerpts.items():
        assert code in used and {records[one.rank.number - 1].section for one in some} == {index}
        assert list(some) == sorted(some, key=lambda one: one.rank)


def test_puzzles_are_solved_only_where_the_book_needs_it(records: list[GradedPuzzle], solved: list[object]) -> None:
    config = config_with("none", "none")
    bare = config.model_copy(update={"sections": [one.model_copy(update={"opener": False}) for one in config.sections]})
    found = explain_puzzles(bare, records, EN)
    assert (found.records, found.hints, found.techniques, found.excerpts) == (records, {}, None, {})
    assert solved == []


def test_a_few_puzzles_of_a_section_are_searched_for_its_examples(
    records: list[GradedPuzzle], solved: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explained_puzzles, "is_searched", lambda place, _: place == 0)
    found = explain_puzzles(config_with("none", "none"), records, EN)
    firsts = [next(one for one in records if one.section == index) for index in range(1, len(CONFIG.sections) + 1)]
    assert solved == [one.puzzle for one in firsts]
    assert {one.rank.number for some in found.excerpts.values() for one in some} == {one.number for one in firsts}


def test_no_solve_for_techniques_once_all_are_found(
    records: list[GradedPuzzle], solved: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explained_puzzles, "TECHNIQUES", {"satisfied": TECHNIQUES["satisfied"]})
    monkeypatch.setattr(explained_puzzles, "is_searched", lambda *_: False)
    explain_puzzles(config_with("none", "auto"), records, EN)
    assert len(solved) == 1


def test_placeholders_are_as_large_as_the_puzzles(records: list[GradedPuzzle]) -> None:
    found = placeholder_puzzles(config_with("foot", "auto"))
    assert [(one.number, one.section, one.puzzle.grid, one.grade.difficulty) for one in found.records] == [
        (one.number, one.section, one.puzzle.grid, one.grade.difficulty) for one in records
    ]
    assert all(set(one.puzzle.cells) == {BLANK} for one in found.records)
    longest = explained_puzzles.PLACEHOLDER_HINTS
    assert {len(some) for some in found.hints.values()} <= {1, 2} and found.techniques is None
    assert all(some == longest[: len(some)] for some in found.hints.values())
    assert placeholder_puzzles(CONFIG).hints == {}
