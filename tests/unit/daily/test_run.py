"""A run: days are reserved, drawn, placed and recorded in order, whatever fails; with a stand-in for the files."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.day_files import TOP_FILES
from puzzlegen.daily import day_files
from puzzlegen.daily.plan import Request, Work, plan
from puzzlegen.daily.run import run_plan
from puzzlegen.daily.run_messages import RunSummary
from puzzlegen.errors import DayError, GenerationError, Interrupted, LayoutError
from puzzlegen.formats import line
from puzzlegen.grading.quality import technique_uses
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.days import DailyLedger, Day
from puzzlegen.solver.tiers import run as solve

CONFIG = DailyConfig.model_validate(
    {
        "title": "Daily", "series": "run", "address": "https://example.org/d/", "start": "2026-12-01",
        "week": {
            day: {"size": "5x4", "difficulty": "easy"}
            for day in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
        },
    }
)  # fmt: skip


def write(folder: Path, day: Day, before: Day | None, is_open: bool) -> None:
    after = before.number if before else 0
    (folder / "alt.txt").write_text(f"{line.write(day.puzzle)} {after} {'open' if is_open else 'held'}")


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day_files, "write_day", write)
    monkeypatch.setattr(day_files, "flush_to_disk", lambda _: None)


def run(
    folder: Path, first: int, count: int = 1, as_of: int = 10, *, redraw: bool = False, config: DailyConfig = CONFIG
) -> RunSummary:
    now = date(2026, 12, as_of)
    request = Request(config, folder / "d", folder / "l.sqlite", date(2026, 12, first), count, now, redraw)
    found: list[str] = []
    return run_plan(request, plan(request), Silent(), found.append, found.append)


def texts(folder: Path) -> dict[int, list[str]]:
    return {int(path.parent.name[-2:]): path.read_text().split()[1:] for path in sorted(folder.glob("d/*/alt.txt"))}


def days(folder: Path) -> list[Day]:
    with DailyLedger(folder / "l.sqlite", write=False) as ledger:
        return ledger.days("run")


def fail_on(name: str, error: BaseException) -> Callable[[Path, Day, Day | None, bool], None]:
    def fails(folder: Path, day: Day, before: Day | None, is_open: bool) -> None:
        if day.name == name:
            raise error
        write(folder, day, before, is_open)

    return fails


def test_days_are_issued_in_order(tmp_path: Path) -> None:
    done = run(tmp_path, 1, 3, as_of=3)
    assert done.days == Counter({Work.ISSUE: 3}) and done.files == len(TOP_FILES) + 1
    assert texts(tmp_path) == {1: ["0", "open"], 2: ["1", "open"], 3: ["2", "held"]}
    found = days(tmp_path)
    assert [(day.number, day.placed) for day in found] == [(1, True), (2, True), (3, True)]
    assert all(len(day.manifest_sha256) == 64 for day in found)
    assert [day.graded.stream.rpartition("/")[0] for day in found if day.graded.stream] == [
        f"run/2026-12-0{day}" for day in (1, 2, 3)
    ]


def test_a_day_gets_the_same_puzzle_whenever_it_is_issued(tmp_path: Path) -> None:
    run(tmp_path / "a", 1, 3)
    run(tmp_path / "b", 3)
    assert days(tmp_path / "a")[2].puzzle == days(tmp_path / "b")[0].puzzle


def test_a_day_has_what_is_wished_whichever_days_are_issued_with_it(tmp_path: Path) -> None:
    week = {
        "tuesday": {"size": "6x5", "difficulty": "easy", "effort": "normal"},
        "wednesday": {"size": "6x5", "difficulty": "medium", "technique": "difference", "start": "left"},
        "thursday": {"size": "5x4", "difficulty": "easy", "score": 3, "total": True},
        "friday": {"size": "5x4", "difficulty": "easy"},
    }
    config = DailyConfig.model_validate({**CONFIG.model_dump(), "week": week})
    run(tmp_path / "a", 1, 4, config=config)
    improved, wished, scored, plain = (day.graded for day in days(tmp_path / "a"))
    assert (improved.quality or {})["score"] > 70 and improved.wishes is None and plain.quality is None
    assert {name: wish["wanted"] for name, wish in (wished.wishes or {}).items()} == {
        "technique": "difference",
        "start": "left",
    }
    assert technique_uses(solve(wished.puzzle, 2), "difference")
    assert abs(scored.grade.score - 3) <= 1 and scored.puzzle.total == sum(scored.solution)
    run(tmp_path / "b", 2, config=config)
    assert days(tmp_path / "b")[0].graded == wished


def test_a_day_without_a_puzzle_is_named_with_its_weekday(tmp_path: Path) -> None:
    week = {"tuesday": {"size": "4x3", "difficulty": "expert", "attempts": 1}}
    config = DailyConfig.model_validate({**CONFIG.model_dump(), "week": week})
    with pytest.raises(GenerationError, match=r"^2026-12-01 \(week\.tuesday\): no expert 4x3 puzzle in 1 attempt "):
        run(tmp_path, 1, config=config)


def test_a_new_day_that_fails_stays_reserved_for_the_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day_files, "write_day", fail_on("2026-12-02", LayoutError("too wide")))
    with pytest.raises(DayError, match=r"^2026-12-02: too wide$"):
        run(tmp_path, 1, 3)
    assert texts(tmp_path) == {1: ["0", "held"]}  # the next day, which would open it, is not published
    reserved = days(tmp_path)
    assert [(day.name, day.placed) for day in reserved] == [("2026-12-01", True), ("2026-12-02", False)]
    monkeypatch.setattr(day_files, "write_day", write)
    done = run(tmp_path, 3)
    assert done.days == Counter({Work.OPEN: 1, Work.DRAW: 1, Work.ISSUE: 1})
    assert days(tmp_path)[1].puzzle == reserved[1].puzzle
    assert texts(tmp_path) == {1: ["0", "open"], 2: ["1", "open"], 3: ["2", "held"]}


def test_an_old_day_that_fails_does_not_delay_new_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, 1, 2)
    (tmp_path / "d" / "2026-12-02" / "alt.txt").unlink()
    monkeypatch.setattr(day_files, "write_day", fail_on("2026-12-02", LayoutError("too wide")))
    with pytest.raises(DayError, match=r"^2026-12-02: too wide; all other work is done$"):
        run(tmp_path, 2, 2)
    assert texts(tmp_path)[3] == ["1", "held"]  # shows the solution of the day before that is there


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DailyLedger, "settle_day", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(Interrupted, match="0 of 2 days are done: start the same run again to continue"):
        run(tmp_path, 1, 2)
    monkeypatch.undo()
    monkeypatch.setattr(day_files, "write_day", write)
    assert run(tmp_path, 1).days == Counter({Work.DRAW: 1})


def test_redrawing_keeps_puzzle_and_id(tmp_path: Path) -> None:
    run(tmp_path, 1, 2)
    before = days(tmp_path)
    assert run(tmp_path, 1, redraw=True).days[Work.REDRAW] == 1
    after = days(tmp_path)
    assert [(day.puzzle, day.id) for day in after] == [(day.puzzle, day.id) for day in before]
