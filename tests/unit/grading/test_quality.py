"""The quality of puzzles, and the choice among candidates."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

import numpy as np
import pytest
from small_book import SMALL, puzzles_of

from puzzlegen.board.difficulty import EFFORTS, HARDEST, HIGH, NORMAL, REGIONS, Aim, Grade, expert_score
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL, MINESWEEPER, MOSAIC, Variant
from puzzlegen.board.puzzle import BLANK, GradedPuzzle, Puzzle, Status
from puzzlegen.board.symmetry import image, image_cells, keys_of
from puzzlegen.book.manifest import quality_of
from puzzlegen.config.load import loads_book
from puzzlegen.engine import rating
from puzzlegen.errors import FormatError
from puzzlegen.formats.json_record import as_dict, dumps, parse_record
from puzzlegen.generator.batch import NO_CHECKPOINT, BookPuzzles, NoCheckpoint, generate_book, generate_puzzle
from puzzlegen.generator.requests import PuzzleRequest, section_requests
from puzzlegen.grading import quality
from puzzlegen.grading.order import BOOK, LEDGER, RepeatFilter
from puzzlegen.grading.quality import ChosenPuzzles, missed, parts, score_of, share_at_start, usual_values
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_local_pool
from puzzlegen.solver.tiers import PuzzleTrace

WIDE = Grid(12, 8)
MEDIUM = Grade(2, "medium", 40.0, 5, (3, 5))
LIVELY = (9, 8, 6, 2, 5, 1, 4, 2, 6, 1, 3, 1)  # deductions at each moment
CHOSEN = SMALL.replace("count: 5, size: 6x5", "count: 5, effort: high, size: 6x5")


def checkerboard(bare: Sequence[int] = (), values: Sequence[int] = (0, 1, 2, 3, 4, 5)) -> Puzzle:
    """Make a puzzle with a clue in every second cell, except in ``bare``; the clues repeat ``values`` row by row."""
    cells = [values[(i // 2) % len(values)] if (i + i // 12) % 2 else BLANK for i in range(WIDE.size)]
    return Puzzle(WIDE, tuple(BLANK if i in bare else value for i, value in enumerate(cells)))


def trace_of(puzzle: Puzzle, tier: Sequence[int], available: Sequence[int], mines: int = 32) -> PuzzleTrace:
    """Make the trace of a solve with these rounds, which proves all cells in its first round."""
    size = puzzle.grid.size
    known = np.where(np.arange(size) < mines, 2, 1).astype(np.int8)
    return PuzzleTrace(
        puzzle=puzzle,
        status=Status.SOLVED,
        known=known,
        moment=np.ones(size, np.int32),
        by=np.zeros(size, np.int32),
        tier=np.array(tier, np.int32),
        available=np.array(available, np.int32),
    )


def part(
    name: str,
    puzzle: Puzzle | None = None,
    difficulty: str | None = "medium",
    available: Sequence[int] = LIVELY,
    tier: int = 2,
    score: float = 25.0,
    aim: Aim = Aim(),  # noqa: B008  # frozen
) -> float:
    return parts(trace_of(puzzle or checkerboard(), [tier] * len(available), available), score, difficulty, aim)[name]


def book_of(text: str, jobs: int = 1, repeats: RepeatFilter | None = None) -> BookPuzzles:
    with open_local_pool(jobs) as pool:
        return generate_book(loads_book(text), pool, Silent(), repeats)


def test_clumps_and_gaps_lower_the_evenness() -> None:
    corner = [row * 12 + col for row in range(4) for col in range(5)]
    strewn = [row * 12 + col for row in range(8) for col in range(12) if (5 * row + col) % 8 < 2][: len(corner)]
    assert part("even", checkerboard(corner)) < part("even", checkerboard(strewn)) <= part("even") == 1


def test_a_larger_hole_lowers_the_evenness_more() -> None:
    holes = [[row * 12 + col for row in range(side) for col in range(side)] for side in range(6)]
    found = [part("even", checkerboard(hole)) for hole in holes]
    assert found == sorted(found, reverse=True) and found[0] > found[2] > found[3]


@pytest.mark.parametrize("size", [(3, 4), (4, 9), (5, 5), (20, 3), (2, 2), (1, 7)])
def test_boards_of_every_size_are_rated(size: tuple[int, int]) -> None:
    grid = Grid(*size)
    full = Puzzle(grid, tuple(1 if i % 3 else BLANK for i in range(grid.size)))
    assert 0 <= parts(trace_of(full, [1], [1], 1), 10.0, "easy")["even"] <= 1
    assert parts(trace_of(Puzzle(grid, (BLANK,) * grid.size), [1], [1], 1), 10.0, "easy")["even"] == 0


def test_clues_without_a_clue_beside_them_lower_the_company() -> None:
    alone = Puzzle(WIDE, tuple(2 if i // 12 % 2 == 0 and i % 2 == 0 else BLANK for i in range(WIDE.size)))
    assert part("company", alone) == 0 and part("company") == 1


def test_values_as_in_handmade_puzzles_are_best() -> None:
    usual = [value for value, share in enumerate(quality.HANDMADE_VALUES) for _ in range(round(share * 0.048))]
    assert part("values", checkerboard(values=usual)) == 1
    assert part("values", checkerboard(values=[0, 8])) == 0
    assert part("values", checkerboard(values=[0, 1, 2, 3, 4, 5])) < 1


@pytest.mark.parametrize("grid", [WIDE, Grid(7, 9, MOSAIC)])
def test_more_mines_make_higher_values_usual(grid: Grid) -> None:
    table = usual_values(grid, None)
    means = [float((row * np.arange(row.size)).sum() / row.sum()) for row in table[1:-1]]
    assert means == sorted(means) and table.shape == (grid.size + 1, grid.variant.highest_clue + 1)
    assert all(abs(int(row.sum()) - 1000) <= row.size for row in table[1:-1])


def test_many_first_deductions_raise_the_opening() -> None:
    assert part("opening", available=(6, 6, 6, 1)) > part("opening", available=(2, 1, 2, 9))
    assert part("opening", available=(6, 6, 6, 1)) == part("opening", available=(6, 6, 6, 9))
    assert part("opening", available=(90,)) == 1


def test_each_difficulty_has_its_best_share_of_bottlenecks() -> None:
    tight = [part("bottlenecks", available=[1] * n + [9] * (10 - n)) for n in range(11)]
    assert tight[4] == max(tight) == 1 and tight == sorted(tight[:5]) + sorted(tight[5:], reverse=True)
    assert part("bottlenecks", difficulty="easy", available=[1] * 3 + [9] * 7) == 1


def test_spread_bottlenecks_score_higher_than_clustered_ones() -> None:
    spread, late, early = [9, 9, 1] * 4, [9] * 8 + [1] * 4, [1] * 4 + [9] * 8
    assert part("spread", available=spread) > part("spread", available=late)
    assert part("spread", available=late) == part("spread", available=early) > 0
    assert part("spread", available=[9] * 5) == 0


def test_a_score_outside_the_difficulty_and_a_tier_below_it_lower_the_difficulty() -> None:
    expert = expert_score(WIDE)
    found = [part("difficulty", score=expert * effort / 20) for effort in (4, 7, 10, 12, 15, 18, 20)]
    assert found[2:5] == [1, 1, 1] and found[0] == found[-1] == 0
    assert 0 < found[1] < 1 and 0 < found[5] < 1
    assert part("difficulty", tier=1) == 0 < part("difficulty", tier=2)


def test_a_wanted_score_takes_the_place_of_the_range() -> None:
    exact, near = (part("difficulty", score=score, aim=Aim(NORMAL, score=9.0)) for score in (9.0, 9.5))
    assert exact == 1 > near > 0 == part("difficulty", score=9.0, aim=Aim(NORMAL, score=30.0))


def candidate(puzzle: Puzzle, found: dict[str, float], score: float, bottlenecks: int) -> GradedPuzzle:
    grade = replace(MEDIUM, score=score, bottlenecks=bottlenecks)
    return GradedPuzzle(puzzle, (False,) * puzzle.grid.size, grade, quality=found)


def test_similarity_to_a_chosen_puzzle_lowers_only_the_freshness() -> None:
    found = parts(trace_of(checkerboard(), [2] * len(LIVELY), LIVELY), 25.0, "medium")
    same = candidate(checkerboard(), found, 40.0, 5)
    other = candidate(checkerboard(values=[1, 1, 2]), dict(same.quality or {}), 90.0, 12)
    chosen = ChosenPuzzles()
    alone = rated_quality(chosen, same)
    assert alone["fresh"] == 1
    chosen.add(same)
    assert rated_quality(chosen, same)["fresh"] == 0 and rated_quality(chosen, other)["fresh"] == 1
    assert alone["score"] - rated_quality(chosen, same)["score"] == pytest.approx(quality.WEIGHTS["fresh"])
    assert {**alone, "fresh": 0, "score": 0} == {**rated_quality(chosen, same), "score": 0}
    chosen.add(other)
    assert rated_quality(chosen, other)["fresh"] == rated_quality(chosen, same)["fresh"] == 0


def rated_quality(chosen: ChosenPuzzles, graded: GradedPuzzle) -> dict[str, float]:
    return dict(chosen.rated(graded).quality or {})


def test_the_score_is_the_weighted_sum_and_at_most_100() -> None:
    assert sum(quality.WEIGHTS.values()) == 100 and {*quality.PARTS, "fresh"} == set(quality.WEIGHTS)
    every = dict.fromkeys(quality.WEIGHTS, 1.0)
    assert score_of(every) == 100
    assert score_of(every | {"opening": 0.5}) == 100 - quality.WEIGHTS["opening"] / 2


def test_candidates_are_ranked_best_first_and_equals_keep_their_order() -> None:
    low, high, equal = (
        candidate(checkerboard(), dict.fromkeys(quality.WEIGHTS, value), 40.0, 5) for value in (0.2, 0.9, 0.9)
    )
    ranked = ChosenPuzzles().ranked([low, high, replace(equal, attempts=7)])
    assert [graded.attempts for graded in ranked] == [None, 7, None]


def test_a_book_of_low_effort_is_golden() -> None:
    records = puzzles_of(loads_book(SMALL))
    written = "".join(dumps(as_dict(record)) + "\n" for record in records)
    golden = "17af434139cca4d9f8e3362c61bd6df01bd29c45e09e6f8560f5a4bda0439a79"
    assert hashlib.sha256(written.encode()).hexdigest() == golden


def test_the_request_itself_is_the_first_candidate_and_the_best_is_chosen() -> None:
    section = loads_book(CHOSEN).sections[0]
    first, *more = section_requests("small", section)[0].candidates()
    assert [first.stream, more[-1].stream] == ["small/One/1", "small/One/1/candidate 4"]
    rated = [rated_quality(ChosenPuzzles(), generate_puzzle(request).graded)["score"] for request in (first, *more)]
    chosen = next(one for one in book_of(CHOSEN).puzzles if (one.stream or "").startswith("small/One/1/"))
    assert (chosen.quality or {})["score"] == max(rated)


def test_the_number_of_workers_and_other_sections_do_not_change_the_choice() -> None:
    one = book_of(CHOSEN)
    assert book_of(CHOSEN, jobs=3) == one
    assert [record.quality is None for record in one.puzzles] == [False] * 5 + [True] * 3
    without = puzzles_of(loads_book(SMALL))
    assert one.puzzles[5:] == without[5:]


class SomeDone(NoCheckpoint):
    """A checkpoint that has every second puzzle of an earlier run, as an interrupted run with workers leaves them."""

    def has(self, request: PuzzleRequest) -> bool:
        return len(request.stream) % 2 == 0

    def load(self, request: PuzzleRequest) -> object:
        return generate_puzzle(request)


def test_a_resumed_run_chooses_the_same() -> None:
    with open_local_pool(1) as pool:
        books = [generate_book(loads_book(CHOSEN), pool, Silent(), None, one) for one in (NO_CHECKPOINT, SomeDone())]
    assert books[0] == books[1]


def test_a_repeat_is_not_chosen_among_candidates() -> None:
    first = book_of(CHOSEN)
    repeats = RepeatFilter()
    for record in first.puzzles[:5]:
        assert not repeats.is_repeat(record.puzzle, record.solution)
    second = book_of(CHOSEN, repeats=repeats)
    assert not {one.puzzle for one in first.puzzles[:5]} & {one.puzzle for one in second.puzzles}
    assert repeats.repeats[BOOK] >= 1
    assert all(record.quality for record in second.puzzles[:5])


def test_if_all_candidates_are_repeats_new_ones_are_generated() -> None:
    section = loads_book(CHOSEN).sections[0]
    repeats = RepeatFilter()
    for request in section_requests("small", section):
        for one in request.candidates():
            record = generate_puzzle(one).graded
            repeats.is_repeat(record.puzzle, record.solution)
    records = book_of(CHOSEN, repeats=repeats).puzzles[:5]
    assert all("/again " in (record.stream or "") and record.quality for record in records)


def test_candidates_that_are_not_chosen_count_as_rejected() -> None:
    book = book_of(CHOSEN)
    assert book.rejects is not None and book.rejects["a better one was chosen"] == 5 * (EFFORTS[HIGH].candidates - 1)


def test_a_json_record_keeps_its_quality() -> None:
    record = book_of(CHOSEN).puzzles[0]
    assert parse_record(dumps(as_dict(record))) == record
    for wrong in ('"good"', '{"score": null}', '{"score": NaN}', '{"score": 1e999}', '{"score": true}', "[1]"):
        text = dumps(as_dict(record)).replace(dumps(dict(record.quality or {})), wrong)
        with pytest.raises(FormatError):
            parse_record(text)


def test_the_manifest_has_the_quality_of_improved_sections() -> None:
    book = book_of(CHOSEN).puzzles
    sections = quality_of(loads_book(CHOSEN), book)["quality"]
    scores = [(record.quality or {})["score"] for record in book[:5]]
    assert list(sections) == ["One"] and sections["One"]["effort"] == HIGH
    assert sections["One"]["score"] == {"least": min(scores), "mean": round(fmean(scores), 3), "most": max(scores)}
    assert set(sections["One"]["parts"]) == set(quality.WEIGHTS)
    assert quality_of(loads_book(SMALL), book[5:]) == {}


@pytest.mark.parametrize("variant", [MINESWEEPER, MOSAIC, HEXAGONAL], ids=str)
def test_company_is_found_in_every_variant(variant: Variant) -> None:
    grid = Grid(12, 8, variant)
    pairs = tuple(1 if i // 12 % 2 == 0 and i % 4 < 2 else BLANK for i in range(grid.size))
    lone = tuple(1 if i // 12 % 2 == 0 and i % 4 == 0 else BLANK for i in range(grid.size))
    found = [parts(trace_of(Puzzle(grid, cells), [1], [1], 9), 10.0, "easy")["company"] for cells in (pairs, lone)]
    assert found == [1, 0]


@pytest.mark.parametrize("grid", [Grid(7, 9, MOSAIC), Grid(8, 6, HEXAGONAL), WIDE], ids=str)
def test_usual_values_are_those_of_random_mines(grid: Grid) -> None:
    """Of mosaics and hexagons: the mean and the variance of a binomial distribution. Of minesweeper: as counted."""
    around, usual = len(grid.variant.neighbors), round(grid.variant.usual_density * grid.area)
    if grid is WIDE:
        assert usual_values(grid, None)[usual].tolist() == pytest.approx(quality.HANDMADE_VALUES, abs=15)
        return
    for mines in (usual // 2, usual, 2 * usual):
        density, shares, values = mines / grid.area, usual_values(grid, None)[mines] / 1000, np.arange(around + 1)
        mean = float((shares * values).sum())
        assert mean == pytest.approx(around * density, abs=0.02)
        variance = float((shares * (values - mean) ** 2).sum())
        assert variance == pytest.approx(around * density * (1 - density), abs=0.05)


@pytest.mark.parametrize("region", REGIONS)
def test_a_solve_that_proves_all_at_once_starts_in_each_region_as_far_as_it_reaches(region: str) -> None:
    top, bottom, left, right = REGIONS[region]
    share = share_at_start(trace_of(checkerboard(), [1], [1]), region)
    assert share == pytest.approx((bottom - top) * (right - left) / 16, abs=0.001)


@pytest.mark.parametrize(
    ("wanted", "score", "found"), [(40.0, 42.0, 0.5), (40.0, 44.0, 0.0), (4.0, 4.5, 0.5), (4.0, 3.0, 0.0)]
)
def test_a_wanted_score_is_missed_from_a_tenth_of_it_or_a_point_on(wanted: float, score: float, found: float) -> None:
    assert part("difficulty", score=score, aim=Aim(NORMAL, score=wanted)) == found


def test_each_point_counts_in_the_search_for_the_hardest() -> None:
    trace = trace_of(checkerboard(), [2], [1])
    found = [int(quality._rate(trace, score, None, HARDEST, None)[rating.DIFFICULTY]) for score in (10.0, 11.0, 400.0)]
    assert np.diff(found).tolist() == [1000, 389_000]


@pytest.mark.parametrize(
    ("name", "wanted", "found", "words"),
    [
        ("technique", "subset", 0, "no subset needed"), ("technique", "subset", 1, ""),
        ("score", 40.0, 42.0, ""), ("score", 40.0, 37.9, "score 38 instead of 40"),
        ("score", 4.0, 5.0, ""), ("score", 4.0, 5.1, "score 5 instead of 4"),
        ("start", "top", 1.0, ""), ("start", "top", 0.9, "a start not only at top"),
        ("start", "top", 0.0, "a start not only at top"), ("score", 1.0, 0.5, ""),
    ],
)  # fmt: skip
def test_a_wish_that_is_not_fulfilled_is_named(name: str, wanted: str | float, found: float, words: str) -> None:
    assert missed({name: {"wanted": wanted, "reached": found}}) == words


def freshness(chosen: Puzzle, other: Puzzle, score: float = 20.0, bottlenecks: int = 2) -> float:
    """The part ``fresh`` of a puzzle with this grade after another one with a score of 20 and 2 bottlenecks."""
    puzzles = ChosenPuzzles()
    puzzles.add(candidate(chosen, {}, 20.0, 2))
    return rated_quality(puzzles, candidate(other, dict.fromkeys(quality.PARTS, 1.0), score, bottlenecks))["fresh"]


def test_freshness_grows_with_the_difference_in_effort_and_bottlenecks() -> None:
    same, expert, side = checkerboard(), expert_score(WIDE), WIDE.area**0.5
    assert freshness(same, same, 20.0 + expert / 10) == pytest.approx(50 / 520, abs=0.002)  # the score of expert is 500
    assert freshness(same, same, bottlenecks=6) == pytest.approx(4 / (2 * side) * 1000 / 520, abs=0.003)
    assert freshness(same, same, 20.0 + 2 * expert) == 1


def test_freshness_grows_with_clues_in_other_quarters_and_of_other_values() -> None:
    corner, top, opposite = (
        checkerboard([row * 12 + col for row in rows for col in columns], [0])
        for rows, columns in ((range(3), range(5)), (range(3), range(12)), (range(5, 8), range(7, 12)))
    )
    whole = checkerboard(values=[0])
    near = [freshness(corner, corner), freshness(whole, corner), freshness(corner, opposite), freshness(top, whole)]
    assert near == sorted(near) and len(set(near)) == 4 and near[0] == 0
    assert freshness(checkerboard(values=[1]), checkerboard(values=[1, 1, 1, 3])) == pytest.approx(250 / 520, abs=0.02)


def test_each_of_many_chosen_puzzles_is_remembered() -> None:
    chosen, parts = ChosenPuzzles(), dict.fromkeys(quality.PARTS, 1.0)
    every = [candidate(checkerboard(), parts, score / 2, 2) for score in range(150)]
    for graded in every:
        chosen.add(graded)
    assert [rated_quality(chosen, graded)["fresh"] for graded in every] == [0] * 150


def test_a_repeat_has_the_clues_or_the_mines_of_an_earlier_puzzle() -> None:
    grid, mines, others = Grid(3, 2), (True, *[False] * 5), (False, True, *[False] * 4)
    first, fewer = Puzzle(grid, (BLANK, 1, 0, 1, 1, 0)), Puzzle(grid, (BLANK, BLANK, 0, 1, BLANK, 0))
    printed = Puzzle(Grid(3, 1), (BLANK, 1, 0))
    ledger = {keys_of(printed, (True, False, False)).clues}
    repeats = RepeatFilter(lambda keys: keys.clues in ledger, lambda keys: "known" * (keys.clues in ledger))
    assert not repeats.is_repeat(first, mines)
    assert repeats.is_repeat(image(first, 4), image_cells(grid, mines, 4))
    assert repeats.is_repeat(fewer, mines) and repeats.is_repeat(first, others)
    assert not repeats.is_repeat(fewer, others)
    assert repeats.is_repeat(printed, (True, False, False)) and repeats.printed_as(printed, (True, False, False))
    assert repeats.repeats == {BOOK: 3, LEDGER: 1}


def test_the_side_of_a_board_is_that_of_a_square_with_as_many_cells() -> None:
    assert [quality.side_in_thousandths(grid) for grid in (Grid(12, 12), Grid(4, 9), Grid(3, 1, voids=(0,)))] == [
        12_000,
        6_000,
        1_414,
    ]
