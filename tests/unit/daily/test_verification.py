"""The verification of days against their ledger, on folders without pictures."""

import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from dailies import SERIES, some_days
from ledgers import trust

from puzzlegen.checking.findings import DRAW
from puzzlegen.config.day_files import ALT, CALENDAR, DATA, MAIL, TOP_FILES
from puzzlegen.daily import day_verification, verification
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.drawing_versions import drawing_tools
from puzzlegen.daily.mails import alt_text_file, puzzle_json
from puzzlegen.daily.manifest import (
    DAY,
    Manifest,
    digest_of_tools,
    inputs_of_day,
    manifest_text,
    series_fingerprint,
)
from puzzlegen.daily.manifest import SERIES as SERIES_KIND
from puzzlegen.daily.series_site import SiteSettings, series_files
from puzzlegen.daily.verification import verify_daily
from puzzlegen.errors import LedgerError, OutputError
from puzzlegen.files.build_folder import MANIFEST, digest, facts_of
from puzzlegen.formats import answer
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.jobs.pools import open_thread_pool
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.ledger.days import DailyLedger, Day, entry_of_day
from puzzlegen.ledger.ledger import Printing

FIRST = date(2026, 12, 1)
DAYS = some_days(FIRST, 2, replace(SERIES, hold_solution=True))
EN = load("en")
LAST_RUN = date(2026, 12, 2)
SITE = TOP_FILES


def write_texts(folder: Path, day: Day, before: Day | None, is_open: bool) -> None:
    """Write the texts of a day that a verification reads."""
    shown = DayPresentation(day, before, is_open)
    (folder / DATA).write_text(puzzle_json(shown, {}))
    (folder / ALT).write_text(alt_text_file(shown))
    (folder / MAIL).write_text("\n".join(text_grid(day.puzzle, EN)))


def stamp(folder: Path, day: Day, before: Day | None, is_open: bool, **changes: Any) -> str:
    """Write the manifest of a day; returns its digest."""
    files = facts_of(folder, [DATA, ALT, MAIL])
    inputs = inputs_of_day(day, before, is_open)
    one = (day.name, day.number, drawing_tools("en"))
    manifest = Manifest(DAY, series_fingerprint("seed"), inputs, files, "../../l.sqlite", *one)
    (folder / MANIFEST).write_text(manifest_text(replace(manifest, **changes)))
    return digest(folder / MANIFEST)


