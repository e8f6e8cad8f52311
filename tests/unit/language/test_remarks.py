"""Remarks on puzzles: each sentence is true, judged from the cells by rules that are stated here again."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from layout_boards import EN
from paper_neighbors import cells_counted
from printed_book import SoundBook
from small_book import puzzles_of

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle, Solution, Status
from puzzlegen.book.explained_puzzles import explain_puzzles
from puzzlegen.checking.expected import Printed, check_written, expectations_of
from puzzlegen.config.load import loads_book
from puzzlegen.engine.clue_rules import MINE, SAFE, UNKNOWN
from puzzlegen.language.explanations import of_one_cell, where_to_look
from puzzlegen.language.walkthroughs import RARE, facts_of, remarks_on
from puzzlegen.layout.core.document import Place
from puzzlegen.solver.techniques import TECHNIQUES
from puzzlegen.solver.tiers import run, solve, sticking_points

BOOK = """
title: Remarks
series: remarks
sections:
  - {name: One, count: 12, size: 6x5, difficulty: easy}
  - {name: Two, count: 16, size: 8x9, difficulty: medium}
  - {name: Three, count: 12, size: 8x8, difficulty: hard}
  - {name: Four, count: 8, size: 9x8, difficulty: medium, kind: mosaic}
  - {name: Five, count: 8, size: 7x8, difficulty: medium, kind: hexagonal, layout: half-turn}
  - {name: Six, count: 4, size: 8x8, difficulty: medium, kind: wrap-around, layout: left-right}
  - {name: Seven, count: 6, size: 9x9, difficulty: easy, idea: mixed}
  - {name: Eight, count: 4, size: 9x7, difficulty: medium, kind: hexagonal, shape: heart}
