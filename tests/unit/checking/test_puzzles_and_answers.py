"""Puzzles and answers: each single damage to a correct book gives exactly its code."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from printed_book import Change, SoundBook, Wanted, gone, text
from small_book import SMALL, pages_of

from puzzlegen.board.puzzle import GradedPuzzle
from puzzlegen.checking.book_files import check_interior
from puzzlegen.checking.content import check_pages, check_puzzles
from puzzlegen.checking.expected import AidExpectations, Expectations, KeyExpectations
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printed_pages import PrintedPage, read_pages
from puzzlegen.config.pages import resolve_page
from puzzlegen.drawing.pdf_writer import write_pdf
from puzzlegen.language.catalogue import load
from puzzlegen.layout.core.document import Disc, Frame, Gray, Mark, Page, Rect

pytestmark = pytest.mark.xdist_group("verify")  # what they share is made once

Pages = tuple[Page, ...]

BOOK = SoundBook(SMALL)
SOUND, RECORDS = BOOK.pages, BOOK.records
# The first page of puzzles alone: a page that an opener shares has the figures of its lesson before the puzzles
PUZZLES = next(i for i, page in enumerate(SOUND) if page.grids and {grid.role for grid in page.grids} == {"puzzle"})
ANSWERS = BOOK.first("answers")
PAGES = {"puzzles": PUZZLES, "answers": ANSWERS}


def codes(pages: Pages, folder: Path) -> set[str]:
    return set(BOOK.codes(pages, folder))


def codes_of(
    printed: Sequence[PrintedPage],
    key: KeyExpectations | None = None,
    records: Iterable[GradedPuzzle] = RECORDS,
    answers: Sequence[PrintedPage] | None = None,
) -> set[str]:
    """The codes of what is found on printed pages of the book by another key or by other records."""
    aids = AidExpectations(variants={record.number: record.puzzle.grid.variant for record in RECORDS})
    expected = Expectations(tuple(records), key or KeyExpectations(), load("en").difficulties(), aids)
    findings = check_pages(printed, BOOK.limits.bound) if answers is None else []
    return {finding.code for finding in findings + check_puzzles(printed, expected, answers or ())}


is_clue = text(lambda mark: mark.string in "01234567" and mark.anchor == "middle")
is_folio = text(lambda mark: mark.string == str(SOUND[PUZZLES].folio) and mark.y > SOUND[PUZZLES].block.bottom)


def is_disc(mark: Mark) -> bool:
    return isinstance(mark, Disc)


def is_frame(mark: Mark) -> bool:
    return isinstance(mark, Frame)


def says(words: str) -> Wanted:
    return text(lambda mark: words in mark.string)


def as_text(string: str) -> Change:
    return lambda mark: replace(mark, string=string)


def other_digit(mark: Mark) -> Mark:
    return replace(mark, string=str((int(mark.string) + 4) % 8))


def white(mark: Mark) -> Mark:
    return replace(mark, color=Gray(1.0))


def test_a_sound_book_has_no_findings(tmp_path: Path) -> None:
    assert codes(SOUND, tmp_path) == set()
    write_pdf(SOUND, tmp_path / "book.pdf")
    assert BOOK.press.printed(SOUND, tmp_path) == list(read_pages(tmp_path / "book.pdf"))
    limits = replace(BOOK.limits, min_pages=2, blank_share=None)
    assert check_interior(PdfFile(tmp_path / "book.pdf"), resolve_page(BOOK.config.page).profile, limits) == []


UNSURE = {"P203", "P204", "P205"}  # what a changed clue may do to the proof
SPOILERS: dict[str, tuple[str, Wanted, Change, set[str]]] = {
    "a clue is wrong": ("puzzles", is_clue, other_digit, {"P202", "P203"}),
    "a clue is doubled": ("puzzles", is_clue, as_text("22"), {"P202"}),
    "a clue is a letter": ("puzzles", is_clue, as_text("x"), {"P202"}),
    "a clue is gone": ("puzzles", is_clue, gone, {"P202"}),
    "a mine is missing": ("answers", is_disc, gone, {"A302"}),
    "a clue of the key is wrong": ("answers", is_clue, other_digit, {"A302"}),
    "answer on the wrong page": ("puzzles", says("Answer"), as_text("Answer: p. 3"), {"A303"}),
    "key names the wrong page": ("answers", says("p.\u00a0"), as_text("p. 3"), {"A304"}),
    "wrong difficulty": ("puzzles", says("Easy"), as_text("Hard"), {"P205"}),
    "no folio": ("puzzles", is_folio, gone, {"F109"}),
    "another folio": ("puzzles", is_folio, as_text("99"), {"F109"}),
    "a white clue": ("puzzles", is_clue, white, {"F113"}),
    "a disc too few": ("puzzles", is_disc, gone, {"P205"}),
    "a frame is gone": ("puzzles", is_frame, gone, {"P201"}),
}


@pytest.mark.parametrize("name", SPOILERS)
def test_one_damaged_mark_is_found(name: str, tmp_path: Path) -> None:
    kind, wanted, change, expected = SPOILERS[name]
    found = codes(BOOK.spoilt(PAGES[kind], wanted, change), tmp_path)
    assert found <= expected | UNSURE if "P202" in expected else found == expected
    assert expected & found


@pytest.mark.parametrize(
    ("kind", "string", "code"), [("puzzles", "7", "P202"), ("puzzles", "x", "P202"), ("answers", "7", "A302")]
)
def test_a_finding_about_a_cell_has_the_cell(kind: str, string: str, code: str, tmp_path: Path) -> None:
    pages = BOOK.press.printed(BOOK.spoilt(PAGES[kind], is_clue, as_text(string)), tmp_path)
    expected = Expectations(tuple(RECORDS), KeyExpectations(), load("en").difficulties(), AidExpectations())
    finding = next(one for one in check_puzzles(pages, expected) if one.code == code)
    puzzle = RECORDS[finding.number - 1].puzzle
    assert finding.cell is not None and puzzle.cells[puzzle.grid.cell(*finding.cell)] >= 0
    assert finding.detail.startswith(f"row {finding.cell[0] + 1}, column {finding.cell[1] + 1}: ")


MARKS: dict[str, Callable[[float, float, float], Mark]] = {
    "mine": lambda x, y, side: Disc(x + side / 2, y + side / 2, side * 0.3),
    "black cell": lambda x, y, side: Rect(x, y, side, side, Gray(0.0)),
    "gray cell": lambda x, y, side: Rect(x, y, side, side, Gray(0.7)),
}


@pytest.mark.parametrize("share", [slice(1), slice(None)], ids=["one mine", "all mines"])
@pytest.mark.parametrize("at", [0, -1])
@pytest.mark.parametrize("name", MARKS)
def test_marks_of_an_answer_in_a_puzzle_are_found_there(name: str, at: int, share: slice, tmp_path: Path) -> None:
    page = SOUND[PUZZLES]
    grid = page.grids[at]
    record = RECORDS[grid.number - 1]
    places = map(record.puzzle.grid.position, [cell for cell, mine in enumerate(record.solution) if mine][share])
    marks = [MARKS[name](grid.x + col * grid.cell, grid.y + row * grid.cell, grid.cell) for row, col in places]
    assert codes(BOOK.with_marks(PUZZLES, [*page.marks, *marks]), tmp_path) == {"P202"}


def test_a_page_twice_a_page_missing(tmp_path: Path) -> None:
    twice = (*SOUND[: PUZZLES + 1], SOUND[PUZZLES], *SOUND[PUZZLES + 1 :])
    assert {"P201", "F109", "A303"} <= codes(twice, tmp_path)
    assert "P201" in codes(SOUND[:PUZZLES] + SOUND[PUZZLES + 1 :], tmp_path)
    assert "A301" in codes(BOOK.with_page(ANSWERS, replace(SOUND[ANSWERS], marks=(), grids=())), tmp_path)


def test_small_cells(tmp_path: Path) -> None:
    assert "F112" in codes(BOOK.with_page(PUZZLES, replace(SOUND[PUZZLES], unit=0.5)), tmp_path)


@pytest.mark.parametrize(("cell", "too_small"), [(14.2, False), (13.0, True)])
@pytest.mark.parametrize("of_pictures", [False, True])
def test_cells_of_pictures_may_be_smaller(cell: float, too_small: bool, of_pictures: bool, tmp_path: Path) -> None:
    page = BOOK.press.printed(SOUND, tmp_path)[PUZZLES]
    page = replace(page, grids=tuple(replace(grid, cell=cell) for grid in page.grids))
    numbers = {grid.number or 0 for grid in page.grids} if of_pictures else set()
    found = {finding.code for finding in check_pages([page], BOOK.limits.bound, pictures=numbers)}
    assert ("F112" in found) is (too_small and not of_pictures)


def test_records_that_differ(tmp_path: Path) -> None:
    first, *rest = RECORDS
    printed = BOOK.press.printed(SOUND, tmp_path)
    flipped = (not first.solution[0], *first.solution[1:])
    harder = replace(first, grade=replace(first.grade, difficulty="hard"))
    assert codes_of(printed, records=[replace(first, solution=flipped), *rest]) == {"A302"}
    assert codes_of(printed, records=[harder, *rest]) == {"P205"}
    (hard,) = [record for record in RECORDS if record.grade.difficulty == "hard"]
    others = [record for record in RECORDS if record is not hard]
    assert "P204" in codes_of(printed, records=[*others, replace(hard, grade=replace(hard.grade, tier=1))])
    repeated = [first, replace(rest[0], puzzle=first.puzzle), *rest[1:]]
    assert {"P206", "P202", "A302"} <= codes_of(printed, records=repeated)


@pytest.mark.parametrize(
    "key",
    [
        "{order: shuffled}",
        "{order: shuffled, grouping: none, density: compact}",
        "{place: section, density: large}",
        "{place: next spread}",
        "{place: next spread, density: large}",
    ],
)
def test_every_kind_of_key_is_sound(key: str, tmp_path: Path) -> None:
    book = SoundBook(SMALL + f"back_matter: {{answer_key: {key}}}\n", RECORDS)
    assert book.found(book.pages, tmp_path) == []


def test_neighbors_side_by_side_are_found_where_they_are_to_be_apart(tmp_path: Path) -> None:
    printed = BOOK.press.printed(SOUND, tmp_path)
    assert codes_of(printed, KeyExpectations(apart=frozenset({1, 2}))) == {"A306"}
    assert codes_of(printed, KeyExpectations(apart=frozenset({2, 4}))) == set()


def test_an_answer_without_the_name_of_its_picture_is_found(tmp_path: Path) -> None:
    printed, whale = BOOK.press.printed(SOUND, tmp_path), KeyExpectations(titles={1: "Whale"})
    assert codes_of(printed, whale) == {"A308"}
    named = [
        replace(page, grids=[replace(g, heading=(*g.heading, "Wh ale")) if g.is_answer else g for g in page.grids])
        for page in printed
    ]
    assert codes_of(named, whale) == set()


def test_an_answer_in_sight_of_its_puzzle_is_found(tmp_path: Path) -> None:
    verso = next(i for i, page in enumerate(SOUND) if page.kind == "puzzles" and not page.recto)
    pages = list(SOUND)
    pages[verso + 1], pages[ANSWERS] = pages[ANSWERS], pages[verso + 1]
    printed = BOOK.press.printed(pages, tmp_path)
    assert "A305" in codes_of(printed)
    assert "A305" not in codes_of(printed, KeyExpectations(bound=False))  # sheets do not face each other


def test_an_answer_two_turns_after_its_puzzle_is_not_on_the_next_spread(tmp_path: Path) -> None:
    book = SoundBook(SMALL + "back_matter: {answer_key: {place: next spread}}\n", RECORDS)
    printed, key = book.press.printed(book.pages, tmp_path), KeyExpectations(next_spread=True)
    assert codes_of(printed, key) == set()
    assert codes_of(BOOK.press.printed(SOUND, tmp_path), key) == {"A305"}  # at the back
    assert "A305" in codes_of(printed, replace(key, bound=False))  # one page is turned there


def test_a_puzzle_with_a_mine_beside_answers_is_a_damaged_puzzle(tmp_path: Path) -> None:
    pages = BOOK.press.printed(SOUND, tmp_path)
    (puzzle, *others), answers = pages[PUZZLES].grids, [replace(one, page=PUZZLES + 1) for one in pages[ANSWERS].grids]
    for marked, due in ((puzzle.mines, False), ((True, *puzzle.mines[1:]), True)):
        shared = replace(pages[PUZZLES], grids=(replace(puzzle, mines=marked), *others, *answers))
        printed = [*pages[:PUZZLES], shared, *pages[PUZZLES + 1 : ANSWERS], *pages[ANSWERS + 1 :]]
        found = codes_of(printed)
        assert ("P202" in found) is due and not found & {"P201", "A301"}


def test_a_separate_key(tmp_path: Path) -> None:
    config = SoundBook(SMALL + "back_matter: {answer_key: {place: separate, density: large}}\n", RECORDS).config
    interior, _ = pages_of(config, RECORDS)
    assert not any(grid.role == "answer" for page in interior for grid in page.grids)
    key = tuple(interior.separate_answers or ())

    def found(book: Iterable[Page], answers: Pages) -> set[str]:
        pages, printed = BOOK.press.printed(tuple(book), tmp_path), BOOK.press.printed(answers, tmp_path)
        return codes_of(pages, KeyExpectations(separate=True), answers=printed)

    def changed(page: Page, wanted: Wanted, change: Change) -> Page:
        todo = iter([True])
        marks = [change(mark) if wanted(mark) and next(todo, False) else mark for mark in page.marks]
        return replace(page, marks=tuple(mark for mark in marks if mark is not None))

    assert found(interior, key) == set()
    assert len(key) > 1
    sheet = says("sheet\N{NO-BREAK SPACE}")
    first = next(i for i, page in enumerate(interior) if any(map(sheet, page.marks)))
    spoilt = [
        changed(page, sheet, as_text("Answer: sheet 99")) if i == first else page for i, page in enumerate(interior)
    ]
    assert found(spoilt, key) == {"A303"}
    assert found(SOUND, key) == {"A303", "P201"}  # puzzles that name pages, answers printed all the same
    *others, last = key
    for damaged, expected in (
        (changed(last, is_disc, gone), {"A302"}),
        (changed(last, says("p.\N{NO-BREAK SPACE}"), as_text("p. 99")), {"A304"}),
        (replace(last, marks=()), {"A301"}),
    ):
        assert found(interior, (*others, damaged)) == expected
