"""A book of mosaics beside minesweeper puzzles: made, read back, and refused where it makes no sense."""

import hashlib
import json
from pathlib import Path

import pikepdf
import pytest
from commands import built, puzzlegen, records

from puzzlegen.board.lattices import MOSAIC
from puzzlegen.checking.printed_grids import PrintedGrid
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.formats import answer, line

BOOK = """
title: Mosaics and Mines
series: mosaics
page: {profile: screen, trim: 6x9}
aids: {hints: back, rules: yes}
sections:
  - {name: Mines, count: 2, size: 6x5, difficulty: easy, per_page: 2}
  - {name: Mosaics, kind: mosaic, count: 4, size: [6x5, 8x6], difficulty: easy, per_page: 2}
  - {name: More, kind: mosaic, count: 1, size: 7x6, difficulty: medium, per_page: 1, total: yes}
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("mosaics"), BOOK)


def answers(book: Path) -> dict[int, PrintedGrid]:
    grids = (grid for page in read_pages(book / "interior.pdf") for grid in page.grids)
    return {grid.number: grid for grid in grids if grid.number is not None and grid.is_answer}


def test_it_is_verified_again(book: Path) -> None:
    done = puzzlegen("verify", str(book))
    assert done.returncode == 0, done.stdout + done.stderr


def test_answers_of_mosaics_are_filled_cells_under_all_their_clues(book: Path) -> None:
    printed = answers(book)
    for record in records(book):
        puzzle, solution = line.parse(str(record["puzzle"])), answer.parse(str(record["solution"]))
        grid = printed[int(str(record["number"]))]
        mosaic = puzzle.grid.variant is MOSAIC
        assert (grid.filled if mosaic else grid.mines) == solution
        assert not any(grid.mines if mosaic else grid.filled)
        assert grid.clues == puzzle.cells
    kinds = [line.parse(str(record["puzzle"])).grid.variant.name for record in records(book)]
    assert kinds == [*["minesweeper"] * 2, *["mosaic"] * 5]


def test_both_kinds_have_their_rules(book: Path) -> None:
    lines = " ".join(text for page in read_pages(book / "interior.pdf") for text in page.lines)
    for words in ("How to Play", "How to Play: Mosaic", "A cell that you have proved filled.", "filled cells"):
        assert words in lines
    assert "Marked cells are mines. Dark cells are filled." in lines


@pytest.mark.parametrize("of_a_mosaic", [True, False])
def test_a_cell_filled_wrongly_or_not_at_all_is_found(book: Path, tmp_path: Path, of_a_mosaic: bool) -> None:
    """A filled cell of the key painted white, and a grey cell put into an answer with mines."""
    printed = answers(book)
    grid = printed[3 if of_a_mosaic else 1]
    at = grid.filled.index(True) if of_a_mosaic else grid.clues.index(-1)
    row, col = divmod(at, grid.width)
    side = grid.cell
    with pikepdf.open(book / "interior.pdf") as pdf:
        page = pdf.pages[grid.page - 1]
        left, top = grid.left + col * side + 0.5, float(page.mediabox[3]) - grid.top - row * side - 0.5
        grey = 1 if of_a_mosaic else 0.58
        paint = f"q {grey} g {left} {top - side} {side} {side} re f Q".encode()
        page.contents_add(pdf.make_stream(paint), prepend=False)
        pdf.save(tmp_path / "interior.pdf")
    for name in ("puzzles.jsonl", "preview.png"):
        (tmp_path / name).write_bytes((book / name).read_bytes())
    manifest = json.loads((book / "manifest.json").read_text(encoding="utf-8"))
    manifest["files"]["interior.pdf"] = hashlib.sha256((tmp_path / "interior.pdf").read_bytes()).hexdigest()
    (tmp_path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    done = puzzlegen("verify", str(tmp_path))
    assert done.returncode == 1
    assert "A302" in done.stdout


def test_a_book_of_mosaics_alone_teaches_with_its_own_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "book.yaml"
    path.write_text(
        "title: T\nseries: s\npage: {profile: screen, trim: 6x9}\nfront_matter: {techniques: all}\nsections:\n"
        "  - {name: M, kind: mosaic, count: 2, size: 5x5, difficulty: easy, per_page: 2}\n",
        encoding="utf-8",
    )
    done = puzzlegen("book", str(path), "-o", str(tmp_path / "out"), "--no-ledger")
    assert done.returncode == 0, done.stderr
    pages = [page.flow for page in read_pages(tmp_path / "out" / "interior.pdf")]
    (lessons,) = (page for page in pages if page.startswith("Techniques"))
    assert "Before, in puzzle" in lessons and "After." in lessons and " mine" not in lessons


MIXED = """
title: Turns
series: turns
page: {profile: screen, trim: 6x9}
aids: {hints: foot, rules: yes}
sections:
  - {name: Both, count: 5, size: 6x5, difficulty: easy, per_page: 2, mix: [minesweeper, {kind: mosaic, total: yes}]}
"""


def test_a_page_may_have_both_kinds(tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text(MIXED, encoding="utf-8")
    done = puzzlegen("book", str(tmp_path / "book.yaml"), "-o", str(tmp_path / "out"), "--no-ledger")
    assert done.returncode == 0, done.stderr
    assert "5 puzzles" in done.stderr and "verified" in done.stderr
    again = puzzlegen("book", str(tmp_path / "book.yaml"), "-o", str(tmp_path / "out"), "--no-ledger")
    assert again.returncode == 0, again.stderr
    kinds = [line.parse(str(record["puzzle"])).grid.variant.name for record in records(tmp_path / "out")]
    assert kinds == ["minesweeper", "mosaic", "minesweeper", "mosaic", "minesweeper"]
    pages = list(read_pages(tmp_path / "out" / "interior.pdf"))
    below = {grid.number: " ".join(grid.below) for page in pages for grid in page.grids if not grid.is_answer}
    assert below[1] == "Minesweeper" and below[2].startswith("Mosaic ") and below[2].endswith("filled cells")
    assert sum("Each number counts" in text for page in pages for text in page.lines) >= 2
