"""The log in the output folder: written where it is requested, and the same output with and without it."""

import json
from pathlib import Path
from typing import Any

import pytest
from commands import puzzlegen
from small_book import SMALL

from puzzlegen.book import build
from puzzlegen.generator import batch
from puzzlegen.jobs import run_log
from puzzlegen.jobs.run_log import LogLevel, log_event

BOOK = SMALL.replace("{trim: 6x9}", "{profile: screen}")
DAILY = "title: t\nseries: secret words\naddress: https://example.org/\nstart: 2026-12-01\n"
DAY = ("--date", "2026-12-01", "--as-of", "2026-12-01")


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]


def files(folder: Path) -> dict[str, bytes]:
    """All but the log and the manifest, which says how long things took."""
    left = {"log.jsonl", "manifest.json"}
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name not in left}


@pytest.fixture
def small(tmp_path: Path) -> Path:
    (tmp_path / "b.yaml").write_text(BOOK, encoding="utf-8")
    (tmp_path / "d.yaml").write_text(DAILY, encoding="utf-8")
    return tmp_path


def test_a_book_is_the_same_with_and_without_a_log(small: Path) -> None:
    assert puzzlegen("book", "b.yaml", "-o", "one", "--no-ledger", cwd=small).returncode == 0
    assert not (small / "one" / "log.jsonl").exists()
    words = ("book", "b.yaml", "-o", "two", "--no-ledger", "--log-level")
    assert puzzlegen(*words, "debug", "-q", cwd=small).returncode == 0
    assert files(small / "one") == files(small / "two")
    assert puzzlegen("verify", "two", cwd=small).returncode == 0
    entries = lines(small / "two")
    assert all(list(one)[:3] == ["time", "level", "event"] and one["time"].endswith("+00:00") for one in entries)
    assert [one["event"] for one in (entries[0], entries[-1])] == ["begin", "end"]
    assert entries[0]["command"] == [*words, "debug", "-q"]
    assert sum(one["event"] == "puzzle" for one in entries) == 8
    done = {one["stage"]: one["seconds"] for one in entries if one["event"] == "stage done"}
    assert {"generate", "explain", "lay out", "render", "verify"} <= set(done)
    assert any(one["event"] == "message" and "8 puzzles on" in one["message"] for one in entries)  # though it was quiet
    assert puzzlegen(*words, "warning", cwd=small).returncode == 0
    assert lines(small / "two") == entries  # added to, and nothing was wrong


def test_a_run_that_fails_says_so_in_its_log(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(batch, "make_puzzle", broken)
    with pytest.raises(ZeroDivisionError):
        puzzlegen("book", "b.yaml", "-o", "out", "--no-ledger", "--jobs", "1", "--log-level", "info", cwd=small)
    assert [path.name for path in (small / "out").iterdir()] == ["log.jsonl"]
    (fault,) = [one for one in lines(small / "out") if one["level"] == "error"]
    assert (fault["event"], fault["error"], fault["message"]) == ("fault", "ZeroDivisionError", "ours")
    assert "Traceback" in fault["trace"]


def test_a_run_that_is_interrupted_is_no_fault(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "generate_book", stopped)
    done = puzzlegen("book", "b.yaml", "-o", "out", "--log-level", "info", cwd=small)
    assert done.returncode == 130
    entries = lines(small / "out")
    assert [one["event"] for one in entries if one["event"].startswith("stage")] == ["stage stopped"]
    assert {name: entries[-1][name] for name in list(entries[-1])[1:]} == {
        "level": "warning",
        "event": "interrupted",
        "message": "no puzzle was finished yet",
    }


def test_each_puzzle_is_logged_with_its_place_and_attempts_add_up(small: Path) -> None:
    text = BOOK.replace("count: 5, size: 6x5", "count: 5, size: 4x3, effort: normal")  # small, so that some repeat
    (small / "b.yaml").write_text(text.replace("name: Two", "name: Two/candidate 7"), encoding="utf-8")
    done = puzzlegen("book", "b.yaml", "-o", "out", "--no-ledger", "--log-level", "debug", cwd=small)
    assert done.returncode == 0, done.stderr
    counts = json.loads((small / "out" / "manifest.json").read_text(encoding="utf-8"))["counts"]
    assert f"{counts['attempts']} attempts, {sum(counts['rejects'].values())} of them rejected" in done.stderr
    entries = [one for one in lines(small / "out") if one["event"] == "puzzle"]
    places = {(one["section"], one["number"], one.get("candidate", 1)) for one in entries if "again" not in one}
    one = {("One", n, candidate) for n in range(1, 6) for candidate in (1, 2)}
    assert places == {*one, ("Two/candidate 7", 1, 1), ("Two/candidate 7", 2, 1), ("Three", 1, 1)}
    assert sum(one["attempts"] for one in entries) == counts["attempts"]
    assert "small/" not in (small / "out" / "log.jsonl").read_text(encoding="utf-8")
    words = ("book", "b.yaml", "-o", "re", "--no-ledger", "--puzzles", "out/puzzles.jsonl", "-q")
    assert puzzlegen(*words, cwd=small).returncode == 0
    again = json.loads((small / "re" / "manifest.json").read_text(encoding="utf-8"))["counts"]
    assert again["attempts"] is again["rejects"] is None and again["puzzles"] == 8  # nobody knows


def test_a_stage_reports_its_own_seconds(small: Path) -> None:
    text = SMALL.replace("page: {trim: 6x9}", "profiles: [screen, home-a4]")
    (small / "b.yaml").write_text(text, encoding="utf-8")
    assert puzzlegen("book", "b.yaml", "-o", "out", "--no-ledger", "--log-level", "info", cwd=small).returncode == 0
    stages = [(one["event"], one["stage"]) for one in lines(small / "out") if "stage" in one]
    edition = [(event, name) for name in ("lay out", "render", "verify") for event in ("stage", "stage done")]
    once = [(event, name) for name in ("generate", "explain") for event in ("stage", "stage done")]
    assert stages == [*once, *edition, *edition]
    done = [one for one in lines(small / "out") if one["event"] == "stage done"]
    all_of = json.loads((small / "out" / "manifest.json").read_text(encoding="utf-8"))["seconds"]
    for name, spent in all_of.items():
        each = [one["seconds"] for one in done if one["stage"] == name]
        assert sum(each) == pytest.approx(spent, abs=0.005)
        assert all(seconds > 0 for seconds in each) or name == "explain"  # a book without hints explains nothing


def test_a_daily_adds_to_its_log_and_gives_no_seed_away(small: Path) -> None:
    words = ("daily", "d.yaml", "-o", "out", *DAY, "--log-level", "debug")
    for _ in range(2):
        assert puzzlegen(*words, cwd=small).returncode == 0
    entries = lines(small / "out")
    assert [one["event"] for one in entries].count("begin") == 2
    assert [one["request"] for one in entries if one["event"] == "puzzle"] == ["2026-12-01"]
    assert "secret" not in (small / "out" / "log.jsonl").read_text(encoding="utf-8")
    assert puzzlegen("verify", "out", cwd=small).returncode == 0


def test_a_log_that_fails_on_the_way_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(run_log, "_open_log", full)
    with run_log.open_run_log(tmp_path, LogLevel.INFO):
        log_event(LogLevel.ERROR, "something", path=tmp_path)  # not JSON by itself
    assert not (tmp_path / "log.jsonl").exists() and capsys.readouterr().err == ""


def test_nobody_asked(capsys: pytest.CaptureFixture[str]) -> None:
    log_event(LogLevel.ERROR, "something")
    assert capsys.readouterr().err == ""
