"""A new variant is one row of the table: it is generated, solved, explained, graded, printed and proved like any other.

A child process adds the row, so that no module can have read the table before.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pdfplumber
import pytest
import yaml

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.files.templates import shipped_folder

PROGRAM = Path(__file__).parent / "third_variant.py"
CONFIG = """
title: Four Neighbors
series: four
page: {profile: screen, trim: 6x9}
front_matter: {techniques: none}
aids: {hints: back}
sections:
  - {name: Around, count: 2, size: 6x5, difficulty: easy, per_page: 2}
  - {name: Beside, kind: beside, count: 3, size: [7x5, 6x8], difficulty: medium, per_page: 1}
"""


FOUR = "above, below, left and right of it"
CHANGES = {  # wording of the English texts for minesweeper, and for the new variant
    "around it, including diagonals": FOUR,
    "around it: up to eight cells, across,\ndown, and diagonally": f"{FOUR}: up to four cells",
    "around it, up to eight": f"{FOUR}, up to four",
    "around it": FOUR,
    "example 4x4:a13f3a2a2a0": "example beside:4x4:1a3b2e10a0a",
}


def changed(text: str) -> str:
    for old, new in CHANGES.items():
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with English templates that have messages for the new variant, and a config of a book."""
    folder = tmp_path_factory.mktemp("third")
    english, own = shipped_folder("templates") / "en", folder / "templates/en"
    own.mkdir(parents=True)
    words = yaml.safe_load((english / "words.yaml").read_text(encoding="utf-8"))
    words["variants"]["beside"] = {
        "puzzle": {"rules": changed(words["puzzle"]["rules"])},
        "picture": {"game": "Four Neighbors"},
        "legend": {"clue": changed(words["legend"]["clue"])},
        "play": {"rules": changed(words["play"]["rules"])},
    }
    (own / "words.yaml").write_text(yaml.safe_dump(words, allow_unicode=True), encoding="utf-8")
    rules = (english / "how-to-play.md").read_text(encoding="utf-8")
    (own / "how-to-play-beside.md").write_text(changed(rules), encoding="utf-8")
    (own / "section-beside.md").write_text(f"A number counts the mines {FOUR}.\n", encoding="utf-8")
    (folder / "four.yaml").write_text(CONFIG, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def book(folder: Path) -> Path:
    """The book of the config."""
    built = run(folder, "book", "four.yaml", "-o", "book", "--no-ledger")
    assert built.returncode == 0, built.stderr
    return folder / "book"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PROGRAM), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def test_the_functions_take_a_third_variant(folder: Path) -> None:
    done = run(folder)
    assert done.returncode == 0, done.stderr


def test_a_book_of_a_third_variant_is_printed_and_proved(folder: Path, book: Path) -> None:
    with pdfplumber.open(book / "interior.pdf") as printed:
        text = " ".join("\n".join(page.extract_text() for page in printed.pages).split())
    assert f"A number counts the mines in the cells {FOUR}: up to four cells." in text
    records = [json.loads(row) for row in (book / "puzzles.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [record["puzzle"].partition(":")[0] for record in records] == ["6x5"] * 2 + ["beside"] * 3
    proved = run(folder, "verify", "book")
    assert proved.returncode == 0, proved.stdout + proved.stderr


def test_a_book_refuses_a_variant_without_messages_about_its_rules(folder: Path) -> None:
    (folder / "plus.yaml").write_text(CONFIG.replace("beside", "plus"), encoding="utf-8")
    built = run(folder, "book", "plus.yaml", "-o", "plus", "--no-ledger")
    assert built.returncode == 2 and not (folder / "plus").exists()
    assert built.stderr == (
        'plus.yaml:9:26: sections[2] "Beside": kind: found plus, but no messages explain its rules, '
        "which differ from those "
        "of minesweeper; set words in its row of VARIANTS and add this group to variants in words.yaml\n"
    )
    explained = run(folder, "solve", "--explain", "plus:3x3:a0a0a0a0a")
    assert explained.returncode == 2 and "kind: found plus, but no messages explain its rules" in explained.stderr


def test_the_page_is_held_against_the_rules_of_the_variant(folder: Path, book: Path) -> None:
    """The same printed clues are wrong for a mosaic."""
    changed_book = folder / "changed"
    shutil.copytree(book, changed_book)
    path = changed_book / "puzzles.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"beside:', '"mosaic:'), encoding="utf-8")
    assert run(folder, "verify", "changed").returncode == 1


def test_other_tests_do_not_see_the_row() -> None:
    assert "beside" not in VARIANTS
