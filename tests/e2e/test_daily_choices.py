"""Dailies with chosen puzzles: their days, the words over them, and a ledger that is made again."""

import json
from pathlib import Path

import pytest
from commands import run

DAILY = """
title: Daily
series: chosen
address: https://daily.example/d/
start: 2026-12-01
week: {monday: none}
"""
FIRST, MOSAIC = "9x9:2e12b5a4c3c13b3a3h2a4a013b2h1b2c21b435a4c12c3b1", "mosaic:7x7:2b201e2c1d31a2b74a43a4a4b56d4d0"
TITLE = "Snow – Ann"


def config(folder: Path, *choices: str) -> None:
    entries = "".join(f"  - {{{entry}}}\n" for entry in choices)
    (folder / "daily.yaml").write_text(f"{DAILY}choices:\n{entries}", encoding="utf-8")


def daily(*words: str) -> tuple[int, str]:
    code, _, errors = run("daily", "daily.yaml", "-o", "d", "--as-of", "2026-12-03", "--jobs", "1", *words)
    return code, errors


def test_chosen_days_have_their_puzzles_and_words_also_from_a_new_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    config(tmp_path, f'date: 2026-12-02, puzzle: "{FIRST}", title: "{TITLE}"', f'date: 2026-12-03, puzzle: "{MOSAIC}"')
    assert "2026-12-02: No. 2, 9x9 easy, chosen" in run(
        "daily", "daily.yaml", "-o", "d", "--as-of", "2026-12-03", "--date", "2026-12-02", "--dry-run"
    )[1]  # fmt: skip
    assert daily("--date", "2026-12-01", "--days", "3")[0] == 0
    found = [json.loads((tmp_path / "d" / f"2026-12-0{day}" / "puzzle.json").read_text("utf-8")) for day in (1, 2, 3)]
    assert [one["puzzle"] for one in found[1:]] == [FIRST, MOSAIC]
    assert [one.get("puzzle_title") for one in found] == [None, TITLE, None]
    page = (tmp_path / "d" / "2026-12-02" / "index.html").read_text(encoding="utf-8")
    assert TITLE in page
    config(tmp_path, f'date: 2026-12-02, puzzle: "{FIRST}", title: "Ice – Ann"')
    assert "is used already" in daily("--date", "2026-12-02", "--reissue")[1]
    assert daily("--date", "2026-12-02", "--redraw")[0] == 0
    assert "Ice – Ann" in (tmp_path / "d" / "2026-12-02" / "index.html").read_text(encoding="utf-8")
    config(tmp_path, f'date: 2026-12-02, puzzle: "{FIRST}", title: "{TITLE}"')
    assert daily("--date", "2026-12-02", "--redraw")[0] == 0
    assert (tmp_path / "d" / "2026-12-02" / "index.html").read_text(encoding="utf-8") == page
    (tmp_path / "ledger.sqlite").rename(tmp_path / "lost.sqlite")
    assert run("ledger", "rebuild", "d", "--daily", "daily.yaml", "--ledger", "ledger.sqlite")[0] == 0
    assert daily("--date", "2026-12-02", "--redraw")[0] == 0
    assert (tmp_path / "d" / "2026-12-02" / "index.html").read_text(encoding="utf-8") == page
    assert run("verify", "d")[0] == 0


def test_a_title_alone_stands_over_the_puzzle_of_the_weekday(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def shown() -> tuple[str, str | None]:
        found = json.loads((tmp_path / "d" / "2026-12-04" / "puzzle.json").read_text("utf-8"))
        return found["puzzle"], found.get("puzzle_title")

    config(tmp_path, "date: 2026-12-20, title: Later")
    assert daily("--date", "2026-12-04")[0] == 0
    puzzle = shown()[0]
    config(tmp_path, f'date: 2026-12-04, title: "{TITLE}"', 'date: 2026-12-06, title: "St Nicholas"')
    output = daily("--date", "2026-12-03")[1]
    assert (
        "the title in choices for 2026-12-04 has no effect on a day that is issued: --redraw --date 2026-12-04"
        in output
    )
    assert daily("--date", "2026-12-04", "--redraw")[0] == 0
    assert shown() == (puzzle, TITLE)
    listed = run(
        "daily", "daily.yaml", "-o", "d", "--as-of", "2026-12-03", "--date", "2026-12-04", "--days", "3", "--dry-run"
    )
    assert f"“{TITLE}”: issued" in listed[1] and "“St Nicholas”: would be issued" in listed[1]
    assert "has no effect" not in daily("--date", "2026-12-04", "--reissue")[1]
    assert shown() != (puzzle, TITLE) and shown()[1] == TITLE
    config(tmp_path, 'date: 2026-12-04, title: ""')
    code, output = daily("--date", "2026-12-03")
    assert (code, output.count("\n")) == (2, 1)
    for entry in ("date: 2026-12-05", "date: 2026-12-05, idea: only-2s, title: Two"):
        config(tmp_path, entry)
        code, output = daily("--date", "2026-12-03")
        assert code == 2 and "choices[1]: found no puzzle, allowed only with a title and without an idea" in output


def test_a_puzzle_of_the_week_has_its_title_on_its_pages_and_on_the_home_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    week = "week: {monday: none, wednesday: {size: 6x6, difficulty: easy, title: Puzzle of the Week}}"
    (tmp_path / "daily.yaml").write_text(DAILY.replace("week: {monday: none}", week), encoding="utf-8")
    assert daily("--date", "2026-12-01", "--days", "2")[0] == 0
    found = [json.loads((tmp_path / "d" / f"2026-12-0{day}" / "puzzle.json").read_text("utf-8")) for day in (1, 2)]
    assert [one.get("puzzle_title") for one in found] == [None, "Puzzle of the Week"]
    for page in (Path("d/2026-12-02/index.html"), Path("d/index.html")):
        assert "Puzzle of the Week" in page.read_text(encoding="utf-8")
    assert run("verify", "d")[0] == 0


def test_a_plan_names_the_shapes_of_days_that_are_made_and_that_would_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    letter = "kind: mosaic, size: 9x9, difficulty: easy, shape: {text: T}"
    week = f"week: {{wednesday: {{size: 9x8, difficulty: easy, shape: heart}}, friday: {{{letter}}}}}"
    (tmp_path / "daily.yaml").write_text(DAILY.replace("week: {monday: none}", week), encoding="utf-8")

    def listed() -> list[str]:
        words = ("daily", "daily.yaml", "-o", "d", "--as-of", "2026-12-03", "--date", "2026-12-02", "--days", "3")
        return [line for line in run(*words, "--dry-run")[1].splitlines() if "own shape" in line or "heart" in line]

    planned = [
        "Wed 2026-12-02: No. 2, heart 9x8 easy: would be issued",
        "Fri 2026-12-04: No. 4, mosaic own shape 6x7 easy: would be issued",
    ]
    assert listed() == planned
    assert daily("--date", "2026-12-02", "--days", "3")[0] == 0
    assert listed() == [line.replace("would be issued", "issued") for line in planned]
