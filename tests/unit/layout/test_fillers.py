"""Pages that take the place of blank ones."""

import pytest
from small_book import BOUND, pages_of

from puzzlegen.config.load import loads_book
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import Line, Page, Text

OWN = "quotations: ['A **sharp** pencil.', Nothing is left to chance.]\n"
RIGHT = {"name: Two,": "name: Two, opener: no, begin: right,"}  # one page more is blank


def pages(more: str = "", **replaced: str) -> list[Page]:
    text = BOUND + more
    for old, new in replaced.items():
        text = text.replace(old, new)
    return list(pages_of(loads_book(text))[0])


def words(page: Page) -> str:
    return " ".join(mark.string for mark in page.marks if isinstance(mark, Text))


def test_fillers_take_the_blank_pages_in_turn() -> None:
    right = {"difficulty: ": "begin: right, difficulty: "}  # with and without fillers
    blank = [page.number for page in pages("fillers: none\n", **right) if page.kind == "blank"]
    filled = pages("fillers: [tip, ornament]\n", **right)
    assert [page.kind for page in filled if page.number in blank] == ["quotation", "ornament"] * 2
    assert filled[-1].number == blank[-1]  # no book ends with a tip
    assert len(filled) == len(pages(**right))
    assert not [page for page in filled if page.kind == "blank"]
    assert [page.folio for page in filled if page.number in blank] == [None] * len(blank)


def test_notes_do_not_stand_in_the_front_matter() -> None:
    more = "fillers: notes\nfront_matter: {copyright: C, contents: yes}\n"
    changed = {"difficulty: ": "begin: right, difficulty: ", "front_matter:\n  copyright: Copyright nobody.\n": ""}
    kinds = [page.kind for page in pages(more, **changed)]
    first = kinds.index("puzzles")
    assert "blank" in kinds[:first] and "notes" not in kinds[:first]
    assert "blank" not in kinds[first:]


def test_quotations_are_those_of_the_config_with_tips_between_them() -> None:
    texts = [words(page) for page in pages("fillers: quotation\n" + OWN, **RIGHT) if page.kind == "quotation"]
    assert texts == ["A sharp pencil.", "Nothing is left to chance."]  # each of them once
    mixed = [words(page) for page in pages("fillers: [quotation, tip]\n" + OWN, **RIGHT) if page.kind == "quotation"]
    assert mixed[0] == "A sharp pencil." and mixed[1].startswith("A number that still needs")


@pytest.mark.parametrize("fillers", ["tip", "quotation", "[quotation, notes]", "[tip, quotation]"])
def test_no_text_is_shown_twice_and_none_on_the_last_page(fillers: str) -> None:
    own = OWN if "quotation" in fillers else ""
    found = pages(f"fillers: {fillers}\n{own}", **{"difficulty: ": "begin: right, difficulty: "})
    texts = [words(page) for page in found if page.kind == "quotation"]
    assert texts and len(set(texts)) == len(texts)
    assert found[-1].kind in ("notes", "ornament")


def test_a_tip_of_an_opener_is_on_no_other_page() -> None:
    section = "  - {{name: Part {}, count: 2, size: 5x5, difficulty: easy, per_page: 1, begin: right}}\n"
    config = BOUND[: BOUND.index("sections:")] + "sections:\n" + "".join(section.format(n) for n in "ABCD")
    found = list(pages_of(loads_book(config + "fillers: tip\n"))[0])
    everything = " ".join(words(page) for page in found)
    tips = [words(page) for page in found if page.kind == "quotation"]
    assert tips and all(everything.count(tip[:40]) == 1 for tip in tips)
    assert "Half of every proof" in everything  # by an opener


@pytest.mark.parametrize(("theme", "centered"), [("classic", False), ("travel", True)])
def test_quotations_are_centered_as_the_headings_of_the_theme(theme: str, centered: bool) -> None:
    shown = pages(f"fillers: quotation\ntheme: {theme}\n" + OWN, **RIGHT)
    page = next(page for page in shown if page.kind == "quotation")
    middle = (page.block.left + page.block.right) / 2
    rule = next(mark for mark in page.marks if isinstance(mark, Line))
    assert ((rule.x1 + rule.x2) / 2 == pytest.approx(middle)) is centered
    first = next(mark for mark in page.marks if isinstance(mark, Text))
    assert (first.x > rule.x1 - 60 and first.x < middle) if centered else first.x == pytest.approx(rule.x1)


def test_a_last_page_that_the_printer_wants_blank_stays_blank() -> None:
    found = pages("fillers: ornament\n", **{"{trim: 6x9}": "{trim: 6x9, profile: ingram}"})
    assert found[-1].kind == "blank"
    assert [page.kind for page in found].count("blank") == 1


def test_a_quotation_that_is_longer_than_a_page_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"quotations\[\d\]: found 601 characters"):
        loads_book(BOUND + f"fillers: quotation\nquotations: [{'x' * 601}]\n")
