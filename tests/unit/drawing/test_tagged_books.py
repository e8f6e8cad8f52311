"""Books for the screen are PDF/UA-1 by an outside checker, and are read in the order of their pages."""

from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image
from small_book import pages_of
from tagged_files import Read, faults, read_aloud

from puzzlegen.book.explained_puzzles import placeholder_puzzles
from puzzlegen.config.load import loads_book
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.language.alt_text import text_grid
from puzzlegen.language.catalogue import load
from puzzlegen.layout.book.pagination import BookPages
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.core.page_builder import marked_as_draft

# With every kind of page and of words: lists over two pages, hints below and behind, labels, pictures, codes
FULL = """
title: All of It
subtitle: A book for tests
author: Ada Example
series: tagged
language: {language}
theme: {theme}
page: {{profile: {profile}, trim: 8.5x11}}
sections:
  - {{name: Easy, count: 9, size: 6x5, difficulty: easy, per_page: auto}}
  - {{name: Hexagons, kind: hexagonal, count: 2, size: 6x6, difficulty: medium, per_page: auto, total: yes}}
  - {{name: Mosaics, kind: mosaic, difficulty: easy, per_page: auto, pictures: [apple, duck]}}
aids: {{hints: {hints}, time: yes, par: yes, labels: all, name: yes, rules: yes}}
front_matter: {{contents: yes, copyright: "© 2026 Ada Example", pages: [foreword.md]}}
back_matter: {{score_card: yes, notes_pages: 1, gallery: yes, walkthroughs: all}}
fillers: [tip, ornament]
"""
SEPARATE = """
title: Plain
series: tagged
page: {profile: screen}
sections: [{name: Easy, count: 2, size: 6x5, difficulty: easy, per_page: 2}]
back_matter: {answer_key: {place: separate}}
"""
FOREWORD = """### A foreword that begins at level three

Some **bold** words, and then a list:

1. first
   - within
   - and again
2. second

![A pencil beside a puzzle](pencil.png)

![](line.png)

## At level two

{more}
"""


def config(folder: Path, language: str = "en", hints: str = "back", theme: str = "classic", to: str = "screen") -> str:
    folder.joinpath("foreword.md").write_text(FOREWORD.format(more="More and more words. " * 200), encoding="utf-8")
    for name in ("pencil", "line"):
        Image.new("L", (600, 400), 128).save(folder / f"{name}.png")
    return FULL.format(language=language, hints=hints, theme=theme, profile=to)


def book(folder: Path, **options: str) -> BookPages:
    text = config(folder, **options)
    with chdir(folder):
        return pages_of(loads_book(text))[0]


def written(pages: BookPages, path: Path, change: Callable[[Page], Page] = lambda page: page) -> Path:
    style = PdfStyle(
        "rgb", bookmarks=pages.bookmarks, links=True, title="All of <It> & more", author="Ada Example",
        language=pages.context.messages.code, tags=True,
    )  # fmt: skip
    write_pdf(map(change, pages), path, style=style)
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tagged")
    return written(book(folder), folder / "book.pdf")


@pytest.fixture(scope="module")
def read(file: Path) -> list[Read]:
    return read_aloud(file)


@pytest.mark.parametrize(
    ("language", "hints", "theme"),
    [("en", "back", "classic"), ("de", "foot", "travel"), ("fr", "none", "travel"), ("es", "back", "children"),
     ("it", "foot", "classic"), ("nl", "back", "travel"), ("pt", "none", "classic")],
)  # fmt: skip
def test_a_book_for_the_screen_is_pdf_ua(language: str, hints: str, theme: str, tmp_path: Path) -> None:
    pages = book(tmp_path, language=language, hints=hints, theme=theme)
    assert faults(written(pages, tmp_path / "book.pdf")) == []


def test_a_draft_has_its_tags_at_the_same_words(file: Path, read: list[Read], tmp_path: Path) -> None:
    pages = book(file.parent)
    draft = written(pages, tmp_path / "draft.pdf", lambda page: marked_as_draft(page, pages.context.metrics))
    assert faults(draft) == [] and read_aloud(draft) == read


