"""Covers: what is made passes the printer's rules, and what cannot be made says why."""

from dataclasses import replace
from pathlib import Path

import pdfplumber
import pytest
from small_book import BOUND, SMALL

from puzzlegen.board.difficulty import Grade
from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS
from puzzlegen.board.puzzle import BLANK, GradedPuzzle, Puzzle
from puzzlegen.book.cover import Cover, cover_back, edition_cover
from puzzlegen.book.design import editions_of, load_design
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.checking.pdf_file import PdfFile
from puzzlegen.checking.printer_rules import check_cover
from puzzlegen.config.book import BookConfig, PageConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import resolve_page
from puzzlegen.config.palettes import load_palettes
from puzzlegen.errors import LayoutError
from puzzlegen.files.build_folder import COVER, GUIDE
from puzzlegen.files.templates import languages
from puzzlegen.language.markdown_blocks import Block, Figure
from puzzlegen.layout.core.document import Gray, Rect, Text
from puzzlegen.layout.core.theme import contrast
from puzzlegen.layout.cover.back import SMALLEST_BODY
from puzzlegen.layout.cover.front import LAYOUTS
from puzzlegen.layout.cover.panels import BackText


def record(number: int, width: int, height: int) -> GradedPuzzle:
    cells = tuple(i % 6 if i % 3 == 0 else BLANK for i in range(width * height))
    puzzle = Puzzle(Grid(width, height), cells)
    return GradedPuzzle(puzzle, (False,) * len(cells), Grade(1, "easy", 0.0, 0, (0, 0)), number=number)


MANY = "Words.\n\n\n" * 17  # paragraphs of one line; YAML folds two line breaks into one
RECORDS = [record(1, 4, 5), record(2, 10, 9), record(3, 30, 16)]


def config(cover: str, title: str = "A Small Book") -> BookConfig:
    return loads_book(SMALL.replace("A Small Book", title) + f"cover: {{make: yes{cover}}}\n")


def made(text: str = "", pages: int = 150, title: str = "A Small Book", language: str = "en", **page: object) -> Cover:
    profile = resolve_page(PageConfig.model_validate({"trim": "6x9", **page})).profile
    found = edition_cover(config(text, title), RECORDS, profile, pages, load_design("classic", language))
    assert found is not None
    return found


@pytest.mark.parametrize("trim", ["5x8", "6x9", "8.5x11", "8.5x8.5", "8.25x6"])
@pytest.mark.parametrize("pages", [24, 79, 500])
def test_covers_pass_the_printers_rules(trim: str, pages: int, tmp_path: Path) -> None:
    cover = made(pages=pages, trim=trim)
    cover.write(tmp_path)
    assert check_cover(PdfFile(tmp_path / COVER), cover.profile, cover.sheet) == []


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("trim", ["5x8", "8.5x11", "8.25x6"])
def test_every_layout_passes_the_printers_rules(layout: str, trim: str, tmp_path: Path) -> None:
    words = ", badges: [puzzles, difficulty, For pencils only]"
    cover = made(f", layout: {layout}{words}", title="Das große Minensucherrätselbuch für ruhige Sonntage", trim=trim)
    cover.write(tmp_path)
    assert check_cover(PdfFile(tmp_path / COVER), cover.profile, cover.sheet) == []


@pytest.mark.parametrize("palette", load_palettes())
def test_every_palette_prints(palette: str, tmp_path: Path) -> None:
    cover = made(f", palette: {palette}")
    cover.write(tmp_path)
    assert check_cover(PdfFile(tmp_path / COVER), cover.profile, cover.sheet) == []


def test_covers_in_every_language_fit(tmp_path: Path) -> None:
    for language in languages():
        cover = made(language=language)
        cover.write(tmp_path)
        assert check_cover(PdfFile(tmp_path / COVER), cover.profile, cover.sheet) == [], language


def test_the_guide_stays_out_of_the_print_file(tmp_path: Path) -> None:
    made().write(tmp_path)
    with pdfplumber.open(tmp_path / COVER) as pdf:
        assert "Barcode" not in pdf.pages[0].extract_text()
        assert "Keep text inside" not in pdf.pages[0].extract_text()
    with pdfplumber.open(tmp_path / GUIDE) as pdf:
        assert "Barcode" in pdf.pages[0].extract_text()
        assert len(pdf.pages[0].lines) > 20


