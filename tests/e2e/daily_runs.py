"""Helpers of tests of dailies: a config, runs that succeed or are refused, and the files and days that they leave."""

import json
import sqlite3
from pathlib import Path

from commands import run

from puzzlegen.board.puzzle_keys import PuzzleKeys
from puzzlegen.board.symmetry import keys_of
from puzzlegen.config.day_files import TOP_FILES
from puzzlegen.daily.day_content import DayPresentation
from puzzlegen.daily.day_files import write_day_files
from puzzlegen.formats import answer, line
from puzzlegen.ledger.days import Day

CONFIG = """
title: {title}
series: {series}
address: {address}
start: 2026-12-01
skip: [2026-12-04]
week:
  monday: {{size: 5x4, difficulty: easy}}
  tuesday: {{size: 4x5, difficulty: easy}}
  wednesday: {{size: {size}, difficulty: easy}}
  thursday: {{size: 5x4, difficulty: easy}}
  friday: {{size: 5x4, difficulty: easy}}
  saturday: none
  sunday: {{size: 6x5, difficulty: easy}}
"""
TOP = TOP_FILES
AS_OF = ("--as-of", "2026-12-10")
FIRST = ("--date", "2026-12-01")


def config(folder: Path, **words: str) -> Path:
    path = folder / f"{words.get('name', 'daily')}.yaml"
    good = {"title": "Daily", "series": "test", "address": "https://daily.example/d/", "size": "5x5"}
    path.write_text(CONFIG.format(**(good | words)), encoding="utf-8")
    return path


def daily(folder: Path, *words: str, **keys: str) -> str:
    code, out, err = run("daily", str(config(folder, **keys)), "-o", str(folder / "d"), "--jobs", "1", *AS_OF, *words)
    assert (code, out) == (0, ""), err
    return err


def refused(folder: Path, *words: str, **keys: str) -> str:
    """Return the one line of the message of a run that is refused."""
    code, out, err = run("daily", str(config(folder, **keys)), "-o", str(folder / "d"), "--jobs", "1", *AS_OF, *words)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    return err.strip()


def standin(room: Path, day: Day, before: Day | None, is_open: bool) -> None:
    """All that matters here: what a day is drawn from."""
    puzzle = line.write(day.puzzle)
    (room / "puzzle.json").write_text(json.dumps({"puzzle": puzzle, "solution": answer.write(day.solution)}))
    (room / "alt.txt").write_text(f"{day.number} {day.address} {day.series.title} after {before and before.number}")
    (room / "index.html").write_text("with its answer" if is_open else "held")


_DRAWN: dict[tuple[Day, Day | None, bool], dict[str, bytes]] = {}


def drawn_or_copied(folder: Path, day: Day, before: Day | None = None, is_open: bool = False) -> None:
    """As ``write_day``, which draws the same from the same: what was drawn in this process before is only copied."""
    key = (day, before, is_open)
    if key not in _DRAWN:
        names = list(write_day_files(folder, DayPresentation(*key)))
        _DRAWN[key] = {name: (folder / name).read_bytes() for name in names}
        return
    for name, content in _DRAWN[key].items():
        (folder / name).write_bytes(content)


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a folder but configs, with its time and content."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".yaml"]
    return {str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def puzzles(folder: Path) -> dict[str, str]:
    return {path.parent.name: json.loads(path.read_text())["puzzle"] for path in sorted(folder.glob("d/*/puzzle.json"))}


def alt(folder: Path, day: int) -> str:
    return (folder / "d" / f"2026-12-{day:02}" / "alt.txt").read_text()


def keys(folder: Path) -> list[PuzzleKeys]:
    rows = [json.loads(path.read_text()) for path in sorted(folder.glob("d/*/puzzle.json"))]
    return [keys_of(line.parse(row["puzzle"]), answer.parse(row["solution"])) for row in rows]


def days_of(folder: Path) -> list[dict[str, object]]:
    _, out, _ = run("ledger", "export", "--ledger", str(folder / "ledger.sqlite"))
    return [json.loads(row) for row in out.splitlines()]


def reserved(folder: Path) -> list[tuple[object, ...]]:
    """Every day of the ledger as it lies there: those that are only reserved too."""
    with sqlite3.connect(folder / "ledger.sqlite") as raw:
        return raw.execute("SELECT date, number, record, settings, placed, manifest_sha256 FROM days").fetchall()


def shown(folder: Path) -> list[tuple[int, str]]:
    """The days, and whether each shows its answer."""
    found = sorted(folder.glob("d/2*/index.html"))
    return [(int(path.parent.name[-2:]), "answer" if "answer" in path.read_text() else "held") for path in found]