DAMAGE: dict[str, tuple[str, Callable[[pikepdf.Pdf], object]]] = {
    "no alternative text": (
        "FIGURE", lambda pdf: [one.__delitem__("/Alt") for one in elements(pdf, "Figure")],
    ),
    "no tags": ("STRUCT-TREE-ROOT", lambda pdf: pdf.Root.__delitem__("/StructTreeRoot")),
    "no language": ("LANGUAGE", lambda pdf: pdf.Root.__delitem__("/Lang")),
    "a level left out": ("HEADING", lambda pdf: elements(pdf, "H2")[0].__setitem__("/S", pikepdf.Name.H4)),
    "a link without words": ("LINK-CONTENTS", lambda pdf: links(pdf)[0].__delitem__("/Contents")),
    "content outside": ("CONTENT-TAGGING", lambda pdf: pdf.pages[0].contents_add(b"0 0 9 9 re f")),
    "no title": ("VIEWER-PREFERENCES", lambda pdf: pdf.Root.ViewerPreferences.__setitem__("/DisplayDocTitle", False)),
}  # fmt: skip


def elements(pdf: pikepdf.Pdf, tag: str) -> list[Any]:
    return [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == f"/{tag}"]


def links(pdf: pikepdf.Pdf) -> list[Any]:
    return [link for page in pdf.pages for link in page.get("/Annots", [])]


@pytest.mark.parametrize("name", DAMAGE)
def test_the_checker_finds_what_is_wrong(name: str, file: Path, tmp_path: Path) -> None:
    rule, damage = DAMAGE[name]
    with pikepdf.open(file) as pdf:
        damage(pdf)
        pdf.save(tmp_path / "damaged.pdf")
    found = faults(tmp_path / "damaged.pdf")
    assert any(rule in one for one in found), found


def test_all_marks_are_read_or_left_out_on_purpose(file: Path) -> None:
    with pikepdf.open(file) as pdf:
        for page in pdf.pages:
            depth = 0
            for operands, operator in pikepdf.parse_content_stream(page):
                depth += (str(operator) in ("BDC", "BMC")) - (str(operator) == "EMC")
                assert depth in (0, 1)
                assert depth or str(operator) in ("BDC", "BMC", "EMC"), (operands, operator)
        numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
        parents = dict(zip((int(one) for one in numbers[::2]), numbers[1::2], strict=True))
        for link in links(pdf):
            held = parents[int(link.StructParent)]
            kids = held.K if isinstance(held.K, pikepdf.Array) else [held.K]
            objects = [kid.Obj.objgen for kid in kids if isinstance(kid, pikepdf.Dictionary) and "/Obj" in kid]
            assert held.S == "/Link" and link.objgen in objects


def test_pages_are_read_in_their_order(read: list[Read]) -> None:
    numbers = [number for one in read for number in one.pages]
    assert numbers == sorted(numbers)
    assert [one.words for one in read[:3]] == ["All of It", "A book for tests", "Ada Example"]
    headings = [(one.tag, one.words) for one in read if one.tag in ("H1", "H2")]
    assert headings[:5] == [
        ("H1", "All of It"), ("H2", "A foreword that begins at level three"), ("H2", "At level two"),
        ("H1", "Contents"), ("H1", "How to Play"),
    ]  # fmt: skip
    at = headings.index(("H1", "Easy"))
    assert headings[at : at + 10] == [("H1", "Easy"), *(("H2", f"Puzzle {number}") for number in range(1, 10))]


def test_texts_flow_over_pages_as_one_paragraph(read: list[Read]) -> None:
    (long,) = [one for one in read if one.words.startswith("More and more words.")]
    assert long.words.split() == ("More and more words. " * 200).split() and len(set(long.pages)) == 2


