"""A run without the output folder, as on a new machine each night: it draws only what the public copy lacks."""

import re
import shutil
from pathlib import Path

import pytest
from commands import run
from daily_runs import config, tree

pytestmark = pytest.mark.usefixtures("copied_days")


def night(folder: Path, day: int, *words: str) -> str:
    """Run the daily of a date with a public copy, and return its first line, which counts what was done."""
    to = ("-o", str(folder / "d"), "--as-of", f"2026-12-{day:02}", "--publish", str(folder / "p"), "--jobs", "1")
    code, out, err = run("daily", str(config(folder)), *to, *words)
    assert (code, out) == (0, ""), err
    assert err.startswith("warning: ") == ("--withdraw" in words)
    return re.sub(r"( in \d|, archive|; ).*", "", err.splitlines()[0])


def contents(folder: Path) -> dict[str, bytes]:
    return {name: data for name, (_, data) in tree(folder).items()}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A machine that keeps its output folder, with three days."""
    folder = tmp_path / "kept"
    folder.mkdir()
    night(folder, 3, "--date", "2026-12-01", "--days", "3")
    return folder


@pytest.fixture
def fresh(kept: Path, tmp_path: Path) -> Path:
    """The same without its output folder."""
    return shutil.copytree(kept, tmp_path / "fresh", ignore=shutil.ignore_patterns("d"))


def spoil(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"?")


DRAWN = "1 drawn ({}: its files were not there, or not those of the ledger)"
OPENED = "1 opened (2026-12-03: the next puzzle is out, so its answer is shown)"


@pytest.mark.parametrize(
    ("day", "words", "done"),
    [
        pytest.param(3, (), "1 untouched", id="nothing to do"),
        pytest.param(6, (), f"1 issued, {OPENED}, 0 untouched", id="a day"),
        pytest.param(8, ("--catch-up",), f"3 issued, {OPENED}, 0 untouched", id="two missed days"),
        pytest.param(3, ("--date", "2026-12-06"), "1 issued, 0 untouched", id="a coming day"),
        pytest.param(3, ("--date", "2026-12-02"), f"{DRAWN.format('2026-12-02')}, 0 untouched", id="a named day"),
    ],
)
def test_only_days_that_the_copy_does_not_have_as_they_must_be_are_drawn(
    day: int, words: tuple[str, ...], done: str, kept: Path, fresh: Path
) -> None:
    night(kept, day, *words)
    assert night(fresh, day, *words) == done
    assert contents(fresh / "p") == contents(kept / "p")
    assert "0 errors" in run("verify", str(fresh / "p"), "--jobs", "1")[2]


@pytest.mark.parametrize("name", ["2026-12-01/alt.txt", "2026-12-02/puzzle.png", "2026-12-03/puzzle.pdf"])
def test_published_days_that_are_damaged_are_drawn_and_published_again(name: str, kept: Path, fresh: Path) -> None:
    damaged = fresh / "p" / name
    damaged.write_bytes(damaged.read_bytes()[:-1])
    assert night(fresh, 3).startswith(DRAWN.format(name[:10]))
    assert contents(fresh / "p") == contents(kept / "p")


def test_a_second_run_changes_nothing_and_a_third_machine_goes_on(kept: Path, fresh: Path, tmp_path: Path) -> None:
    night(kept, 6)
    night(fresh, 6)
    third = shutil.copytree(fresh, tmp_path / "third", ignore=shutil.ignore_patterns("d"))
    before = contents(third)
    assert night(third, 6) == "1 untouched"
    assert {name: data for name, data in contents(third).items() if not name.startswith("d/")} == before
    night(kept, 7)
    night(third, 7)
    night(fresh, 7)  # with the folders of two days
    for folder in (fresh, third):
        assert contents(folder / "p") == contents(kept / "p")


def test_days_in_advance_are_drawn_when_they_are_due(kept: Path, fresh: Path) -> None:
    for folder in (kept, fresh):
        night(folder, 3, "--date", "2026-12-06", "--days", "2")
    for day, done in ((3, "1 untouched"), (6, f"{OPENED}, {DRAWN.format('2026-12-06')}, 0 untouched")):
        shutil.rmtree(fresh / "d")
        night(kept, day)
        assert night(fresh, day) == done
    assert contents(fresh / "p") == contents(kept / "p")


def test_settings_that_older_days_keep_are_told_once(fresh: Path) -> None:
    told = []
    for day in (6, 7):
        shutil.rmtree(fresh / "d", ignore_errors=True)
        to = ("-o", str(fresh / "d"), "--as-of", f"2026-12-0{day}", "--publish", str(fresh / "p"), "--jobs", "1")
        code, _, err = run("daily", str(config(fresh, title="New")), *to)
        assert code == 0, err
        told.append("3 issued days (2026-12-01, 2026-12-02, 2026-12-03) keep the title they were issued with" in err)
    assert told == [True, False]


def test_a_withdrawn_day_and_the_day_after_it(kept: Path, fresh: Path) -> None:
    for folder in (kept, fresh):
        night(folder, 3, "--withdraw", "2026-12-02")
    assert [path.name for path in sorted((fresh / "d").glob("2026-*"))] == ["2026-12-03"]
    assert contents(fresh / "p") == contents(kept / "p")
