"""The days of a series during a run: requests, reservations, and which days show their answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

from dailies import WEEK

from puzzlegen.config.daily import DailyConfig
from puzzlegen.daily.plan import Request, Work, plan
from puzzlegen.daily.run_state import RunState
from puzzlegen.ledger.days import DailyLedger

CONFIG = DailyConfig.model_validate(
    {
        "title": "Daily",
        "series": "state",
        "address": "https://example.org/d/",
        "start": "2026-12-01",
        "hold_solution": True,
    }
)


@contextmanager
def state_of(folder: Path, count: int, as_of: int, **changes: bool) -> Iterator[RunState]:
    """The state of a run over the first days of December."""
    days = date(2026, 12, 1), count, date(2026, 12, as_of)
    request = Request(CONFIG, folder / "d", folder / "l.sqlite", *days, **changes)
    found = plan(request)
    request.folder.mkdir(exist_ok=True)
    with DailyLedger(request.ledger, write=True) as ledger:
        yield RunState(request, found, ledger, folder / "build")


def reserve(state: RunState) -> None:
    puzzles = iter(WEEK)
    for task in state.plan.tasks:
        state.reserve(task, puzzles)


def place(state: RunState, *days: int) -> None:
    for task in state.plan.tasks:
        if task.date.day in days:
            (state.folder / str(task.date)).mkdir(parents=True)
            state.place(task, "digest")


def test_the_date_names_the_random_stream_of_a_day(tmp_path: Path) -> None:
    with state_of(tmp_path, 2, as_of=3) as state:
        assert [request.stream for request in state.puzzle_requests()] == ["state/2026-12-01", "state/2026-12-02"]


def test_a_day_issued_again_has_another_stream_and_the_same_address(tmp_path: Path) -> None:
    with state_of(tmp_path, 1, as_of=1) as state:
        reserve(state)
        place(state, 1)
        (first,) = state.days
    with state_of(tmp_path, 1, as_of=1, reissue=True) as state:
        assert [request.stream for request in state.puzzle_requests()] == ["state/2026-12-01/again after 1"]
        state.reserve(state.plan.tasks[0], iter(WEEK[1:]))
        (again,) = state.days
    assert (again.number, again.id) == (first.number, first.id)
    assert again.puzzle != first.puzzle


def test_a_day_is_reserved_before_it_is_drawn(tmp_path: Path) -> None:
    with state_of(tmp_path, 2, as_of=2) as state:
        reserve(state)
        assert [(day.number, day.placed) for day in state.ledger.days("state")] == [(1, False), (2, False)]
        place(state, 1)
        assert [day.placed for day in state.ledger.days("state")] == [True, False]
    assert (tmp_path / "d" / "2026-12-01").is_dir()
    with state_of(tmp_path, 2, as_of=2) as later:
        assert later.puzzle_requests() == []  # the reserved puzzle is used


def test_a_drawing_follows_the_last_day_that_was_drawn(tmp_path: Path) -> None:
    with state_of(tmp_path, 3, as_of=3) as state:
        reserve(state)
        first, second, third = state.plan.tasks
        assert state.drawing_job(first).before is None
        assert state.drawing_job(third).before == state.days[1]
        state.failed[second.date] = "cannot be drawn"
        assert state.drawing_job(third).before == state.days[0]


def test_a_held_day_is_open_where_the_next_day_is_expected_by_today(tmp_path: Path) -> None:
    with state_of(tmp_path, 3, as_of=2) as state:
        reserve(state)
        assert [state.drawing_job(task).is_open for task in state.plan.tasks] == [True, False, False]


def test_a_day_is_closed_again_where_the_next_day_failed(tmp_path: Path) -> None:
    with state_of(tmp_path, 2, as_of=2) as state:
        reserve(state)
        first, second = state.plan.tasks
        assert [state.drawing_job(task).is_open for task in (first, second)] == [True, False]
        place(state, 1)
        state.failed[second.date] = "cannot be drawn"
        assert [(task.date, task.work) for task in state.tasks_to_open()] == [(first.date, Work.HOLD)]
