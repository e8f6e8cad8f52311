"""The geometry of a wrap-around cover: one sheet with the back, the spine and the front side by side."""

from __future__ import annotations

from dataclasses import dataclass

from puzzlegen.errors import ConfigError
from puzzlegen.printers.profile import Profile

Area = tuple[float, float, float, float]  # left, top, right, bottom in points from the top left of the sheet


@dataclass(frozen=True, slots=True)
class CoverGeometry:
    """A cover sheet, all lengths in points; the back is at the left, ``bleed`` runs round all four sides.

    ``spine`` is its thickness. ``spine_text`` is where words may stand on it, None where the printer allows none.
    ``barcode`` is where the printer puts one, None where it asks for no clear area. ``safe_back`` and ``safe_front``
    hold what must not be cut.
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
        """The front as it is cut."""
        return self.spine_right, self.bleed, self.width - self.bleed, self.height - self.bleed

    @property
    def back(self) -> Area:
        """The back as it is cut."""
        return self.bleed, self.bleed, self.spine_left, self.height - self.bleed


def cover_geometry(profile: Profile, pages: int, spine: float | None = None) -> CoverGeometry:
    """The cover of a book of so many pages. ``spine`` in points is taken where the printer's figures give none.

    Raises ConfigError when the printer takes no cover, or its spine is known to its own tool only and not given.
    """
    rules = profile.printer.cover
    if rules is None:
        raise ConfigError(f"profile {profile.name}: takes no cover: it is printed on single sheets")
    known = profile.spine(pages)  # a figure for one printer's paper is wrong for another's: what is known comes first
    thick = known if known is not None else spine
    if thick is None:
        raise ConfigError(
            f"profile {profile.name}: the spine of {pages} pages on {profile.paper.name} is not known here: "
            f"ask {rules.ask} and give it as cover.spine_mm"
        )
    bleed, wide, high = rules.bleed, profile.trim.width, profile.trim.height
    inset = rules.inset if rules.inset is not None else rules.bleed
    left, right = bleed + wide, bleed + wide + thick
    words = None
    if rules.spine_text_pages is not None and rules.fold is not None and pages >= rules.spine_text_pages:
        words = (left + rules.fold, bleed + inset, right - rules.fold, bleed + high - inset)
    code = None
    if rules.barcode is not None:
        foot, edge = bleed + high - rules.barcode.from_foot, left - rules.barcode.from_spine
        code = (edge - rules.barcode.width, foot - rules.barcode.height, edge, foot)
    return CoverGeometry(
        width=2 * bleed + 2 * wide + thick,
        height=2 * bleed + high,
        bleed=bleed,
        trim_width=wide,
        spine=thick,
        spine_text=words,
        barcode=code,
        safe_back=(bleed + inset, bleed + inset, left - inset, bleed + high - inset),
        safe_front=(right + inset, bleed + inset, right + wide - inset, bleed + high - inset),
    )
