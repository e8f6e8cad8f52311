"""Configs of books for tests that interrupt their builds."""

from pathlib import Path

QUICK = """
title: Stopped
series: stopped
page: {profile: screen, trim: 6x9}
sections:
  - {name: One, count: 8, size: 8x8, difficulty: expert, per_page: 4}
  - {name: Two, count: 4, size: 8x7, difficulty: expert, per_page: 4}
output: {preview: no}
"""
LONG = QUICK.replace("count: 8", "count: 900")
EASY = QUICK.replace("count: 8, size: 8x8, difficulty: expert, per_page: 4", "count: 200, size: 6x5, difficulty: easy")
UNFINISHED = "SELECT count(*) FROM unfinished"


def write(folder: Path, text: str = QUICK) -> Path:
    path = folder / "stopped.yaml"
    path.write_text(text)
    return path
