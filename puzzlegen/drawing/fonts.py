"""Loads font files, bundled or the user's, checks them, and reads their metrics and glyphs for layout."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from puzzlegen.drawing.reportlab_defaults import TTFError, TTFont
from puzzlegen.errors import OutputError
from puzzlegen.files.reading import MAX_FONT, read_limited
from puzzlegen.layout.core.document import Font

# Names and bits are those of the table "glyf" in the OpenType specification, version 1.9.1.
_ON_CURVE, _SHORT, _REPEATED, _SAME_OR_POSITIVE = 0x01, (0x02, 0x04), 0x08, (0x10, 0x20)  # of a point; pairs: x, y
_WORDS, _ARE_OFFSETS, _MORE, _SCALED = 0x0001, 0x0002, 0x0020, 0x0008 | 0x0040 | 0x0080  # of a part of a glyph
_HEADER = 10  # bytes: number of contours, xMin, yMin, xMax, yMax


class Point(NamedTuple):
    """A point of a contour in units of the font, y up; those off the curve are control points of quadratic curves."""

    x: float
    y: float
    is_on: bool


def units_of(face: Any) -> int:
    """Return how many units of the font are the font size."""
    return int(struct.unpack_from(">H", face.get_table("head"), 18)[0])


def corner(face: Any, glyph: int) -> tuple[int, int]:
    """Return xMin and yMax of a glyph that is not blank, in units of the font."""
    left, _, _, top = struct.unpack_from(">hhhh", _record(face, glyph), 2)
    return left, top


def contours(face: Any, glyph: int) -> list[list[Point]]:
    """Return the contours of a glyph, which may be put together from others. A blank one has none.

    Raises ValueError for a part that is scaled or placed by its points, which no font of this package has.
    """
    record = _record(face, glyph)
    if not record:
        return []
    (count,) = struct.unpack_from(">h", record)
    if count >= 0:
        return _simple(record, count)
    return [
        [Point(x + right, y + up, is_on) for x, y, is_on in contour]
        for part, right, up in _parts(record)
        for contour in contours(face, part)
    ]


def _record(face: Any, glyph: int) -> bytes:
    """Return the description of a glyph; empty for a blank one."""
    (is_long,) = struct.unpack_from(">h", face.get_table("head"), 50)
    loca = face.get_table("loca")
    if is_long:
        start, end = struct.unpack_from(">LL", loca, 4 * glyph)
    else:
        start, end = (2 * half for half in struct.unpack_from(">HH", loca, 2 * glyph))
    return bytes(face.get_chunk(face.get_table_pos("glyf")[0] + start, end - start))


def _simple(record: bytes, count: int) -> list[list[Point]]:
    """Return the contours of a glyph that has its own points."""
    ends = struct.unpack_from(f">{count}H", record, _HEADER)
    position = _HEADER + 2 * count
    position += 2 + struct.unpack_from(">H", record, position)[0]  # instructions for small screens
    flags: list[int] = []
    while len(flags) <= ends[-1]:
        flag, position = record[position], position + 1
        flags.append(flag)
        if flag & _REPEATED:
            flags += [flag] * record[position]
            position += 1
    xs, position = _coordinates(record, position, flags, 0)
    ys, _ = _coordinates(record, position, flags, 1)
    points = [Point(x, y, bool(flag & _ON_CURVE)) for x, y, flag in zip(xs, ys, flags, strict=True)]
    starts = (0, *(end + 1 for end in ends))
    return [points[start:end] for start, end in pairwise(starts)]


def _coordinates(record: bytes, position: int, flags: list[int], axis: int) -> tuple[list[int], int]:
    """Return the coordinates of all points along an axis, each stored as a step from the last, and where they end."""
    steps = []
    for flag in flags:
        if flag & _SHORT[axis]:
            steps.append(record[position] if flag & _SAME_OR_POSITIVE[axis] else -record[position])
            position += 1
        elif flag & _SAME_OR_POSITIVE[axis]:
            steps.append(0)
        else:
            steps.append(struct.unpack_from(">h", record, position)[0])
            position += 2
    return list(accumulate(steps)), position


def _parts(record: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the glyphs that one is put together from, such as a letter and its accent, each with its offset."""
    position, flags = _HEADER, _MORE
    while flags & _MORE:
        flags, glyph = struct.unpack_from(">HH", record, position)
        if flags & _SCALED or not flags & _ARE_OFFSETS:
            raise ValueError(f"glyph {glyph} is scaled or placed by its points")
        kind = ">hh" if flags & _WORDS else ">bb"
        right, up = struct.unpack_from(kind, record, position + 4)
        yield glyph, right, up
        position += 4 + struct.calcsize(kind)


