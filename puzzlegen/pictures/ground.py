"""Separates a picture from an even ground: how much each pixel differs from the color around it.

Otsu's threshold on gray fails where a light logo stands on white, where a light animal stands on dark, and where light
falls from one side. If the border of an image has one color, or a color that changes smoothly, that color is estimated
for the whole image, and what differs from it is the picture (tried on drawings of photos and logos, 2026-11-22).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST = 1000  # pixels along the longer side in which differences are measured: two for each part of 60 cells
BORDER = 0.025  # of the longer side: width of the border in which the ground is looked for
SAMPLES = 4000  # pixels of the border to measure
EVEN = 36.0  # of 441: how far a color may be from the ground and still be ground, noise included
LEAST_EVEN = 0.75  # share of the border that must be ground
ROUNDS = 6  # of the fit, each without the pixels that are no ground by the one before
DARK_PART = 60.0  # added to the brightness of the ground, so that noise on dark grounds does not count much
LEAST_DIFFERENCE = 0.12  # of the ground's brightness: a picture must differ so much somewhere, or there is none
MIDDLE = 128  # of 255: darker grounds are dark
SHOWN = 0.995  # of the pixels differ less than what becomes black

Colors = NDArray[np.float32]  # of shape (rows, columns, 3), 0 to 255


class OnWhite(NamedTuple):
    """An image as if its picture stood dark on a white ground, and whether the ground was dark in fact."""

    shades: NDArray[np.uint8]
    was_dark: bool


def on_white(image: Image) -> OnWhite | None:
    """Return an RGB image as if its picture stood dark on a white ground; None if its ground is not even."""
    from PIL import Image as images  # noqa: PLC0415  # half of the time of a short command

    scale = min(1.0, LONGEST / max(image.size))
    if scale < 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, images.Resampling.BOX)
    colors = np.asarray(image.convert("RGB"), np.float32)
    ground = _ground(colors)
    if ground is None:
        return None
    brightness = np.sqrt((ground**2).sum(axis=2)) + DARK_PART
    difference = np.sqrt(((colors - ground) ** 2).sum(axis=2)) / brightness
    most = float(np.quantile(difference, SHOWN))
    if most < LEAST_DIFFERENCE:
        return None
    shades: NDArray[np.uint8] = (255 * (1 - np.clip(difference / most, 0, 1))).astype(np.uint8)
    return OnWhite(shades, float(ground.mean()) < MIDDLE)


def _ground(colors: Colors) -> Colors | None:
    """Return the color of the ground for every pixel, fitted to the border by a polynomial of degree two."""
    height, width = colors.shape[:2]
    edge = max(1, round(BORDER * max(height, width)))
    at_border = np.ones((height, width), np.bool_)
    at_border[edge : height - edge, edge : width - edge] = False
    places = np.flatnonzero(at_border)
    places = places[:: max(1, len(places) // SAMPLES)]
    rows, columns = np.divmod(places, width)
    seen = colors[rows, columns]
    terms = _terms(rows / height, columns / width)
    even = np.ones(len(places), np.bool_)
    for _ in range(ROUNDS):
        weights, *_ = np.linalg.lstsq(terms[even], seen[even], rcond=None)
        far = np.sqrt(((terms @ weights - seen) ** 2).sum(axis=1))
        # At first the fit lies between ground and picture, so a share is kept that shrinks to what is even
        even = far <= max(EVEN, float(np.quantile(far, LEAST_EVEN)))
    if np.count_nonzero(far <= EVEN) < LEAST_EVEN * len(places):
        return None
    y, x = np.linspace(0, 1, height, dtype=np.float32), np.linspace(0, 1, width, dtype=np.float32)
    weights = weights.astype(np.float32)
    one, down, across, down2, both, across2 = weights
    ground: Colors = (
        one
        + (y[:, None] * down + y[:, None] ** 2 * down2)[:, None, :]
        + (x[:, None] * across + x[:, None] ** 2 * across2)[None, :, :]
        + (y[:, None] * x[None, :])[:, :, None] * both
    )
    return np.clip(ground, 0, 255)


def _terms(y: NDArray[np.float64], x: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack((np.ones_like(x), y, x, y * y, x * y, x * x), axis=1)
