"""Write puzzlegen/drawing/inks.png, the table by which colors become inks, from a model of a press: `make inks`.

python tools/ink_table.py

The model is that of Yule, Nielsen and Neugebauer: dots of the inks overlap by chance (Demichel), so that a print is a
mixture of 16 solids, added in XYZ to the power of 1/N. Paper is white, and black ink is the darkest that is asked for:
other colors are lightened as much as black is (black point compensation), and keep their a* and b*.

A color is made of black and at most two other inks, so that their sum is at most 300 % and grays are black alone. Those
that inks reach print as they are on a screen; others print as the nearest one of their hue. That hue is of Oklab,
because blues of one hue of CIELAB turn violet.
"""

import itertools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.float64]
TABLE = Path(__file__).parents[1] / "puzzlegen" / "drawing" / "inks.png"
SIDE = 18  # levels of red, green and blue in the table: 15 of 255 apart, so that it has them exactly
PART = 40  # colors computed at once: memory
N = 2.5  # with it and no dot gain but this, 540 colors differ by 2.8 on average from a profile of SWOP (2026-11-30)
# CIELAB of the solids of CGATS TR 001 (SWOP), the printing condition of our files, under D50, as the SWOP profile that
# comes with Ghostscript has them (absolute colorimetric): paper, Y, M, MY, C, CY, CM and CMY, and these with black
SOLIDS = np.array([
    (88.6, 0, 4), (84.3, -6, 83), (47.1, 69, -4), (46.7, 63, 42),
    (55.7, -38, -40), (51.8, -61, 26), (26.3, 18, -41), (24.7, 0, 0),
    (18.4, 1, 1), (16.9, -2, 12), (11.0, 14, 1), (12.2, 10, 7),
    (13.7, -7, -8), (13.7, -12, 5), (8.2, 7, -7), (9.0, 1, 1),
])  # fmt: skip
D50 = np.array([0.96422, 1.0, 0.82521])
# Linear sRGB to XYZ of D50 (by Bradford) and to the cone responses of Oklab, and these to Oklab
TO_XYZ = np.array([
    [0.4360747, 0.3850649, 0.1430804], [0.2225045, 0.7168786, 0.0606169], [0.0139322, 0.0971045, 0.7141733],
])  # fmt: skip
TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
NEUTRAL = 15.0  # chroma from which a color has its own lightness: below, that of the gray beside it the more, the less
FAINT = 0.05  # chroma of Oklab below which hue counts less
MOST_BLACK = 0.8  # black ink of a color: with more, words are dark enough to show an edge of the other inks
REACHED = 0.01  # a difference of Oklab that is not seen
HUE, LIGHT = 4.0, 0.5  # how much more differences of hue and of lightness count than those of chroma


def xyz_of_lab(lab: Floats) -> Floats:
    """Return XYZ under D50 of CIELAB."""
    middle = (lab[..., 0] + 16) / 116
    roots = np.stack([middle + lab[..., 1] / 500, middle, middle - lab[..., 2] / 200], -1)
    return D50 * np.where(roots > 6 / 29, roots**3, 3 * (6 / 29) ** 2 * (roots - 4 / 29))


def lab_of_xyz(xyz: Floats) -> Floats:
    """Return CIELAB of XYZ under D50."""
    shares = xyz / D50
    roots = np.where(shares > (6 / 29) ** 3, np.cbrt(shares), shares / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = np.moveaxis(roots, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], -1)


_ABSOLUTE = xyz_of_lab(SOLIDS)
_ROOTS = (_ABSOLUTE / _ABSOLUTE[0] * D50) ** (1 / N)  # of the solids, the paper being white


def printed_xyz(inks: Floats) -> Floats:
    """Return XYZ under D50 of inks (cyan, magenta, yellow, black, each 0 to 1) on a paper that is white."""
    shares = np.ones((*inks.shape[:-1], 1))
    for ink in np.moveaxis(inks[..., [3, 0, 1, 2]], -1, 0)[..., None]:  # in the order of the solids
        shares = (shares[..., None] * np.stack([1 - ink, ink], -1)).reshape(*ink.shape[:-1], -1)
    return (shares @ _ROOTS) ** N


BLACK = printed_xyz(np.array([0.0, 0.0, 0.0, 1.0]))[1]  # the light of black ink, where paper has 1


def oklab(xyz: Floats) -> Floats:
    """Return Oklab of XYZ under D50."""
    return np.cbrt(np.maximum(xyz @ np.linalg.inv(TO_XYZ).T @ TO_CONES.T, 0)) @ TO_OKLAB.T


def lab_of_rgb(rgb: Floats) -> Floats:
    """Return CIELAB of sRGB, 0 to 1."""
    return lab_of_xyz(np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ TO_XYZ.T)


def rgb_of_lab(lab: Floats) -> Floats:
    """Return sRGB, 0 to 1, of CIELAB, each part the nearest possible."""
    linear = np.clip(xyz_of_lab(lab) @ np.linalg.inv(TO_XYZ).T, 0, 1)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


