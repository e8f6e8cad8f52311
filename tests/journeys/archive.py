"""Makes the archive of what this version makes, for the journey of an upgrade: ``python tests/journeys/archive.py``.

It is written once, for each version with a new first number, as ``version-1.0.0.tar.xz`` beside this file, and never
made again: later versions have to take what this one wrote. In one folder, with one ledger: ``book.yaml`` built into
``book``, with a section of each kind; ``daily.yaml`` run once a day for four days into ``daily``, and published into
``public``. Files that may be left out are, to keep the archive small.
"""

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import puzzlegen
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.config.day_files import OPTIONAL_FILES

HERE = Path(__file__).resolve().parent
KINDS = [name for name in VARIANTS if name not in {"minesweeper", "mosaic"}]
BOOK = f"""
title: An Earlier Book
author: Ada Example
series: an earlier book
page: {{trim: 6x9, profile: kdp}}
sections:
  - {{name: First Steps, count: 3, size: 6x5, difficulty: easy, per_page: 4, titles: {{2: A Title}}}}
  - {{name: Combined Clues, count: 2, size: 8x8, difficulty: medium, effort: low, per_page: 2, finale: yes}}
  - {{name: Contradictions, count: 1, size: 9x9, difficulty: hard, per_page: 1}}
  - {{name: Ideas, count: 1, size: 8x8, difficulty: easy, idea: only-2s}}
  - {{name: Shapes, count: 1, size: 9x9, difficulty: easy, shape: heart}}
  - name: All Sorts
    count: {len(KINDS)}
    size: 7x6
    difficulty: easy
    mix: [{", ".join(f"{{kind: {name}}}" for name in KINDS)}]
  - {{name: Pictures, kind: mosaic, difficulty: easy, pictures: [cat]}}
aids: {{hints: back}}
front_matter: {{copyright: Copyright Ada Example.}}
back_matter: {{remarks: yes}}
output: {{preview: no}}
"""
DAILY = f"""
title: An Earlier Daily
author: Ada Example
series: an earlier daily
address: https://quiet.example/daily/
timezone: Europe/London
start: 2026-10-01
digest: sunday
leave_out: [{", ".join(OPTIONAL_FILES)}]
week:
  monday: none
  tuesday: none
  wednesday: none
  thursday: {{size: 8x8, difficulty: easy, title: Thursday's}}
  friday: {{kind: mosaic, difficulty: easy, pictures: [cat, heart]}}
  saturday: {{kind: classic, size: 9x9, mines: 12, difficulty: medium}}
  sunday: {{kind: hexagonal, size: 8x7, difficulty: medium}}
"""
DAYS = ("2026-10-01", "2026-10-02", "2026-10-03", "2026-10-04")


def main() -> None:
    """Make the book and the daily, and pack them."""
    program = Path(sys.executable).with_name("puzzlegen")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "book.yaml").write_text(BOOK.lstrip(), encoding="utf-8")
        (folder / "daily.yaml").write_text(DAILY.lstrip(), encoding="utf-8")
        daily = "daily daily.yaml -o daily --publish public --ledger ledger.sqlite --date {0} --as-of {0}"
        for words in ("book book.yaml -o book --ledger ledger.sqlite", *map(daily.format, DAYS)):
            subprocess.run([program, *words.split()], cwd=folder, check=True)
        with tarfile.open(HERE / f"version-{puzzlegen.__version__}.tar.xz", "x:xz", preset=9) as archive:
            for path in sorted(folder.glob("[!.]*")):
                archive.add(path, path.name)


if __name__ == "__main__":
    main()
