"""Dailies that are refused: words, configs, folders and ledgers that cannot be used, and nothing is made."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from daily_runs import FIRST, daily, days_of, refused, reserved, tree

from puzzlegen.ledger import database

pytestmark = pytest.mark.usefixtures("copied_days")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--date", "2026-02-30"), '--date: found "2026-02-30", but that month has days 1 to 28'),
        (("--date", "1.12.2026"), '--date: found "1.12.2026", allowed a day such as 2026-12-01'),
        (("--as-of", "soon"), '--as-of: found "soon", allowed a day such as 2026-12-01'),
        (("--date", "2026-12-01", "--redraw", "--reissue"), "--redraw and --reissue: give one or the other"),
        (("--reissue",), "--reissue: name the day with --date"),
        ((*FIRST, "--days", "2", "--reissue"), "--reissue: replaces one day at a time; leave out --days"),
        (("--date", "2999-12-31", "--days", "2"), "--days: 2 days from 2999-12-31 on would end after the year 2999"),
        (("--days", "0"), "--days: found 0, allowed 1 to 1100"),
        (("--days", "-400"), "--days: found -400, allowed 1 to 1100"),
        (("--days", "1101"), "--days: found 1101, allowed 1 to 1100"),
    ],
)
def test_bad_words_on_the_command_line(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    assert message in refused(tmp_path, *words)
    assert [path.name for path in tmp_path.iterdir()] == ["daily.yaml"]


def test_bad_configs_make_nothing(tmp_path: Path) -> None:
    for address in ("http://example.com/d/", "https://example.com/my daily/"):
        line_ = refused(tmp_path, *FIRST, address=address)
        assert line_.startswith(f"{tmp_path / 'daily.yaml'}:4:10: address: found ")
    assert [path.name for path in tmp_path.iterdir()] == ["daily.yaml"]


@pytest.mark.usefixtures("quick")
def test_placeholders_of_the_shipped_config_give_one_warning_each(tmp_path: Path) -> None:
    output = daily(tmp_path, *FIRST, "--quiet", series="daily pencil", address="https://example.com/daily/")
    assert output.splitlines() == [
        f"warning: {tmp_path / 'daily.yaml'}: address: example.com is a domain for examples, and leads readers "
        "nowhere: set your own address",
        f'warning: {tmp_path / "daily.yaml"}: series: "daily pencil" is the seed of a shipped config, and gives '
        "everyone the same puzzles: set a text of your own before you publish",
    ]


@pytest.mark.usefixtures("quick")
def test_folders_that_are_somebody_elses(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    before = tree(tmp_path / "d")
    (tmp_path / "ledger.sqlite").rename(tmp_path / "kept.sqlite")
    message = refused(tmp_path, *FIRST)
    assert message == (
        f"{tmp_path / 'd'}: holds 2026-12-01, which {tmp_path / 'ledger.sqlite'} does not know: put the ledger back "
        "from your backup, or name it with --ledger; if it is lost, read the days back with puzzlegen ledger rebuild "
        f"{tmp_path / 'd'} --daily {tmp_path / 'daily.yaml'} --ledger {tmp_path / 'ledger.sqlite'}"
    )
    assert refused(tmp_path, "--date", "2026-12-02") == message  # a new ledger would have only the new day
    assert "1 untouched" in daily(tmp_path, *FIRST, "--ledger", str(tmp_path / "kept.sqlite"))
    message = refused(tmp_path, "--date", "2026-12-02", series="another")
    assert "holds another series than 'another'" in message
    assert tree(tmp_path / "d") == before and not (tmp_path / "ledger.sqlite").exists()
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("my own")
    message = refused(tmp_path, *FIRST, "-o", str(tmp_path / "site"))
    assert "site/index.html: not made by puzzlegen daily, and would be overwritten" in message
    (tmp_path / "file").write_text("x")
    assert "found a file, expected a folder" in refused(tmp_path, *FIRST, "-o", str(tmp_path / "file"))


@pytest.mark.usefixtures("quick")
def test_a_lost_ledger_is_missed_whatever_day_it_is(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST, "--days", "2")
    shutil.copyfile(tmp_path / "ledger.sqlite", tmp_path / "old.sqlite")  # a backup from before the third day
    daily(tmp_path, "--date", "2026-12-03")
    (tmp_path / "ledger.sqlite").rename(tmp_path / "kept.sqlite")
    before = tree(tmp_path)
    late = ("--date", "2026-12-09", "--as-of", "2026-12-09")
    assert "d: holds 2026-12-01 to 2026-12-03 (3), which " in refused(tmp_path, *late)
    assert "d: holds 2026-12-03, which " in refused(tmp_path, *late, "--ledger", str(tmp_path / "old.sqlite"))
    for path in (tmp_path / "d").glob("2*"):
        shutil.rmtree(path)  # published, and not kept here
    assert "d: holds the archive of 2026-12, which " in refused(tmp_path, *late)
    assert tree(tmp_path) == {name: one for name, one in before.items() if not name.startswith("d/2")}
    assert "1 issued" in daily(tmp_path, *late, "--ledger", str(tmp_path / "kept.sqlite"))


@pytest.mark.usefixtures("quick")
def test_a_folder_that_lacks_days_of_its_ledger_is_refused(tmp_path: Path) -> None:
    """Its feeds would lead to them; a folder that was renamed, or moved with its ledger, has them."""
    daily(tmp_path, *FIRST, "--days", "3")
    before, other = tree(tmp_path), ("-o", str(tmp_path / "e"))
    ledger = ("--ledger", str(tmp_path / "ledger.sqlite"))
    for words in ((), ("--date", "2026-12-02"), ("--date", "2026-12-06")):
        assert refused(tmp_path, *other, *ledger, *words) == (
            f"{tmp_path / 'e'}: {'2 days' if '2026-12-02' in words else '3 days'} such as 2026-12-01 of "
            f"{tmp_path / 'ledger.sqlite'} are in {tmp_path / 'd'}: name that folder with -o, or copy it to "
            f"{tmp_path / 'e'} first"
        )
    assert tree(tmp_path) == before
    shutil.copytree(tmp_path / "d", tmp_path / "e")
    assert "1 issued" in daily(tmp_path, *other, *ledger, "--date", "2026-12-06")
    assert "d: 2026-12-06 of " in refused(tmp_path, "--date", "2026-12-07")  # the old one
    shutil.rmtree(tmp_path / "d")
    (tmp_path / "e").rename(tmp_path / "f")
    renamed = ("-o", str(tmp_path / "f"), *ledger)
    assert "1 untouched" in daily(tmp_path, *renamed, *FIRST)
    (tmp_path / "moved").mkdir()
    for name in ("f", "ledger.sqlite"):
        (tmp_path / name).rename(tmp_path / "moved" / name)
    moved = ("--ledger", str(tmp_path / "moved" / "ledger.sqlite"))
    assert "1 issued" in daily(tmp_path, "-o", str(tmp_path / "moved" / "f"), *moved, "--date", "2026-12-07")
    shutil.rmtree(tmp_path / "moved" / "f")
    message = refused(tmp_path, *other, *moved, *FIRST)
    assert message.endswith("copy that folder here, or name all its days with --date and --days to draw them here")
    assert "5 drawn" in daily(tmp_path, *other, *moved, *FIRST, "--days", "7")


@pytest.mark.usefixtures("quick")
def test_a_file_where_the_folder_of_a_day_belongs(tmp_path: Path) -> None:
    daily(tmp_path, *FIRST)
    before = days_of(tmp_path), reserved(tmp_path)
    for day in ("2026-12-02", "2026-12-03"):
        (tmp_path / "d" / day).write_text("in the way")
        message = refused(tmp_path, "--date", "2026-12-02", "--days", "2")
        assert message == f"{tmp_path / 'd' / day}: found a file, expected the folder of a day: move it away"
        assert (days_of(tmp_path), reserved(tmp_path)) == before
        (tmp_path / "d" / day).unlink()
    shutil.rmtree(tmp_path / "d" / "2026-12-01")
    (tmp_path / "d" / "2026-12-01").write_text("in the way")
    assert "move it away" in refused(tmp_path, *FIRST)
    assert (days_of(tmp_path), reserved(tmp_path)) == before


@pytest.mark.usefixtures("quick")
def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    message = refused(tmp_path, *FIRST, "-o", "/proc/daily", "--ledger", str(tmp_path / "l.sqlite"))
    assert message.startswith("/proc/daily: cannot be written to") and message.endswith("choose another folder with -o")
    assert not (tmp_path / "l.sqlite").exists()


@pytest.mark.usefixtures("quick")
def test_ledgers_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = tmp_path / "ledger.sqlite"
    daily(tmp_path, *FIRST)
    before = tree(tmp_path / "d")
    holder = sqlite3.connect(ledger, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.1)
    assert "another program is using it" in refused(tmp_path, "--date", "2026-12-02")
    assert "1 untouched" in daily(tmp_path, *FIRST)  # nothing to write, so nothing to wait for
    holder.close()
    with sqlite3.connect(ledger) as raw:
        raw.execute(f"PRAGMA user_version = {database.VERSION + 1}")
    raw.close()
    assert "the ledger of a newer puzzlegen" in refused(tmp_path, "--date", "2026-12-02")
    ledger.write_text("no database\n" * 100)
    assert "not a ledger" in refused(tmp_path, "--date", "2026-12-02")
    assert tree(tmp_path / "d") == before


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("month.tar", "month.tar, expected the name of a file that ends in .zip"),
        ("folder.zip", "folder.zip, expected the name of a file that ends in .zip"),
        ("nowhere/month.zip", "nowhere: no such folder; make it first"),
        ("d/month.zip", "d/month.zip would be published with the series, answers and all; put it beside "),
        ("none.zip", "--zip: no day from 2026-12-04 on has a puzzle; choose others with --date and --days"),
    ],
)
def test_a_zip_that_should_not_be_is_refused_before_anything_is_made(name: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder.zip").mkdir()
    (tmp_path / "d").mkdir()
    first = "2026-12-04" if name == "none.zip" else "2026-12-01"  # one has a puzzle, the other is skipped
    assert says in refused(tmp_path, "--date", first, "--zip", str(tmp_path / name))
    assert tree(tmp_path) == {}


def test_a_title_that_does_not_fit_is_named_with_its_line(tmp_path: Path) -> None:
    title = "Wonderfully Extraordinary Minesweeper Puzzles for Absolutely Everybody"
    message = refused(tmp_path, *FIRST, title=title)
    assert "daily.yaml:2:8: title: found 37 characters on a line of a picture, about" in message
    assert refused(tmp_path, *FIRST, "--dry-run", title=title) == message and tree(tmp_path) == {}