back_matter: {remarks: yes}
"""
Marks = dict[int, bool]  # the cells that are known: whether they are mines
NUMBER = {"one": 1, "two": 2}


@pytest.fixture(scope="module")
def records() -> list[GradedPuzzle]:
    return puzzles_of(loads_book(BOOK))


def needs(puzzle: Puzzle, marks: Marks) -> Iterator[tuple[int, list[int]]]:
    """Yield for each clue the mines that it still needs, and its unknown cells."""
    for cell, clue in enumerate(puzzle.cells):
        if clue >= 0:
            counted = cells_counted(puzzle.grid)[cell]
            unknown = [x for x in counted if puzzle.hidden[x] and x not in marks]
            yield clue - sum(marks.get(x, False) for x in counted), unknown


def of_single_clues(puzzle: Puzzle, marks: Marks) -> Marks:
    """Return what follows clue by clue."""
    while found := {
        x: need > 0 for need, unknown in needs(puzzle, marks) if need in (0, len(unknown)) for x in unknown
    }:
        marks = marks | found
    return marks


def is_solved(puzzle: Puzzle, marks: Marks) -> bool:
    return all(not hidden or x in marks for x, hidden in enumerate(puzzle.hidden))


def beginnings(puzzle: Puzzle) -> int:
    return sum(bool(unknown) and need in (0, len(unknown)) for need, unknown in needs(puzzle, {}))


def is_kept(puzzle: Puzzle, across: int, down: int) -> bool:
    """Tell whether the places of the clues on paper stay when the board is mirrored across, down, or both."""
    grid, step = puzzle.grid, 0.5 if puzzle.grid.variant.name == "hexagonal" else 0.0
    places = {x: (col + row % 2 * step, row) for x in range(grid.size) for row, col in [grid.position(x)]}
    there = [places[x] for x in places if x not in grid.voids]
    (right, low), (left, top) = (tuple(end(side) for side in zip(*there, strict=True)) for end in (max, min))
    found = {place for x, place in places.items() if puzzle.cells[x] >= 0}
    return {(right + left - x if across else x, low + top - y if down else y) for x, y in found} == found


def one_what_if(puzzle: Puzzle, solution: Solution) -> bool:
    """Tell whether one cell, and none, is enough for single clues and clues together to find all others."""

    def ends(known: Marks) -> bool:
        marks = np.full(puzzle.grid.size, UNKNOWN, np.int8)
        for x, is_mine in known.items():
            marks[x] = MINE if is_mine else SAFE
        return run(puzzle, 2, marks).status is Status.SOLVED

    return not ends({}) and any(ends({x: solution[x]}) for x, hidden in enumerate(puzzle.hidden) if hidden)


def one_together(puzzle: Puzzle, solution: Solution) -> bool:
    """Tell whether single clues find all but what one step of clues together finds."""
    steps = [step for step in solve(puzzle, 2).deductions if step.tier == 2]
    proved = {x: solution[x] for x in (*steps[0].mines, *steps[0].safe)}
    alone = is_solved(puzzle, of_single_clues(puzzle, {}))
    return not alone and len(steps) == 1 and is_solved(puzzle, of_single_clues(puzzle, proved))


def highest(puzzle: Puzzle, found: re.Match[str]) -> bool:
    most = max(map(len, cells_counted(Grid(9, 9, puzzle.grid.variant)).values()))
    count = puzzle.cells.count(most)
    return int(found["number"]) == most and (count == 1 if found["how"] == "one" else count > 1)


def on_the_way(puzzle: Puzzle, found: re.Match[str]) -> bool:
    used = {EN.text(f"techniques.{step.technique}.name") for step in solve(puzzle, 4).deductions if step.tier == 2}
    return set(found["names"].split(", ")) <= used


def turns(puzzle: Puzzle, found: re.Match[str]) -> bool:
    """Tell whether the clue that is named begins a step of the hardest kind where easier ones prove nothing more."""
    hardest = run(puzzle, 4).hardest
    place = next(place for place in sticking_points(run(puzzle, 4)) if place.step.tier == hardest)
    step = of_one_cell(place.step)
    assert np.array_equal(run(puzzle, hardest - 1, place.marks.copy()).known, place.marks)  # nothing easier helps
    name = EN.text(f"techniques.{step.technique}.name")
    return (
        hardest > 1
        and found["name"].rstrip(".?").casefold() == name.rstrip("?").casefold()
        and (where_to_look(puzzle, step, EN) in found[0])
    )


JUDGES: dict[str, Callable[[Puzzle, Solution, re.Match[str]], bool]] = {
    r"The numbers stand in the same cells when the page is upside down\.": lambda puzzle, *_: is_kept(puzzle, 1, 1),
    r"Left and right, the numbers stand as in a mirror\.": lambda puzzle, *_: is_kept(puzzle, 1, 0),
    r"It has (?P<how>one|several) (?P<number>\d)s?, the highest number there can be\.": lambda puzzle, _, found: (
        highest(puzzle, found)
    ),
    r"Only (?P<count>one|two) numbers? lets? you begin\.": lambda puzzle, _, found: (
        beginnings(puzzle) == NUMBER[found["count"]]
    ),
    r"No number alone lets you begin\.": lambda puzzle, *_: not beginnings(puzzle),
    r"You must read numbers together only once\.": lambda puzzle, solution, _: one_together(puzzle, solution),
    r"You must ask “What if\?” only once\.": lambda puzzle, solution, _: one_what_if(puzzle, solution),
    r"Few puzzles of its section need this: (?P<names>[^.]+)\.": lambda puzzle, _, found: on_the_way(puzzle, found),
    r"No number is a (?P<number>\d)\.": lambda puzzle, _, found: int(found["number"]) not in puzzle.cells,
    r"(?P<name>[^.?]+[.?]) Look at .*\. Nothing easier helps there\.": lambda puzzle, _, found: turns(puzzle, found),
}


def test_each_remark_is_true_and_each_kind_of_remark_occurs(records: list[GradedPuzzle]) -> None:
    facts = facts_of(records, EN)
    alone = [remarks_on([record], [own], EN) for record, own in zip(records, facts, strict=True)]
    kept = [own.get("turns") for own in facts]  # what else a single puzzle of a section has is no sign that it is rare
    assert [next(iter(remarks.values()), None) for remarks in alone] == kept
    said = set()
    for record, own in zip(records, facts, strict=True):
        for name, words in own.items():
            sentence = words if words.endswith(".") else f"Few puzzles of its section need this: {words}."
            kind, found = next((kind, match) for kind in JUDGES if (match := re.fullmatch(kind, sentence)))
            assert JUDGES[kind](record.puzzle, record.solution, found), (record.number, name, sentence)
            said.add(kind)
    assert said == set(JUDGES)


def test_no_fact_is_missing(records: list[GradedPuzzle]) -> None:
    for record, own in zip(records, facts_of(records, EN), strict=True):
        puzzle = record.puzzle
        assert ("begins" in own) == (beginnings(puzzle) <= 2)
        assert ("half-turn" in own) == is_kept(puzzle, 1, 1)
        assert ("left-right" in own) == is_kept(puzzle, 1, 0)


def test_a_book_prints_the_facts_that_few_puzzles_of_a_section_have(records: list[GradedPuzzle]) -> None:
    facts = facts_of(records, EN)
    remarks = explain_puzzles(loads_book(BOOK), records, EN).remarks
    assert remarks == remarks_on(records, facts, EN)
    before: set[str] = set()
    for record, own in zip(records, facts, strict=True):
        alike = [other for one, other in zip(records, facts, strict=True) if one.section == record.section]
        rare = {name for name in own if RARE * sum(name in other for other in alike) <= len(alike)}
        printed = remarks.get(record.number or 0, "")
        told = {name for name in own if own[name].endswith(".") and own[name] in printed}
        assert told <= rare | {"turns"} and len(told) <= 2
        assert not told & before and (printed or not rare - before - {*TECHNIQUES})
        before = told
    assert sum(map(bool, remarks.values())) > len(records) / 3


def numbers(record: GradedPuzzle) -> list[int]:
    return [value for value in record.puzzle.cells if value >= 0]


def test_facts_that_compare_puzzles_are_true_of_one_of_a_section(records: list[GradedPuzzle]) -> None:
    sections = [[one for one in records if one.section == section] for section in (1, 2, 3, 4)]
    found = set()
    for section in sections:
        facts: list[dict[str, str]] = [{} for _ in section]
        for record, words in zip(section, map(remarks_on(section, facts, EN).get, range(1, 99)), strict=False):
            others = [numbers(one) for one in section if one is not record]
            fewest = all(len(numbers(record)) < len(other) for other in others)
            high = all(max(numbers(record)) > max(other) for other in others)
            assert ("the fewest of its section" in (words or "")) == fewest
            assert (f"the highest number of its section, a {max(numbers(record))}." in (words or "")) == high
            found |= {*["fewest"] * fewest, *["high"] * high}
    assert found == {"fewest", "high"}


def test_remarks_stand_behind_the_answers_and_are_read_there(records: list[GradedPuzzle], tmp_path: Path) -> None:
    book, remarks = SoundBook(BOOK, records), explain_puzzles(loads_book(BOOK), records, EN).remarks
    kinds = [page.kind for page in book.pages]
    assert kinds[kinds.index("remarks") - 1] == "answers"
    links = {link.place for page in book.pages if page.kind == "remarks" for link in page.links}
    assert links >= {Place("puzzle", number) for number in remarks}
    words = [page.drawn for page in book.press.printed(book.pages, tmp_path)]
    number = min(remarks)
    for known, found in ((remarks, []), (remarks | {number: "No number is a 2."}, ["R406"])):
        due = expectations_of(book.config, records, Printed((), {}, known), book.limits).written
        texts = [text for text in due if text.key.startswith("remark on")]
        assert len(texts) == len(remarks)
        assert [finding.code for finding in check_written(words, texts)] == found


def test_a_book_without_remarks_has_none(records: list[GradedPuzzle]) -> None:
    assert not explain_puzzles(loads_book(BOOK.replace("remarks: yes", "remarks: no")), records, EN).remarks


@pytest.mark.parametrize("kind", VARIANTS)
def test_the_highest_number_is_that_of_the_kind(kind: str) -> None:
    assert max(map(len, cells_counted(Grid(9, 9, VARIANTS[kind])).values())) == VARIANTS[kind].highest_clue
