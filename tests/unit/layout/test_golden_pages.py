"""One page of each kind, compared with the golden pictures in tests/golden.

Words of the language files are on these pages. After an edit of the English words, make the pictures again with

    GOLDEN=write pytest tests/unit/layout/test_golden_pages.py

and look at each picture that changed.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from golden_pictures import compare, pdf_page
from layout_boards import EN, TRAVEL, board, example, honeycomb, play, section, text

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import HEXAGONAL
from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.drawing.fonts import FontMetrics
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.formats.line import code
from puzzlegen.language.explanations import Hint
from puzzlegen.language.markdown_blocks import Figure, Heading, Paragraph, Run
from puzzlegen.layout.book.book_content import (
    BookContent,
    BookSection,
    Excerpt,
    FigureStep,
    Lesson,
    PuzzleEntry,
    ReaderAids,
)
from puzzlegen.layout.book.pagination import lay_out_book
from puzzlegen.layout.core.document import RGB, Page
from puzzlegen.layout.core.theme import DEFAULT, Palette
from puzzlegen.layout.cover.front import LAYOUTS
from puzzlegen.layout.cover.panels import BackText, CoverArt, CoverText, Sample
from puzzlegen.layout.cover.sheet import lay_out_cover, lay_out_cover_guide
from puzzlegen.layout.daily_page import DailyWords, PreviousPuzzle, lay_out_daily_page
from puzzlegen.printers.profile import CoverGeometry

METRICS = FontMetrics()
HINTS = (
    Hint("Look at the 3 in row 2. How many blanks does it have left?", "It needs one mine, so R2C5 is a mine."),
    Hint("Look at the 2 in row 5. Does it already have all it needs?", "It has its mines, so R6C1 and R6C2 are safe."),
)


def small_sections() -> tuple[BookSection, ...]:
    """Two sections of real-looking boards, with hints, par and QR codes."""
    sections = section("First Steps", 1, [(7, 6)] * 6, 4), section("Second Thoughts", 7, [(9, 8), (6, 8), (9, 8)], 2)
    return tuple(
        replace(
            one,
            intro=(Paragraph((Run("What is new here is a second clue. " * 9),)), Figure("example")),
            example=example(),
            entries=tuple(
                replace(entry, par=(3, 5), hints=HINTS, code=code(f"https://example.org/{entry.number}"))
                for entry in one.entries
            ),
        )
        for one in sections
    )


def techniques() -> dict[str, object]:
    puzzle = example().puzzle
    words = (Heading(2, (Run("The Last Blank"),)), Paragraph((Run("One blank is left. " * 20),)), Figure("technique"))
    step = FigureStep("The 1 needs one more mine.", (1,), (3,), (0,))
    excerpt = Excerpt(puzzle, (), (), step, EN.text("example.so_far"), EN.text("example.proved"))
    return {
        "techniques": (Heading(1, (Run("Techniques"),)), Paragraph((Run("Learn these first. " * 12),))),
        "lessons": (Lesson(words, excerpt),),
    }


def book(aids: ReaderAids) -> list[Page]:
    content = replace(text(), aids=aids, colophon=(Paragraph((Run("Set in a small test."),)),), **techniques())
    return list(lay_out_book(content, small_sections(), TRAVEL, METRICS, EN))


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    """The first page of each kind of two books; the second has hints at the back and no words at the head."""
    first = book(ReaderAids(contents=True, hints="foot", time=True, name=True, rules=True, labels=True))
    second = book(ReaderAids(hints="back", turned_answers=True, score_card=True, notes=1, ruling="dots"))
    found: dict[str, Page] = {}
    for page in (*first, *second):
        kind = {"how-to-play": "rules", "section": "section-opener"}.get(page.kind, page.kind)
        found.setdefault(kind, page)
    found["puzzles-plain"] = next(page for page in second if page.kind == "puzzles")
    return found


def compare_page(page: Page, name: str, folder: Path, space: str = "grey") -> None:
    write_pdf([page], folder / "page.pdf", style=PdfStyle(space=space))
    compare(pdf_page(folder / "page.pdf", 1), name)


@pytest.mark.parametrize(
    "kind",
    [
        "title",
        "copyright",
        "contents",
        "rules",
        "techniques",
        "section-opener",
        "puzzles",
        "puzzles-plain",
        "answers",
        "hints",
        "score-card",
        "notes",
        "colophon",
    ],
)
def test_pages_of_a_book(kind, pages, tmp_path):
    compare_page(pages[kind], f"book-{kind}", tmp_path)


def test_a_page_of_hexagons_and_its_answers(tmp_path):
    """Boards of different shapes on one page: the heading of each is as wide as its board."""
    boards = [play(grid, i) for i, grid in enumerate((Grid(7, 6, HEXAGONAL), honeycomb(4)), start=1)]
    grade = Grade(1, "easy", 0.0, 0, (1, 2))
    entries = tuple(PuzzleEntry(GradedPuzzle(*boards[i % 2], grade, number=i + 1), "easy", 1 + i % 4) for i in range(4))
    one = BookSection("Honeycombs", entries, 4, opener=False, begin="right")
    pages = list(lay_out_book(BookContent("Hexagons"), (one,), TRAVEL, METRICS, EN))
    for kind in ("puzzles", "answers"):
        compare_page(next(page for page in pages if page.kind == kind), f"hexagons-{kind}", tmp_path)


def cover_sheet() -> CoverGeometry:
    """A paperback of 5 by 8 inches with words on its spine and a barcode."""
    back, front = (18.0, 18.0, 360.0, 576.0), (416.0, 18.0, 758.0, 576.0)
    spine_text, barcode = (374.0, 18.0, 402.0, 576.0), (200.0, 470.0, 344.0, 556.0)
    return CoverGeometry(774.0, 594.0, 9.0, 360.0, 36.0, spine_text, barcode, back, front)


HEART = (".##.##.", "#######", "#######", ".#####.", "..###..", "...#...")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_cover(layout, tmp_path):
    art = (play(honeycomb(5), 4) if layout == "isometric" else board(9, 9, 4))[0]
    palette = Palette(ground=RGB(0.09, 0.19, 0.24), ink=RGB(0.96, 0.94, 0.89), accent=RGB(0.91, 0.64, 0.23))
    back = (Heading(1, (Run("Quiet Fields"),)), Paragraph((Run("Nine puzzles for pencil and paper. " * 6),)))
    facts = ("Boards of 9×9 cells", "Difficulty: Easy to Hard", "Hints at the back")
    sample = Sample(art, "From this book: puzzle 4, easy", DEFAULT.puzzle)
    content = BackText(back, facts, (Paragraph((Run("Ada", True), Run(" draws puzzles."))),), ("Games", "$9"), sample)
    words = CoverText("Quiet Fields", "Nine puzzles for pencil and paper", "Ada Example", content, (), ("9 puzzles",))
    page = lay_out_cover(words, CoverArt(layout, art, HEART), cover_sheet(), palette, METRICS)
    compare_page(page, f"cover-{layout}", tmp_path, "rgb")


def test_the_guide_of_a_cover(tmp_path):
    compare_page(lay_out_cover_guide(cover_sheet(), ("spine", "barcode", "safe area")), "cover-guide", tmp_path)


def test_a_page_of_a_daily(tmp_path):
    words = DailyWords(
        "Quiet Fields", "No. 214", "Tuesday, December 1", "Medium", 2, ("4–6 min",), "Each clue counts the mines "
        "around it. Mark every mine; no guessing is needed.", "https://example.org/214", "Solution of No. 213", "Monday"
    )  # fmt: skip
    previous = PreviousPuzzle(213, GradedPuzzle(*board(8, 7, 3), Grade(1, "easy", 0.0, 0, (1, 2))))
    page = lay_out_daily_page(214, board(9, 8, 5)[0], previous, words, "a4", METRICS)
    compare_page(page, "daily-page", tmp_path)
