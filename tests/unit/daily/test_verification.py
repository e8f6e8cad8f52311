"""The verification of days against their ledger, on folders without pictures."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from dailies import SERIES, some_days

from puzzlegen.daily import verification
from puzzlegen.daily.file_names import ALT, DATA, MAIL
from puzzlegen.daily.manifest import (
    DAY,
    Manifest,
    inputs_of_day,
    manifest_text,
    series_fingerprint,
    sizes_and_digests,
)
from puzzlegen.daily.manifest import SERIES as SERIES_KIND
from puzzlegen.daily.verification import verify_daily
from puzzlegen.errors import OutputError
from puzzlegen.formats import answer, line
from puzzlegen.jobs.progress import Silent
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue_loader import load
from puzzlegen.ledger.days import DailyLedger
from puzzlegen.ledger.issued_day import Day, entry_of_day
from puzzlegen.ledger.records import Printing
from puzzlegen.output.build_folder import MANIFEST

FIRST = date(2026, 12, 1)
DAYS = some_days(FIRST, 2, replace(SERIES, hold_solution=True))
EN = load("en")


def data_of(day: Day, is_open: bool) -> dict[str, Any]:
    solved = {"solution": answer.write(day.solution), "mines": sum(day.solution)} if is_open else {}
    return {"date": day.name, "number": day.number, "puzzle": line.write(day.puzzle), **solved}


def draw(folder: Path, day: Day, before: Day | None, is_open: bool) -> None:
    """Write the texts of a day that a verification reads, and their manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / DATA).write_text(json.dumps(data_of(day, is_open)))
    for name in (ALT, MAIL):
        (folder / name).write_text("\n".join(text_grid(day.puzzle, EN)))
    stamp(folder, day, before, is_open)


def stamp(folder: Path, day: Day, before: Day | None, is_open: bool) -> None:
    files = sizes_and_digests(folder, [DATA, ALT, MAIL])
    inputs = inputs_of_day(day, before, is_open)
    manifest = Manifest(DAY, series_fingerprint("seed"), inputs, files, "../../l.sqlite", day.name, day.number)
    (folder / MANIFEST).write_text(manifest_text(manifest))


@pytest.fixture
def series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A series of two placed days: the first is open, and the answer of the second is held back."""
    monkeypatch.setattr(verification, "_pdf_findings", lambda *_: ())
    one, two = DAYS
    with DailyLedger(tmp_path / "l.sqlite", write=True) as ledger:
        for day in DAYS:
            ledger.reserve_day("seed", day, entry_of_day(day), None)
            printing = Printing("daily", "seed", "Daily", "d", "c", "", "{}", "2026-12-01")
            ledger.settle_day(replace(day, placed=True), printing)
    folder = tmp_path / "d"
    draw(folder / one.name, one, None, True)
    draw(folder / two.name, two, one, False)
    manifest = Manifest(SERIES_KIND, series_fingerprint("seed"), "", {}, "../l.sqlite")
    (folder / MANIFEST).write_text(manifest_text(manifest))
    return folder


def codes(folder: Path, ledger: Path | None = None) -> list[tuple[str, str, int]]:
    found = verify_daily(folder, Silent(), ledger).findings
    return [(finding.code, finding.edition, finding.number) for finding in found]


def change(series: Path, day: Day, **data: object) -> None:
    """Change puzzle.json of a day, and let the manifest agree."""
    folder, before = series / day.name, DAYS[0] if day is DAYS[1] else None
    is_open = day is DAYS[0]
    (folder / DATA).write_text(json.dumps(data_of(day, is_open) | data))
    stamp(folder, day, before, is_open)


def test_a_series_in_order_has_no_findings(series: Path) -> None:
    report = verify_daily(series, Silent())
    assert (report.findings, report.summary) == ((), "2 days read back and solved: 0 errors")
    assert verify_daily(series / DAYS[0].name, Silent()).summary == "1 day read back and solved: 0 errors"


def test_a_changed_file_is_found_in_its_day(series: Path) -> None:
    (series / DAYS[1].name / ALT).write_text("")
    assert codes(series) == [("F101", DAYS[1].name, 2), ("D503", DAYS[1].name, 2)]


def test_a_missing_day_is_found(series: Path) -> None:
    (series / DAYS[1].name / MANIFEST).unlink()
    assert codes(series) == [("F101", DAYS[1].name, 2)]


def test_a_copied_folder_is_not_the_day_of_its_name(series: Path) -> None:
    folder = series / DAYS[1].name
    folder.rename(series / "2026-12-09")
    assert codes(series / "2026-12-09") == [("D501", DAYS[1].name, 2)]


def test_a_ledger_without_the_day_is_a_finding(series: Path, tmp_path: Path) -> None:
    with DailyLedger(tmp_path / "other.sqlite", write=True):
        pass
    assert codes(series / DAYS[0].name, tmp_path / "other.sqlite") == [("D501", DAYS[0].name, 1)]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"number": 7}, "D501"),
        ({"puzzle": "?"}, "D503"),
        ({"solution": "n"}, "A302"),
        ({"mines": 0}, "A302"),
    ],
)
def test_puzzle_json_must_agree_with_the_ledger(data: dict[str, object], code: str, series: Path) -> None:
    change(series, DAYS[0], **data)
    assert codes(series) == [(code, DAYS[0].name, 1)]


def test_a_held_answer_must_not_be_in_any_text(series: Path) -> None:
    day = DAYS[1]
    change(series, day, mines=sum(day.solution))
    assert codes(series) == [("D502", day.name, 2)]
    spaced = " ".join(answer.write(day.solution).replace("y", "1").replace("n", "0"))
    change(series, day, note=spaced)
    assert codes(series) == [("D502", day.name, 2)]


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no manifest of a daily in it: name the folder of a day or of a series"):
        verify_daily(tmp_path, Silent())
