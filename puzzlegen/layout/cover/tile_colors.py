"""Colors of tiles by their clue, and of digits on them that readers can tell apart from the tile."""

from __future__ import annotations

from puzzlegen.layout.core.document import RGB
from puzzlegen.layout.core.theme import Palette, contrast

READABLE = 4.5  # least contrast of a digit with its tile, as WCAG requires of text
STEPS = 9  # counts of mines, 0 to 8
_FINE = 200  # steps in which a readable color is searched
_LIGHTEST, _ACCENT, _DEEPEST = 0.16, 0.72, 0.9  # places on the scale: least ink that prints, the accent, the last step
_DULL = 0.7  # of the saturation of ground and accent: mixtures with less look like mud
_MOST_INK = 0.4  # in the first half of a scale that does not mix ground and accent


def mixed(one: RGB, other: RGB, share: float) -> RGB:
    """Mix two colors; ``share`` is the part of the first, 0 to 1."""
    return RGB(
        one.red * share + other.red * (1 - share),
        one.green * share + other.green * (1 - share),
        one.blue * share + other.blue * (1 - share),
    )


def shade(palette: Palette, place: float) -> RGB:
    """Return the color at a place of the scale: 0 is the ground, _ACCENT the accent, and 1 the accent with much ink.

    It mixes ground and accent, or if that is dull, as of blue and orange, first ground and ink and then the accent.
    """
    if place > _ACCENT:
        return mixed(palette.ink, palette.accent, (place - _ACCENT) / (1 - _ACCENT) * 0.75)
    share = place / _ACCENT
    if not _is_dull(palette):
        return mixed(palette.accent, palette.ground, share)
    if share < 0.5:
        return mixed(palette.ink, palette.ground, share * 2 * _MOST_INK)
    return mixed(palette.ink, palette.accent, (1 - share) * 0.7)


def _is_dull(palette: Palette) -> bool:
    ends = _saturation(palette.ground), _saturation(palette.accent)
    middle = mixed(palette.accent, palette.ground, 0.5)
    return min(ends) > 0.1 and _saturation(middle) < _DULL * sum(ends) / 2


def _saturation(color: RGB) -> float:
    parts = color.red, color.green, color.blue
    return max(parts) - min(parts)


def digit_color(palette: Palette, tile: RGB) -> RGB:
    """Return the one of ink and ground that contrasts more with a tile."""
    return max((palette.ink, palette.ground), key=lambda color: contrast(color, tile))


def readable_shade(palette: Palette, place: float) -> RGB:
    """Return the color nearest to a place of the scale on which digits have a contrast of at least READABLE."""
    tries = sorted((i / _FINE for i in range(_FINE + 1)), key=lambda one: (abs(one - place), one))
    colors = (shade(palette, one) for one in tries if one >= _LIGHTEST / 2)
    found = next((color for color in colors if contrast(digit_color(palette, color), color) >= READABLE), None)
    return palette.ink if found is None else found


def tile_color(palette: Palette, count: int) -> RGB:
    """Return the color of a tile with a clue: the more mines, the stronger."""
    place = _LIGHTEST + (_DEEPEST - _LIGHTEST) * min(1.0, count / 6)
    return readable_shade(palette, place)


def blank_color(palette: Palette) -> RGB:
    """Return the color of a tile without a clue: faint, but printable."""
    return shade(palette, _LIGHTEST)
