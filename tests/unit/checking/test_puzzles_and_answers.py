"""Puzzles and answers: each single damage to a correct book gives exactly its code."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from printed_book import Press
from reportlab.pdfgen.canvas import Canvas
from small_book import SMALL, pages_of, puzzles_of

from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.content import check_pages, check_puzzles
from puzzlegen.checking.expected import AidExpectations, Expectations, KeyExpectations, key_expectations
from puzzlegen.checking.findings import FINDING_TYPES
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printed_pages import read_pages
from puzzlegen.config.book import BookConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import OutputError
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import RGB, Disc, Frame, Gray, Line, Mark, Page, Rect, Text

pytestmark = pytest.mark.xdist_group("verify")  # what they share is made once

Spoil = Callable[[Mark], Mark | None]
Pages = tuple[Page, ...]

CONFIG = loads_book(SMALL)
RECORDS = puzzles_of(CONFIG)
SETUP = resolve_page(CONFIG.page)
PLANNED, SHEET = pages_of(CONFIG, RECORDS)
SOUND = tuple(PLANNED)
SHEET = replace(SHEET, min_pages=2, blank_share=None)
AT_THE_BACK = KeyExpectations()
STYLE = PdfStyle(space="rgb")  # colours as they are
PRESS = Press(STYLE)


def codes(pages: Pages, folder: Path, records=RECORDS, sheet=SHEET) -> set[str]:
    path = folder / "book.pdf"
    write_pdf(pages, path, style=STYLE)
    return codes_of(path, records, sheet, printed=PRESS.printed(pages, folder))


def codes_of(path: Path, records=RECORDS, sheet=SHEET, key=AT_THE_BACK, printed=None) -> set[str]:
    pages = printed or list(read_pages(path))
    expected = expected_of(records, key)
    findings = check_pages(pages, sheet.bound) + check_puzzles(pages, expected)
    assert all(finding.code in FINDING_TYPES and str(finding) for finding in findings)
    return {finding.code for finding in findings} | refused(path, sheet)


def expected_of(records, key: KeyExpectations) -> Expectations:
    aids = AidExpectations(variants={record.number: record.puzzle.grid.variant for record in records})
    return Expectations(tuple(records), key, load("en").difficulties(), aids)


def refused(path: Path, sheet=SHEET) -> set[str]:
    return {finding.code for finding in check_interior(PdfFile(path), SETUP.profile, sheet)}


def first(kind: str) -> int:
    return next(i for i, page in enumerate(SOUND) if page.kind == kind)


def spoilt(kind: str, spoil: Spoil) -> Pages:
    """The book with marks changed (or dropped) on the first page of a kind; each spoiler is to change one mark."""
    at = first(kind)
    page = SOUND[at]
    marks = tuple(mark for mark in map(spoil, page.marks) if mark is not None)
    assert marks != page.marks, "nothing was spoilt"
    return with_page(at, replace(page, marks=marks))


def with_page(at: int, page: Page) -> Pages:
    return (*SOUND[:at], page, *SOUND[at + 1 :])


def once(wanted: Callable[[Mark], bool], change: Spoil) -> Spoil:
    todo = iter([True])

    def spoil(mark: Mark) -> Mark | None:
        return change(mark) if wanted(mark) and next(todo, False) else mark

    return spoil


def is_clue(mark: Mark) -> bool:
    return isinstance(mark, Text) and mark.string in "01234567" and mark.anchor == "middle"


def says(words: str) -> Callable[[Mark], bool]:
    return lambda mark: isinstance(mark, Text) and words in mark.string


def other_digit(mark: Text) -> Text:
    return replace(mark, string=str((int(mark.string) + 4) % 8))


def test_a_sound_book_has_no_findings(tmp_path: Path) -> None:
    assert codes(SOUND, tmp_path) == set()
    assert PRESS.printed(SOUND, tmp_path) == list(read_pages(tmp_path / "book.pdf"))


FOLIOS = [
    max((m for m in page.marks if isinstance(m, Text) and m.string == str(page.folio)), key=lambda mark: mark.y)
    for page in SOUND
    if page.folio is not None
]
SPOILERS: dict[str, tuple[str, Spoil, set[str]]] = {
    "a clue is wrong": ("puzzles", once(is_clue, other_digit), {"P202", "P203"}),
    "a clue is doubled": ("puzzles", once(is_clue, lambda mark: replace(mark, string="22")), {"P202"}),
    "a clue is a letter": ("puzzles", once(is_clue, lambda mark: replace(mark, string="x")), {"P202"}),
    "a mine is missing": ("answers", once(lambda m: isinstance(m, Disc), lambda mark: None), {"A302"}),
    "a clue of the key is wrong": ("answers", once(is_clue, other_digit), {"A302"}),
    "answer on the wrong page": (
        "puzzles",
        once(says("Answer"), lambda m: replace(m, string="Answer: p. 3")),
        {"A303"},
    ),
    "key names the wrong page": ("answers", once(says("p.\u00a0"), lambda m: replace(m, string="p. 3")), {"A304"}),
    "wrong difficulty": ("puzzles", once(says("Easy"), lambda m: replace(m, string="Hard")), {"P205"}),
    "small type": ("puzzles", once(says("Answer"), lambda m: replace(m, size=6.0)), {"I14"}),
    "thin line": ("title", once(lambda m: isinstance(m, Line), lambda m: replace(m, width=0.5)), {"I15"}),
    "ink in the gutter": ("how-to-play", once(says("How"), lambda m: replace(m, x=427.0, anchor="end")), {"I18"}),
    "no folio": ("puzzles", once(lambda m: m in FOLIOS, lambda m: None), {"F109"}),
    "a white clue": ("puzzles", once(is_clue, lambda m: replace(m, color=Gray(1.0))), {"F113"}),
    "a red clue": ("puzzles", once(is_clue, lambda m: replace(m, color=RGB(1.0, 0.0, 0.0))), {"I20"}),
    "a disc too few": ("puzzles", once(lambda m: isinstance(m, Disc), lambda m: None), {"P205"}),
    "a frame is gone": ("puzzles", once(lambda m: isinstance(m, Frame), lambda m: None), {"P201"}),
}


@pytest.mark.parametrize("name", SPOILERS)
def test_one_damaged_mark_is_found(name: str, tmp_path: Path) -> None:
    kind, spoil, expected = SPOILERS[name]
    found = codes(spoilt(kind, spoil), tmp_path)
    assert found
    assert found <= expected | {"P203", "P204", "P205"} if "P202" in expected else found == expected
    assert expected & found


@pytest.mark.parametrize(
    ("kind", "text", "code"), [("puzzles", "7", "P202"), ("puzzles", "x", "P202"), ("answers", "7", "A302")]
)
def test_a_finding_about_a_cell_has_the_cell(kind: str, text: str, code: str, tmp_path: Path) -> None:
    spoil = once(is_clue, lambda mark: replace(mark, string=text))
    pages = PRESS.printed(spoilt(kind, spoil), tmp_path)
    finding = next(one for one in check_puzzles(pages, expected_of(RECORDS, AT_THE_BACK)) if one.code == code)
    grid, solved = RECORDS[finding.number - 1].puzzle.grid, RECORDS[finding.number - 1].puzzle.cells
    assert finding.cell is not None and solved[grid.cell(*finding.cell)] >= 0
    assert finding.detail.startswith(f"row {finding.cell[0] + 1}, column {finding.cell[1] + 1}: ")


def test_a_clue_dropped_makes_it_ambiguous(tmp_path: Path) -> None:
    found = codes(spoilt("puzzles", once(is_clue, lambda mark: None)), tmp_path)
    assert "P202" in found
    assert found <= {"P202", "P203", "P204", "P205"}


def test_something_drawn_over_a_puzzle(tmp_path: Path) -> None:
    at = first("puzzles")
    page = SOUND[at]
    grid = page.grids[0]
    box = Rect(grid.x, grid.y, 3 * grid.cell, 3 * grid.cell, Gray(0.0))
    assert codes(with_page(at, replace(page, marks=(*page.marks, box))), tmp_path) == {"P202"}


MARKS: dict[str, Callable[[float, float, float], Mark]] = {
    "mine": lambda x, y, side: Disc(x + side / 2, y + side / 2, side * 0.3),
    "black cell": lambda x, y, side: Rect(x, y, side, side, Gray(0.0)),
    "gray cell": lambda x, y, side: Rect(x, y, side, side, Gray(0.7)),
}


def marked(page: Page, at: int, name: str, share: slice) -> Page:
    """The page with a share of the mines marked in the puzzle of an index."""
    grid = page.grids[at]
    (record,) = (record for record in RECORDS if record.number == grid.number)
    places = map(record.puzzle.grid.position, [cell for cell, mine in enumerate(record.solution) if mine][share])
    marks = [MARKS[name](grid.x + col * grid.cell, grid.y + row * grid.cell, grid.cell) for row, col in places]
    return replace(page, marks=(*page.marks, *marks))


@pytest.mark.parametrize("share", [slice(1), slice(None)], ids=["one mine", "all mines"])
@pytest.mark.parametrize("at", [0, -1])
@pytest.mark.parametrize("name", MARKS)
def test_marks_of_an_answer_in_a_puzzle_are_found_there(name: str, at: int, share: slice, tmp_path: Path) -> None:
    place = first("puzzles")
    assert codes(with_page(place, marked(SOUND[place], at, name, share)), tmp_path) == {"P202"}


def test_wrong_folio(tmp_path: Path) -> None:
    at = first("puzzles")
    number = str(SOUND[at].folio)
    wanted = [m for m in SOUND[at].marks if isinstance(m, Text) and m.string == number]
    lowest = max(wanted, key=lambda mark: mark.y)
    found = codes(spoilt("puzzles", once(lambda m: m is lowest, lambda m: replace(m, string="99"))), tmp_path)
    assert found == {"F109"}


def test_a_page_twice_a_page_missing(tmp_path: Path) -> None:
    at = first("puzzles")
    twice = (*SOUND[: at + 1], SOUND[at], *SOUND[at + 1 :])
    assert {"I05", "P201", "F109", "A303"} <= codes(twice, tmp_path)
    missing = SOUND[:at] + SOUND[at + 1 :]
    assert {"I05", "P201"} <= codes(missing, tmp_path)


def test_key_missing(tmp_path: Path) -> None:
    at = first("answers")
    assert "A301" in codes(with_page(at, replace(SOUND[at], marks=(), grids=())), tmp_path)


def test_sheet(tmp_path: Path) -> None:
    assert codes(SOUND, tmp_path, sheet=replace(SHEET, width=400.0)) == {"I09"}
    assert codes(SOUND, tmp_path, sheet=replace(SHEET, min_pages=300, max_pages=400)) == {"I04"}
    blank = Page(1, "blank", SHEET.width, SHEET.height, SOUND[0].block, ())
    assert codes(SOUND + (blank,) * 8, tmp_path) == set()
    assert codes(SOUND + (blank,) * 12, tmp_path) == {"I07"}
    assert "I07" in codes((SOUND[0], *(blank,) * 4, *SOUND[1:]), tmp_path)
    assert codes((*SOUND, blank, blank), tmp_path, sheet=replace(SHEET, last_blank=True)) == set()
    full = SOUND[: max(i for i, page in enumerate(SOUND) if page.kind != "blank") + 1]
    assert codes(full, tmp_path, sheet=replace(SHEET, last_blank=True, multiple=1)) == {"I06"}
    assert codes((*SOUND, blank), tmp_path, sheet=replace(SHEET, last_blank=True, multiple=1)) == set()
    assert codes((*SOUND, blank), tmp_path) == {"I05"}
    assert codes((*SOUND, blank), tmp_path, sheet=replace(SHEET, multiple=1)) == set()


def test_small_cells(tmp_path: Path) -> None:
    at = first("puzzles")
    page = SOUND[at]
    tiny = replace(page, unit=0.5)
    assert {"I09", "F112"} <= codes(with_page(at, tiny), tmp_path)


def test_records_that_differ(tmp_path: Path) -> None:
    first_record, *rest = RECORDS
    flipped = (not first_record.solution[0], *first_record.solution[1:])
    assert codes(SOUND, tmp_path, [replace(first_record, solution=flipped), *rest]) == {"A302"}
    assert codes(
        SOUND, tmp_path, [replace(first_record, grade=replace(first_record.grade, difficulty="hard")), *rest]
    ) == {"P205"}
    (hard,) = [record for record in RECORDS if record.grade.difficulty == "hard"]
    others = [record for record in RECORDS if record is not hard]
    assert "P204" in codes(SOUND, tmp_path, [*others, replace(hard, grade=replace(hard.grade, tier=1))])
    assert {"P206", "P202", "A302"} <= codes(
        SOUND, tmp_path, [first_record, replace(rest[0], puzzle=first_record.puzzle), *rest[1:]]
    )


def test_file(tmp_path: Path) -> None:
    path = tmp_path / "plain.pdf"
    canvas = Canvas(str(path))
    canvas.drawString(100, 100, "Helvetica, not embedded")
    canvas.save()
    assert {"I12", "I25"} <= refused(path)
    sound = tmp_path / "sound.pdf"
    write_pdf(SOUND, sound)
    for code, spoil in spoilt_files():
        with pikepdf.open(sound) as pdf:
            spoil(pdf)
            pdf.save(path)
        assert refused(path) == {code}


def test_a_file_for_the_screen_may_lead_and_name_itself(tmp_path: Path) -> None:
    path = tmp_path / "screen.pdf"
    write_pdf(SOUND, path, style=PdfStyle("rgb", bookmarks=PLANNED.bookmarks, links=True, title="A", author="B"))
    screen = replace(SHEET, outline=True, links=True, metadata=True, spaces=("rgb", "grey"))
    assert codes_of(path, sheet=screen) == set()
    for forbidden, code in {"outline": "I24", "links": "I23", "metadata": "I25"}.items():
        assert codes_of(path, sheet=replace(screen, **{forbidden: False})) == {code}
    _, note = next(spoilt_files())
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        note(pdf)
        pdf.save(path)
    assert codes_of(path, sheet=screen) == {"I23"}


def test_colours_are_held_against_the_printers_spaces(tmp_path: Path) -> None:
    path = tmp_path / "inks.pdf"
    write_pdf(SOUND, path, style=PdfStyle(space="cmyk"))
    assert codes_of(path) == {"I20"}
    assert codes_of(path, sheet=replace(SHEET, spaces=("cmyk",))) == set()


def spoilt_files() -> Iterator[tuple[str, Callable[[pikepdf.Pdf], None]]]:
    def note(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Annots = pdf.make_indirect(pikepdf.Array([pikepdf.Dictionary(Type=pikepdf.Name.Annot)]))

    def alpha(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].Resources.ExtGState = pikepdf.Dictionary(G0=pikepdf.Dictionary(ca=0.5))

    def outline(pdf: pikepdf.Pdf) -> None:
        with pdf.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Somewhere", 0))

    yield from (("I23", note), ("I22", alpha), ("I24", outline))


def test_no_pdf(tmp_path: Path) -> None:
    path = tmp_path / "no.pdf"
    path.write_bytes(b"%PDF-1.4 truncated")
    with pytest.raises(OutputError, match="cannot be read as a PDF"):
        list(read_pages(path))
    with pytest.raises(OutputError, match="cannot be read as a PDF"):
        refused(path)


def test_white_ground_is_no_ink(tmp_path: Path) -> None:
    page = replace(SOUND[0], paper=Gray(1.0))
    assert codes(with_page(0, page), tmp_path) == set()


def config_with(key: str) -> BookConfig:
    return loads_book(SMALL + f"back_matter: {{answer_key: {key}}}\n")


@pytest.mark.parametrize(
    "key",
    ["{order: shuffled}", "{order: shuffled, grouping: none, density: compact}", "{place: section, density: large}"],
)
def test_every_kind_of_key_is_sound(key: str, tmp_path: Path) -> None:
    config = config_with(key)
    planned, limits = pages_of(config, RECORDS)
    path = tmp_path / "book.pdf"
    write_pdf(planned, path)
    expected = key_expectations(config, RECORDS, bound=True)
    assert expected is not None
    assert bool(expected.apart) == ("shuffled" in key)
    assert codes_of(path, sheet=replace(limits, min_pages=2, blank_share=None), key=expected) == set()


def test_neighbors_side_by_side_are_found_where_they_are_to_be_apart(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    write_pdf(SOUND, path)
    printed = PRESS.printed(SOUND, tmp_path)
    assert codes_of(path, key=KeyExpectations(apart=frozenset({1, 2})), printed=printed) == {"A306"}
    assert codes_of(path, key=KeyExpectations(apart=frozenset({2, 4})), printed=printed) == set()


def test_an_answer_without_the_name_of_its_picture_is_found(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    write_pdf(SOUND, path)
    printed = PRESS.printed(SOUND, tmp_path)
    assert codes_of(path, key=KeyExpectations(titles={1: "Whale"}), printed=printed) == {"A308"}
    named = [
        replace(page, grids=[replace(g, heading=(*g.heading, "Wh ale")) if g.is_answer else g for g in page.grids])
        for page in printed
    ]
    assert codes_of(path, key=KeyExpectations(titles={1: "Whale"}), printed=named) == set()


def test_an_answer_in_sight_of_its_puzzle_is_found(tmp_path: Path) -> None:
    puzzles = next(i for i, page in enumerate(SOUND) if page.kind == "puzzles" and not page.recto)
    answers = first("answers")
    pages = list(SOUND)
    pages[puzzles + 1], pages[answers] = pages[answers], pages[puzzles + 1]
    assert "A305" in codes(tuple(pages), tmp_path)
    path = tmp_path / "book.pdf"
    assert "A305" not in codes_of(path, key=KeyExpectations(bound=False))  # sheets do not face each other


def test_a_separate_key(tmp_path: Path) -> None:
    config = config_with("{place: separate, density: large}")
    interior, _ = pages_of(config, RECORDS)
    assert not any(grid.role == "answer" for page in interior for grid in page.grids)
    key = tuple(interior.separate_answers or ())

    def found(book: Iterable[Page], answers: tuple[Page, ...]) -> set[str]:
        pages, printed = PRESS.printed(tuple(book), tmp_path), PRESS.printed(answers, tmp_path)
        expected = expected_of(RECORDS, KeyExpectations(separate=True))
        return {finding.code for finding in check_puzzles(pages, expected, printed)}

    assert found(interior, key) == set()
    assert len(key) > 1
    wrong = once(says("sheet\N{NO-BREAK SPACE}"), lambda mark: replace(mark, string="Answer: sheet 99"))
    spoilt = [replace(page, marks=tuple(map(wrong, page.marks))) for page in interior]
    assert found(spoilt, key) == {"A303"}
    assert found(SOUND, key) == {"A303", "P201"}  # puzzles that name pages, answers printed all the same
    last = key[-1]
    for spoil, expected in (
        (once(lambda m: isinstance(m, Disc), lambda m: None), {"A302"}),
        (once(says("p.\N{NO-BREAK SPACE}"), lambda m: replace(m, string="p. 99")), {"A304"}),
        (lambda mark: None, {"A301"}),
    ):
        marks = tuple(mark for mark in map(spoil, last.marks) if mark is not None)
        assert found(interior, (*key[:-1], replace(last, marks=marks))) == expected
