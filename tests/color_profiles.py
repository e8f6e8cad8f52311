"""Builds small ICC profiles byte by byte, and computes the colors that they mean in sRGB without a color library.

A profile is a header of 128 bytes, a table of tags and their contents (ICC.1:2001-04, version 2).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
D50 = np.array([0.9642, 1.0, 0.8249])
D65 = (0.3127, 0.3290)
SRGB = ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
ADOBE_RGB = ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
DISPLAY_P3 = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
_BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
Curve = Callable[[float], float]


def power(gamma: float) -> Curve:
    """The curve of a display with a gamma."""
    return lambda level: level**gamma


def srgb_curve(level: float) -> float:
    """The light of a level of sRGB."""
    return level / 12.92 if level <= 0.04045 else float(((level + 0.055) / 1.055) ** 2.4)


def _xyz(x: float, y: float) -> Points:
    return np.array([x / y, 1.0, (1 - x - y) / y])


def matrix(primaries: Sequence[tuple[float, float]]) -> Points:
    """The colors of red, green and blue light as columns of XYZ, adapted from D65 to D50 as profiles are."""
    columns = np.stack([_xyz(*one) for one in primaries], axis=1)
    white = _xyz(*D65)
    columns = columns * np.linalg.solve(columns, white)
    scale = np.diag((_BRADFORD @ D50) / (_BRADFORD @ white))
    return np.asarray(np.linalg.inv(_BRADFORD) @ scale @ _BRADFORD @ columns)


def to_srgb(xyz: Points) -> tuple[int, int, int]:
    """The color of sRGB, 0 to 255 each, of XYZ at D50."""
    light = np.clip(np.linalg.solve(matrix(SRGB), xyz), 0, 1)
    level = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    red, green, blue = (round(float(one) * 255) for one in level)
    return red, green, blue


def meant(primaries: Sequence[tuple[float, float]], curve: Curve, color: Sequence[int]) -> tuple[int, int, int]:
    """The color of sRGB that a color means in a space of red, green and blue light."""
    return to_srgb(matrix(primaries) @ np.array([curve(part / 255) for part in color]))


def meant_by_gray(curve: Curve, level: int) -> int:
    """The gray of sRGB that a gray means."""
    return to_srgb(D50 * curve(level / 255))[0]


def meant_by_lab(lightness: float, a: float, b: float) -> tuple[int, int, int]:
    """The color of sRGB of a color of CIE Lab at D50."""
    y = (lightness + 16) / 116
    parts = np.array([y + a / 500, y, y - b / 200])
    return to_srgb(D50 * np.where(parts > 6 / 29, parts**3, 3 * (6 / 29) ** 2 * (parts - 4 / 29)))


# --- Files ------------------------------------------------------------------------------------------------------------


def rgb_profile(primaries: Sequence[tuple[float, float]], curve: Curve) -> bytes:
    """The profile of a space of red, green and blue light."""
    columns = matrix(primaries).T
    tags = {b"wtpt": _point(D50)}
    tags |= {name: _point(one) for name, one in zip((b"rXYZ", b"gXYZ", b"bXYZ"), columns, strict=True)}
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), _curve(curve))
    return _profile(b"mntr", b"RGB ", b"XYZ ", tags)


def gray_profile(curve: Curve) -> bytes:
    """The profile of a space of grays."""
    return _profile(b"mntr", b"GRAY", b"XYZ ", {b"wtpt": _point(D50), b"kTRC": _curve(curve)})


def inks_profile(lab: Callable[[int, int, int, int], tuple[float, float, float]]) -> bytes:
    """The profile of a print with four inks, each of which is at a corner of its table fully on (1) or off (0)."""
    identity = bytes(range(256))
    corners = [lab(*(number >> shift & 1 for shift in (3, 2, 1, 0))) for number in range(16)]  # type: ignore[call-arg]  # four
    table = b"".join(bytes([round(255 * one / 100), round(a) + 128, round(b) + 128]) for one, a, b in corners)
    head = b"mft1" + bytes(4) + bytes([4, 3, 2, 0]) + struct.pack(">9i", *np.eye(3, dtype=int).ravel() * 65536)
    tags = {b"wtpt": _point(D50), b"A2B0": head + identity * 4 + table + identity * 3}
    return _profile(b"prtr", b"CMYK", b"Lab ", tags)


def _fixed(value: float) -> bytes:
    return struct.pack(">i", round(value * 65536))


def _point(xyz: Points) -> bytes:
    return b"XYZ " + bytes(4) + b"".join(map(_fixed, xyz))


def _curve(curve: Curve) -> bytes:
    levels = [round(65535 * curve(i / 1023)) for i in range(1024)]
    return b"curv" + bytes(4) + struct.pack(">I1024H", 1024, *levels)


def _profile(kind: bytes, space: bytes, between: bytes, tags: dict[bytes, bytes]) -> bytes:
    text = b"test\0"
    tags = {b"desc": b"desc" + bytes(4) + struct.pack(">I", len(text)) + text + bytes(78), **tags}
    tags[b"cprt"] = b"text" + bytes(4) + b"free\0"
    table, body = struct.pack(">I", len(tags)), b""
    begin = 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        table += name + struct.pack(">II", begin + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    size = begin + len(body)
    header = struct.pack(">I", size) + b"test" + bytes([2, 0x40, 0, 0]) + kind + space + between
    header += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + b"".join(map(_fixed, D50)) + b"test"
    return header + bytes(128 - len(header)) + table + body