@pytest.fixture
def series(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A series of two placed days: the first is open, and the answer of the second is held back."""
    monkeypatch.setattr(verification, "open_local_pool", lambda jobs, limits: open_thread_pool(jobs))  # as it is called
    monkeypatch.setattr(day_verification, "_pdf_findings", lambda *_: ())
    monkeypatch.setattr(day_verification, "files_of_day", lambda *_, **__: [DATA, ALT, MAIL])
    monkeypatch.setattr(day_verification, "write_day", write_texts)
    folder = tmp_path / "d"
    with DailyLedger(tmp_path / "l.sqlite", write=True) as ledger:
        for day, before, is_open in ((DAYS[0], None, True), (DAYS[1], DAYS[0], False)):
            (folder / day.name).mkdir(parents=True)
            write_texts(folder / day.name, day, before, is_open)
            ledger.reserve_day("seed", day, entry_of_day(day), None)
            stamped = replace(day, placed=True, manifest_sha256=stamp(folder / day.name, day, before, is_open))
            ledger.settle_day(stamped, Printing("daily", "seed", "Daily", "d", "c", "", "{}", "2026-12-01"))
    placed = [replace(day, placed=True) for day in DAYS]
    files = series_files(placed, SiteSettings(LAST_RUN, SERIES), {})
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    stamp_series(folder)
    return folder


def stamp_series(folder: Path, **changes: Any) -> None:
    """Write the manifest of the series, as of the second day."""
    names = [*SITE, *(f"archive/{path.name}" for path in (folder / "archive").glob("*"))]
    shown = {"as_of": str(LAST_RUN), **asdict(DAYS[0].series)}
    tools = drawing_tools("en")
    files = facts_of(folder, names)
    manifest = Manifest(
        SERIES_KIND, series_fingerprint("seed"), "", files, "../l.sqlite", tools=tools, presentation=shown
    )
    (folder / MANIFEST).write_text(manifest_text(replace(manifest, **changes)))


def codes(folder: Path, ledger: Path | None = None) -> list[tuple[str, str, int]]:
    found = verify_daily(folder, Silent(), ledger).findings
    return [(finding.code, finding.edition, finding.number) for finding in found]


def change(series: Path, day: Day, **data: object) -> None:
    """Change puzzle.json of a day, and let manifest and ledger agree."""
    folder, before = series / day.name, DAYS[0] if day is DAYS[1] else None
    is_open = day is DAYS[0]
    found = json.loads(puzzle_json(DayPresentation(day, before, is_open), {}))
    (folder / DATA).write_text(json.dumps(found | data))
    settle(series, day, stamp(folder, day, before, is_open))


def settle(series: Path, day: Day, manifest_sha256: str) -> None:
    """Let the ledger agree with a changed manifest."""
    with closing(sqlite3.connect(series.parent / "l.sqlite")) as raw, raw:
        raw.execute("UPDATE days SET manifest_sha256 = ? WHERE date = ?", (manifest_sha256, day.name))
        trust(raw)


def test_a_series_in_order_has_no_findings(series: Path) -> None:
    report = verify_daily(series, Silent())
    assert (report.findings, report.summary) == ((), "2 days read back and solved: 0 errors")
    assert verify_daily(series / DAYS[0].name, Silent()).summary == "1 day read back and solved: 0 errors"


@pytest.mark.parametrize("day", DAYS)
def test_links_lead_to_a_day_and_to_its_ledger(day: Day, series: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "deep").mkdir(parents=True)
    (tmp_path / "elsewhere" / "site").symlink_to(series)
    (series / day.name).rename(tmp_path / "elsewhere" / "deep" / day.name)
    (series / day.name).symlink_to(tmp_path / "elsewhere" / "deep" / day.name)
    for name in ("d", f"d/{day.name}", "elsewhere/site", f"elsewhere/site/{day.name}", "d/archive/../" + day.name):
        assert verify_daily(tmp_path / name, Silent()).summary.endswith(": 0 errors"), name
    with pytest.raises(LedgerError, match=r"no such ledger: name another with --ledger FILE"):
        verify_daily(tmp_path / "elsewhere" / "deep" / day.name, Silent())  # no series is beside it


@pytest.mark.parametrize("day", DAYS)
def test_a_link_elsewhere_leads_to_a_day(day: Day, series: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "today").symlink_to(series / day.name)
    (series.parent / "moved").symlink_to(series)
    for name in ("elsewhere/today", f"moved/{day.name}"):
        assert verify_daily(tmp_path / name, Silent()).summary == "1 day read back and solved: 0 errors"


def test_a_changed_file_is_found_in_its_day(series: Path) -> None:
    (series / DAYS[1].name / ALT).write_text("")
    found = [(code, DAYS[1].name, 2) for code in ("F101", "D504", "D503", "A302")]
    assert codes(series) == found


@pytest.mark.parametrize("names", [["2026-12-01/alt.txt"], ["2026-12-01/alt.txt", "2026-12-02/alt.txt", CALENDAR]])
def test_changed_line_ends_are_one_finding_and_one_error_of_the_summary(names: list[str], series: Path) -> None:
    for name in names:
        (series / name).write_bytes((series / name).read_bytes().replace(b"\n", b"\r\n"))
    report = verify_daily(series, Silent())
    (finding,) = report.findings
    assert (finding.code, finding.is_daily) == ("D509", True)
    assert report.summary == "2 days read back and solved: 1 error"


def test_a_missing_day_is_found(series: Path) -> None:
    (series / DAYS[1].name / MANIFEST).unlink()
    assert codes(series) == [("F101", DAYS[1].name, 2)]


def test_a_copied_folder_is_not_the_day_of_its_name(series: Path) -> None:
    folder = series / DAYS[1].name
    folder.rename(series / "2026-12-09")
    assert codes(series / "2026-12-09") == [("D501", DAYS[1].name, 2)]
    assert ("D501", "", 0) in codes(series)


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
    assert codes(series) == [("D504", DAYS[0].name, 1), (code, DAYS[0].name, 1)]


def test_a_held_answer_must_not_be_in_any_text(series: Path) -> None:
    day = DAYS[1]
    change(series, day, mines=sum(day.solution))
    assert codes(series) == [("D504", day.name, 2), ("D502", day.name, 2)]
    spaced = " ".join(answer.write(day.solution).replace("y", "1").replace("n", "0"))
    change(series, day, note=spaced)
    assert codes(series) == [("D504", day.name, 2), ("D502", day.name, 2)]


def test_files_of_other_versions_only_warn(series: Path) -> None:
    day = DAYS[1]
    path = series / day.name / ALT
    path.write_text(path.read_text() + "\n")
    older = drawing_tools("en") | {"pillow": "1"}
    settle(series, day, stamp(series / day.name, day, DAYS[0], False, tools=older))
    (finding,) = verify_daily(series, Silent()).findings
    assert (finding.code, finding.severity) == ("D505", "warning")
    assert finding.detail == "alt.txt: written with other pillow"


def test_unchanged_files_of_other_versions_do_not_even_warn(series: Path) -> None:
    day = DAYS[1]
    settle(series, day, stamp(series / day.name, day, DAYS[0], False, tools={}))
    assert codes(series) == []


def test_a_changed_page_of_the_series_is_found(series: Path) -> None:
    path = series / "archive" / "2026-12.html"
    path.write_text(path.read_text().replace("</main>", "<p>more</p></main>"))
    stamp_series(series)
    assert codes(series) == [("D504", "", 0)]


def test_the_manifest_of_a_day_is_derived_again(series: Path) -> None:
    day = DAYS[1]
    for changes, code in (
        ({"inputs": "0"}, "D501"),
        ({"ledger": "elsewhere.sqlite"}, "D501"),
        ({"files": {}}, "F101"),
        ({"inputs": inputs_of_day(day, DAYS[0], True)}, "D502"),
    ):
        settle(series, day, stamp(series / day.name, day, DAYS[0], False, **changes))
        assert (code, day.name, 2) in codes(series)
    stamp(series / day.name, day, DAYS[0], False)  # which the ledger does not know
    assert codes(series) == [("F101", day.name, 2)]


def test_other_settings_than_those_of_the_newest_day_warn(series: Path) -> None:
    shown = {"as_of": str(LAST_RUN), **asdict(DAYS[0].series), "author": "Ben Example"}
    stamp_series(series, presentation=shown)
    assert ("D507", "", 0) in codes(series)
    stamp_series(series, presentation={})
    assert codes(series) == [("F101", "", 0)]
    stamp_series(series, presentation={}, tools={})
    assert codes(series) == [("D505", "", 0)]


def test_a_strange_file_is_a_warning(series: Path) -> None:
    (series / DAYS[0].name / "notes.txt").write_text("mine")
    (series / "archive" / "2027-01.html").write_text("")
    assert codes(series) == [("D506", "", 0), ("D506", DAYS[0].name, 1)]


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="no manifest of a daily in it: name the folder of a day or of a series"):
        verify_daily(tmp_path, Silent())


def test_versions_are_compared_by_name_or_by_their_digest() -> None:
    now = {"puzzlegen": "1", "pillow": "12"}
    then = now | {"pillow": "11"}

    def told(written_with: day_verification.Tools) -> list[tuple[str, str]]:
        found = list(day_verification.compare_tools(["a", "b"], written_with, now, DRAW))
        assert {one.step for one in found if one.is_error} <= {DRAW}
        return [(one.code, one.detail) for one in found]

    assert told(now) == told(digest_of_tools(now)) == [("D504", "a"), ("D504", "b")]
    assert told(then) == [("D505", "a, b: written with other pillow")]
    assert told(digest_of_tools(then)) == [("D505", "a, b: written with other versions")]
    assert not list(day_verification.compare_tools([], then, now, DRAW))
