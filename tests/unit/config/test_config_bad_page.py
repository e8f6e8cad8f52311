"""Pages no printer takes, and broken data files about printers, each with every line of its message."""

from pathlib import Path

import pytest
from bad_configs import GOOD, LIST, PAGE_KEYS, PROFILES, bad, refused

from puzzlegen.config.load import load_book
from puzzlegen.errors import ConfigError
from puzzlegen.printers.requirements import load_printers

KDP = ", ".join(load_printers()["kdp"].trims.sizes) + ", and with a unit any size from 4x6 in to 8.5x11.69 in"
TRIMS = (
    "a name such as 8.5x11, or width x height with a unit, such as 210x297 mm, each side 3 to 20 in (76.2 to 508 mm)"
)

CORPUS = [
    bad(
        "max_pages",
        GOOD + "page: {max_pages: 1}\n",
        '8:19: page.max_pages: found "1", allowed a whole number from 2 to 9999',
    ),
    bad(
        "profile",
        GOOD + "page: {profile: kpd}\n",
        f'8:17: page.profile: found "kpd", allowed {PROFILES}; did you mean "kdp"?',
    ),
    bad(
        "profile of the past",
        GOOD + "page: {profile: CreateSpace}\n",
        f'8:17: page.profile: found "CreateSpace", allowed {PROFILES}; did you mean "kdp"?',
    ),
    bad("profile far", GOOD + "page: {profile: folio}\n", f'8:17: page.profile: found "folio", allowed {PROFILES}'),
    bad(
        "trim",
        GOOD + "page: {trim: 8.5 x 12}\n",
        f'8:14: page.trim: found "8.5x12", kdp offers {KDP}; did you mean "8.5x11"?',
    ),
    bad(
        "trim with a unit",
        GOOD + "page: {trim: 230x300 mm}\n",
        f'8:14: page.trim: found "230x300 mm", kdp offers {KDP}; the nearest is a4',
    ),
    bad(
        "trim of a sheet",
        GOOD + "page: {profile: home-a4, trim: 8.5x11}\n",
        '8:32: page.trim: found "8.5x11", home-a4 offers a4, a5',
    ),
    bad(
        "trim of an open list",
        GOOD + "page: {profile: lulu, trim: 7x9}\n",
        '8:29: page.trim: found "7x9", lulu offers 5x8, 5.5x8.5, 6x9, 7x10, 8.5x8.5, 8.5x11, a4, and with a unit any '
        'size, such as 7x9 in; did you mean "6x9"?',
    ),
    bad("trim a list", GOOD + "page: {trim: [8, 10]}\n", f"8:14: page.trim: found a list, allowed {TRIMS}"),
    bad(
        "paper",
        GOOD + "page: {paper: crem}\n",
        '8:15: page.paper: found "crem", allowed white, cream, groundwood, standard-colour, premium-colour; '
        'did you mean "cream"?',
    ),
    bad(
        "binding",
        GOOD + "page: {binding: coil, paper: x}\n",
        '8:17: page.binding: found "coil", allowed paperback',
        '8:30: page.paper: found "x", allowed white, cream, groundwood, standard-colour, premium-colour',
    ),
    bad(
        "bleed",
        GOOD + "page: {profile: screen, bleed: yes}\n",
        "8:32: page.bleed: found yes, but screen has no bleed; leave it out",
    ),
    bad("trim small", GOOD + "page: {trim: 1x1 in}\n", f'8:14: page.trim: found "1x1 in", allowed {TRIMS}'),
    bad("trim huge", GOOD + "page: {trim: 9999x9999 mm}\n", f'8:14: page.trim: found "9999x9999 mm", allowed {TRIMS}'),
    bad(
        "margins safe",
        GOOD + "page: {margins_mm: {top: 3}}\n",
        "8:26: page.margins_mm.top: found 3 mm, allowed 11.29 mm or more, the safe area of kdp "
        "and room for the running head",
    ),
    bad(
        "margins wide",
        GOOD + "page: {margins_mm: {inside: 100, outside: 100}}\n",
        "8:20: page.margins_mm: the margins leave 16 mm of the page's width, allowed 38 mm or more; "
        "make margins smaller",
    ),
    bad(
        "margins at the sides",
        GOOD + "page: {margins_mm: {outside: 3}}\n",
        "8:30: page.margins_mm.outside: found 3 mm, allowed 6.35 mm or more, the safe area of kdp",
    ),
    bad(
        "profiles",
        GOOD + "profiles: [kpd, {profil: kdp}, {profile: home-a4, trim: letter}, [], {profile: screen, bleed: yes}]\n",
        f'8:12: profiles[1].profile: found "kpd", allowed {PROFILES}; did you mean "kdp"?',
        f'8:18: profiles[2].profil: unknown key, allowed {PAGE_KEYS}; did you mean "profile"?',
        '8:57: profiles[3].trim: found "letter", home-a4 offers a4, a5',
        f"8:66: profiles[4]: found a list, allowed a group of keys: {PAGE_KEYS}",
        "8:95: profiles[5].bleed: found yes, but screen has no bleed; leave it out",
    ),
    bad(
        "profiles twice",
        GOOD + "profiles: [kdp, {profile: kdp, trim: 6x9}, {profile: kdp, trim: 8.5x11 in}]\n",
        "8:44: profiles[3]: found kdp in 8.5x11, the same as profiles[1]; remove it or change its trim",
    ),
    bad("profiles a word", GOOD + "profiles: kdp\n", f'8:11: profiles: found "kdp", allowed {LIST}'),
    bad(
        "margins over",
        GOOD + "page: {margins_mm: {inside: 101}}\n",
        '8:29: page.margins_mm.inside: found "101", allowed millimeters from 0 to 100',
    ),
    bad(
        "margins in",
        GOOD + "page: {margins_mm: {inside: 1 ft}}\n",
        '8:29: page.margins_mm.inside: found "1 ft", allowed millimeters from 0 to 100, or a length such as 1.6 cm '
        "or 0.5 in",
    ),
    bad(
        "trim leaves nothing",
        GOOD + "page: {trim: 6x6 in, margins_mm: {top: 70, bottom: 66}}\n",
        "8:34: page.margins_mm: the margins leave 16 mm of the page's height, allowed 38 mm or more; "
        "make margins smaller",
    ),
    bad(
        "trim leaves nothing 2",
        GOOD + "page: {trim: 3x4 in, profile: screen, margins_mm: {inside: 10, outside: 60}}\n",
        "8:51: page.margins_mm: the margins leave 6 mm of the page's width, allowed 38 mm or more; make "
        "margins smaller",
    ),
]


