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
    if the printer allows none. ``barcode`` is the area of the barcode, None without one; ``isbn`` is the number that
    the file itself prints there, empty if the area is kept clear for the printer. ``safe_back`` and ``safe_front`` are
    the safe areas.
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
    isbn: str = ""

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


def cover_geometry(
    profile: Profile, pages: int, spine: float | None = None, isbn: str = "", own_barcode: bool = False
) -> CoverGeometry:
    """Return the cover of a book with this number of pages.

    ``spine`` in points is used if the figures of the printer give no width. ``isbn`` is the number for the barcode, if
    any. It is printed if the printer leaves that to the publisher, or with ``own_barcode``. Raises ConfigError for a
    printer without covers, for an unknown spine, and for an ISBN that the printer has no area for.
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
    if isbn and rules.barcode is None:
        raise ConfigError(
            f"cover.isbn: no area for a barcode is known for {profile.name}: add barcode to its cover in printers.yaml"
        )
    barcode, printed = None, ""
    if rules.barcode is not None and isbn and (own_barcode or rules.barcode.printed_by == "publisher"):
        printed = isbn
    if rules.barcode is not None and (printed or rules.barcode.printed_by == "printer"):
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
        isbn=printed,
    )
