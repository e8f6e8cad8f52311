"""Booklets: folding the printed sheets gives the pages in their order."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from small_book import SMALL, pages_of

from puzzlegen.checking.book_files import check_booklet
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.config.book import PageConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.errors import LayoutError
from puzzlegen.layout.book.pagination import booklet_sheets, sheet_sides

BOOKLET = SMALL.replace("{trim: 6x9}", "{profile: home-a4, binding: saddle}")
WIDE, MOVE = 800, 4  # pixels of a page, and by which each sheet is moved more than the one around it
BLOCK, TOLERANCE = 16, 25  # pixels, of 255: a line that is half a pixel off changes the mean of its block by 8


def folded(sides: list[tuple[int, int]]) -> list[int]:
    """Fold sheets with these pages at the left and the right of their sides, put them into each other and leaf through.

    A sheet turned over its short edge has the right half of its back behind the left half of its front.
    """
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    first = [page for front, back in sheets for page in (front[1], back[0])]
    second = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    return first + second


@pytest.mark.parametrize("pages", [4, 8, 24, 80])
def test_folded_sheets_have_the_pages_in_order(pages: int) -> None:
    sides = sheet_sides(pages, 0.0)
    assert folded([(side.left, side.right) for side in sides]) == list(range(1, pages + 1))
    assert (sides[0].left, sides[0].right) == (pages, 1)


def test_inner_sheets_are_moved_toward_the_fold() -> None:
    assert [side.shift for side in sheet_sides(12, 3.0)] == [0.0, 0.0, 1.5, 1.5, 3.0, 3.0]
    assert [side.shift for side in sheet_sides(4, 3.0)] == [0.0, 0.0]
    paper = resolve_page(PageConfig(profile="home-a4", binding="saddle")).profile
    assert paper.creep(40) == pytest.approx(9 * 2 * 0.002 * 72)
    assert paper.creep(4) == 0.0
    with pytest.raises(LayoutError, match="no multiple of 4"):
        sheet_sides(6, 0.0)


@dataclass(frozen=True)
class Files:
    """The interior of a small book and its booklet, with a scale at which pages and their moves are whole pixels."""

    interior: Path
    booklet: Path
    creep: float
    scale: float


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("booklet")
    pages, limits = pages_of(loads_book(BOOKLET))
    scale = WIDE / limits.width
    found = Files(folder / "interior.pdf", folder / "booklet.pdf", (len(pages) // 4 - 1) * MOVE / scale, scale)
    write_pdf(pages, found.interior)
    write_pdf(booklet_sheets(pages, found.creep), found.booklet)
    return found


def pixels(page: pypdfium2.PdfPage, scale: float) -> np.ndarray:
    found = page.render(scale=scale, grayscale=True).to_numpy().astype(int)
    return found.reshape(found.shape[:2])


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    """Compare the means of blocks, because lines are drawn at other parts of a pixel."""
    high, wide = (side // BLOCK * BLOCK for side in one.shape)
    blocks = (abs(np.add.reduceat(np.add.reduceat(image[:high, :wide], range(0, high, BLOCK), 0),
                                  range(0, wide, BLOCK), 1)) / BLOCK**2 for image in (one, other))  # fmt: skip
    return bool(abs(np.subtract(*blocks)).max() < TOLERANCE)


def test_each_half_of_a_sheet_is_the_page_itself(files: Files) -> None:
    """Without the layout and its check: in the order of leafing, the halves read and look like the pages."""
    interior, sheets = pypdfium2.PdfDocument(files.interior), pypdfium2.PdfDocument(files.booklet)
    assert len(interior) == 2 * len(sheets) and len(interior) % 4 == 0
    width, height = interior[0].get_size()
    assert sheets[0].get_size() == pytest.approx((2 * width, height), abs=0.01)
    sides = [(2 * i, 2 * i + 1) for i in range(len(sheets))]  # left and right half of each side, by number
    drawn = [pixels(page, files.scale) for page in sheets]
    for number, half in enumerate(folded(sides)):
        side, right = divmod(half, 2)
        words = sheets[side].get_textpage().get_text_bounded(left=width * right, right=width * (1 + right))
        assert words.split() == interior[number].get_textpage().get_text_bounded().split()
        page = pixels(interior[number], files.scale)
        move = MOVE * (side // 2)
        shown = drawn[side][:, WIDE - move : 2 * WIDE - move] if right else drawn[side][:, move : WIDE + move]
        assert shown.shape == page.shape
        fold = slice(move, None) if right else slice(None, WIDE - move)  # beyond it is the other page
        assert alike(shown[:, fold], page[:, fold])
        other = pixels(interior[(number + 2) % len(interior)], files.scale)
        if other.std() and page.std():
            assert not alike(shown[:, fold], other[:, fold])


def test_a_wrong_sheet_is_found(files: Files, tmp_path: Path) -> None:
    interior, booklet, creep = files.interior, files.booklet, files.creep
    assert check_booklet(PdfFile(booklet), PdfFile(interior), creep) == []
    assert {finding.code for finding in check_booklet(PdfFile(booklet), PdfFile(interior), creep / 2)} == {"F119"}
    with pikepdf.open(booklet) as pdf:
        pdf.pages.reverse()
        pdf.save(tmp_path / "reversed.pdf")
        del pdf.pages[0]
        pdf.save(tmp_path / "short.pdf")
    assert len(check_booklet(PdfFile(tmp_path / "reversed.pdf"), PdfFile(interior), creep)) > 8
    (short,) = check_booklet(PdfFile(tmp_path / "short.pdf"), PdfFile(interior), creep)
    assert "sides of sheets: found" in short.detail