@pytest.mark.parametrize(("text", "lines"), CORPUS)
def test_refused_with_these_lines(text: str, lines: list[str]) -> None:
    assert refused(text) == lines


def shipped(name: str) -> str:
    return (Path(__file__).parents[3] / "templates" / name).read_text(encoding="utf-8")


def refused_by_own(name: str, text: str) -> list[str]:
    Path("x.yaml").write_text(GOOD, encoding="utf-8")
    Path("templates").mkdir(exist_ok=True)
    (Path("templates") / name).write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_book("x.yaml")
    return str(caught.value).split("\n")


def test_broken_data_files_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = refused_by_own("margins.yaml", "margins:\n  - {trim: [8.5], inside_in: wide}\n")
    place = "templates/margins.yaml:2"
    assert f"{place}:5: margins[1].outside_in: missing, required: margin at the outer edge, in inches" in lines
    found = 'margins[1].inside_in: found "wide", allowed inches from 0 to 5, or a length such as 1.6 cm or 0.5 in'
    assert f"{place}:30: {found}" in lines
    assert refused_by_own("margins.yaml", "margins: []\n") == [
        "templates/margins.yaml:1:10: margins: found no entries, allowed 1 or more"
    ]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("safe_in: 0.25", "safe_in: 7", 'printers.kdp.margins.safe_in: found "7", allowed inches from 0 to 5'),
        (
            "confidence: agreed",
            "confidence: sure",
            'printers.kdp.papers.confidence: found "sure", allowed official, agreed, single, tested, unsure, '
            'ours; did you mean "unsure"?',
        ),
        (
            "default: 8.5x11",
            "default: 8.5x12",
            'printers.kdp.trims.default: found "8.5x12", allowed 5.06x7.81, 5.25x8, 5.5x8.5, 5x8, 6.14x9.21, '
            "6.69x9.61, 6x9, 7.44x9.69, 7.5x9.25, 7x10, 8.25x6, 8.25x8.25, 8.5x11, 8.5x8.5, 8x10, a4; did you mean "
            '"8.5x11"?',
        ),
        (
            "{white: [24, 780], cream: [24, 730], ",
            "{white: [24, 780], ",
            "printers.kdp.trims.sizes[4].pages: found groundwood, premium-colour, standard-colour, white, "
            "allowed each of white, cream, groundwood, standard-colour, premium-colour once",
        ),
        (  # and no message about a trim for each letter
            "{8.25x6: [8.25, 6], 8.25x8.25: [8.25, 8.25]}",
            "8.25x6 .",
            'printers.kdp.trims.sizes[2].trims: found "8.25x6 .", allowed a group of keys',
        ),
        (
            "{black: [grey], colour: [cmyk, grey]}",
            "{black: [grey]}",
            "printers.kdp.file.spaces: missing, required: spaces for colour ink",
        ),
    ],
)
def test_a_broken_figure_is_named(
    old: str, new: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = shipped("printers.yaml")
    assert old in text
    row = text[: text.index(old)].count("\n") + 1
    (message,) = refused_by_own("printers.yaml", text.replace(old, new, 1))
    place, _, words = message.partition(": ")
    assert place.rpartition(":")[0] == f"templates/printers.yaml:{row}"
    assert words == line


@pytest.mark.parametrize(
    ("key", "field", "words"),
    [
        ("safe_in", "safe", "least distance of ink from the other edges"),
        ("type_pt", "type_size", "smallest type"),
        ("sizes", "groups", "trims with their page limits"),
    ],
)
def test_a_field_has_only_the_key_with_its_unit(
    key: str, field: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = shipped("printers.yaml")
    lines = refused_by_own("printers.yaml", text.replace(f" {key}:", f" {field}:", 1))
    assert [line for line in lines if f"{key}: missing, required: {words}" in line]
    (unknown,) = [line for line in lines if f".{field}: unknown key, allowed source, verified_on" in line]
    assert f", {key}" in unknown
    assert len(lines) == 2
