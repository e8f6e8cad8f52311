"""Dailies of pictures: the next of the list each time, titles hidden until the answer, and the end of the list."""

import json
from pathlib import Path

import jsonschema
import pytest
from commands import run

DAILY = """
title: Daily
series: pictured
address: https://daily.example/d/
start: 2026-12-01
week:
  monday: {kind: mosaic, difficulty: easy, size: 6x5, pictures: drawn}
  tuesday: {kind: mosaic, difficulty: easy, size: 6x5, pictures: drawn}
  wednesday: {kind: mosaic, difficulty: easy, size: 6x5, pictures: drawn}
  thursday: {size: 5x4, difficulty: easy}
  friday: none
  saturday: none
  sunday: none
"""
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "daily.schema.json").read_text(encoding="utf-8"))
DRAWINGS = {
    "anvil": ("Amboss", "A tool", "#######/.######/...##../..####./.######"),
    "boat": ("Barke", "", "...#.../..##.../.###.../...#.../#######/.#####."),
    "cup": ("Calyx", "For tea", "#####../#####.#/#######/#####../.###..."),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "drawn").mkdir()
    for name, (title, hint, rows) in DRAWINGS.items():
        words = f"title: {title}\n" + (f"hint: {hint}\n" if hint else "")
        (tmp_path / "drawn" / f"{name}.txt").write_text(words + rows.replace("/", "\n"), encoding="utf-8")
    (tmp_path / "daily.yaml").write_text(DAILY, encoding="utf-8")
    return tmp_path


def daily(folder: Path, first: int, days: int, as_of: int) -> str:
    words = ("--date", f"2026-12-{first:02}", "--days", str(days), "--as-of", f"2026-12-{as_of:02}", "--jobs", "1")
    code, out, errors = run("daily", str(folder / "daily.yaml"), "-o", str(folder / "d"), *words)
    assert (code, out) == (0, ""), errors
    return errors


def data(folder: Path, day: int) -> dict[str, object]:
    found: dict[str, object] = json.loads((folder / "d" / f"2026-12-{day:02}" / "puzzle.json").read_text("utf-8"))
    return found


def test_titles_are_hidden_until_the_answer_and_a_lost_ledger_has_them_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    output = daily(folder, 1, 2, as_of=2)
    for weekday, end in (("tuesday", "2026-12-08"), ("wednesday", "2026-12-09")):
        assert f"warning: week.{weekday}.pictures: 1 picture left: add more, or the puzzles from {end} on" in output
    assert "week.monday" not in output  # it had no new puzzle
    opened, held = data(folder, 1), data(folder, 2)
    for one in (opened, held):
        jsonschema.validate(one, SCHEMA)
    assert [opened[key] for key in ("picture", "picture_title", "picture_hint")] == ["anvil", "Amboss", "A tool"]
    assert [held[key] for key in ("picture", "picture_title", "picture_hint")] == [None, None, ""]
    texts = {path.name: path.read_text("utf-8") for path in (folder / "d" / "2026-12-02").iterdir()
             if path.suffix in {".html", ".json", ".txt", ".svg"}}  # fmt: skip
    assert len(texts) >= 5
    assert not [name for name, text in texts.items() if "Barke" in text or "boat" in text]
    assert all("Amboss" in texts[name] for name in ("index.html", "email.html", "alt.txt"))
    assert run("verify", str(folder / "d"))[0] == 0
    before = (folder / "d" / "2026-12-02" / "index.html").read_bytes()
    (folder / "ledger.sqlite").unlink()
    code, _, output = run("ledger", "rebuild", "d", "--daily", "daily.yaml", "--ledger", "ledger.sqlite")
    assert code == 0, output
    code, _, output = run("verify", "d")
    assert code == 0, output
    daily(folder, 3, 1, as_of=3)
    assert data(folder, 2)["picture_title"] == "Barke"
    assert "picture" not in data(folder, 3)  # a Thursday, without pictures
    assert (folder / "d" / "2026-12-02" / "index.html").read_bytes() != before


@pytest.mark.usefixtures("quick")
def test_after_the_last_picture_puzzles_without_one_follow(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    output = daily(folder, 1, 9, as_of=9)  # Tuesday to Wednesday of the week after
    for weekday, first in (("monday", "2026-12-14"), ("tuesday", "2026-12-08")):  # that of this run, if there was one
        words = "0 pictures left: add more, or the puzzles from"
        assert f"week.{weekday}.pictures: {words} {first} on show no picture" in output
    boards = {day: ":".join(str(data(folder, day)["puzzle"]).split(":")[:-1]) for day in (1, 2, 7, 8, 9)}
    assert boards == {1: "mosaic:7x5", 2: "mosaic:7x6", 7: "mosaic:7x5", 8: "mosaic:6x5", 9: "mosaic:6x5"}


@pytest.mark.usefixtures("quick")
def test_a_picture_of_the_ledger_is_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    rows = DRAWINGS["anvil"][2].split("/")
    (folder / "drawn" / "aa.txt").write_text("\n".join(row[::-1] for row in rows), encoding="utf-8")  # mirrored
    daily(folder, 1, 2, as_of=2)
    assert [str(data(folder, day)["puzzle"]).split(":")[1] for day in (1, 2)] == ["7x5", "7x6"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size: 6x5, pictures: drawn", "size: 40x40, pictures: drawn", "each 3 to 18, such as 10x10"),
        ("{size: 5x4, ", "{size: 19x4, ", 'found "19x4", allowed width x height in cells, each 3 to 18, such as'),
        ("size: 6x5, pictures: drawn", "pictures: drawn, effort: high", "found pictures and effort, which exclude"),
        ("pictures: drawn", "pictures: nothing", "nothing: cannot be read"),
    ],
)
def test_what_is_refused(old: str, new: str, message: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "daily.yaml").write_text(DAILY.replace(old, new, 1), encoding="utf-8")
    code, _, errors = run("daily", "daily.yaml", "-o", "d")
    assert (code, len(errors.splitlines())) == (2, 1)
    assert message in errors
