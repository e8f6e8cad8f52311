"""The words of a cover, and the position of its panels on the trimmed sheet."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.language.rich_text import Block
from puzzlegen.layout.core.document import Box
from puzzlegen.printers.cover_geometry import Area

MARGIN = 0.085  # share of the trim width, from the trim to words and artwork


@dataclass(frozen=True, slots=True)
class CoverText:
    """The words of a cover; ``back`` is the text of its back."""

    title: str
    subtitle: str
    author: str
    back: tuple[Block, ...]


def trimmed(area: Area, bleed: float) -> Box:
    """Return an area of the sheet relative to the trimmed corner."""
    return Box(area[0] - bleed, area[1] - bleed, area[2] - bleed, area[3] - bleed)