def test_words_stand_on_a_spine_that_has_room_for_them(tmp_path: Path) -> None:
    def turned(cover: Cover) -> str:
        cover.write(tmp_path)
        with pdfplumber.open(tmp_path / COVER) as pdf:
            return "".join(char["text"] for char in pdf.pages[0].chars if not char["upright"])

    assert turned(made(pages=150)) == "A Small BookNobody"
    assert turned(made(title="A Small Book\nvolume: 3", pages=150)) == "A Small BookNobody"
    assert turned(made(pages=78)) == ""


@pytest.mark.parametrize(("volume", "pages", "language"), [(3, 150, "en"), (12, 150, "de"), (123, 800, "en")])
def test_the_number_of_a_volume_stands_upright_at_the_head_of_the_spine(volume: int, pages: int, language: str) -> None:
    cover = made(title=f"A Small Book\nvolume: {volume}\nlanguage: {language}", pages=pages)
    left, top, right, _ = cover.sheet.spine_text or (0, 0, 0, 0)
    (number,) = (
        mark
        for mark in cover.page.marks
        if isinstance(mark, Text) and (mark.string, mark.font) == (str(volume), "display") and mark.x < right
    )
    title = next(
        mark for mark in cover.page.marks if isinstance(mark, Text) and mark.string == "A Small Book" and mark.turn
    )
    half = load_design("classic", language).metrics.width(number.string, "display") * number.size / 2
    bleed = cover.sheet.bleed
    assert number.turn == 0 and number.size >= 7
    assert left <= number.x + bleed - half + 1e-6 and number.x + bleed + half <= right + 1e-6
    assert number.y - number.size > top - bleed and abs(title.y - number.y) > title.size


@pytest.mark.parametrize("color", ["#1f6fd1", "navy", "white", "yellow", "'#808080'", "black", "'#ff9900'"])
def test_one_color_makes_a_cover_with_the_contrasts_that_palettes_need(color: str) -> None:
    color = color if color.startswith("'") else f"'{color}'"
    cover = made(f", colors: {color}, layout: pattern")
    assert cover.page.paper is not None
    words = [mark for mark in cover.page.marks if isinstance(mark, Text) and mark.string.startswith("A Small")]
    assert words and all(contrast(mark.color, cover.page.paper) >= 4.5 for mark in words)


def test_the_puzzle_asked_for_is_on_the_front() -> None:
    def digits(cover: Cover) -> int:
        front = cover.sheet.spine_right
        return sum(isinstance(mark, Text) and mark.string.isdigit() and mark.x > front for mark in cover.page.marks)

    assert digits(made(", puzzle: 1, layout: framed")) < digits(made(", puzzle: 2, layout: framed"))


@pytest.mark.parametrize(("page", "warned"), [("{profile: home-letter}", True), ("{trim: 6x9}", False)])
def test_a_cover_that_no_printer_takes_is_reported_before_puzzles_are_made(page: str, warned: bool) -> None:
    book = loads_book(BOUND.replace("page: {trim: 6x9}", f"page: {page}\ncover: {{make: yes}}"))
    found = check_layout_with_placeholders(editions_of(book, "letter"), load_design("classic", "en")).warnings
    assert [line for line in found if "no cover is made, because there is none for home-letter" in line] == found[
        :warned
    ]


def test_a_coil_has_no_spine(tmp_path: Path) -> None:
    cover = made(", spine_mm: 12", profile="lulu", binding="coil")
    cover.write(tmp_path)
    assert cover.sheet.width == pytest.approx(2 * (0.125 + 6) * 72)
    assert check_cover(PdfFile(tmp_path / COVER), cover.profile, cover.sheet) == []
    with pdfplumber.open(tmp_path / GUIDE) as pdf:
        assert "Spine" not in "".join(char["text"] for char in pdf.pages[0].chars)


