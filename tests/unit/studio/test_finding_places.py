"""The place of a finding is found on the printed page: its cell, else its puzzle, else the page."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from small_book import BOUND, pages_of

from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.errors import OutputError
from puzzlegen.layout.core.document import PlacedGrid
from puzzlegen.studio.builds import MARGIN, MARK, Area, finding_picture, place_of


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlacedGrid]:
    """A page with four puzzles, and the last of them."""
    pages = pages_of(loads_book(BOUND.replace("per_page: 4", "per_page: 4, opener: no")))[0]
    page = next(page for page in pages if len(page.grids) == 4 and page.grids[0].role == "puzzle")
    path = tmp_path_factory.mktemp("pages") / "interior.pdf"
    write_pdf([page], path)
    return path, page.grids[3]


def found(path: Path, **finding: object) -> Area | None:
    with PdfFile(path) as pdf, pdf.document() as document:
        return place_of(document[0], {"code": "P202", "page": 1, "number": 0, "cell": None, **finding})


def test_a_cell_is_found_by_its_row_and_column(printed: tuple[Path, PlacedGrid]) -> None:
    path, grid = printed
    area = found(path, number=grid.number, cell=(1, 2))
    left, top = grid.x + 2 * grid.cell, grid.y + grid.cell
    assert area == pytest.approx((left, top, left + grid.cell, top + grid.cell), abs=1.0)


@pytest.mark.parametrize("cell", [None, (98, 0), (0, 98)])
def test_without_a_cell_the_puzzle_is_found(printed: tuple[Path, PlacedGrid], cell: tuple[int, int] | None) -> None:
    path, grid = printed
    box = grid.box
    expected = (box.left - MARGIN, box.top - MARGIN, box.right + MARGIN, box.bottom + MARGIN)
    assert found(path, number=grid.number, cell=cell) == pytest.approx(expected, abs=1.5)


@pytest.mark.parametrize("number", [0, 999])
def test_other_findings_are_about_the_page(printed: tuple[Path, PlacedGrid], number: int) -> None:
    assert found(printed[0], number=number, cell=(0, 0)) is None


def test_the_picture_shows_the_mark_around_the_place(printed: tuple[Path, PlacedGrid]) -> None:
    path, grid = printed
    finding: dict[str, object] = {"code": "P202", "page": 1, "number": grid.number, "cell": (0, 0)}
    picture = Image.open(io.BytesIO(finding_picture(str(path), finding, 648)))
    marked = np.argwhere(np.abs(np.asarray(picture).astype(int) - MARK).max(axis=2) < 20)
    scale = 648 / 432  # of a page of 6 in
    middle = (marked.min(axis=0) + marked.max(axis=0)) / 2
    expected = (grid.y + grid.cell / 2) * scale, (grid.x + grid.cell / 2) * scale
    assert picture.width == 648 and middle == pytest.approx(expected, abs=2)


def test_a_page_that_is_missing_is_refused(printed: tuple[Path, PlacedGrid]) -> None:
    with pytest.raises(OutputError, match="there is no page 2"):
        finding_picture(str(printed[0]), {"code": "P202", "page": 2, "number": 0, "cell": None}, 100)