ROLES: tuple[Font, ...] = ("regular", "bold", "digits", "display")
# No-break spaces. French uses the narrow one, which many fonts lack; then the wide one replaces it.
NO_BREAK, NARROW = 0x00A0, 0x202F
DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Family(NamedTuple):
    """An openly licensed family from a Python package: TrueType files with digits of equal width."""

    package: str
    install: str
    regular: str
    bold: str
    display: str


# OFL, OFL, Apache-2.0. All have the letters and marks of the seven languages (tests/unit/config/test_themes.py).
FAMILIES = {
    "Source Sans Pro": Family(
        "font_source_sans_pro",
        "font-source-sans-pro",
        "SourceSansPro-Regular.ttf",
        "SourceSansPro-Semibold.ttf",
        "SourceSansPro-Black.ttf",
    ),
    "Source Serif Pro": Family(
        "font_source_serif_pro",
        "font-source-serif-pro",
        "SourceSerifPro-Regular.ttf",
        "SourceSerifPro-Semibold.ttf",
        "SourceSerifPro-Black.ttf",
    ),
    "Open Sans": Family(
        "ttf_opensans", "ttf-opensans", "OpenSans-Regular.ttf", "OpenSans-SemiBold.ttf", "OpenSans-ExtraBold.ttf"
    ),
}
FAMILY = "Source Sans Pro"


@dataclass(frozen=True, slots=True)
class FontSet:
    """The font files of a document: text, bold text, clue digits, and titles of covers."""

    regular: Path
    bold: Path
    digits: Path
    display: Path

    def file(self, font: Font) -> Path:
        """Return the TrueType file of a role."""
        path: Path = getattr(self, font)
        return path


def family_file(name: str, role: Font = "regular") -> Path:
    """Return the TrueType file of one of FAMILIES; its digits have the weight of its text.

    Raises OutputError when the font package is missing.
    """
    family = FAMILIES[name]
    package = find_spec(family.package)
    if package is None or not package.submodule_search_locations:
        raise OutputError(f"font {name} is missing: install the package {family.install}")
    file = {"bold": family.bold, "display": family.display}.get(role, family.regular)
    path = next(Path(package.submodule_search_locations[0]).rglob(file), None)
    if path is None:
        raise OutputError(f"font file {file} is missing: install the package {family.install} again")
    return path


@cache
def default_fonts() -> FontSet:
    """Return the fonts of the classic theme, which pictures use too."""
    regular = family_file(FAMILY)
    return FontSet(regular, family_file(FAMILY, "bold"), regular, family_file(FAMILY, "display"))


def font_name(path: Path, font: Font) -> str:
    """Return the name under which reportlab registers the font."""
    return (
        f"puzzlegen-{'bold' if font == 'bold' else 'plain'}-{path}"  # a file used for text and digits is embedded once
    )


def load_font(path: Path, font: Font) -> TTFont:
    """Load a font for reportlab.

    Raises OutputError for a file that cannot be used.
    """
    return _load_font(path, font_name(path, font))


@cache
def _load_font(path: Path, name: str) -> TTFont:
    if problem := embedding_problem(path):
        raise OutputError(f"{path}: {problem}")
    try:
        font = TTFont(name, str(path))
    except (TTFError, OSError, struct.error, IndexError, KeyError, ValueError) as error:  # errors of broken files
        raise OutputError(f"{path}: not a usable TrueType font: {error}") from error
    # Verification recognizes puzzle numbers by the word bold in the font name, but a bold font may be named Heavy.
    if name == font_name(path, "bold") and b"bold" not in font.face.name.lower():
        font.face.name += b"-Bold"
    face = font.face
    if NARROW not in face.charToGlyph and NO_BREAK in face.charToGlyph:
        face.charToGlyph[NARROW], face.charWidths[NARROW] = face.charToGlyph[NO_BREAK], face.charWidths[NO_BREAK]
    return font


_UNSUPPORTED = {  # by the first four bytes
    b"OTTO": "it has PostScript outlines (OpenType CFF), which cannot be embedded; use the TrueType (.ttf) files of "
    "the family",
    b"ttcf": "it is a collection of fonts; use a single .ttf file",
    b"wOFF": "it is a web font; use the .ttf file",
    b"wOF2": "it is a web font; use the .ttf file",
}


