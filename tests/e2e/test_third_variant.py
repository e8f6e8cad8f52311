"""A new variant is one row of the table: it is generated, solved, explained, graded, printed and proved like any other.

A child process adds the row, so that no module can have read the table before.
"""

import json
import subprocess
import sys
from pathlib import Path

from puzzlegen.board.variants import VARIANTS

PROGRAM = Path(__file__).parent / "third_variant.py"
CONFIG = """
title: Four Neighbours
series: four
page: {profile: screen, trim: 6x9}
front_matter: {techniques: none}
aids: {hints: back}
sections:
  - {name: Around, count: 2, size: 6x5, difficulty: easy, per_page: 2}
  - {name: Beside, kind: orthogonal, count: 3, size: [7x5, 6x8], difficulty: medium, per_page: 1}
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAM), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_the_functions_take_a_third_variant() -> None:
    done = run()
    assert done.returncode == 0, done.stderr


def test_a_book_of_a_third_variant_is_printed_and_proved(tmp_path: Path) -> None:
    config, book = tmp_path / "four.yaml", tmp_path / "book"
    config.write_text(CONFIG, encoding="utf-8")
    built = run("book", str(config), "-o", str(book), "--no-ledger")
    assert built.returncode == 0, built.stderr
    assert (book / "interior.pdf").stat().st_size > 1000
    records = [json.loads(row) for row in (book / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [record["puzzle"].partition(":")[0] for record in records] == ["6x5"] * 2 + ["orthogonal"] * 3
    proved = run("verify", str(book))
    assert proved.returncode == 0, proved.stdout + proved.stderr


def test_the_page_is_held_against_the_rules_of_the_variant(tmp_path: Path) -> None:
    """The same printed clues are wrong for a mosaic."""
    config, book = tmp_path / "four.yaml", tmp_path / "book"
    config.write_text(CONFIG, encoding="utf-8")
    assert run("book", str(config), "-o", str(book), "--no-ledger").returncode == 0
    path = book / "puzzles.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"orthogonal:', '"mosaic:'), encoding="utf-8")
    assert run("verify", str(book)).returncode == 1


def test_other_tests_do_not_see_the_row() -> None:
    assert list(VARIANTS) == ["minesweeper", "mosaic"]
