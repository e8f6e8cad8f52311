"""Geometry of a wrap-around cover: one sheet with back, spine and front side by side."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.errors import ConfigError
from puzzlegen.printers.profile import Profile

Area = tuple[float, float, float, float]  # left, top, right, bottom in points from the top left of the sheet


@dataclass(frozen=True, slots=True)
class CoverGeometry:
    """A cover sheet, all lengths in points; the back is on the left, and ``bleed`` is on all four sides.

    ``spine`` is the width of the spine, 0 for a binding without one. ``spine_text`` is the area for words on it, None
    if the printer allows none. ``barcode`` is the area of the printer's barcode, None if no area must be kept clear.
    ``safe_back`` and ``safe_front`` are the safe areas.
    """

    width: float
    height: float
    bleed: float
    trim_width: float
    spine: float
    spine_text: Area | None
    barcode: Area | None
    safe_back: Area
    safe_front: Area

    @property
    def spine_left(self) -> float:
        """The fold between back and spine."""
        return self.bleed + self.trim_width

    @property
    def spine_right(self) -> float:
        """The fold between spine and front."""
        return self.spine_left + self.spine

    @property
    def front(self) -> Area:
        """The trimmed front."""
        return self.spine_right, self.bleed, self.width - self.bleed, self.height - self.bleed

    @property
    def back(self) -> Area:
        """The trimmed back."""
        return self.bleed, self.bleed, self.spine_left, self.height - self.bleed


def cover_geometry(profile: Profile, pages: int, spine: float | None = None) -> CoverGeometry:
    """Return the cover of a book with this number of pages.

    ``spine`` in points is used if the figures of the printer give no width. Raises ConfigError for a printer without
    covers, and for an unknown spine.
    """
    rules = profile.printer.cover
    if rules is None:
        raise ConfigError(
            f"profile {profile.name}: it has no cover, because it prints single sheets: choose another profile"
        )
    known = profile.spine(pages)  # first, because a width given for one paper is wrong for another
    spine = known if known is not None else spine
    if spine is None:
        raise ConfigError(
            f"profile {profile.name}: the spine of {pages} pages on {profile.paper.name} is unknown: "
            f"get it from {rules.ask} and set cover.spine_mm"
        )
    bleed, width, height = rules.bleed, profile.trim.width, profile.trim.height
    inset = rules.inset if rules.inset is not None else rules.bleed
    left, right = bleed + width, bleed + width + spine
    spine_text = None
    if spine and rules.spine_text_pages is not None and rules.fold is not None and pages >= rules.spine_text_pages:
        spine_text = (left + rules.fold, bleed + inset, right - rules.fold, bleed + height - inset)
    barcode = None
    if rules.barcode is not None:
        barcode_bottom, barcode_right = bleed + height - rules.barcode.from_foot, left - rules.barcode.from_spine
        barcode = (
            barcode_right - rules.barcode.width,
            barcode_bottom - rules.barcode.height,
            barcode_right,
            barcode_bottom,
        )
    return CoverGeometry(
        width=2 * bleed + 2 * width + spine,
        height=2 * bleed + height,
        bleed=bleed,
        trim_width=width,
        spine=spine,
        spine_text=spine_text,
        barcode=barcode,
        safe_back=(bleed + inset, bleed + inset, left - inset, bleed + height - inset),
        safe_front=(right + inset, bleed + inset, right + width - inset, bleed + height - inset),
    )
