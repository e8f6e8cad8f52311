"""First configs of books: laid out without warnings, with as many puzzles as wanted."""

from pathlib import Path

import pytest

from puzzlegen.board.lattices import VARIANTS
from puzzlegen.book.design import editions_of, load_design
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.config.load import loads_book
from puzzlegen.config.placeholders import book_placeholders
from puzzlegen.starters.book_starter import book_starter
from puzzlegen.starters.configs import BookWishes

WISHES = [
    ({}, True),
    ({"printer": "kdp", "trim": "a5", "level": "expert", "puzzles": 7}, True),
    ({"printer": "kdp", "trim": "5x8", "puzzles": 3, "language": "fr"}, True),
    ({"printer": "ingram", "trim": "6x9", "level": "medium", "puzzles": 30}, None),
    ({"printer": "lulu", "level": "hard", "puzzles": 13, "language": "nl"}, None),
    ({"printer": "home", "puzzles": 24, "language": "de"}, False),
    ({"printer": "home-letter", "level": "easy", "puzzles": 1, "hints": False}, False),
    ({"printer": "kdp", "theme": "large-print", "puzzles": 20}, True),
    ({"printer": "kdp", "theme": "large-print", "level": "expert", "language": "fr"}, True),
    ({"printer": "kdp", "theme": "large-print", "level": "hard", "trim": "7x10", "puzzles": 30}, True),
    ({"printer": "screen", "theme": "travel", "trim": "6x9", "language": "pt"}, False),
    ({"pictures": True, "printer": "kdp", "language": "it"}, True),
]


@pytest.mark.parametrize(("keys", "cover"), WISHES, ids=[str(keys) for keys, _ in WISHES])
def test_a_first_book_is_laid_out_without_warnings(keys: dict[str, object], cover: bool | None) -> None:
    wishes = BookWishes("A: “Book”", "Ann", "s 1", **keys)
    config = loads_book(book_starter(wishes, Path("a/book.yaml")))
    design = load_design(config.theme, config.language)
    assert check_layout_with_placeholders(editions_of(config, design.messages.paper), design).warnings == []
    assert list(book_placeholders(config)) == []
    assert config.title == "A: “Book”"
    if not wishes.pictures:
        assert sum(section.count for section in config.sections) == (wishes.puzzles or 120)
    if cover is not None:  # None depends on what is known of the printer's spines
        assert config.cover.make is cover


@pytest.mark.parametrize("kind", VARIANTS)
@pytest.mark.parametrize(("theme", "trim"), [("classic", "8.5x11"), ("large-print", "7x10"), ("travel", "5x8")])
def test_all_kinds_get_boards_that_fit(kind: str, theme: str, trim: str) -> None:
    wishes = BookWishes("T", None, "s", puzzles=30, kind=kind, theme=theme, trim=trim, effort="high")
    config = loads_book(book_starter(wishes, Path("x")))
    design = load_design(theme, "en")
    assert check_layout_with_placeholders(editions_of(config, "letter"), design).warnings == []
    assert {(section.kind, section.spec.resolved_effort) for section in config.sections} == {(kind, "high")}


def test_examples_of_files_and_keys_can_be_used_by_removing_the_number_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b").mkdir()
    for name in ("foreword.md", "review.md"):
        (tmp_path / "b" / name).write_text(f"# {name}\n\nWords.\n", encoding="utf-8")
    text = book_starter(BookWishes("T", "Ann", "s"), tmp_path / "b" / "book.yaml")
    for key in ("layout", "pages", "artwork", "isbn"):
        assert f"# {key}: " in text
        text = text.replace(f"# {key}: ", f"{key}: ")
    config = loads_book(text)
    assert [page.file for page in (*config.front_matter.pages, *config.back_matter.pages)] == [
        "b/foreword.md",
        "b/review.md",
    ]
    assert config.cover.artwork is not None
    assert (config.cover.artwork.file, config.cover.isbn) == ("b/artwork.png", "978-0-306-40615-7")
    assert config.sections[0].layout is not None and config.sections[0].layout.rule == "symmetric"
    elsewhere = book_starter(BookWishes("T", "Ann", "s"), tmp_path.parent / "c" / "book.yaml")
    assert '# pages: [{file: "foreword.md"' in elsewhere or "# pages: [{file: foreword.md" in elsewhere


@pytest.mark.parametrize(("printer", "asks"), [("kdp", False), ("lulu", False), ("ingram", True), ("home", False)])
def test_the_width_of_the_spine_is_asked_for_where_only_the_printer_knows_it(printer: str, asks: bool) -> None:
    text = book_starter(BookWishes("T", None, "s", printer=printer, puzzles=6), Path("x"))
    assert ("  # spine_mm: 8.0\n" in text) is asks
    if asks:
        cover = loads_book(text.replace("# spine_mm", "spine_mm").replace("  make: no\n", "  make: yes\n")).cover
        assert cover.make and cover.spine_mm == 8.0
