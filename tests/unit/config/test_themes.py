"""Themes: the shipped ones, a publisher's own, and every way in which a theme file can be wrong."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

from puzzlegen.book.design import load_design
from puzzlegen.config.themes import theme_names
from puzzlegen.drawing.fonts import DIGITS, FAMILIES, LETTERS, family_file, font_name, missing_characters, uneven_digits
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import Gray
from puzzlegen.layout.core.theme import DEFAULT
from puzzlegen.units import mm

LANGUAGES = (
    "ÄÖÜäöüß„“‚‘–€"  # German
    "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸàâæçéèêëîïôœùûüÿ«»‹›’\u00a0\u202f"  # French
    "ÁÉÍÑÓÚÜáéíñóúü¿¡ºª"  # Spanish
    "ÃÁÂÀÇÉÊÍÓÔÕÚãáâàçéêíóôõú"  # Portuguese
    "ÀÈÉÌÒÙàèéìòù"  # Italian
    "ÉËÏÓÖÜéëïóöü"  # Dutch
    "“”‘’—…•×©№½"
)


def own_theme(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, name: str = "mine") -> None:
    (folder / "templates" / "themes").mkdir(parents=True, exist_ok=True)
    (folder / "templates" / "themes" / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)


def own_font(path: Path, characters: str, *, cff: bool = False, rights: int = 0, narrow: str = "") -> None:
    """A font of boxes; the characters of ``narrow`` are half as wide."""
    names = {char: f"u{ord(char):04X}" for char in characters}
    builder = FontBuilder(1000, isTTF=not cff)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(char): name for char, name in names.items()})
    pen = T2CharStringPen(500, None) if cff else TTGlyphPen(None)
    for i, point in enumerate([(50, 0), (50, 700), (450, 700), (450, 0)]):
        (pen.lineTo if i else pen.moveTo)(point)
    pen.closePath()
    glyph = pen.getCharString() if cff else pen.glyph()
    glyphs = dict.fromkeys([".notdef", *names.values()], glyph)
    builder.setupCFF("Box-Heavy", {}, glyphs, {}) if cff else builder.setupGlyf(glyphs)
    half = {names[char] for char in narrow}
    builder.setupHorizontalMetrics({name: (250 if name in half else 500, 50) for name in glyphs})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(fsType=rights, sTypoAscender=800, sCapHeight=700)
    builder.setupNameTable({"familyName": "Box", "styleName": "Heavy", "psName": "Box-Heavy"})
    builder.setupPost()
    path.parent.mkdir(parents=True, exist_ok=True)
    builder.save(path)


def test_classic_yaml_says_what_the_code_has():
    assert load_design("classic", "en").theme == DEFAULT


def test_the_shipped_themes_differ_where_it_shows():
    assert {"children", "classic", "large-print", "travel"} <= set(theme_names())
    looks = [load_design(name, "en") for name in ("classic", "large-print", "travel")]
    for differs in (
        lambda look: look.typeface,
        lambda look: look.theme.puzzle.frame,
        lambda look: look.theme.marks.difficulty,
        lambda look: (look.theme.header.left, look.theme.header.right, look.theme.header.number_growth),
    ):
        assert len({differs(look) for look in looks}) == 3


def test_a_theme_changes_only_what_it_names(tmp_path, monkeypatch):
    own_theme(tmp_path, monkeypatch, "about: Mine.\ngrids: {puzzle: {clue_tint: 12}}\ncells: {most_mm: 12}\n")
    look = load_design("mine", "en")
    assert look.theme.puzzle.clue_tint == Gray(0.88)
    assert look.theme.cells.most == mm(12) and look.theme.cells.least == DEFAULT.cells.least
    assert look.theme.answer == DEFAULT.answer and look.theme.type.narrow == DEFAULT.type.narrow
    assert look.typeface == "Source Sans Pro"


def test_a_key_without_a_value_is_as_in_classic(tmp_path, monkeypatch):
    groups = (
        "align:\ncells: {least_mm: , per_page: }\ngrids: {puzzle: {frame: }, figure: {frame: , lines: 1}, answer: }\n"
    )
    own_theme(tmp_path, monkeypatch, ABOUT + groups + "type: {wide: {body: , least: 8}}\nheader: {left: , right: }\n")
    look = load_design("mine", "en").theme
    assert look.figure == replace(DEFAULT.figure, lines=1.0)
    assert look.type.wide == DEFAULT.type.wide.model_copy(update={"least": 8.0})
    assert replace(look, name="classic", figure=DEFAULT.figure, type=DEFAULT.type) == DEFAULT


def test_a_users_theme_goes_before_the_shipped_one(tmp_path, monkeypatch):
    own_theme(tmp_path, monkeypatch, "about: Mine.\nalign: center\n", "classic")
    assert load_design("classic", "en").theme.align == "center"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("role", ["regular", "bold", "display"])
def test_the_families_have_what_seven_languages_need_and_digits_of_one_width(family, role):
    path = family_file(family, role)
    assert missing_characters(path, "regular", LETTERS + DIGITS + LANGUAGES) == ""
    assert uneven_digits(path) == ""


ABOUT = "about: Mine.\n"


FONTS = {
    "outlines": ({"cff": True}, "it has PostScript outlines .OpenType CFF.*use the TrueType"),
    "restricted": ({"rights": 0x0002}, "its license forbids embedding it in a book .OS/2 fsType 0x0002"),
    "no subsetting": ({"rights": 0x0104}, "its license forbids embedding"),
    "bitmaps only": ({"rights": 0x0200}, "its license forbids embedding"),
    "uneven digits": ({"narrow": "17"}, "the font Box has digits of unequal width .1, 7 differ from 0."),
    "glyphs missing": ({"characters": DIGITS.replace("8", "")}, "the font Box has no glyph for '8'"),
}


@pytest.mark.parametrize("name", FONTS)
def test_fonts_that_cannot_be_used_are_refused_with_the_reason(name, tmp_path, monkeypatch):
    options, message = FONTS[name]
    own_font(tmp_path / "templates/themes/fonts/box.ttf", **({"characters": LETTERS + DIGITS} | options))
    own_theme(tmp_path, monkeypatch, ABOUT + "fonts:\n  digits_file: fonts/box.ttf\n")
    with pytest.raises(ConfigError, match=r"mine.yaml:3:16: fonts.digits_file: .*" + message):
        load_design("mine", "en")


@pytest.mark.parametrize(
    ("what", "message"),
    [("pipe", "found a pipe"), ("device", "found a device"), ("folder", "Is a directory"), ("units", "unitsPerEm 0")],
)
def test_what_is_no_sound_font_file_is_refused_at_once(what, message, tmp_path, monkeypatch):
    font = tmp_path / "templates/themes/fonts/box.ttf"
    own_font(font, LETTERS + DIGITS)
    if what == "units":
        data = bytearray(font.read_bytes())
        at = int.from_bytes(data[data.index(b"head") + 8 :][:4], "big")
        data[at + 18 : at + 20] = bytes(2)
        font.write_bytes(data)
    else:
        font.unlink()
        {"pipe": os.mkfifo, "folder": Path.mkdir, "device": lambda path: path.symlink_to("/dev/zero")}[what](font)
    own_theme(tmp_path, monkeypatch, ABOUT + "fonts:\n  digits_file: fonts/box.ttf\n")
    with pytest.raises(ConfigError, match=r"mine.yaml:3:16: fonts.digits_file: .*" + message):
        load_design("mine", "en")


def test_letters_missing_from_the_words_font_are_named(tmp_path, monkeypatch):
    own_font(tmp_path / "templates/themes/box.ttf", (LETTERS + DIGITS).replace("Q", ""))
    own_theme(tmp_path, monkeypatch, ABOUT + "fonts: {regular: box.ttf, bold: box.ttf}\n")
    with pytest.raises(ConfigError, match=r"fonts\.regular: the font Box has no glyph for 'Q'"):
        load_design("mine", "en")


def test_a_font_of_ones_own_is_used_and_named(tmp_path, monkeypatch):
    own_font(tmp_path / "templates/themes/box.ttf", LETTERS + DIGITS, rights=0x0008)
    fonts = "fonts: {regular: box.ttf, bold: box.ttf, digits: Open Sans}\n"
    own_theme(tmp_path, monkeypatch, ABOUT + fonts)
    look = load_design("mine", "en")
    assert look.typeface == "Box"
    assert look.metrics.width("ab", "regular") == pytest.approx(1.0)
    assert look.metrics.figure_height("regular") == pytest.approx(0.7)
    assert font_name(look.fonts.regular, "regular") != font_name(look.fonts.bold, "bold")
    assert look.fonts.digits == family_file("Open Sans")
