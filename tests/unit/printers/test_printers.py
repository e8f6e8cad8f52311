"""Printers: their figures compared with the sources, and the limits that follow for a book."""

import re
from dataclasses import replace
from pathlib import Path
from typing import get_type_hints

import pytest

from puzzlegen.cli.book import preflight
from puzzlegen.config.book import PageConfig
from puzzlegen.config.pages import edition_pages, resolve_page
from puzzlegen.errors import ConfigError
from puzzlegen.printers.profile import Edges, Profile, cover_geometry
from puzzlegen.printers.requirements import PageRange, load_printers
from puzzlegen.schema.isbn import isbn_digits
from puzzlegen.units import inches

PRINTERS = load_printers()
MM = 72 / 25.4  # points


def profile(**choices: object):
    return resolve_page(PageConfig.model_validate(choices)).profile


def test_texts_that_list_the_printers_have_them_all() -> None:
    """A help text and a schema must not read files, so they write the names out."""
    (option,) = get_type_hints(preflight, include_extras=True)["profile"].__metadata__
    description = str(PageConfig.model_fields["profile"].description)
    for text in (option.help, description):
        listed = re.findall(r"[a-z0-9-]+", text.partition(": ")[2].partition(";")[0])
        assert set(PRINTERS) <= set(listed), text


def test_every_group_names_its_source_and_day() -> None:
    for printer in PRINTERS.values():
        groups = [printer.papers, printer.trims, printer.margins, printer.pages, printer.minima, printer.file]
        groups += [group for group in (printer.bleed, printer.cover, printer.trims.custom) if group is not None]
        for group in groups:
            assert group.basis.source
            assert group.basis.verified_on.startswith("2026-")
            assert str(group.basis) == f"{group.basis.source} ({group.basis.confidence}, {group.basis.verified_on})"


def test_an_own_printers_file_is_seen_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[3] / "templates" / "printers.yaml").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("templates").mkdir()
    Path("templates/printers.yaml").write_text(text.replace("\n  lulu:", "\n  round-the-corner:"), encoding="utf-8")
    assert set(load_printers()) == set(PRINTERS) - {"lulu"} | {"round-the-corner"}
    assert load_printers()["kdp"] == PRINTERS["kdp"]


def test_editions_made_in_code_are_not_the_same_twice() -> None:
    with pytest.raises(ConfigError, match="the same as profiles"):
        edition_pages(PageConfig(), [PageConfig(), PageConfig(paper="cream")])


def changed(group: str, **figures: object) -> Profile:
    """Return the choices of a book with bleed on 6x9, at a printer that differs from KDP in these figures."""
    used = profile(trim="6x9", bleed="yes")
    part = getattr(used.printer, group).model_copy(update=figures)
    return replace(used, printer=used.printer.model_copy(update={group: part}))


def test_figures_that_only_other_printers_have_or_lack() -> None:
    assert changed("cover", spine_extra=2.0).spine(100) == pytest.approx(changed("cover").spine(100) + 2)
    assert changed("cover", spine_extra=None).spine(100) is None
    assert changed("margins", safe_bleed=None).safe == inches(0.25)
    assert cover_geometry(changed("cover", fold=None), 300).spine_text is None
    assert cover_geometry(changed("cover", spine_text_pages=None), 300).spine_text is None
    assert cover_geometry(changed("cover", spineless=["paperback"]), 300).spine_text is None
    assert cover_geometry(changed("cover", barcode=None), 300).barcode is None
    changed("pages", filled=True).check_page_count(23)
    with pytest.raises(ConfigError, match="no area for a barcode is known for kdp"):
        cover_geometry(changed("cover", barcode=None), 300, isbn="978-0-306-40615-7")


