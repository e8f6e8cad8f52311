"""Dailies with chosen puzzles: their days, the words over them, what is refused, and a ledger that is made again."""

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
    assert "2026-12-02: No. 2, the chosen 9x9 easy: would be issued" in run(
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


def test_a_choice_that_cannot_be_used_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    config(tmp_path, f'date: 2026-12-01, puzzle: "{FIRST}"')
    assert daily("--date", "2026-12-01")[0] == 0
    other = f'date: 2026-12-03, puzzle: "{MOSAIC}"'
    for entry, words in (
        (f'date: 2026-12-03, puzzle: "{FIRST}"', "choices[1].puzzle: the puzzle, perhaps turned"),
        ('date: 2026-12-03, puzzle: "6x1:a1a1a1"', 'choices[1].puzzle: found "6x1"'),
        ('date: 2026-12-03, puzzle: "4x4:1o"', "choices[1].puzzle: the clues do not prove every cell"),
        ('date: 2026-12-03, puzzle: "4x4:hello"', "choices[1].puzzle: "),
        (f'date: 2026-12-07, puzzle: "{FIRST}"', "choices[1].date: found 2026-12-07, which has no puzzle"),
        (f'date: 2026-11-30, puzzle: "{FIRST}"', "choices[1].date: found 2026-11-30, which has no puzzle"),
    ):
        config(tmp_path, entry)
        assert daily("--date", "2026-12-03", "--dry-run")[0] == 2
        code, errors = daily("--date", "2026-12-03")
        assert (code, f"daily.yaml:8:{errors.split(':')[2]}: {words}" in errors) == (2, True), errors
        assert not (tmp_path / "d" / "2026-12-03").exists()
    config(tmp_path, other, other)
    assert "choices[2].date: found 2026-12-03, as in choices[1]" in daily("--date", "2026-12-03")[1]
    config(tmp_path, other, f'date: 2026-12-04, puzzle: "{MOSAIC}"')
    code, errors = daily("--date", "2026-12-03", "--days", "2")
    assert (code, "choices[2].puzzle: the puzzle, perhaps turned" in errors) == (2, True), errors


CHOSEN = f'date: 2026-12-02, puzzle: "{FIRST}", title: "{TITLE}"'
WEEK = dict.fromkeys(("tuesday", "wednesday", "thursday"), "{size: 6x5, difficulty: easy}")
NO_EFFECT = "has no effect on a day that is issued:"
TITLED = f"the title in choices for 2026-12-02 {NO_EFFECT} --redraw --date 2026-12-02"
OTHERWISE = f"week for 2026-12-03 {NO_EFFECT} --reissue --date 2026-12-03"
REISSUED = f"{NO_EFFECT} --reissue --date 2026-12-02"
CHANGES = {  # of a series whose first three days are issued, on the second of them
    "nothing": ({}, ""),
    "a title": ({"choices": f"[{{{CHOSEN.replace(TITLE, 'Ice')}}}]"}, TITLED),
    "no title": ({"choices": f'[{{date: 2026-12-02, puzzle: "{FIRST}"}}]'}, TITLED),
    "a puzzle": (
        {"choices": f"[{{{CHOSEN.replace(FIRST, MOSAIC)}}}]"},
        f"the puzzle in choices for 2026-12-02 {REISSUED}",
    ),
    "a puzzle of the past": (
        {"choices": f'[{{{CHOSEN}}}, {{date: 2026-12-01, puzzle: "{MOSAIC}"}}]'},
        f"the puzzle in choices for 2026-12-01 {NO_EFFECT} --reissue --date 2026-12-01",
    ),
    "no choice": ({"choices": "[]"}, f"the entry removed from choices for 2026-12-02 {REISSUED}"),
    "a skipped day": ({"skip": "[2026-12-01]"}, f"skip for 2026-12-01 {NO_EFFECT} --withdraw 2026-12-01"),
    "skipped days": (
        {"skip": "[2026-12-01, 2026-12-03 to 2026-12-09]"},
        "skip for 2026-12-01, 2026-12-03 has no effect on days that are issued: --withdraw 2026-12-01 "
        "--withdraw 2026-12-03",
    ),
    "a day skipped every year": ({"skip": "[12-03]"}, f"skip for 2026-12-03 {NO_EFFECT} --withdraw 2026-12-03"),
    "a past day skipped every year": ({"skip": "[12-01]"}, ""),
    "a later start": ({"start": "2026-12-02"}, f"start for 2026-12-01 {NO_EFFECT} --withdraw 2026-12-01"),
    "a size": ({"thursday": "{size: 5x6, difficulty: easy}"}, OTHERWISE),
    "a difficulty": ({"thursday": "{size: 6x5, difficulty: medium}"}, OTHERWISE),
    "a kind": ({"thursday": "{kind: mosaic, size: 6x5, difficulty: easy}"}, OTHERWISE),
    "no puzzle": ({"thursday": "none"}, f"week for 2026-12-03 {NO_EFFECT} --withdraw 2026-12-03"),
    "weekdays of the past": ({"tuesday": "none", "wednesday": "{size: 9x9, difficulty: hard}"}, ""),
}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("changed", "told"), CHANGES.values(), ids=CHANGES)
def test_a_change_that_issued_days_do_not_follow_is_told_with_the_command_that_applies_it(
    changed: dict[str, str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def night(*words: str) -> str:
        code, _, errors = run("daily", "daily.yaml", "-o", "d", "--as-of", "2026-12-02", "--jobs", "1", *words)
        assert code == 0, errors
        return "\n".join(row for row in errors.splitlines() if "has no effect" in row)

    def write(changed: dict[str, str]) -> None:
        week = ", ".join(f"{day}: {changed.get(day, words)}" for day, words in WEEK.items())
        keys = {"start": "2026-12-01", "choices": f"[{{{CHOSEN}}}]", **changed, "week": f"{{{week}}}"}
        rows = [f"{key}: {value}" for key, value in keys.items() if key not in WEEK]
        head = DAILY.partition("start")[0]
        (tmp_path / "daily.yaml").write_text(head + "\n".join(rows) + "\n", encoding="utf-8")

    monkeypatch.chdir(tmp_path)
    write({})
    assert night("--date", "2026-12-01", "--days", "3") == night() == ""
    write(changed)
    assert night() == night() == (f"{told} applies it" if told else "")
    if told:
        night(*told.partition("issued: ")[2].split())
        assert night() == ""