def back_of(settings: str, records: list[GradedPuzzle] = RECORDS, language: str = "en") -> str:
    back = back_text(settings, records, language)
    return " ".join([*(text_of(block) for block in (*back.text, *back.about)), *back.facts])


def back_text(settings: str, records: list[GradedPuzzle] = RECORDS, language: str = "en") -> BackText:
    book, design = loads_book(SMALL + settings + "\n"), load_design("classic", language)
    return cover_back(book, records, records[0].puzzle, design.messages, design.theme.puzzle)


def text_of(block: Block) -> str:
    return "" if isinstance(block, Figure) else "".join(run.text for run in block.runs)


def of_kind(kind: str, number: int = 4, difficulty: str = "easy", picture: str | None = None) -> GradedPuzzle:
    puzzle = Puzzle(Grid(4, 4, VARIANTS[kind]), (BLANK,) * 16)
    return GradedPuzzle(puzzle, (False,) * 16, Grade(1, difficulty, 0.0, 0, (0, 0)), number=number, picture=picture)


@pytest.mark.parametrize(
    ("settings", "says", "silent"),
    [
        ("", ["All answers at the back", "Boards from 4×5 to 30×16 cells"], ["Hints"]),
        ("back_matter: {answer_key: no}", [], ["nswers", "Hints"]),
        ("back_matter: {answer_key: {place: section}}", ["Answers after each section"], ["back"]),
        (
            "back_matter: {answer_key: {place: next spread}}",
            ["Each answer on the next spread"],
            ["at the back", "Answers after"],
        ),
        ("back_matter: {answer_key: {place: separate}}", [], ["nswers"]),
        ("aids: {hints: back}", ["Hints at the back"], ["foot"]),
        ("aids: {hints: foot}", ["Hints at the foot of the page"], ["Hints at the back"]),
        ("cover: {facts: no}", [], ["Boards", "Difficulty", "answers"]),
        ("cover: {about: Ada lives by the sea.}", ["Ada lives by the sea."], []),
    ],
)
def test_the_back_says_only_what_the_book_has(settings: str, says: list[str], silent: list[str]) -> None:
    text = back_of(settings)
    assert [words for words in says if words not in text] == []
    assert [words for words in silent if words in text] == []


@pytest.mark.parametrize("language", languages())
def test_the_back_has_the_rules_and_the_difficulty_of_its_puzzles(language: str) -> None:
    messages = load_design("classic", language).messages
    mosaic = back_of("", [of_kind("mosaic"), of_kind("mosaic", 5, "hard")], language)
    assert messages.for_variant(VARIANTS["mosaic"]).text("puzzle.rules") in mosaic
    assert messages.text("puzzle.rules") not in mosaic
    assert messages.text("difficulty.easy") in mosaic
    assert messages.text("difficulty.hard") in mosaic
    mixed = back_of("", [of_kind("mosaic"), of_kind("knight", 5)], language)
    assert messages.for_variant(VARIANTS["knight"]).text("picture.game") in mixed
    assert messages.text("difficulty.hard") not in mixed


def test_the_back_compares_sizes_by_their_sides() -> None:
    """A ring has fewer cells than a full board with shorter sides."""
    grid = Grid(6, 6, voids=tuple(range(2, 30)))
    ring = replace(of_kind("minesweeper"), puzzle=Puzzle(grid, (BLANK,) * grid.size))
    assert "Boards from 4×4 to 6×6 cells" in back_of("", [of_kind("minesweeper"), ring])


def test_the_back_names_pictures() -> None:
    assert "picture" not in back_of("", [of_kind("mosaic")])
    assert "Every solution is a picture" in back_of("", [of_kind("mosaic", picture="cat")])
    assert "Some solutions" in back_of("", [of_kind("mosaic"), of_kind("mosaic", 5, picture="cat")])


ABOUT = ", about: '**Ada Example** lives by the sea with two cats and a large eraser.'"
LINES = ", category: Games / Puzzles, price: $9.99, website: www.example.org"


