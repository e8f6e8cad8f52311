"""Two days that are made and not public yet exchange their puzzles with ``daily --swap``; all else stays."""

import json
from pathlib import Path

import pytest
from commands import run
from daily_runs import config, daily, puzzles, refused, tree

from puzzlegen.daily import run as daily_run
from puzzlegen.ledger.days import DailyLedger

pytestmark = pytest.mark.usefixtures("copied_days")
TITLED = "9x9:2e12b5a4c3c13b3a3h2a4a013b2h1b2c21b435a4c12c3b1"
DAYS = ("--date", "2026-12-09", "--days", "8")
SWAP = ("--date", "2026-12-11", "--swap", "2026-12-15")


def contents(folder: Path) -> dict[str, bytes]:
    return {name: data for name, (_, data) in tree(folder).items() if name != "ledger.sqlite"}


def facts(folder: Path, day: str) -> tuple[object, ...]:
    found = json.loads((folder / "d" / day / "puzzle.json").read_text("utf-8"))
    return found["number"], found["date"], found.get("page", ""), found.get("puzzle_title")


def verified(folder: Path) -> None:
    for copy in ("d", "p"):
        code, out, err = run("verify", str(folder / copy), "--ledger", str(folder / "ledger.sqlite"))
        assert code == 0, out + err


def test_coming_days_exchange_puzzles_and_keep_dates_and_numbers(tmp_path: Path) -> None:
    public = ("--publish", str(tmp_path / "p"))
    daily(tmp_path, *DAYS, *public)
    before, files = puzzles(tmp_path), contents(tmp_path)
    numbers = {day: facts(tmp_path, day) for day in before}
    output = daily(tmp_path, *SWAP, *public)
    after = puzzles(tmp_path)
    assert after["2026-12-11"] == before["2026-12-15"] and after["2026-12-15"] == before["2026-12-11"]
    assert {day: facts(tmp_path, day) for day in after} == numbers
    changed = {Path(name).parts[:2] for name, data in contents(tmp_path).items() if files[name] != data}
    assert changed == {("d", f"2026-12-{day}") for day in (11, 13, 15, 16)}, "and the days that show their solutions"
    assert "0 files published" in output
    verified(tmp_path)
    assert "has no effect" not in daily(tmp_path, *DAYS)
    daily(tmp_path, *SWAP)
    assert contents(tmp_path) == files


def test_titles_of_chosen_puzzles_move_with_them(tmp_path: Path) -> None:
    path = config(tmp_path)
    path.write_text(f'{path.read_text()}choices:\n  - {{date: 2026-12-15, puzzle: "{TITLED}", title: Snow}}\n')
    words = ("daily", str(path), "-o", str(tmp_path / "d"), "--as-of", "2026-12-10", "--jobs", "1")
    assert run(*words, *DAYS, "--publish", str(tmp_path / "p"))[0] == 0
    assert run(*words, *SWAP)[0] == 0
    for extra in ((), ("--date", "2026-12-11", "--redraw"), DAYS):
        code, _, err = run(*words, *extra)
        assert (code, "has no effect" in err) == (0, False), err
        assert [facts(tmp_path, f"2026-12-{day}")[-1] for day in (11, 15)] == ["Snow", None]
    verified(tmp_path)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            ("--date", "2026-12-10", "--swap", "2026-12-11"),
            "2026-12-10 is public already: choose days after 2026-12-10",
        ),
        (("--date", "2026-12-11", "--swap", "2026-12-09"), "2026-12-09 is public already"),
        (
            ("--date", "2026-12-11", "--swap", "2026-12-21"),
            "2026-12-21 has no finished puzzle: make it first with --date",
        ),
        (("--date", "2026-12-12", "--swap", "2026-12-11"), "2026-12-12 has no finished puzzle"),
        (("--date", "2026-12-11", "--swap", "2026-12-11"), "found 2026-12-11 twice: name another day"),
        (("--swap", "2026-12-11"), "name the day with --date"),
        (("--date", "2026-12-11", "--swap", "Friday"), 'found "Friday"'),
        (("--date", "2026-12-10", "--swap", "2026-12-11", "--as-of", "2026-12-08"), "2026-12-10 is public already"),
        ((*SWAP, "--days", "2"), "leave out --days"),
        ((*SWAP, "--dry-run"), "leave out --days and all options for other work"),
    ],
)
def test_other_days_are_refused_and_nothing_changes(tmp_path: Path, words: tuple[str, ...], problem: str) -> None:
    daily(tmp_path, *DAYS)
    before = tree(tmp_path)
    message = refused(tmp_path, *words)
    assert problem in message
    assert tree(tmp_path) == before


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


BACKWARDS = ("--date", "2026-12-15", "--swap", "2026-12-11")
SAME_RUN = ("--date", "2026-12-11")


@pytest.mark.parametrize("again", [SWAP, BACKWARDS, SAME_RUN], ids=["the same", "backwards", "without it"])
@pytest.mark.parametrize(
    ("place", "moment"),
    [(daily_run, "_issue_and_draw"), (daily_run, "_write_series"), (DailyLedger, "swap_puzzles")],
    ids=["before it draws", "after it drew both", "before the exchange"],
)
def test_a_swap_that_is_interrupted_is_finished_by_the_next_run(
    place: object, moment: str, again: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily(tmp_path, *DAYS)
    before = puzzles(tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr(place, moment, interrupted)
        run("daily", str(config(tmp_path)), "-o", str(tmp_path / "d"), "--as-of", "2026-12-10", *SWAP)
    daily(tmp_path, *again)
    after = puzzles(tmp_path)
    if (moment, again) == ("swap_puzzles", SAME_RUN):
        assert after == before
    else:
        assert (after["2026-12-11"], after["2026-12-15"]) == (before["2026-12-15"], before["2026-12-11"])
    daily(tmp_path, "--date", "2026-12-16", "--publish", str(tmp_path / "p"))
    verified(tmp_path)
    daily(tmp_path, *SWAP)
    assert puzzles(tmp_path)["2026-12-11"] != after["2026-12-11"]
