"""The puzzle bench lists the puzzles of a book, and turns what is clicked into a file of choices."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from reports import Reports
from small_book import SMALL
from small_configs import TINY

from puzzlegen.board.difficulty import MAX_TIER
from puzzlegen.book.reuse import open_checkpoint
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, FormatError, GenerationError, PuzzlegenError
from puzzlegen.formats.line import parse
from puzzlegen.generator.requests import section_requests
from puzzlegen.grading.quality import technique_uses
from puzzlegen.ledger.book_ledger import ledger_entries
from puzzlegen.ledger.ledger import Ledger, Printing
from puzzlegen.schema.edit import move_entry, set_value
from puzzlegen.solver.tiers import PuzzleTrace, run
from puzzlegen.studio import bench, builds
from puzzlegen.studio.bench import made_file, made_records
from puzzlegen.studio.picture_book import names_in_order, with_same_hands, with_section
from puzzlegen.studio.preview import pages_of_puzzles, plan_pages, puzzles_asked_for, puzzles_on_page
from puzzlegen.studio.solve_tools import step_picture

CHOICES = "choices: choices.jsonl\n"
CHOSEN = SMALL + CHOICES


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(builds.os, "nice", lambda _: 0)
        patch.setattr("puzzlegen.studio.workers.os.setpgrp", lambda: None)
        assert puzzles_asked_for(SMALL)[1] is False
        assert bench.bench_puzzles(SMALL) is None
        reports = Reports()
        builds.make_puzzles(folder, SMALL, reports)
        assert reports.sent[-1] == ("end", ("verified", "8 puzzles made", []))
    return folder


@pytest.fixture
def project(made: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(made)
    yield made
    (made / "choices.jsonl").unlink(missing_ok=True)


def lines(text: str = SMALL) -> list[str]:
    return [one["line"] for one in bench.bench_puzzles(text) or []]


def test_another_title_over_a_chosen_puzzle_is_another_layout(project: Path) -> None:
    keys = set()
    for title in ("", "For Ann", "For Ben"):
        (project / "choices.jsonl").write_text(bench.pinned(SMALL, 1, lines()[0], title), encoding="utf-8")
        assert (bench.bench_puzzles(CHOSEN) or [])[0]["title"] == title
        keys.add(plan_pages(CHOSEN).key)
    assert len(keys) == 3


def test_the_puzzles_are_listed(project: Path) -> None:
    puzzles = bench.bench_puzzles(SMALL)
    assert puzzles is not None
    first = {key: puzzles[0][key] for key in ("number", "section", "place", "chosen", "earlier", "later", "size")}
    assert first == {
        "number": 1, "section": "One", "place": 1, "chosen": False, "earlier": None, "later": 2, "size": "6x5"
    }  # fmt: skip
    assert [one["later"] for one in puzzles] == [2, 3, 4, 5, None, 7, None, None]
    assert [one["earlier"] for one in puzzles] == [None, 1, 2, 3, 4, None, 6, None]
    assert all(0 < one["quality"] <= 100 for one in puzzles)
    assert puzzles_asked_for(SMALL) == (made_file(loads_book(SMALL)).name, True)


def test_made_puzzles_are_on_the_pages_and_choices_change_their_key(project: Path) -> None:
    usual = plan_pages(SMALL)
    assert not usual.stand_in
    (project / "choices.jsonl").write_text(bench.pinned(SMALL, 1, lines()[0]))
    kept = plan_pages(CHOSEN).key
    (project / "choices.jsonl").write_text(bench.moved(SMALL, 1, 2))
    assert len({usual.key, kept, plan_pages(CHOSEN).key}) == 3
    assert plan_pages(SMALL.replace("count: 5", "count: 4")).stand_in


def test_a_puzzle_is_kept_and_let_go(project: Path) -> None:
    usual = lines()
    content = bench.pinned(SMALL, 6, usual[5])
    assert json.loads(content) == {"section": "Two", "place": 1, "puzzle": usual[5]}
    (project / "choices.jsonl").write_text(content)
    assert [one["number"] for one in bench.bench_puzzles(CHOSEN) or [] if one["chosen"]] == [6]
    assert lines(CHOSEN) == usual
    assert bench.pinned(CHOSEN, 6, None) == ""


def test_a_puzzle_is_moved(project: Path) -> None:
    usual = lines()
    (project / "choices.jsonl").write_text(bench.moved(SMALL, 4, 2))
    assert lines(CHOSEN) == [usual[0], usual[3], usual[1], usual[2], *usual[4:]]
    (project / "choices.jsonl").write_text(bench.moved(CHOSEN, 2, 4))
    assert lines(CHOSEN) == usual


@pytest.mark.parametrize(
    ("before", "instead", "at", "names"),
    [
        (4, False, (3, 3), "One, First Steps, One 2, Two, Three"),
        (4, True, (3, 4), "One, First Steps, One 2, Two, Three"),
        (1, True, (0, 1), "First Steps, One, Two, Three"),
        (1, False, (0, 0), "First Steps, One, Two, Three"),
        (6, False, (5, 5), "One, First Steps, Two, Three"),
        (8, False, (7, 7), "One, Two, First Steps, Three"),
    ],
)
def test_the_other_puzzles_of_a_book_stay(
    made: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    before: int,
    instead: bool,
    at: tuple[int, int],
    names: str,
) -> None:
    """``at`` counts the puzzles of the book that stay before the new one, and those up to what follows it."""
    project = shutil.copytree(made, tmp_path / "project")
    monkeypatch.chdir(project)
    monkeypatch.setattr(builds.os, "nice", lambda _: 0)
    monkeypatch.setattr("puzzlegen.studio.workers.os.setpgrp", lambda: None)
    usual, new = lines(), "4x4:a13f3a2a2a0"
    text, rows, number = bench.with_place_for(SMALL, new, before, instead=instead)
    assert ", ".join(section.name for section in loads_book(text).sections) == names
    assert bool(rows) == (before in {1, 4} and (instead or before == 4))  # of a section whose places move
    whole = set_value(text, ("choices",), rows)
    (project / "choices.jsonl").write_text(bench.pinned(whole, number, new), encoding="utf-8")
    builds.make_puzzles(project, text, Reports())
    assert lines(text + CHOICES) == [*usual[: at[0]], new, *usual[at[1] :]]
    assert placed_twice(project, text, names) == [*usual[: at[0]], new, *usual[at[1] :]]


def placed_twice(project: Path, text: str, names: str) -> list[str]:
    """Return the puzzles of a book with another one at its beginning, without it."""
    shown, other = text + CHOICES, "5x4:1a21b3a1b4b1b2b"
    longer, rows, number = bench.with_place_for(shown, other, 1)
    assert number == 1
    numbered = [section.name for section in loads_book(set_value(longer, ("choices",), rows)).sections]
    assert numbered == ["First Steps", *names.replace("First Steps", "First Steps 2").split(", ")]
    whole = set_value(longer, ("choices",), rows)
    (project / "choices.jsonl").write_text(bench.pinned(whole, number, other), encoding="utf-8")
    builds.make_puzzles(project, longer, Reports())
    found = lines(longer)
    assert found[0] == other
    return found[1:]


def test_sections_keep_their_puzzles_when_others_are_added_moved_and_removed(project: Path) -> None:
    def hands(text: str) -> dict[str, str | None]:
        return {section.name: section.hand for section in loads_book(text).sections}

    changed = set()
    for index, series in product(range(3), "abcd"):
        book = SMALL.replace("series: small", f"series: {series}")
        before = hands(book)
        for text in (
            with_section(book, index, {"name": "New", "count": 1, "size": "9x9", "difficulty": "easy"}),
            move_entry(book, ("sections",), 2, index),
            set_value(book, ("sections", index), None),
        ):
            after = with_same_hands(book, text)
            changed.add(after != text)
            assert {**before, **hands(after)} == {**hands(after), **before}
    assert changed == {False, True}
    assert with_same_hands(SMALL, "title: [") == "title: ["


def test_numbers_behind_names_rise_with_the_pages() -> None:
    for given, names in {
        "A": "A",
        "A, A": "A, A 2",
        "A, B, A 2": "A, B, A 2",
        "A, A, A 2, A 4": "A, A 2, A 3, A 4",
        "A 2, A": "A 2, A 3",
        "A 1, A 1, A 2": "A 1, A 2, A 3",
        "B, A, A 2026, 7": "B, A, A 2026, 7",
    }.items():
        assert names_in_order(given.split(", "), "A") == names.split(", ")


def test_a_page_of_a_plan_has_the_places_of_its_puzzles(project: Path) -> None:
    plan = plan_pages(SMALL)
    pages = {page.number: puzzles_on_page(SMALL, plan.key, page.number) for page in plan.pages}
    assert {int(one[0]): number for number, page in pages.items() for one in page} == pages_of_puzzles(SMALL)
    first, other = next(page for page in pages.values() if page)
    number, left, top, width, height = first
    assert (number, other[0], other[2]) == (1, 2, top)
    assert 0 < left < left + width < other[1] < 1 and 0 < top < top + height < 1
    assert puzzles_on_page(SMALL, "another plan", 1) == []
    with pytest.raises(PuzzlegenError, match="the book has"):
        puzzles_on_page(SMALL, plan.key, 99)


def test_puzzles_move_among_those_of_their_kind(project: Path) -> None:
    mixed = SMALL.replace("size: 6x5,", "size: [6x5, 5x5], size_order: alternating,")
    kinds = bench._kinds(loads_book(mixed), "One")
    assert [bench._next_place(kinds, place, 1) for place in range(1, 6)] == [3, 4, 5, None, None]
    assert [bench._next_place(kinds, place, -1) for place in range(1, 6)] == [None, None, 1, 2, 3]
    for number, to in ((1, 6), (1, 9), (0, 1)):
        with pytest.raises(ConfigError, match=f"puzzle {number}: "):
            bench.moved(SMALL, number, to)


def test_what_does_not_fit_is_refused(project: Path) -> None:
    with pytest.raises(GenerationError, match="size: found 7x7, expected 6x5"):
        bench.pinned(SMALL, 1, lines()[5])
    with pytest.raises(ConfigError, match="the book has 8"):
        bench.pinned(SMALL, 9, lines()[5])
    with pytest.raises(ConfigError, match="title over it: the font of the book has no ☃ 雪: use other words"):
        bench.pinned(SMALL, 1, lines()[0], "A ☃ in 雪")


@pytest.mark.parametrize("own", [False, True])
def test_a_puzzle_that_the_ledger_has_elsewhere_is_refused_when_it_is_chosen(project: Path, own: bool) -> None:
    named = SMALL + "ledger: mine.sqlite\n" if own else SMALL
    ledger = Path(project, "mine.sqlite") if own else Path(project.parent, "ledger.sqlite")
    records, series = made_records(loads_book(SMALL)), loads_book(SMALL).series
    assert records is not None
    other = Printing("book", "another", "Elsewhere", "elsewhere", "a", "b", "{}", "2026-11-29T12:00:00+00:00")
    own_book = replace(other, series=series, folder="output" if own else f"{project.name}/output", title="Own")
    try:
        with Ledger(ledger, write=True) as known:
            for printing, printed in ((other, records[0]), (own_book, records[5])):
                entries = ledger_entries([printed], ())
                known.settle(known.reserve(printing, entries, None), entries)
        (project / "choices.jsonl").write_text(bench.pinned(named, 6, lines()[5]), encoding="utf-8")
        with pytest.raises(GenerationError) as refused:
            bench.pinned(named, 1, lines()[0])
        words = "place 1: it was printed as puzzle 1 of 'Elsewhere' (series 'another', in "
        assert words in str(refused.value) and "or write it into the choices and build with --allow-repeats" in str(
            refused.value
        )
        with pytest.raises(GenerationError, match="printed as puzzle 1 of 'Elsewhere'"):
            bench.moved(named, 1, 2)
        # one that was chosen before, as by hand, does not stand in the way of others
        row = json.dumps({"section": "One", "place": 1, "puzzle": lines()[0]})
        (project / "choices.jsonl").write_text(f"{row}\n", encoding="utf-8")
        assert row.split('"puzzle"')[1] in bench.pinned(named + "choices: choices.jsonl\n", 6, lines()[5])
    finally:
        ledger.unlink()


def test_choices_that_do_not_fit_anymore_are_removed(project: Path) -> None:
    usual = lines()
    rows = [
        {"section": "One", "place": 1, "puzzle": usual[1]},
        {"section": "One", "place": 2, "puzzle": usual[1]},  # twice
        {"section": "One", "place": 1, "puzzle": usual[2]},  # its place is taken
        {"section": "Gone", "place": 1, "puzzle": usual[2]},
        {"section": "Two", "place": 3, "puzzle": usual[5]},
        {"section": "Two", "place": 1, "puzzle": usual[2]},
        {"section": "Two", "place": 1, "puzzle": usual[6]},
    ]
    content = "".join(json.dumps(row) + "\n" for row in [*rows[:4], *rows[4:]]) + "damaged\n[1]\n"
    (project / "choices.jsonl").write_text(content)
    with pytest.raises(ConfigError, match="choices"):
        bench.bench_puzzles(CHOSEN)
    kept = bench.fitting(CHOSEN, content)
    assert [json.loads(row) for row in kept.splitlines()] == [rows[0], rows[6]]
    (project / "choices.jsonl").write_text(kept)
    assert bench.bench_puzzles(CHOSEN) is not None


def test_candidates_are_of_the_kind_and_the_same_each_time(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds.os, "nice", lambda _: 0)
    monkeypatch.setattr("puzzlegen.studio.workers.os.setpgrp", lambda: None)
    found = []
    for first in (1, 1, 3):
        reports = Reports()
        builds.make_candidates(project, SMALL, 6, range(first, first + 2), {}, reports)
        assert reports.sent[-1] == ("end", ("verified", "", []))
        found.append(reports.lines)
    assert found[0] == found[1] != found[2]
    assert {(one["size"], one["difficulty"]) for one in found[0] + found[2]} == {("7x7", "medium")}
    (project / "choices.jsonl").write_text(bench.pinned(SMALL, 6, found[0][0]["line"]))
    records = made_records(loads_book(CHOSEN))
    assert records is not None
    assert lines(CHOSEN)[5] == found[0][0]["line"]


def test_candidates_have_what_was_wished(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(builds.os, "nice", lambda _: 0)
    monkeypatch.setattr("puzzlegen.studio.workers.os.setpgrp", lambda: None)
    larger = TINY.replace("count: 2, size: 6x5, difficulty: easy, per_page: 2", "count: 1, size: 9x9, difficulty: easy")
    larger = larger.replace("difficulty: easy", "difficulty: easy, density: 0.3, score: 4, hand: light")
    builds.make_puzzles(project, larger, Reports())

    def candidates(text: str, number: int, **wishes: str) -> Reports:
        reports = Reports()
        builds.make_candidates(project, text, number, range(1, 4), wishes, reports)
        return reports

    def traces(reports: Reports) -> list[PuzzleTrace]:
        return [run(parse(one["line"]), MAX_TIER) for one in reports.lines]

    assert all(technique_uses(trace, "subset") for trace in traces(candidates(SMALL, 6, technique="subset")))
    low, high = (candidates(SMALL, 6, score=score).lines for score in ("12", "30"))
    assert max(one["score"] for one in low) < min(one["score"] for one in high)
    even = [parse(one["line"]) for one in candidates(larger, 1, idea="even").lines]
    assert even and all(clue % 2 == 0 for one in even for clue in one.cells if clue >= 0)
    assert "even" in (bench.bench_puzzles(larger) or [])[0]["ideas"]
    taken = candidates(larger, 1, idea="even").lines[0]
    (project / "choices.jsonl").write_text(bench.pinned(larger, 1, taken["line"], idea=taken["idea"]), encoding="utf-8")
    assert [one["idea"] for one in bench.bench_puzzles(larger + "choices: choices.jsonl\n") or []] == ["even"]
    (project / "choices.jsonl").unlink()
    with_total = larger.replace("hand: light", "total: yes")
    builds.make_puzzles(project, with_total, Reports())
    assert len(candidates(with_total, 1, technique="total").lines) == 3
    assert {one["difficulty"] for one in candidates(SMALL, 6, difficulty="easy").lines} == {"easy"}
    state, summary, _ = candidates(SMALL, 6, idea="even").sent[-1][1]
    assert state == "refused" and "8x8 to 15x15" in summary


def test_ideas_are_offered_where_a_candidate_can_have_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builds.os, "nice", lambda _: 0)
    monkeypatch.setattr("puzzlegen.studio.workers.os.setpgrp", lambda: None)
    easy = TINY.replace("count: 2, size: 6x5, difficulty: easy", "count: 1, size: 9x9, difficulty: easy")
    offered = {}
    for more in ("", "idea: mixed", "idea: even", "shape: heart", "total: yes"):
        text = easy.replace("difficulty: easy", f"difficulty: easy, {more}") if more else easy
        builds.make_puzzles(tmp_path, text, Reports())
        (shown,) = bench.bench_puzzles(text) or []
        offered[more] = bool(shown["ideas"])
        assert bool(shown["sentence"]) == ("idea" in more)
    assert offered == {"": True, "idea: mixed": True, "idea: even": False, "shape: heart": False, "total: yes": False}


def test_a_build_begins_with_the_finished_puzzles_that_it_needs(project: Path) -> None:
    ledger = project / "ledger.sqlite"
    builds.add_finished_to_ledger(loads_book(SMALL.replace("name: Two", "name: Second")), ledger)
    with open_checkpoint(ledger, Path("output"), fresh=False) as checkpoint:
        asked = [one for section in loads_book(SMALL).sections for one in section_requests("small", section)]
        assert [checkpoint.has(one) for one in asked] == [True] * 5 + [False] * 2 + [True]
        assert checkpoint.load(asked[0]).graded.stream is not None


def test_a_solution_is_shown_step_by_step(project: Path) -> None:
    puzzle = lines()[0]
    steps = bench.steps_in_language(SMALL, puzzle)
    assert len(steps) > 3
    pictures = {step_picture(puzzle, at) for at in range(len(steps) + 1)}
    assert len(pictures) == len(steps) + 1
    assert all(one.startswith("<svg") for one in pictures)
    for damaged in ("<svg>", "x" * 30_000, ""):
        with pytest.raises(FormatError):
            step_picture(damaged)
