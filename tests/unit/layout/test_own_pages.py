"""Own pages: where they stand, how images are sized, what flows over pages."""

from pathlib import Path
from typing import Any

import pytest
from layout_boards import EN, TRAVEL, PlainMetrics
from PIL import Image
from small_book import BOUND, pages_of

from puzzlegen.config.error_places import places_in
from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError, LayoutError
from puzzlegen.files.templates import languages
from puzzlegen.language.markdown import blocks
from puzzlegen.layout.book.own_pages import OwnPages, own_part, words_of
from puzzlegen.layout.core.columns import PagePlan
from puzzlegen.layout.core.document import Line, Page, Picture, Text
from puzzlegen.layout.core.page_builder import LayoutContext
from puzzlegen.layout.core.theme import DEFAULT
from puzzlegen.units import mm

METRICS = PlainMetrics()
CONTEXT = LayoutContext(TRAVEL, METRICS, EN, DEFAULT)
WORDS = "A mine that nobody looks for is still a mine, and so this line goes on. "


def drawn(text: str, columns: int = 600, rows: int = 400, **options: Any) -> list[Page]:
    parsed = blocks(text, {}, "own.md", EN, own_page=True)
    pictures = {"a.png": Picture(0, 0, columns, rows, columns, rows, b"\0" * (columns * rows))}
    part = own_part(OwnPages("own", "copyright", parsed, pictures, **options), CONTEXT)
    return list(part.draw(1, PagePlan(9, {})))


def picture(page: Page) -> Picture:
    return next(mark for mark in page.marks if isinstance(mark, Picture))


def lines(page: Page) -> list[float]:
    """Baselines without that of the page number."""
    found = [mark.y for mark in page.marks if isinstance(mark, Text)]
    return sorted(set(found[: -1 if page.folio else None]))


def test_a_long_text_flows_over_pages_without_single_lines() -> None:
    pages = drawn("# Foreword\n\n" + "\n\n".join([WORDS * 9] * 14))
    assert len(pages) > 2
    assert all(page.folio == page.number and len(lines(page)) > 1 for page in pages)
    assert " ".join(map(words_of, pages)).split() == ("Foreword " + WORDS * 9 * 14).split()
    assert max(lines(page)[-1] for page in pages) <= TRAVEL.block(1).bottom


def test_a_heading_stays_with_its_text_and_a_signature_too() -> None:
    for count in range(20, 60):
        pages = drawn("\n\n".join([*["Short."] * count, "## Next", WORDS * 3, "-> Ada ->"]))
        last = words_of(pages[-1]) if len(pages) > 1 else ""
        assert not words_of(pages[0]).endswith("Next")
        assert last != "Ada"


def test_a_page_break_ends_the_page() -> None:
    assert [words_of(page) for page in drawn("One\n\n{{ page break }}\n\nTwo")] == ["One", "Two"]


def test_a_centered_page_has_its_lines_in_the_middle_and_no_number() -> None:
    (page,) = drawn("# Short\n\nA somewhat longer line", centered=True)
    block = page.block
    assert page.folio is None
    for mark in page.marks:
        assert isinstance(mark, Text)
        wide = METRICS.width(mark.string, mark.font) * mark.size
        assert mark.x + wide / 2 == pytest.approx((block.left + block.right) / 2)
    middle = (block.top + block.bottom) / 2
    assert block.top + 0.3 * block.height < lines(page)[0] < lines(page)[-1] < middle


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        ("", 600 / 300 * 72),  # sharp, if it is small enough
        (' "40 mm"', mm(40)),
        (' "50%"', CONTEXT.measure() / 2),
    ],
)
def test_an_image_has_the_width_asked_for_or_that_of_300_dpi(width: str, expected: float) -> None:
    (page,) = drawn(f"![](a.png{width})")
    found = picture(page)
    assert found.width == pytest.approx(expected)
    assert found.height == pytest.approx(expected * 400 / 600)
    assert found.x + found.width / 2 == pytest.approx(page.block.left + CONTEXT.measure() / 2)


def test_an_image_of_any_shape_fits_its_page_by_itself() -> None:
    for columns, rows in ((9000, 30), (30, 9000), (5000, 5000)):
        found, block = picture(drawn("![](a.png)", columns, rows)[0]), TRAVEL.block(1)
        assert block.left <= found.x
        assert found.x + found.width <= block.right + 1e-6
        assert block.top <= found.y
        assert found.y + found.height <= block.bottom + 1e-6


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('\n\n![](a.png "300 mm")', r"own\.md:3: a\.png: 300 mm wide is too wide for its page: set \d+ mm or less"),
        ('![](a.png "50 mm")', r'305 dpi, allowed 306 or more: use a picture 603 pixels wide, or give it .* "49 mm"'),
    ],
)
def test_an_image_that_cannot_be_printed_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        drawn(text, least_dpi=306)


# --- in a book

PLACES = {
    "front_matter": ("cover", "title_page", "copyright", "contents", "how_to_play", "techniques"),
    "back_matter": ("puzzles", "hints", "answer_key", "gallery", "score_card", "notes", "colophon"),
}


