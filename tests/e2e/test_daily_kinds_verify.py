"""Sound days of large boards, classic boards and pictures verify: in their series, published, and in a zip."""

from pathlib import Path

import pytest
from commands import run

pytestmark = pytest.mark.xdist_group("daily-kinds-verify")  # the series is made once

CONFIG = """
title: Daily
series: many kinds
address: https://daily.example/d/
start: 2026-12-07
hold_solution: {hold}
leave_out: [{left_out}]
week:
  monday: {{kind: wrap-around, size: 13x12, difficulty: easy}}
  tuesday: {{kind: classic, size: 16x16, mines: 30, difficulty: easy}}
  wednesday: {{kind: mosaic, difficulty: easy, pictures: [cat]}}
  thursday: {{size: 18x18, difficulty: easy, shape: heart}}
  friday: {{kind: classic, size: 9x8, mines: 10, difficulty: easy}}
  saturday: {{size: 12x12, difficulty: easy}}
  sunday: {{size: 15x15, difficulty: easy}}
"""


def make(folder: Path, first: str, days: int, last: str, *words: str, **keys: str) -> None:
    path = folder / "daily.yaml"
    path.write_text(CONFIG.format(**({"hold": "yes", "left_out": "steps.gif"} | keys)), encoding="utf-8")
    dates = ("--date", first, "--days", str(days), "--as-of", last)
    code, _, errors = run("daily", str(path), "-o", str(folder / "d"), "--jobs", "1", *dates, *words)
    assert code == 0, errors


def verify(path: Path) -> tuple[int, str, str]:
    code, out, errors = run("verify", str(path), "--jobs", "1")
    return code, out, errors.strip()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kinds")
    make(folder, "2026-12-07", 4, "2026-12-10", "--publish", str(folder / "p"), "--zip", str(folder / "days.zip"))
    return folder


@pytest.mark.parametrize("name", ["d", "p", "days.zip"])
def test_large_boards_classic_boards_and_pictures_verify(made: Path, name: str) -> None:
    assert verify(made / name) == (0, "", "4 days read back and solved: 0 errors")


def test_small_classic_boards_and_the_limit_of_words_in_mails_verify(tmp_path: Path) -> None:
    texts = "alt.txt, mail.txt, puzzle.svg, puzzle-dark.png, solution-dark.png"
    make(tmp_path, "2026-12-11", 3, "2026-12-13", hold="no", left_out=f"steps.gif, {texts}")
    assert verify(tmp_path / "d") == (0, "", "3 days read back and solved: 0 errors")
    mails = {path.parent.name[-2:]: "Row 1: " in path.read_text() for path in tmp_path.glob("d/*/email.html")}
    assert mails == {"11": True, "12": True, "13": False}


def test_a_mail_template_of_the_user_may_leave_out_the_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "templates" / "mail").mkdir(parents=True)
    (tmp_path / "templates" / "mail" / "email.html").write_text("<p>{{ words.text_heading }}</p>\n")
    make(tmp_path, "2026-12-12", 1, "2026-12-12")
    assert "Row 1: " not in (tmp_path / "d/2026-12-12/email.html").read_text()
    assert verify(tmp_path / "d") == (0, "", "1 day read back and solved: 0 errors")