def test_lists_are_lists(read: list[Read]) -> None:
    start = next(i for i, one in enumerate(read) if one.words == "1.")
    item = [(one.tags.count("L"), one.tag, one.words) for one in read[start:] if one.pages and "L" in one.tags][:8]
    assert item == [
        (1, "Lbl", "1."), (1, "P", "first"), (2, "Lbl", "•"), (2, "P", "within"), (2, "Lbl", "•"),
        (2, "P", "and again"), (1, "Lbl", "2."), (1, "P", "second"),
    ]  # fmt: skip
    lists = {}
    for one in read:
        if "TOCI" in one.tags and one.words:
            lists[one.words] = one.links
    assert set(lists.values()) == {1} and any(words.startswith("Easy, Easy") for words in lists)


def test_images_of_the_publisher_have_their_words_or_are_ornaments(read: list[Read]) -> None:
    assert next(one.words for one in read if one.tag == "Figure") == "A pencil beside a puzzle"
    assert sum(one.words == "A pencil beside a puzzle" for one in read) == 1


def test_boards_are_read_row_by_row(file: Path, read: list[Read]) -> None:
    figures = [one.words for one in read if one.tag == "Figure"]
    assert all(figures)
    messages = load("en")
    with chdir(file.parent):
        records = placeholder_puzzles(loads_book(config(file.parent))).records
    for record in records[:11]:
        rows, solved = text_grid(record.puzzle, messages), text_grid(record.puzzle, messages, record.solution)
        assert any(words.splitlines()[1:] == rows and f"No.\u00a0{record.number}," in words for words in figures)
        assert any(words.splitlines()[1:] == solved and words.startswith("Solution: ") for words in figures)
    hexagons = next(words for words in figures if "No.\u00a010" in words.splitlines()[0])
    assert "6 by 6" in hexagons and hexagons.splitlines()[-1].endswith("mines")


def test_figures_know_their_area(file: Path) -> None:
    with pikepdf.open(file) as pdf:
        for figure in elements(pdf, "Figure"):
            left, bottom, right, top = map(float, figure.A.BBox)
            assert 0 < left < right < 612 and 0 < bottom < top < 792
        answers = [
            [float(side) for side in one.A.BBox] for one in elements(pdf, "Figure") if "Solution" in str(one.Alt)
        ]
    for left, bottom, right, top in answers[:9]:  # of boards of 6x5 cells
        assert (right - left) / (top - bottom) == pytest.approx(6 / 5, abs=0.02)


def test_links_say_where_they_lead(file: Path) -> None:
    with pikepdf.open(file) as pdf:
        words = {str(link.Contents) for link in links(pdf)}
    assert {"Answer to puzzle 1", "Hint for puzzle 13", "Puzzle 3", "Contents"} <= words


def test_the_file_is_named_and_marked(file: Path) -> None:
    with pikepdf.open(file) as pdf:
        assert pdf.Root.Lang == "en" and pdf.Root.ViewerPreferences.DisplayDocTitle is True
        with pdf.open_metadata() as metadata:
            assert metadata["dc:title"] == "All of <It> & more" and metadata["dc:creator"] == ["Ada Example"]
            assert metadata["{http://www.aiim.org/pdfua/ns/id/}part"] == "1"


def test_separate_answers_are_read_too(tmp_path: Path) -> None:
    answers = pages_of(loads_book(SEPARATE))[0].separate_answers
    assert answers is not None
    write_pdf(answers, tmp_path / "answers.pdf", style=PdfStyle("rgb", title="Answers", language="en", tags=True))
    assert faults(tmp_path / "answers.pdf") == []
    assert [one.tags[-2:] for one in read_aloud(tmp_path / "answers.pdf") if one.pages][-2:] == [
        ("Document", "P"), ("Document", "Figure"),
    ]  # fmt: skip


def test_pages_for_printers_have_no_tags(tmp_path: Path) -> None:
    pages = book(tmp_path, to="kdp")
    assert all(page.parts is None for page in pages)