def _with_light(lab: Floats, share: float, more: float) -> Floats:
    """Return CIELAB with another light Y: a share of it, and more."""
    light = xyz_of_lab(lab * [1, 0, 0]) * share + more * D50
    return lab * [0, 1, 1] + lab_of_xyz(light) * [1, 0, 0]


def targets(rgb: Floats) -> Floats:
    """Return CIELAB that sRGB should have on paper: as light as black ink allows, near grays as light as they print."""
    lab = lab_of_rgb(rgb)
    wanted = _with_light(lab, 1 - BLACK, BLACK)
    gray = lab_of_xyz(printed_xyz(np.concatenate([lab * 0, 1 - rgb_of_lab(lab * [1, 0, 0])[..., :1]], -1)))
    near = np.clip(1 - np.linalg.norm(lab[..., 1:], axis=-1, keepdims=True) / NEUTRAL, 0, 1) ** 2
    return wanted + near * (gray - wanted * [1, 0, 0])


def seen(rgb: Floats, inks: Floats) -> Floats:
    """Return sRGB as its inks show it, black ink being black; a color that they reach stays as it is."""
    xyz = printed_xyz(inks)
    away = np.linalg.norm(oklab(xyz) - oklab(xyz_of_lab(targets(rgb))), axis=-1, keepdims=True)
    shown = _with_light(lab_of_xyz(xyz), 1 / (1 - BLACK), -BLACK / (1 - BLACK))
    return np.where(away < REACHED, rgb, rgb_of_lab(shown))


def _cost(prints: Floats, wanted: Floats) -> Floats:
    """Return how far prints, shape ``(n, k, 3)`` or ``(k, 3)``, are from what is wanted, ``(n, 3)``, all in Oklab."""
    away = prints - wanted[:, None]
    chroma = np.linalg.norm(wanted[:, 1:], axis=-1)
    across = np.stack([-wanted[:, 2], wanted[:, 1]], -1) / np.maximum(chroma, 1e-9)[:, None]
    hue = np.einsum("nki,ni->nk", away[..., 1:], across)
    return away**2 @ [LIGHT, 1, 1] + HUE * np.minimum(1, chroma / FAINT)[:, None] * hue**2


def _nearest(wanted: Floats, unused: int) -> tuple[Floats, Floats]:
    """Return the best inks without the one numbered ``unused``, and their cost: on a grid, then on ever finer ones."""
    used = [ink for ink in range(4) if ink != unused]
    most = np.ones((len(wanted), 1, 4))
    most[:, 0, 3] -= (1 - MOST_BLACK) * np.clip(np.linalg.norm(wanted[:, 1:], axis=1) / FAINT, 0, 1)
    steps = np.zeros((27, 4))
    steps[:, used] = list(itertools.product((-1, 0, 1), repeat=3))
    grid = np.zeros((13**3, 4))
    grid[:, used] = list(itertools.product(np.linspace(0, 1, 13), repeat=3))
    costs = _cost(oklab(printed_xyz(grid)), wanted)
    best, step = np.minimum(grid[costs.argmin(axis=1)], most[:, 0]), 1 / 24
    while step > 1 / 4000:
        for _ in range(3):
            tried = np.clip(best[:, None] + step * steps, 0, most)
            costs = _cost(oklab(printed_xyz(tried)), wanted)
            best = tried[np.arange(len(best)), costs.argmin(axis=1)]
        step /= 2
    return best, _cost(oklab(printed_xyz(best[:, None])), wanted)[:, 0]


def inks_of(rgb: Floats) -> Floats:
    """Return cyan, magenta, yellow and black for sRGB, shapes ``(n, 3)`` and ``(n, 4)``."""
    wanted = oklab(xyz_of_lab(targets(rgb)))
    tried, costs = zip(*(_nearest(wanted, unused) for unused in (0, 1, 2)), strict=True)
    inks: Floats = np.stack(tried)[np.stack(costs).argmin(axis=0), np.arange(len(rgb))]
    gray = np.ptp(rgb, axis=1) == 0
    inks[gray] = np.concatenate([np.zeros((gray.sum(), 3)), 1 - rgb[gray, :1]], axis=1)
    return inks


if __name__ == "__main__":
    levels = np.linspace(0, 1, SIDE)
    nodes = np.array(list(itertools.product(levels, repeat=3)))[:, ::-1]  # red changes fastest
    inks = np.concatenate([inks_of(part) for part in np.array_split(nodes, range(PART, len(nodes), PART))])
    table = np.concatenate([inks, seen(nodes, inks)], axis=1)
    print(f"{(table[:, 4:] == nodes).all(axis=1).mean():.0%} of the colors are reached")
    pixels = np.round(255 * table).astype(np.uint8).reshape(SIDE, SIDE * SIDE, 7)
    shown = np.concatenate([pixels[..., :4], np.dstack([pixels[..., 4:], np.full(pixels.shape[:2], 255, np.uint8)])])
    Image.fromarray(shown, "RGBA").save(TABLE, optimize=True)
