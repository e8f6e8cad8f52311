"""Three colours that go together, as covers and cards take them, and how well one stands off another."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.layout.core.document import RGB


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a cover or a card: the ground, what is written on it, and the accent of the artwork."""

    ground: RGB
    ink: RGB
    accent: RGB

    def blend(self, colour: RGB, share: float) -> RGB:
        """That colour at ``share``, the ground for the rest."""
        mixed = (
            part * share + rest * (1 - share) for part, rest in zip(_parts(colour), _parts(self.ground), strict=True)
        )
        return RGB(*mixed)


def _parts(colour: RGB) -> tuple[float, float, float]:
    return colour.red, colour.green, colour.blue


def luminance(colour: RGB) -> float:
    """How light a colour is, 0 to 1, as the contrast rules of the web (WCAG 2) reckon it."""
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in _parts(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: RGB, other: RGB) -> float:
    """How well one stands off the other: 1 not at all, 21 black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
