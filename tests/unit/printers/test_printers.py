"""Printers: their figures compared with the sources, and the limits that follow for a book."""

import re
from dataclasses import replace
from pathlib import Path
from typing import get_type_hints

import pytest

from puzzlegen.cli.book import preflight
from puzzlegen.config.book import MarginsConfig, PageConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import edition_pages, resolve_page
from puzzlegen.errors import ConfigError
from puzzlegen.printers.profile import Edges, Profile, cover_geometry
from puzzlegen.printers.requirements import PageRange, load_printers
from puzzlegen.schema.fields import Trim
from puzzlegen.units import inches, mm

PRINTERS = load_printers()


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


# Figures written out a second time, from the tables of the reference: a slip in the data file is not a matter of taste.
@pytest.mark.parametrize(
    ("trim", "white", "cream"),
    [("5x8", 828, 776), ("6x9", 828, 776), ("8x10", 828, 776), ("8.25x6", 800, 750), ("8.25x8.25", 800, 750),
     ("8.5x8.5", 590, 550), ("8.5x11", 590, 550), ("a4", 780, 730)],
)  # fmt: skip
def test_page_limits_of_kdp(trim: str, white: int, cream: int) -> None:
    assert profile(trim=trim).pages == PageRange(24, white)
    assert profile(trim=trim, paper="cream").pages == PageRange(24, cream)
    assert profile(trim=trim, paper="standard-colour").pages == PageRange(72, 600)


@pytest.mark.parametrize(
    ("pages", "inch"),
    [(24, 0.375), (150, 0.375), (151, 0.5), (300, 0.5), (301, 0.625), (500, 0.625), (501, 0.75), (700, 0.75),
     (701, 0.875), (828, 0.875)],
)  # fmt: skip
def test_gutter_of_kdp(pages: int, inch: float) -> None:
    assert profile(trim="6x9").gutter(pages) == inches(inch)


@pytest.mark.parametrize(
    ("pages", "paper", "inch"),
    [(79, "white", 0.180), (80, "cream", 0.200), (120, "premium-colour", 0.282), (200, "white", 0.450),
     (200, "cream", 0.5), (300, "premium-colour", 0.704), (299, "cream", 0.75)],
)  # fmt: skip
def test_spine_of_kdp(pages: int, paper: str, inch: float) -> None:
    spine = profile(trim="6x9", paper=paper).spine(pages)
    assert spine == pytest.approx(inches(inch), abs=inches(0.0005))


def test_figures_without_a_source_are_none() -> None:
    assert profile(paper="groundwood").spine(100) is None
    assert profile(paper="groundwood").pages == PageRange(24, None)
    assert PRINTERS["kdp"].cover.ask == "KDP's cover calculator"
    for name in ("ingram", "lulu"):
        for paper in PRINTERS[name].papers.stocks:
            assert profile(profile=name, paper=paper).spine(100) is None
        assert PRINTERS[name].cover.spine_text_pages is None
    assert profile(profile="screen").spine(100) is None


def test_sizes_by_name_by_unit_and_custom() -> None:
    assert profile().trim.name == "8.5x11"
    assert profile(trim="8.5x11 in").trim == PRINTERS["kdp"].trims.sizes["8.5x11"]
    assert profile(trim=Trim(210, 297, "mm")).trim.name == "a4"
    custom = profile(trim="200x250 mm")
    assert (custom.trim.name, custom.trim.width, custom.trim.height) == ("200x250 mm", mm(200), mm(250))
    assert custom.pages == PageRange(24, 590)  # the tightest of the named sizes
    assert profile(profile="screen", trim="16x9 in").trim.width == inches(16)
    for wrong in ({"trim": "9x9 in"}, {"trim": "9x9"}, {"profile": "home-letter", "trim": "a4"}):
        with pytest.raises(ConfigError, match="offers"):
            profile(**wrong)


def test_a_book_too_thick_names_what_is_bound() -> None:
    with pytest.raises(ConfigError, match=r"592 pages, kdp binds 24 to 590 in 8\.5x11 on white"):
        profile().check_page_count(592)
    profile().check_page_count(590)
    profile(profile="lulu").check_page_count(5000)  # its figure is not known


def test_bleed_is_on_the_printers_sides() -> None:
    kdp = profile(trim="6x9", bleed="yes").limits(100)
    lulu = profile(profile="lulu", trim="6x9", bleed="yes").limits(100)
    assert kdp.page_size(1) == (inches(6.125), inches(9.25))
    assert (kdp.bleed(1), kdp.bleed(2)) == (Edges(0, 9, 9, 9), Edges(9, 9, 0, 9))
    assert lulu.page_size(1) == lulu.page_size(2) == (inches(6.25), inches(9.25))
    assert kdp.min_margins(1) == Edges(inches(0.375), inches(0.375), inches(0.375), inches(0.375))
    assert lulu.min_margins(2) == Edges(inches(0.625), inches(0.625), inches(0.825), inches(0.625))
    plain = profile(trim="6x9").limits(200)
    assert plain.page_size(2) == (432, 648)
    assert (plain.min_margins(1), plain.min_margins(2)) == (Edges(36, 18, 18, 18), Edges(18, 18, 36, 18))


def test_single_sheets_have_no_spine() -> None:
    setup = resolve_page(PageConfig(profile="home-a4"))
    assert not setup.profile.bound
    assert setup.margins.inside == setup.margins.outside == inches(0.7)
    assert profile().limits(100).multiple == 2
    limits = setup.profile.limits(9)
    assert limits.min_margins(1) == limits.min_margins(2) == Edges(18, 18, 18, 18)
    assert limits.multiple == 1


