"""The plan of a run: what it finds to do in config, ledger and folder, without changing any of them."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from dailies import SERIES, some_days

from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.day_files import DATA, PRINT
from puzzlegen.daily.manifest import (
    DAY,
    Manifest,
    inputs_of_day,
    manifest_text,
    pdf_sizes,
    series_fingerprint,
)
from puzzlegen.daily.manifest import (
    SERIES as SERIES_KIND,
)
from puzzlegen.daily.plan import (
    Plan,
    Request,
    Work,
    inputs_of_series_files,
    plan,
    published_days,
)
from puzzlegen.files.build_folder import MANIFEST, digest, facts_of
from puzzlegen.ledger.days import DailyLedger, Day, entry_of_day
from puzzlegen.ledger.ledger import Printing

FIRST = date(2026, 12, 1)  # a Tuesday
CONFIG = DailyConfig.model_validate(
    {
        "title": "Daily",
        "series": "plan",
        "address": "https://example.org/d/",
        "start": "2026-12-01",
        "skip": ["2026-12-06"],
    }
)
OPEN, HELD = replace(SERIES, hold_solution=False), replace(SERIES, hold_solution=True)


def request(folder: Path, count: int = 1, day: int = 1, as_of: int = 3, **changes: object) -> Request:
    at = date(2026, 12, day)
    asked = Request(CONFIG, folder / "d", folder / "l.sqlite", at, count, date(2026, 12, as_of))
    return replace(asked, **changes)


def place(folder: Path, days: list[Day], opened: int = 0) -> None:
    """Issue the days, the first ``opened`` of them with their answers: files, manifests and ledger."""
    with DailyLedger(folder / "l.sqlite", write=True) as ledger:
        for number, day in enumerate(days):
            ledger.reserve_day("plan", day, entry_of_day(day), None)
            draw(folder, day, days[number - 1] if number else None, number < opened)
            settle(ledger, folder, day)


def settle(ledger: DailyLedger, folder: Path, day: Day) -> None:
    """Record a day as drawn, with the manifest in its folder."""
    placed = replace(day, placed=True, manifest_sha256=digest(folder / "d" / day.name / MANIFEST))
    ledger.settle_day(placed, Printing("daily", "plan", "Daily", "d", "c", "", "{}", "2026-12-01"))


def draw(folder: Path, day: Day, before: Day | None, is_open: bool) -> None:
    target = folder / "d" / day.name
    target.mkdir(parents=True, exist_ok=True)
    (target / DATA).write_text(day.name)
    (target / PRINT).write_bytes(b"%PDF" * day.number)
    files = facts_of(target, [DATA, PRINT])
    inputs = inputs_of_day(day, before, is_open)
    manifest = Manifest(DAY, series_fingerprint("plan"), inputs, files, "../../l.sqlite", day.name, day.number)
    (target / MANIFEST).write_text(manifest_text(manifest))


def works(found: Plan) -> dict[int, str]:
    return {task.date.day: task.work for task in found.tasks}


def test_new_dates_are_issued_in_order_without_skipped_ones(tmp_path: Path) -> None:
    found = plan(request(tmp_path, 7))
    assert [(task.date.day, task.number, task.work) for task in found.tasks] == [
        (day, number, Work.ISSUE) for number, day in enumerate((1, 2, 3, 4, 5, 7), start=1)
    ]
    assert (found.skipped, found.untouched, found.stale, found.is_idle) == ((date(2026, 12, 6),), 0, True, False)
    assert not (tmp_path / "d").exists() and not (tmp_path / "l.sqlite").exists()


def test_a_series_in_order_needs_nothing_but_the_files_of_the_series(tmp_path: Path) -> None:
    days = some_days(FIRST, 3, OPEN)
    place(tmp_path, days, 3)
    found = plan(request(tmp_path, 3))
    assert (found.tasks, found.untouched, found.stale) == ((), 3, True)
    now = request(tmp_path, 3)
    manifest = Manifest(
        SERIES_KIND, series_fingerprint("plan"), inputs_of_series_files(now, list(found.days), []), {}, "../l.sqlite"
    )
    (tmp_path / "d" / MANIFEST).write_text(manifest_text(manifest))
    assert plan(now).is_idle
    assert not plan(replace(now, as_of=date(2026, 12, 2))).is_idle  # the feeds end one day earlier


def test_a_damaged_day_that_was_not_requested_is_drawn_where_it_may_show_its_answer_now(tmp_path: Path) -> None:
    held_back(tmp_path)
    (tmp_path / "d" / "2026-12-01" / MANIFEST).unlink()  # it showed its answer before
    (tmp_path / "d" / "2026-12-03" / MANIFEST).unlink()
    found = plan(request(tmp_path, 1, 4, as_of=4))
    assert (works(found), found.missing) == ({3: Work.DRAW, 4: Work.ISSUE}, (FIRST,))


def held_back(folder: Path) -> None:
    place(folder, some_days(FIRST, 3, HELD), 2)


@pytest.mark.parametrize(
    ("as_of", "expected"), [(3, {}), (2, {2: Work.HOLD}), (4, {}), (1, {1: Work.HOLD, 2: Work.HOLD})]
)
def test_answers_are_shown_from_the_date_of_the_next_puzzle(
    as_of: int, expected: dict[int, Work], tmp_path: Path
) -> None:
    held_back(tmp_path)
    assert works(plan(request(tmp_path, 1, as_of=as_of))) == expected


def test_a_new_day_opens_the_day_before_it(tmp_path: Path) -> None:
    held_back(tmp_path)
    assert works(plan(request(tmp_path, 1, 4, as_of=4))) == {3: Work.OPEN, 4: Work.ISSUE}


def test_damaged_days_are_drawn_if_requested_and_else_reported(tmp_path: Path) -> None:
    place(tmp_path, some_days(FIRST, 3, OPEN), 3)
    (tmp_path / "d" / "2026-12-01" / DATA).write_text("changed")
    (tmp_path / "d" / "2026-12-02" / MANIFEST).unlink()
    found = plan(request(tmp_path, 1, 2))
    assert (works(found), found.missing) == ({2: Work.DRAW}, (FIRST,))


def test_a_reserved_day_is_finished_by_any_run(tmp_path: Path) -> None:
    first, second = some_days(FIRST, 2, OPEN)
    place(tmp_path, [first], 1)
    with DailyLedger(tmp_path / "l.sqlite", write=True) as ledger:
        ledger.reserve_day("plan", second, entry_of_day(second), None)
    assert works(plan(request(tmp_path))) == {2: Work.DRAW}


def test_a_day_follows_when_the_day_before_it_changes(tmp_path: Path) -> None:
    days = some_days(FIRST, 2, OPEN)
    place(tmp_path, days, 2)
    other = days[0].with_series(replace(OPEN, title="New"), keep_id=True)
    draw(tmp_path, days[1], other, True)  # drawn with other words of the first
    assert works(plan(request(tmp_path, 2))) == {2: Work.DRAW}  # the ledger does not know its manifest
    with DailyLedger(tmp_path / "l.sqlite", write=True) as ledger:
        settle(ledger, tmp_path, days[1])
    assert works(plan(request(tmp_path, 2))) == {2: Work.FOLLOW}


@pytest.mark.parametrize(("option", "work"), [("redraw", Work.REDRAW), ("reissue", Work.REISSUE)])
def test_requested_days_are_changed_on_demand(option: str, work: Work, tmp_path: Path) -> None:
    place(tmp_path, some_days(FIRST, 3, OPEN), 3)
    found = plan(request(tmp_path, 1, 2, **{option: True}))
    assert works(found) == {2: work, 3: Work.FOLLOW}
    known = found.tasks[0].known
    assert known and replace(known, manifest_sha256="") == replace(some_days(FIRST, 2, OPEN)[1], placed=True)


def test_the_files_of_the_series_list_placed_days_up_to_today(tmp_path: Path) -> None:
    days = [replace(day, placed=day.number != 2) for day in some_days(FIRST, 4, OPEN)]
    now = request(tmp_path)
    assert [day.number for day in published_days(days, now.as_of)] == [1, 3]
    draw(tmp_path, days[0], None, True)
    assert pdf_sizes(now.folder, None, days) == {"2026-12-01": 4}
