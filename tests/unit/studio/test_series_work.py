"""Work on a daily in the studio has the results of the command line, and needs the same confirmations."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from commands import puzzlegen
from small_series import TODAY, Runs

from puzzlegen.errors import DayError, Interrupted, OutputError
from puzzlegen.files.build_folder import open_build_folder
from puzzlegen.studio import series_work
from puzzlegen.studio.series_actions import STOPPED, SeriesAction, published_folder, read_action
from puzzlegen.studio.series_work import propose

FIRST = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("wanted", "command"),
    [
        ({"kind": "make"}, "puzzlegen daily daily.yaml"),
        ({"kind": "make", "days": "7"}, "puzzlegen daily daily.yaml --days 7"),
        ({"kind": "make", "day": "2026-12-01", "days": 2}, "puzzlegen daily daily.yaml --date 2026-12-01 --days 2"),
        ({"kind": "catch-up"}, "puzzlegen daily daily.yaml --catch-up"),
        ({"kind": "redraw", "day": "2026-12-01"}, "puzzlegen daily daily.yaml --date 2026-12-01 --redraw"),
        ({"kind": "reissue", "day": "2026-12-01"}, "puzzlegen daily daily.yaml --date 2026-12-01 --reissue"),
        ({"kind": "withdraw", "day": "2026-12-01"}, "puzzlegen daily daily.yaml --withdraw 2026-12-01"),
        ({"kind": "publish", "folder": "web site"}, "puzzlegen daily daily.yaml --publish 'web site'"),
        ({"kind": "verify"}, "puzzlegen verify output/daily"),
    ],
)
def test_each_action_names_its_command(wanted: dict[str, object], command: str) -> None:
    assert read_action(wanted).command() == command


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"kind": "erase"}, "allowed make, catch-up"),
        ({}, "allowed make, catch-up"),
        ({"kind": "reissue"}, "names no day"),
        ({"kind": "redraw", "day": "2026-02-30"}, "that month has days 1 to 28"),
        ({"kind": "make", "days": "0"}, "allowed a whole number from 1 to 1100"),
        ({"kind": "make", "days": "1101"}, "allowed a whole number from 1 to 1100"),
        ({"kind": "make", "days": "x"}, "allowed a whole number from 1 to 1100"),
        ({"kind": "publish", "folder": ""}, "allowed a folder inside the project"),
        ({"kind": "publish", "folder": "../public"}, "allowed a folder inside the project"),
        ({"kind": "publish", "folder": "/srv/www"}, "allowed a folder inside the project"),
    ],
)
def test_other_requests_are_refused(wanted: dict[str, object], words: str) -> None:
    with pytest.raises((OutputError, DayError), match=words):
        read_action(wanted)


def test_made_days_are_those_of_the_command_line(series: Path, does: Runs) -> None:
    assert does("make", FIRST, days=2).end[0] == "verified"
    done = puzzlegen("daily", "daily.yaml", "--date", "2026-12-01", "--days", "2", "--as-of", str(TODAY), cwd=series)
    assert done.returncode == 0 and "2 untouched" in done.stderr, done.stderr


def test_a_day_that_was_never_public_is_replaced_without_a_warning_about_readers(series: Path, does: Runs) -> None:
    does("make", TODAY, days=3)
    for later in (0, 1, 2):
        day = TODAY + timedelta(later)
        assert [
            one.startswith(f"warning: {day} issued AGAIN") for one in propose(SeriesAction("reissue", day)).warnings
        ] == ([] if later else [True])
    before = (series / f"output/daily/{TODAY + timedelta(1)}/puzzle.json").read_bytes()
    assert does("reissue", TODAY + timedelta(1), confirmed=()).end[0] == "verified"
    assert (series / f"output/daily/{TODAY + timedelta(1)}/puzzle.json").read_bytes() != before


def test_a_reissue_runs_only_with_its_warning_confirmed(series: Path, does: Runs) -> None:
    does("make", FIRST)
    before = (series / "output/daily/2026-12-01/puzzle.json").read_bytes()
    (warning,) = propose(SeriesAction("reissue", FIRST)).warnings
    assert warning.startswith("warning: 2026-12-01 issued AGAIN: readers of the earlier puzzle find another one")
    for confirmed in ((), ("another warning",)):
        state, summary, _ = does("reissue", FIRST, confirmed=confirmed).end
        assert state == "refused" and "changed since the question was asked" in summary
        assert (series / "output/daily/2026-12-01/puzzle.json").read_bytes() == before
    assert does("reissue", FIRST).end[0] == "verified"
    assert (series / "output/daily/2026-12-01/puzzle.json").read_bytes() != before


def test_a_wrong_clock_has_to_be_confirmed(series: Path, does: Runs) -> None:
    done = puzzlegen("daily", "daily.yaml", "--date", "2026-12-01", "--as-of", "2027-06-01", cwd=series)
    assert done.returncode == 0, done.stderr
    (warning,) = propose(SeriesAction("make")).warnings
    assert warning.endswith("before the last run, which was on 2027-06-01: is this today's date?")
    assert does("make", confirmed=()).end[0] == "refused"


def test_withdrawing_warns_and_removes_the_files(series: Path, does: Runs) -> None:
    does("make", FIRST, days=2)
    proposal = propose(SeriesAction("withdraw", FIRST))
    assert "2026-12-01 WITHDRAWN" in proposal.warnings[0]
    assert any("would be withdrawn" in line for line in proposal.lines)
    assert does("withdraw", FIRST).end[0] == "verified"
    assert not (series / "output/daily/2026-12-01").exists()


def test_redrawing_keeps_the_puzzle_and_brings_a_withdrawn_day_back(series: Path, does: Runs) -> None:
    does("make", FIRST)
    config, day = series / "daily.yaml", series / "output/daily/2026-12-01"
    before = (day / "puzzle.json").read_bytes()
    config.write_text(config.read_text(encoding="utf-8").replace("title: Quiet", "title: Loud"), encoding="utf-8")
    (warning,) = propose(SeriesAction("redraw", FIRST)).warnings
    assert warning.endswith("drawn again as the config says now: same puzzles, other files")
    assert does("redraw", FIRST).end[0] == "verified"
    assert (day / "puzzle.json").read_bytes() == before and "Loud" in (day / "alt.txt").read_text(encoding="utf-8")
    does("withdraw", FIRST)
    assert does("redraw", FIRST).end[0] == "verified"
    assert (day / "puzzle.json").read_bytes() == before


def test_a_text_that_a_comment_cuts_is_named_before_a_day_is_made(series: Path) -> None:
    config = series / "daily.yaml"
    config.write_text(config.read_text(encoding="utf-8").replace("title: Quiet", "title: Quiet #2"), encoding="utf-8")
    expected = 'warning: daily.yaml:2:8: title: "#2" is read as a comment, so the text is "Quiet'
    assert propose(SeriesAction("make", FIRST)).lines[0].startswith(expected)
    done = puzzlegen("daily", "daily.yaml", "--date", "2026-12-01", "--as-of", str(TODAY), "--dry-run", cwd=series)
    assert done.returncode == 0 and done.stderr.startswith(expected) and done.stderr.count("warning") == 1


def test_the_public_folder_has_what_may_be_public(series: Path, does: Runs) -> None:
    assert published_folder(series) == "public"
    does("make", TODAY, days=2)
    state, summary, _ = does("publish", folder="sites/web").end
    assert state == "verified" and summary.endswith("sites/web"), summary
    assert [one.name for one in (series / "sites/web").glob("2*")] == [str(TODAY)]
    assert published_folder(series) == "sites/web"


@pytest.mark.parametrize(
    ("folder", "words"),
    [("output", "contains the output folder"), ("output/daily/x", "choose a folder beside it"), ("link", "leads out")],
)
def test_folders_that_must_not_be_published_are_refused(
    series: Path, does: Runs, tmp_path: Path, folder: str, words: str
) -> None:
    (series / "link").symlink_to(tmp_path)
    with pytest.raises(OutputError, match=words):
        propose(SeriesAction("publish", folder=folder))
    state, summary, _ = does("publish", folder=folder, confirmed=()).end
    assert state == "refused" and words in summary
    assert not (series / "output").exists()


def test_a_run_that_writes_there_already_is_named(series: Path, does: Runs) -> None:
    with open_build_folder(series / "output/daily"):
        state, summary, _ = does("make").end
    assert state == "refused" and "another run is writing there: wait until it ends" in summary


def test_the_message_of_a_stopped_run_names_how_to_continue(does: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(*_: object) -> None:
        raise Interrupted("1 of 3 days are done: start the same run again to continue")

    with monkeypatch.context() as patch:
        patch.setattr(series_work, "run_with_report", stops)
        reports = does("make", days=3)
    assert reports.end[:2] == ("stopped", STOPPED) and reports.texts == [
        "1 of 3 days are done: start the same run again to continue"
    ]
    assert does("make", days=3).end[0] == "verified"


def test_checking_lists_what_is_wrong(series: Path, does: Runs) -> None:
    state, summary, _ = does("verify").end
    assert state == "refused" and "no day is made yet" in summary
    does("make")
    (series / "output/daily/feed.json").write_text("{}", encoding="utf-8")
    state, summary, findings = does("verify").end
    assert state == "rejected" and any("feed.json" in one["detail"] for one in findings), findings


def test_checking_includes_the_published_copy(series: Path, does: Runs) -> None:
    does("make", TODAY)
    does("publish", folder="web")
    (series / "web" / str(TODAY) / "alt.txt").write_text("other words", encoding="utf-8")
    state, summary, findings = does("verify").end
    assert state == "rejected" and "; web: 1 day" in summary, summary
    assert any(one["place"].startswith("web") for one in findings), findings
