"""A finished book drawn again: the same bytes, and each difference named by file, page and place."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pytest
from small_book import BOUND, design_of, puzzles_of

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.book.design import Design, editions_of
from puzzlegen.book.edition import EditionLayout, compare_with_new_drawing, draw_edition, lay_out_edition
from puzzlegen.book.explained_puzzles import ExplainedPuzzles
from puzzlegen.checking.pdf_file import BookPdfs
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.files.build_folder import COVER, INTERIOR, PREVIEW

CONFIG = loads_book(BOUND + "cover: {make: yes}\noutput: {preview: no}\n")


class Drawn:
    """A small book with a cover, laid out and drawn once."""

    def __init__(self, folder: Path) -> None:
        self.records, self.design = puzzles_of(CONFIG), design_of(CONFIG)
        self.layout = lay_out(CONFIG, self.records, self.design)
        self.folder = folder
        draw_edition(self.layout, self.records, self.design, BookPdfs(folder), BookPdfs(folder))

    def compared(self, folder: Path) -> list[tuple[str, int, str]]:
        found = compare_with_new_drawing(BookPdfs(folder), self.layout, self.records, self.design)
        return [(finding.code, finding.page, finding.text) for finding in found]


def lay_out(config: BookConfig, records: Sequence[GradedPuzzle], design: Design) -> EditionLayout:
    return lay_out_edition(editions_of(config, "letter")[0], ExplainedPuzzles(records), design)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    return Drawn(tmp_path_factory.mktemp("drawn"))


@pytest.fixture
def copy(drawn: Drawn, tmp_path: Path) -> Path:
    return Path(shutil.copytree(drawn.folder, tmp_path / "copy"))


def test_the_same_book_has_the_same_bytes(drawn: Drawn) -> None:
    assert drawn.compared(drawn.folder) == []


def test_another_title_is_found_on_the_title_page_and_the_cover(drawn: Drawn, copy: Path) -> None:
    other = lay_out(CONFIG.model_copy(update={"title": "A Large Book"}), drawn.records, drawn.design)
    draw_edition(other, drawn.records, drawn.design, BookPdfs(copy), BookPdfs(copy))
    found = drawn.compared(copy)
    assert all(code == "F117" for code, _, _ in found)
    assert {detail.partition(":")[0] for _, _, detail in found} == {INTERIOR, COVER}
    first = next(detail for _, page, detail in found if page == 1 and detail.startswith(INTERIOR))
    assert "reads 'A Large Book', expected 'A Small Book', " in first and "mm from the top" in first


def test_a_page_that_is_missing_or_added_is_found(drawn: Drawn, copy: Path) -> None:
    pages = len(drawn.layout.pages)
    with pikepdf.open(copy / INTERIOR, allow_overwriting_input=True) as pdf:
        del pdf.pages[4]
        pdf.save()
    count, place = drawn.compared(copy)
    assert count == ("F117", 0, f"{INTERIOR}: it has {pages - 1} pages, expected {pages}")
    assert place[1] == 5
    with pikepdf.open(drawn.folder / INTERIOR) as pdf:
        pdf.pages.append(pdf.pages[-1])
        pdf.save(copy / INTERIOR)
    assert drawn.compared(copy) == [("F117", 0, f"{INTERIOR}: it has {pages + 1} pages, expected {pages}")]


def test_what_is_painted_over_a_page_is_found_with_its_place(drawn: Drawn, copy: Path) -> None:
    page = len(drawn.layout.pages) - 4
    with pikepdf.open(copy / INTERIOR, allow_overwriting_input=True) as pdf:
        pdf.pages[page - 1].contents_add(b" q 0 g 100 400 72 36 re f Q")
        pdf.save()
    place = "35 to 61 mm from the left and 75 to 87 mm from the top"
    assert drawn.compared(copy) == [("F117", page, f"{INTERIOR}: the picture differs {place}")]


def test_bytes_that_no_page_shows_are_found(drawn: Drawn, copy: Path) -> None:
    with (copy / COVER).open("ab") as file:
        file.write(b"more")
    ((code, page, detail),) = drawn.compared(copy)
    assert (code, page) == ("F117", 0) and detail.startswith(f"{COVER}: no page looks different, but the bytes differ")


def test_a_page_of_another_size_is_found(drawn: Drawn, copy: Path) -> None:
    with pikepdf.open(copy / COVER, allow_overwriting_input=True) as pdf:
        pdf.pages[0].mediabox = [0, 0, 300, 400]
        pdf.save()
    ((_, page, detail),) = drawn.compared(copy)
    assert page == 1 and "it is 105.8 x 141.1 mm, expected" in detail


def test_another_preview_is_found(drawn: Drawn, copy: Path) -> None:
    config = loads_book(BOUND + "output: {preview: yes}\n")
    layout = lay_out(config, drawn.records, drawn.design)
    draw_edition(layout, drawn.records, drawn.design, BookPdfs(copy), BookPdfs(copy))
    (copy / PREVIEW).write_bytes(b"another")
    (finding,) = compare_with_new_drawing(BookPdfs(copy), layout, drawn.records, drawn.design)
    assert finding.text == "preview.png: it is not the picture of the pages"
