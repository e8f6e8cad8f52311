"""The figures of a printer, group by group, each with where it was read. Lengths in points, pages in whole numbers.

A figure that nobody could find is None, and whoever needs it says where to ask: it is never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# official: the printer's own page. agreed: several independent sources. single: one other source. tested: tried out
# here. unsure: general knowledge, to be asked again before it decides anything. ours: a choice of this project.
Confidence = Literal["official", "agreed", "single", "tested", "unsure", "ours"]
Ink = Literal["black", "colour"]
Space = Literal["grey", "rgb", "cmyk"]
Side = Literal["top", "bottom", "inside", "outside"]


@dataclass(frozen=True, slots=True)
class Basis:
    """Where a group of figures was read, on which day, and how sure it is."""

    source: str
    verified_on: str
    confidence: Confidence

    def __str__(self) -> str:
        return f"{self.source} ({self.confidence}, {self.verified_on})"


@dataclass(frozen=True, slots=True)
class PageRange:
    """How many pages are bound; None where the printer's figure is not known."""

    least: int
    most: int | None

    def __contains__(self, pages: int) -> bool:
        return self.least <= pages and (self.most is None or pages <= self.most)

    def __str__(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Paper:
    """A stock. ``caliper`` is the thickness of a page (half a leaf) in points."""

    name: str
    ink: Ink
    caliper: float | None


@dataclass(frozen=True, slots=True)
class Papers:
    """The stocks by name; the first is the one taken when none is named."""

    basis: Basis
    stocks: Mapping[str, Paper]


@dataclass(frozen=True, slots=True)
class Trim:
    """A size of the finished page, with the page range of each paper that is bound in it."""

    name: str
    width: float
    height: float
    pages: Mapping[str, PageRange]


@dataclass(frozen=True, slots=True)
class CustomTrim:
    """The sizes a printer cuts beside those it names: least and most width, least and most height."""

    basis: Basis
    width: tuple[float, float]
    height: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Trims:
    """The sizes by name. ``default`` is taken when none is named.

    ``closed`` says that other sizes are refused unless ``custom`` allows them; where it is False nobody could find the
    printer's list, so any size is taken, and the printer must be asked.
    """

    basis: Basis
    default: str
    sizes: Mapping[str, Trim]
    closed: bool
    custom: CustomTrim | None


@dataclass(frozen=True, slots=True)
class Binding:
    """A way to hold the leaves: ``(pages, margin)`` rising, the least inside margin up to so many pages.

    No band means that nothing is lost at the spine: single sheets, or a screen.
    """

    name: str
    gutter: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Margins:
    """Least distances of ink from the edges of the page: at the spine by binding, at the other three sides ``safe``.

    ``safe_bleed`` holds for books with bleed, and counts from the edge of the bled page.
    """

    basis: Basis
    bindings: Mapping[str, Binding]
    safe: float
    safe_bleed: float | None


@dataclass(frozen=True, slots=True)
class Bleed:
    """How far ink that is to reach the edge must run over it, and on which sides."""

    basis: Basis
    amount: float
    sides: frozenset[Side]


@dataclass(frozen=True, slots=True)
class PageRules:
    """Rules on the run of pages.

    ``filled``: the printer fills a book of too few pages up with blank ones, and takes it.

    At most ``blank_run`` blank pages stand in a row, ``blank_run_end`` at the end; above the share ``blank_share`` of
    blank pages a human at the printer may ask questions. None: no such rule.
    """

    basis: Basis
    even: bool
    last_blank: bool
    filled: bool
    blank_run: int | None
    blank_run_end: int | None
    blank_share: float | None


@dataclass(frozen=True, slots=True)
class Minima:
    """What still prints: type and lines in points, the lightest tint as a share of ink, pictures in dots an inch."""

    basis: Basis
    type_size: float
    line: float
    tint: float | None
    image_dpi: int | None


@dataclass(frozen=True, slots=True)
class FileRules:
    """What the PDF may hold. ``spaces`` lists the colour spaces taken for each ink, the one written here first.

    ``standard`` names the PDF standard a printer likes best, ``max_coverage`` the most ink in percent (four inks are
    400).
    """

    basis: Basis
    spaces: Mapping[Ink, tuple[Space, ...]]
    outline: bool
    links: bool
    metadata: bool
    transparency: bool
    layers: bool
    encryption: bool
    marks: bool
    fonts_embedded: bool
    max_bytes: int | None
    max_coverage: float | None
    standard: str


@dataclass(frozen=True, slots=True)
class Barcode:
    """The area the printer covers with its barcode: size, and distance from foot and spine of the back."""

    width: float
    height: float
    from_foot: float
    from_spine: float


@dataclass(frozen=True, slots=True)
class CoverRules:
    """The wrap-around cover. Its spine is pages x caliper + ``spine_extra`` thick.

    Words on the spine need ``spine_text_pages`` pages or more and stay ``fold`` clear of either fold; everything else
    that matters stays ``inset`` inside the trim. ``ask`` names the printer's own tool, for figures that are None here.
    """

    basis: Basis
    bleed: float
    spine_extra: float | None
    spine_text_pages: int | None
    fold: float | None
    inset: float | None
    barcode: Barcode | None
    ask: str


@dataclass(frozen=True, slots=True)
class Printer:
    """One printer, or one way to read a book. ``title`` is its name in words."""

    name: str
    title: str
    papers: Papers
    trims: Trims
    margins: Margins
    bleed: Bleed | None
    pages: PageRules
    minima: Minima
    file: FileRules
    cover: CoverRules | None