@pytest.mark.parametrize("more", ["", ABOUT + LINES, ", own_barcode: yes, isbn: 978-0-306-40615-7" + LINES])
@pytest.mark.parametrize("trim", ["5x8", "8.5x11", "8.25x6"])
def test_everything_on_the_back_stands_apart(trim: str, more: str, tmp_path: Path) -> None:
    records = [record(number, 8, 8) for number in (1, 2)]
    profile = resolve_page(PageConfig(trim=trim)).profile
    found = edition_cover(config(more), records, profile, 150, load_design("classic", "en"))
    assert found is not None
    found.write(tmp_path)
    assert check_cover(PdfFile(tmp_path / COVER), found.profile, found.sheet) == []
    barcode = found.sheet.barcode
    with pdfplumber.open(tmp_path / COVER) as pdf:
        words = [word for word in pdf.pages[0].extract_words() if word["x1"] < found.sheet.spine_left]
    assert barcode is not None and words
    for i, one in enumerate(words):
        for other in words[i + 1 :]:
            across = min(one["x1"], other["x1"]) - max(one["x0"], other["x0"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            assert across < 1 or down < 5, (one["text"], other["text"])  # line boxes are higher than letters
        inside = one["x1"] > barcode[0] and one["bottom"] > barcode[1] + 3
        assert not inside or "isbn" in more, one["text"]
    text = " ".join(word["text"] for word in words)
    for part in ("Ada Example",) if ABOUT in more else ():
        assert part in text
    for part in ("Games / Puzzles", "$9.99", "www.example.org") if LINES in more else ():
        assert part in text


def test_the_back_shows_another_puzzle_than_the_front() -> None:
    records = [record(1, 10, 10), record(2, 7, 7)]
    design, book = load_design("classic", "en"), loads_book(SMALL)

    def shown(art: GradedPuzzle) -> object:
        back = cover_back(book, records, art.puzzle, design.messages, design.theme.puzzle)
        return back.sample and back.sample.puzzle

    assert shown(records[0]) == records[1].puzzle
    assert shown(records[1]) == records[0].puzzle
    only = cover_back(book, records[:1], records[0].puzzle, design.messages, design.theme.puzzle)
    assert only.sample is not None and only.sample.caption == "From this book: puzzle 1, easy"
    large = cover_back(book, [record(1, 40, 16)], records[0].puzzle, design.messages, design.theme.puzzle)
    assert large.sample is None


def test_a_long_text_leaves_the_puzzle_out_before_it_is_refused() -> None:
    def cards(cover: Cover) -> int:
        return sum(isinstance(mark, Rect) and mark.width > 50 and mark.fill == Gray(1.0) for mark in cover.page.marks)

    with pytest.raises(LayoutError, match=r"cover.back: the words do not fit .* by \d+ lines"):
        made(f", back: '{MANY}'", trim="8.25x6")
    long = made(f", facts: no, back: '{MANY + MANY[:45]}'", trim="6x9")
    assert (cards(made(trim="6x9")), cards(long)) == (1, 0)
    sizes = {round(mark.size, 2) for mark in long.page.marks if isinstance(mark, Text) and "Word" in mark.string}
    assert sizes and min(sizes) >= SMALLEST_BODY


@pytest.mark.parametrize("language", languages())
def test_words_run_on_the_spine_as_the_language_wants(language: str) -> None:
    turns = {mark.turn for mark in made(language=language).page.marks if isinstance(mark, Text) and mark.turn}
    up = load_design("classic", language).messages.spine == "up"
    assert turns == ({270} if up else {90})


def test_the_spine_is_set_as_large_as_it_allows() -> None:
    def sizes(**page: object) -> list[float]:
        return [mark.size for mark in made(**page).page.marks if isinstance(mark, Text) and mark.turn]

    thin, thick = sizes(pages=100), sizes(pages=400)
    assert len(thin) == len(thick) == 2 and thick[0] > 2 * thin[0]
    long = "One Hundred and Twenty Puzzles for Long Winter Evenings by the Fire"
    assert 0 < sizes(pages=400, title=long)[0] < thick[0]


def test_a_line_does_not_end_with_an_ampersand() -> None:
    cover = made(", layout: words", title="Mines & More")
    words = [mark.string for mark in cover.page.marks if isinstance(mark, Text)]
    assert "& More" in words