def test_text_and_barcode_keep_their_distances_on_a_cover() -> None:
    used = changed("cover", inset=10.0, fold=4.0)
    bleed, barcode = used.printer.cover.bleed, used.printer.cover.barcode
    cover = cover_geometry(used, 300)
    for area, left in ((cover.back, bleed), (cover.front, cover.spine_right)):
        assert area == pytest.approx((left, bleed, left + 6 * 72, bleed + 9 * 72))
    for safe, (left, top, right, bottom) in ((cover.safe_back, cover.back), (cover.safe_front, cover.front)):
        assert safe == pytest.approx((left + 10, top + 10, right - 10, bottom - 10))
    sides = (cover.spine_left + 4, bleed + 10, cover.spine_right - 4, bleed + 9 * 72 - 10)
    assert cover.spine_text == pytest.approx(sides)
    right, bottom = cover.spine_left - barcode.from_spine, cover.back[3] - barcode.from_foot
    assert cover.barcode == pytest.approx((right - barcode.width, bottom - barcode.height, right, bottom))


@pytest.mark.parametrize(("name", "bleed"), [("lulu", "no"), ("lulu", "yes"), ("ingram", "yes"), ("kdp", "yes")])
def test_separate_answers_have_neither_bleed_nor_spine(name: str, bleed: str) -> None:
    used = profile(profile=name, trim="6x9", bleed=bleed)
    limits = used.limits(200).for_single_sheets()
    assert limits.page_size(1) == limits.page_size(2) == (6 * 72, 9 * 72)
    assert limits.min_margins(1) == limits.min_margins(2) == Edges(*[used.safe_from_trim] * 4)
    assert (limits.min_pages, limits.max_pages, limits.multiple, limits.last_blank) == (1, None, 1, False)
    assert not limits.bound


def test_a_range_of_pages_has_its_ends() -> None:
    assert [pages for pages in (23, 24, 590, 591) if pages in PageRange(24, 590)] == [24, 590]
    assert 10**6 in PageRange(24, None) and 23 not in PageRange(24, None)


def test_every_wrong_digit_of_an_isbn_is_found() -> None:
    sound = "9780306406157"
    for i in range(3, 13):
        for other in set("0123456789") - {sound[i]}:
            with pytest.raises(ConfigError, match="check digit is"):
                isbn_digits(sound[:i] + other + sound[i + 1 :])


@pytest.mark.parametrize(
    ("trim", "paper", "pages", "sheet", "spine"),
    [
        ("6x9", "white", 120, (14.034, 10.417), 0.459),  # the sheet that bookcoverslab.com states
        ("5.5x8.5", "cream", 76, (12.954, 9.917), 0.379),
        ("8.25x11", "premium-color", 550, (19.555, 12.417), 1.48),
    ],
)
def test_the_sheet_of_a_hardcover_is_wrapped_around_its_boards(
    trim: str, paper: str, pages: int, sheet: tuple[float, float], spine: float
) -> None:
    cover = cover_geometry(profile(profile="kdp-hardcover", trim=trim, paper=paper), pages)
    assert (cover.width / 72, cover.height / 72) == pytest.approx(sheet, abs=0.0015)
    assert cover.spine / 72 == pytest.approx(spine, abs=0.001)
    wrap, hinge, inset = 15 * MM, 10 * MM, 9.0
    assert cover.safe_front[0] - cover.spine_right == pytest.approx(hinge + inset, abs=0.01)
    assert cover.spine_left - cover.safe_back[2] == pytest.approx(hinge + inset, abs=0.01)
    assert cover.width - cover.safe_front[2] == pytest.approx(wrap + inset, abs=0.01)
    assert cover.barcode is not None and cover.spine_left - cover.barcode[2] == pytest.approx(hinge + 18, abs=0.01)


def test_a_hardcover_has_at_least_76_pages() -> None:
    with pytest.raises(ConfigError, match=r"the book has 74 pages, kdp-hardcover binds 76 to 550 in 6x9 on white"):
        profile(profile="kdp-hardcover").check_page_count(74)


@pytest.mark.parametrize(("pages", "spine"), [(32, 0.132), (100, 0.285), (300, 0.736)])
def test_the_spine_of_lulu_is_that_of_its_guide(pages: int, spine: float) -> None:
    found = profile(profile="lulu").spine(pages)
    assert found is not None and found / 72 == pytest.approx(spine, abs=0.0005)
