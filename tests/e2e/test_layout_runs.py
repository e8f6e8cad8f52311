"""Layouts from the command line, in a book and in a daily."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from commands import built, puzzlegen, records, run
from PIL import Image

from puzzlegen.formats import line

BOOK = """
title: Layouts
series: layouts
page: {profile: screen, trim: 6x9}
sections:
  - {name: Turned, count: 2, size: 6x5, difficulty: easy, per_page: 2, layout: half-turn}
  - {name: Seven, count: 2, size: 7x9, difficulty: easy, per_page: 2, layout: {text: "7"}}
  - {name: Natural, count: 1, size: 6x6, difficulty: medium, per_page: 1, layout: natural}
"""
DAILY = """
title: Daily
series: layouts
address: https://daily.example/d/
start: 2026-12-01
week:
  tuesday: {size: 6x6, difficulty: easy, layout: diagonal}
"""


def layout_rows(text: str) -> list[str]:
    """The rows of a one-line puzzle, # where there is a clue."""
    puzzle = line.parse(text)
    marks = "".join("#" if value >= 0 else "." for value in puzzle.cells)
    width = puzzle.grid.width
    return [marks[i : i + width] for i in range(0, len(marks), width)]


def test_a_book_with_layouts(tmp_path: Path) -> None:
    made = records(built(tmp_path, BOOK))
    turned, seven = (
        [layout_rows(str(one["puzzle"])) for one in made if one["section"] == section] for section in (1, 2)
    )
    for rows in turned:
        assert rows == [row[::-1] for row in rows[::-1]]
    assert seven[0] == seven[1]
    assert seven[0][1] == ".#####."
    assert made[2]["solution"] != made[3]["solution"]


def test_a_book_is_verified_without_the_files_of_its_config(tmp_path: Path) -> None:
    sections = """
  - {name: Image, count: 2, size: [9x9, 8x6], difficulty: easy, per_page: 2, layout: {file: own/ring.png, fill: yes}}
  - {name: Mixed, count: 2, size: 9x9, difficulty: easy, shape: "file:own/plus.txt", mix: [minesweeper,
      {kind: mosaic, size: 8x9, shape: {file: own/ring.png}}]}
  - {name: Pictures, kind: mosaic, difficulty: easy, size: 10x10, pictures: [own/ring.png]}
"""
    own = tmp_path / "own"
    own.mkdir()
    (own / "plus.txt").write_text(".##.\n####\n.##.\n", encoding="utf-8")
    ring = np.full((90, 90), 255, np.uint8)
    ring[10:80, 10:80], ring[26:64, 26:64] = 0, 255
    Image.fromarray(ring).save(own / "ring.png")
    built(tmp_path, BOOK.partition("  - ")[0].rstrip() + sections)
    (own / "ring.png").write_bytes(b"no image")
    (own / "plus.txt").unlink()
    done = puzzlegen("verify", "out", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    assert "5 puzzles read back and solved: 0 errors" in done.stderr


def test_a_daily_with_a_layout(tmp_path: Path) -> None:
    (tmp_path / "daily.yaml").write_text(DAILY, encoding="utf-8")
    words = ("--date", "2026-12-01", "--as-of", "2026-12-10")
    code, _, err = run("daily", str(tmp_path / "daily.yaml"), "-o", str(tmp_path / "out"), *words)
    assert code == 0, err
    texts = [
        found["puzzle"]
        for path in sorted((tmp_path / "out").rglob("*.json"))
        if isinstance(found := json.loads(path.read_text("utf-8")), dict) and isinstance(found.get("puzzle"), str)
    ]
    assert texts
    rows = layout_rows(texts[0])
    assert rows == ["".join(column) for column in zip(*rows, strict=True)]


def test_layouts_on_the_command_line() -> None:
    code, out, err = run("generate", "--size", "9x8", "--layout", "left-right", "--seed", "a", "-n", "3", "--quiet")
    assert code == 0, err
    for text in out.split():
        rows = layout_rows(text)
        assert rows == [row[::-1] for row in rows]