def test_own_pages_stand_behind_the_part_that_they_name() -> None:
    entries = {
        matter: [f"    - {{text: '# Own {place}', after: {place}, contents: yes}}" for place in places]
        for matter, places in PLACES.items()
    }
    text = BOUND.replace("front_matter:", "front_matter:\n  contents: yes\n  techniques: all\n  pages:\n"
                         + "\n".join(entries["front_matter"]))  # fmt: skip
    notes, back = text.split("back_matter: {")
    switches = "  notes_pages: 10\n  colophon: yes\n  score_card: yes\n"
    text = f"{notes}back_matter:\n{switches}  pages:\n" + "\n".join(entries["back_matter"])
    assert back
    book, _ = pages_of(loads_book(text + "\naids: {hints: back}\n"))
    order = ["Own " + part.contents_entry.title[4:] if part.own and part.contents_entry else part.key
             for part in book.parts]  # fmt: skip
    assert order == [
        "Own cover", "title", "Own title_page", "copyright", "Own copyright", "contents", "Own contents", "how-to-play",
        "Own how_to_play", "techniques", "Own techniques", "section 1", "section 2", "section 3", "Own puzzles",
        "hints", "Own hints", "answers", "Own answer_key", "Own gallery", "score-card", "Own score_card", "notes",
        "Own notes", "colophon", "Own colophon",
    ]  # fmt: skip
    assert [title for title in book.contents if title.startswith("Own")] == [
        f"Own {place}" for places in PLACES.values() for place in places
    ]
    assert [words_of(page) for page in book.own_pages()] == [
        f"Own {place}" for places in PLACES.values() for place in places
    ]


def test_the_title_page_stays_a_right_hand_page() -> None:
    book, _ = pages_of(loads_book(BOUND.replace("front_matter:", "front_matter:\n  pages: [{text: A, after: cover}]")))
    assert (book.plan.starts["title"], book.plan.starts["front_matter.pages[1]"]) == (3, 1)


def test_images_are_in_the_folder_of_the_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("texts").mkdir()
    Image.new("L", (600, 300)).save("texts/a.png")
    Path("texts/own.md").write_text("![](a.png)", encoding="utf-8")
    book, _ = pages_of(loads_book(BOUND.replace("front_matter:", "front_matter:\n  pages: [texts/own.md]")))
    assert [picture(page).columns for page in book.own_pages()] == [600]
    Path("texts/own.md").write_text("Hello\n\n![](b.png)", encoding="utf-8")
    beside = r"pages\[1\]\.file: texts/own\.md:3: texts/b\.png: no such file; names of images begin in the folder of "
    with pytest.raises(ConfigError, match=beside + r'their text, texts; did you mean "a\.png"\?'):
        pages_of(loads_book(BOUND.replace("front_matter:", "front_matter:\n  pages: [texts/own.md]")))


def test_a_letter_without_a_glyph_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.md").write_text("Fine\n\nOld\nrunes **such as \u16a0** here", encoding="utf-8")
    config = loads_book(BOUND.replace("front_matter:", "front_matter:\n  pages: [own.md]"))
    pages, _ = pages_of(config)
    assert pages.own_pages()  # the layout goes on, so that a preview shows all other pages
    message = r"^own\.md:4: .*page \d, '.*': the font .* has no glyph for '\u16a0' \(U\+16A0\)"
    with pytest.raises(LayoutError, match=message), places_in(config, "book.yaml"):
        list(pages)


@pytest.mark.parametrize(("language", "words"), [("en", "This book belongs to A gift from"), ("nl", "Dit boek is van")])
def test_the_page_of_a_gift_is_the_first_one_with_two_lines_to_write_on(language: str, words: str) -> None:
    config = loads_book(BOUND.replace("front_matter:\n", f"language: {language}\nfront_matter:\n  gift: yes\n"))
    first, _, title = [*pages_of(config)[0]][:3]
    assert words_of(first).startswith(words) and first.folio is None
    assert sum(isinstance(mark, Line) for mark in first.marks) == 2
    assert (first.number, title.number, title.kind) == (1, 3, "title")


@pytest.mark.parametrize("trim", ["5x8", "6x9", "8.5x11"])
@pytest.mark.parametrize("language", languages())
def test_the_words_of_a_gift_have_one_size_and_stand_over_lines_of_one_length_nearer_to_the_line_below(
    language: str, trim: str
) -> None:
    text = BOUND.replace("front_matter:\n", f"language: {language}\nfront_matter:\n  gift: yes\n")
    pages, _ = pages_of(loads_book(text.replace("trim: 6x9", f"trim: {trim}")))
    first = next(iter(pages))
    assert first.width == float(trim.partition("x")[0]) * 72
    words, lines = ([mark for mark in first.marks if isinstance(mark, kind)] for kind in (Text, Line))
    assert len({mark.size for mark in words}) == 1 == len({(line.x1, line.x2) for line in lines})
    measure = pages.context.width
    for word, line in zip(words, lines, strict=True):
        width = measure(word.string, word.size, "bold")
        assert word.x + width / 2 == pytest.approx((line.x1 + line.x2) / 2) and width < line.x2 - line.x1
    label, below, (upper, lower) = words[1].y - words[1].size, words[1].y, (line.y1 for line in lines)
    assert label - upper > 1.2 * words[1].size and lower - below >= pages.context.sizes.leading