def embedding_problem(path: Path) -> str:
    """Return why a file cannot be embedded as a TrueType font, with the remedy; empty if it can."""
    try:
        data = read_limited(path, MAX_FONT)
    except OSError as error:
        return f"cannot be read: {error.strerror}; give the path of the font file, relative to the theme file"
    if data[:4] in _UNSUPPORTED:
        return _UNSUPPORTED[data[:4]]
    if data[:4] not in (b"\x00\x01\x00\x00", b"true"):
        return "it is not a font file; give a TrueType font (.ttf)"
    tables = _tables(data)
    if any(name not in tables for name in (b"cmap", b"glyf", b"head", b"hmtx", b"loca", b"name")):
        return "it is not a complete TrueType font; download it again"
    (units,) = struct.unpack_from(">H", data.ljust(tables[b"head"][0] + 20, b"\0"), tables[b"head"][0] + 18)
    if not units:
        return "it is not a sound TrueType font (unitsPerEm 0 in its table head); download it again"
    rights = _embedding_rights(data, tables)
    if rights & 0x000F == 0x0002 or rights & 0x0300:  # restricted; no subsetting; bitmaps only
        return (
            f"its license forbids embedding it in a book (OS/2 fsType 0x{rights:04X}); "
            "use another font or get a license that allows it"
        )
    return ""


def missing_characters(path: Path, font: Font, characters: str) -> str:
    """Return the characters without a glyph in a usable file, each once."""
    known = load_font(path, font).face.charToGlyph
    return "".join(dict.fromkeys(char for char in characters if ord(char) not in known))


def uneven_digits(path: Path, font: Font = "digits") -> str:
    """Return the digits that are not as wide as the 0."""
    widths = load_font(path, font).face.charWidths
    return "".join(digit for digit in DIGITS if abs(widths[ord(digit)] - widths[ord("0")]) > 1)


def family_name(path: Path) -> str:
    """Return the name of the family from the font, for print."""
    for name, family in FAMILIES.items():
        if path.name in (
            family.regular,
            family.bold,
            family.display,
        ):  # their own name tables say "Source Sans Pro Semibold"
            return name
    face = load_font(path, "regular").face
    return str(getattr(face, "familyName", b"").decode("utf-8", "replace")) or path.stem


def _tables(data: bytes) -> dict[bytes, tuple[int, int]]:
    """Return offset and length of each table inside the file."""
    try:
        (count,) = struct.unpack_from(">H", data, 4)
        entries = [struct.unpack_from(">4sLLL", data, 12 + 16 * i) for i in range(count)]
    except struct.error:
        return {}
    return {name: (start, size) for name, _, start, size in entries if start + size <= len(data)}


def _embedding_rights(data: bytes, tables: dict[bytes, tuple[int, int]]) -> int:
    """Return the flags fsType of the OS/2 table; 0 for a font without the table, which allows all."""
    start, size = tables.get(b"OS/2", (0, 0))
    return int(struct.unpack_from(">H", data, start + 8)[0]) if size >= 10 else 0


class FontMetrics:
    """Widths and heights from the tables of the font files; lengths are for size 1."""

    def __init__(self, fonts: FontSet | None = None) -> None:
        self.fonts = fonts or default_fonts()
        # Texts, because the hash of a path takes half of the time of looking up a width (2026-11-22).
        self._files = {font: str(self.fonts.file(font)) for font in ROLES}

    def width(self, text: str, font: Font) -> float:
        """Return the sum of the advance widths."""
        return _width(self._files[font], font, text)

    def figure_height(self, font: Font) -> float:
        """Return the height of the figure 1, which is flat at top and bottom; round figures overshoot it."""
        return _bounds(self.fonts.file(font), font, "1")[1]

    def cap_height(self, font: Font) -> float:
        """Return the height of the capital H."""
        return _bounds(self.fonts.file(font), font, "H")[1]

    def bearing(self, char: str, font: Font) -> float:
        """Return the distance from the origin of a letter to its left edge."""
        return _bounds(self.fonts.file(font), font, char)[0]

    def name(self, font: Font) -> str:
        """Return the name of the family, for messages."""
        return family_name(self.fonts.file(font))

    def missing(self, text: str, font: Font) -> str:
        """Return the characters of the text without a glyph in the font, each once."""
        return missing_characters(self.fonts.file(font), font, text)


@lru_cache(maxsize=1 << 16)  # a book repeats a few thousand words and numbers
def _width(file: str, font: Font, text: str) -> float:
    face = load_font(Path(file), font).face
    return sum(float(face.charWidths.get(ord(char), face.defaultWidth)) for char in text) / 1000


@cache
def _bounds(path: Path, font: Font, char: str) -> tuple[float, float]:
    """Return xMin and yMax of a glyph that is not blank."""
    face = load_font(path, font).face
    left, top = corner(face, face.charToGlyph.get(ord(char), 0))
    return left / units_of(face), top / units_of(face)