def test_margins_give_way_to_the_printer_and_to_the_config() -> None:
    kdp, ingram = resolve_page(PageConfig(trim="6x9")), resolve_page(PageConfig(profile="ingram"))
    assert (kdp.margins.top, kdp.margins.bottom) == (inches(0.65), inches(0.75))
    assert ingram.margins.top == pytest.approx(inches(0.8))  # head and folio too stay half an inch in
    assert ingram.margins.bottom == pytest.approx(inches(0.85))
    own = resolve_page(PageConfig(trim="6x9", margins_mm=MarginsConfig(top=20.5)))
    assert (own.margins.top, own.margins.bottom) == (mm(20.5), kdp.margins.bottom)
    assert resolve_page(PageConfig(trim="6x9", bleed=True)).margins == kdp.margins


def pages_of(text: str) -> dict[str, dict[str, object]]:
    head = "title: A\nseries: s\nsections: [{name: n, count: 1, size: 5x4, difficulty: easy}]\n"
    config = loads_book(head + text)
    found = edition_pages(config.page, config.profiles)
    return {name: page.model_dump(mode="json", exclude_defaults=True) for name, page in found.items()}


def test_one_page_is_one_edition() -> None:
    assert pages_of("") == {"kdp": {}}
    assert pages_of("page: {profile: lulu, binding: coil}") == {"lulu": {"profile": "lulu", "binding": "coil"}}


def test_editions_take_from_the_page_what_their_printers_offer() -> None:
    page = "page: {trim: 6x9, paper: cream, bleed: yes, max_pages: 60, margins_mm: {top: 15}}\n"
    shared = {"max_pages": 60}
    assert pages_of(page + "profiles: [kdp, screen, ingram, home-a4, {profile: lulu, trim: 8.5x11}]") == {
        "kdp": {"trim": "6x9", "paper": "cream", "bleed": True, "margins_mm": {"top": 15.0}} | shared,
        "screen": {"profile": "screen", "trim": "6x9", "margins_mm": {"top": 15.0}} | shared,
        "ingram": {"profile": "ingram", "trim": "6x9", "bleed": True} | shared,  # its safe area is larger
        "home-a4": {"profile": "home-a4", "margins_mm": {"top": 15.0}} | shared,
        "lulu": {"profile": "lulu", "trim": "8.5x11", "bleed": True} | shared,
    }


def test_a_tablet_has_pages_of_its_own_ratio_and_no_limit_on_pages() -> None:
    found = pages_of("page: {trim: 6x9, max_pages: 60}\nprofiles: [kdp, tablet, {profile: tablet, trim: 10x16}]")
    assert found["tablet-3x4"] == {"profile": "tablet"}
    assert found["tablet-10x16"] == {"profile": "tablet", "trim": "10x16"}
    for name, ratio in (("3x4", 3 / 4), ("10x16", 10 / 16), ("2x3", 2 / 3)):
        setup = resolve_page(PageConfig(profile="tablet", trim=name))
        assert setup.profile.trim.width / setup.profile.trim.height == pytest.approx(ratio, abs=1e-4)
        assert not setup.profile.bound
        assert setup.margins.inside == setup.margins.outside


def test_editions_of_one_printer_are_named_by_their_trims() -> None:
    assert list(pages_of("profiles: [kdp, {profile: kdp, trim: 200x250 mm}, screen]")) == [
        "kdp-8.5x11",
        "kdp-200x250mm",
        "screen",
    ]
    with pytest.raises(ConfigError, match="the same as profiles"):
        edition_pages(PageConfig(), [PageConfig(), PageConfig(paper="cream")])


def test_an_own_printers_file_is_seen_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[3] / "templates" / "printers.yaml").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("templates").mkdir()
    Path("templates/printers.yaml").write_text(text.replace("\n  lulu:", "\n  round-the-corner:"), encoding="utf-8")
    assert set(load_printers()) == set(PRINTERS) - {"lulu"} | {"round-the-corner"}
    assert load_printers()["kdp"] == PRINTERS["kdp"]


@pytest.mark.parametrize(
    ("trim", "name", "inches_"),
    [
        ("6x9 in", "6x9", (6, 9)),
        ("15.24 x 22.86 cm", "6x9", (6, 9)),
        ("A4", "a4", (8.27, 11.69)),
        ("A5", "a5", (148 / 25.4, 210 / 25.4)),
        ("14.8x21 cm", "148x210 mm", (148 / 25.4, 210 / 25.4)),
        ("half-letter", "5.5x8.5", (5.5, 8.5)),
    ],
)
def test_trims_are_understood_by_name_paper_and_unit(trim: str, name: str, inches_: tuple[float, float]) -> None:
    found = resolve_page(PageConfig.model_validate({"trim": trim})).profile.trim
    assert found.name == name
    assert (found.width / 72, found.height / 72) == pytest.approx(inches_, abs=0.01)


def test_a_paper_size_that_the_printer_does_not_take_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"page\.trim: found \"a6\", kdp offers"):
        resolve_page(PageConfig.model_validate({"trim": "a6"}))


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
    with pytest.raises(ConfigError, match="no area for a barcode is known for kdp"):
        cover_geometry(changed("cover", barcode=None), 300, isbn="978-0-306-40615-7")


def test_a_book_too_thin_is_refused_unless_the_printer_fills_it() -> None:
    with pytest.raises(ConfigError, match=r"23 pages, kdp binds 24 to 590 .* or add 1 to"):
        profile().check_page_count(23)
    profile().check_page_count(24)
    changed("pages", filled=True).check_page_count(23)


def test_a_narrower_gutter_is_the_next_one_with_its_most_pages() -> None:
    kdp = profile(trim="6x9")
    assert kdp.narrower_gutter(inches(0.75)) == (inches(0.625), 500)
    assert kdp.narrower_gutter(inches(0.375)) is None


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
