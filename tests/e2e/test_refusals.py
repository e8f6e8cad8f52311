"""Books that cannot be printed are refused before anything is generated, with the place in the config."""

from pathlib import Path

import pytest
import yaml
from small_book import BOUND, SMALL, pages_of, write_config

from puzzlegen.book.build import BookRequest, build_book
from puzzlegen.config.load import load_book
from puzzlegen.errors import ConfigError, LayoutError
from puzzlegen.files.templates import template
from puzzlegen.jobs.ordered_work import Silent
from puzzlegen.printers.requirements import load_printers

INTRO = "difficulty: easy, per_page: 4, intro: WORDS"
COVER = BOUND + "cover: {make: yes, back: WORDS}\n"


def refused(folder: Path, text: str) -> str:
    """What a build of that config is refused with; nothing is written."""
    path = write_config(folder, text)
    with pytest.raises((ConfigError, LayoutError)) as fault:
        build_book(BookRequest(load_book(path), folder / "out", str(path)), Silent(), lambda _: None)
    assert not (folder / "out").exists()
    return str(fault.value).replace(str(path), "small.yaml")


def test_a_thin_book_is_refused_for_every_printer_that_binds_none(tmp_path: Path) -> None:
    lines = refused(tmp_path, SMALL + "profiles: [screen, kdp, {profile: lulu, trim: 6x9}]\n").splitlines()
    assert lines == [
        "small.yaml:12:20: profiles[2]: the book has 16 pages, kdp binds 24 to 828 in 6x9 on white: "
        "add puzzles or put fewer on a page, or add 8 to back_matter.notes_pages",
        "small.yaml:12:25: profiles[3]: the book has 18 pages, lulu binds 32 or more in 6x9 on white: "
        "add puzzles or put fewer on a page, or add 14 to back_matter.notes_pages",
    ]
    assert refused(tmp_path, SMALL).startswith("small.yaml:5:7: page: the book has 16 pages")
    without = SMALL.replace("page: {trim: 6x9}\n", "")  # no line says it
    assert refused(tmp_path, without).startswith("small.yaml: page: the book has 14 pages, kdp binds 24 to 590 in")


def test_the_advice_for_a_thin_book_is_right(tmp_path: Path) -> None:
    config = load_book(write_config(tmp_path, BOUND))
    assert len(pages_of(config)[0]) == 24


def test_a_printer_that_fills_thin_books_up_only_brings_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = yaml.safe_load(template("printers.yaml").read_text(encoding="utf-8"))
    own["printers"]["kdp"]["pages"]["filled"] = True
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "printers.yaml").write_text(yaml.safe_dump(own, sort_keys=False), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_printers()["kdp"].pages.filled
    output: list[str] = []
    path = write_config(tmp_path, SMALL)
    report = build_book(BookRequest(load_book(path), tmp_path / "out", str(path)), Silent(), output.append)
    assert any("the book has 16 pages, kdp binds 24 to 828 in 6x9 on white, and fills it" in words for words in output)
    assert not report.failed
    assert [finding.code for finding in report.findings] == ["I04"]


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("Old ᚠ runes", "'Old ᚠ runes': the font Source Sans Pro has no glyph for 'ᚠ'"),
        ("A" + "h" * 90, "is too long for its line: use shorter words"),
        ('"{{ nmae }}"', "unknown variable 'nmae'"),
        ('"{{ figure: example 4x4:p }}"', "the example 4x4:p is not a puzzle that the solver can solve"),
        ('"![cat](cat.png)"', "found an image, which only own pages can show"),
    ],
    ids=["glyph", "long word", "variable", "example", "picture"],
)
def test_words_of_a_section_are_refused_where_they_stand(tmp_path: Path, words: str, due: str) -> None:
    text = BOUND.replace("difficulty: easy, per_page: 4", INTRO.replace("WORDS", words))
    message = refused(tmp_path, text)
    assert message.startswith('small.yaml:7:76: sections[1] "One": intro: ')
    assert due in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("text", "due"),
    [
        (BOUND.replace("Copyright nobody.", "Old ᚠ runes"), "small.yaml:11:14: front_matter.copyright: page 2, 'Old ᚠ"),
        (
            BOUND.replace("Copyright nobody.", "|\n" + 70 * "    A line.\n\n"),
            "small.yaml:11:14: front_matter.copyright: the words do not fit one page: shorten them by ",
        ),
        (BOUND.replace("A Small Book", "A Small ᚠ Book"), "small.yaml:2:8: title: page 1, 'A Small ᚠ Book'"),
        (BOUND.replace("name: One", "name: Oᚠne"), 'small.yaml:7:12: sections[1] "Oᚠne": name: page '),
        (COVER.replace("WORDS", '"{{ nmae }}"'), "small.yaml:13:26: cover.back: unknown variable 'nmae'"),
        (COVER.replace("WORDS", "Old ᚠ runes"), "small.yaml:13:26: cover.back: cover: 'Old ᚠ runes'"),
        (
            COVER.replace("WORDS", '"' + 120 * "A line.\\n\\n" + '"'),
            "small.yaml:13:26: cover.back: the words do not fit above the barcode: shorten them by ",
        ),
        (BOUND + "cover: {make: yes, puzzle: 99}\n", "small.yaml:13:28: cover.puzzle: found 99, allowed 1 to 8"),
        (BOUND.replace("{trim: 6x9}", "{trim: 6x9, max_pages: 6}"), "small.yaml:5:30: page.max_pages: found 6"),
    ],
    ids=["glyph", "copyright", "title", "name", "variable", "cover glyph", "back", "puzzle", "max_pages"],
)
def test_other_words_are_refused_where_they_stand(tmp_path: Path, text: str, due: str) -> None:
    message = refused(tmp_path, text)
    assert message.startswith(due)
    assert "\n" not in message
