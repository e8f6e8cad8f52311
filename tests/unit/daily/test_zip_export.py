"""A month in one zip, its spreadsheet, and what is no zip of days."""

import csv
import io
import os
from dataclasses import replace
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest
from babel import Locale
from dailies import SERIES, some_days, titled

from puzzlegen.config.day_files import DAY_FILES
from puzzlegen.daily.publishing import COLUMNS, SHEET, spreadsheet, write_zip
from puzzlegen.daily.verification import is_zip, verify_zip
from puzzlegen.errors import OutputError
from puzzlegen.files.templates import languages
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.ledger.days import Day

FIRST = date(2026, 12, 1)
FILES = (*DAY_FILES, "manifest.json")


def room_of(days: list[Day], room: Path) -> Path:
    for day in days:
        (room / day.name).mkdir(parents=True)
        for name in FILES:
            (room / day.name / name).write_text(f"{name} of {day.name}", encoding="utf-8")
    return room


def rows(content: bytes, divider: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=divider))


def test_the_zip_has_every_file_of_every_day(tmp_path: Path) -> None:
    days = some_days(FIRST, 31)
    room = room_of(days, tmp_path / "daily")
    write_zip(tmp_path / "month.zip", days, room)
    with ZipFile(tmp_path / "month.zip") as made:
        assert made.testzip() is None
        assert made.namelist() == [SHEET, *(f"{day.name}/{name}" for day in days for name in FILES)]
        assert made.read("2026-12-31/alt.txt") == b"alt.txt of 2026-12-31"
        assert made.read(SHEET) == spreadsheet(days)
        made.extractall(tmp_path / "out")
    assert (tmp_path / "out" / "2026-12-01" / "puzzle.png").read_text() == "puzzle.png of 2026-12-01"


def test_the_spreadsheet_has_the_title_of_a_chosen_puzzle() -> None:
    usual, chosen = rows(spreadsheet([some_days(FIRST, 1)[0], some_days(FIRST, 1)[0].titled("To Mia – Ben")]))
    assert chosen["title"] == f"{usual['title']} – To Mia – Ben"


def test_the_same_days_give_the_same_bytes_on_any_day(tmp_path: Path) -> None:
    days = some_days(FIRST, 3)
    room = room_of(days, tmp_path / "daily")
    write_zip(tmp_path / "a.zip", days, room)
    for path in room.rglob("*.*"):
        os.utime(path, (0, 0))
        path.chmod(0o600)
    write_zip(tmp_path / "b.zip", list(reversed(days)), room)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_a_row_a_day() -> None:
    found = spreadsheet(some_days(FIRST, 2))
    assert found.startswith(b"\xef\xbb\xbfdate,number,title")
    assert found.count(b"\r\n") == found.count(b"\n") == 3
    first, second = rows(found)
    assert tuple(first) == COLUMNS
    assert first == {
        "date": "2026-12-01",
        "number": "1",
        "title": "Daily Minesweeper No.\u00a01",
        "difficulty": "Easy",
        "page URL": "https://puzzles.example.org/daily/2026-12-01/",
        "picture URL": "https://puzzles.example.org/daily/2026-12-01/puzzle.png",
        "alt text": "Daily Minesweeper No.\u00a01, 9 by 8, easy; text version below",
        "solution URL": "https://puzzles.example.org/daily/2026-12-01/solution.png",
        "solution alt text": "Solution: Daily Minesweeper No.\u00a01, 9 by 8, easy",
    }
    assert second["date"] == "2026-12-02"


@pytest.mark.parametrize("language", languages())
def test_columns_are_divided_as_excel_expects_it_in_the_language(language: str) -> None:
    locale = Locale.parse(language)
    due = ";" if locale.number_symbols["latn"]["decimal"] == "," else ","
    content = spreadsheet(some_days(FIRST, 2, titled("A; B, C", language=language))).decode("utf-8-sig")
    assert content.startswith(due.join(COLUMNS) + "\r\n")
    table = list(csv.reader(io.StringIO(content, newline=""), delimiter=due))
    assert [len(row) for row in table] == [len(COLUMNS)] * 3
    assert table[1][2].startswith("A; B, C ")


@pytest.mark.parametrize("title", ["=HYPERLINK(1)", "+1", "-1", "@SUM(1)"])
def test_a_title_is_never_a_formula(title: str) -> None:
    (row,) = rows(spreadsheet(some_days(FIRST, 1, titled(title))))
    assert row["title"] == f"'{title} No.\u00a01"
    assert all(not cell.startswith(("=", "+", "-", "@")) for cell in row.values())


def test_a_title_with_every_mark_of_a_sheet_is_read_back() -> None:
    (row,) = rows(spreadsheet(some_days(FIRST, 1, titled('Mines, 5" more; Größe'))))
    assert row["title"] == 'Mines, 5" more; Größe No.\u00a01'


def test_missing_files_are_reported_and_leave_no_zip(tmp_path: Path) -> None:
    days = some_days(FIRST, 2)
    room = room_of(days, tmp_path / "daily")
    (room / "2026-12-02" / "steps.gif").unlink()
    with pytest.raises(OutputError, match=r"02/steps\.gif: cannot be read: No such file .*; make its day again"):
        write_zip(tmp_path / "month.zip", days, room)
    with pytest.raises(OutputError, match=r"nowhere/month\.zip: cannot be written"):
        write_zip(tmp_path / "nowhere" / "month.zip", days[:1], room)
    assert [path.name for path in tmp_path.iterdir()] == ["daily"]


def test_each_day_speaks_as_it_did(tmp_path: Path) -> None:
    german = [
        day.with_series(replace(SERIES, title="Minen", language="de"), keep_id=False) for day in some_days(FIRST, 1)
    ]
    (row,) = rows(spreadsheet(german), ";")
    assert (row["title"], row["difficulty"]) == ("Minen Nr.\u00a01", "Leicht")


def zip_of(path: Path, **files: bytes) -> Path:
    with ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return path


def test_only_files_that_end_in_zip_are_taken_for_zips(tmp_path: Path) -> None:
    path = zip_of(tmp_path / "december.ZIP", a=b"")
    assert is_zip(path)
    assert not is_zip(tmp_path) and not is_zip(tmp_path / "none.zip")
    (tmp_path / "folder.zip").mkdir()
    assert not is_zip(tmp_path / "folder.zip")


def test_what_is_no_zip_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "december.zip"
    path.write_bytes(b"PK\x03\x04 broken")
    with pytest.raises(OutputError, match=r"december\.zip: cannot be read as a zip: "):
        verify_zip(path, Silent())


def test_a_zip_without_days_is_refused_and_nothing_is_unpacked_elsewhere(tmp_path: Path) -> None:
    inside = {"..__..__puzzle.json": b"{}", "2026-12-01__..__x": b"x", "2026-12-01__other.txt": b"x", "index.csv": b""}
    path = zip_of(tmp_path / "december.zip", **inside)
    with pytest.raises(OutputError, match="no zip of days in it: name one that puzzlegen daily --zip wrote"):
        verify_zip(path, Silent())
    assert [one.name for one in tmp_path.iterdir()] == ["december.zip"]
