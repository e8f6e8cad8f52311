"""Reads glyphs from the tables of a TrueType font that reportlab has loaded."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

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
    at = _HEADER + 2 * count
    at += 2 + struct.unpack_from(">H", record, at)[0]  # instructions for small screens
    flags: list[int] = []
    while len(flags) <= ends[-1]:
        flag, at = record[at], at + 1
        flags.append(flag)
        if flag & _REPEATED:
            flags += [flag] * record[at]
            at += 1
    xs, at = _coordinates(record, at, flags, 0)
    ys, _ = _coordinates(record, at, flags, 1)
    points = [Point(x, y, bool(flag & _ON_CURVE)) for x, y, flag in zip(xs, ys, flags, strict=True)]
    starts = (0, *(end + 1 for end in ends))
    return [points[start:end] for start, end in pairwise(starts)]


def _coordinates(record: bytes, at: int, flags: list[int], axis: int) -> tuple[list[int], int]:
    """Return the coordinates of all points along an axis, each stored as a step from the last, and where they end."""
    steps = []
    for flag in flags:
        if flag & _SHORT[axis]:
            steps.append(record[at] if flag & _SAME_OR_POSITIVE[axis] else -record[at])
            at += 1
        elif flag & _SAME_OR_POSITIVE[axis]:
            steps.append(0)
        else:
            steps.append(struct.unpack_from(">h", record, at)[0])
            at += 2
    return list(accumulate(steps)), at


def _parts(record: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the glyphs that one is put together from, such as a letter and its accent, each with its offset."""
    at, flags = _HEADER, _MORE
    while flags & _MORE:
        flags, glyph = struct.unpack_from(">HH", record, at)
        if flags & _SCALED or not flags & _ARE_OFFSETS:
            raise ValueError(f"glyph {glyph} is scaled or placed by its points")
        kind = ">hh" if flags & _WORDS else ">bb"
        right, up = struct.unpack_from(kind, record, at + 4)
        yield glyph, right, up
        at += 4 + struct.calcsize(kind)
