"""Records of what a printer requires, in groups with their source. Lengths are in points.

A figure that could not be found is None. It is never guessed; messages name the place to get it from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

# official: the website of the printer. agreed: several independent sources. single: one other source. tested: by this
# project. unsure: general knowledge, to be verified before anything depends on it. ours: a choice of this project.
Confidence = Literal["official", "agreed", "single", "tested", "unsure", "ours"]
Ink = Literal["black", "colour"]
Space = Literal["grey", "rgb", "cmyk"]
Side = Literal["top", "bottom", "inside", "outside"]
Printing = Literal["printer", "publisher"]
Standard = Literal["PDF/X-1a:2001"]


@dataclass(frozen=True, slots=True)
class Basis:
    """The source of a group of figures, the date it was read, and its reliability."""

    source: str
    verified_on: str
    confidence: Confidence

    def __str__(self) -> str:
        return f"{self.source} ({self.confidence}, {self.verified_on})"


@dataclass(frozen=True, slots=True)
class PageRange:
    """The numbers of pages that a printer binds; ``most`` is None if unknown."""

    least: int
    most: int | None

    def __contains__(self, pages: int) -> bool:
        return self.least <= pages and (self.most is None or pages <= self.most)

    def __str__(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper. ``caliper`` is the thickness of a page (half a leaf) in points, None if unknown."""

    name: str
    ink: Ink
    caliper: float | None


@dataclass(frozen=True, slots=True)
class Papers:
    """The papers by name; the first one is the default."""

    basis: Basis
    stocks: Mapping[str, Paper]


@dataclass(frozen=True, slots=True)
class Trim:
    """A trim size, with the range of pages for each paper."""

    name: str
    width: float
    height: float
    pages: Mapping[str, PageRange]


@dataclass(frozen=True, slots=True)
class CustomTrim:
    """The range of custom trim sizes: minimum and maximum width, minimum and maximum height."""

    basis: Basis
    width: tuple[float, float]
    height: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Trims:
    """The trim sizes by name, and the ``default``.

    ``closed``: other sizes are refused unless ``custom`` allows them. False means that the list of the printer could
    not be found, so any size is accepted and the user must ask the printer.
    """

    basis: Basis
    default: str
    sizes: Mapping[str, Trim]
    closed: bool
    custom: CustomTrim | None


@dataclass(frozen=True, slots=True)
class Binding:
    """A binding: pairs ``(pages, margin)`` in rising order, the minimum inside margin up to that number of pages.

    It is empty for single sheets and screens, which have no spine.
    """

    name: str
    gutter: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Margins:
    """Minimum distances of ink from the edges of the page: by binding at the spine, ``safe`` at the other three edges.

    ``safe_bleed`` is for books with bleed, and is measured from the edge of the page with bleed.
    """

    basis: Basis
    bindings: Mapping[str, Binding]
    safe: float
    safe_bleed: float | None


@dataclass(frozen=True, slots=True)
class Bleed:
    """How far ink at an edge must extend over it, and on which edges."""

    basis: Basis
    amount: float
    sides: frozenset[Side]


@dataclass(frozen=True, slots=True)
class PageRules:
    """Rules about the sequence of pages.

    ``filled``: the printer accepts a book with too few pages and adds blank ones. ``blank_run`` is the maximum of blank
    pages in a row, ``blank_run_end`` the same at the end. Above the share ``blank_share`` of blank pages the printer
    may ask questions. ``auto_per_page`` is the maximum of puzzles on a page where the layout chooses their number.
    None means that there is no such rule.
    """

    basis: Basis
    even: bool
    last_blank: bool
    filled: bool
    blank_run: int | None
    blank_run_end: int | None
    blank_share: float | None
    auto_per_page: int | None = None


@dataclass(frozen=True, slots=True)
class Minima:
    """Minimum sizes in print: type and lines in points, a tint as a share of ink, pictures in dots per inch."""

    basis: Basis
    type_size: float
    line: float
    tint: float | None
    image_dpi: int | None


@dataclass(frozen=True, slots=True)
class FileRules:
    """What the PDF may contain. ``spaces`` lists the accepted color spaces for each ink; the first one is written.

    ``standard`` is the PDF standard that files must keep, None if any PDF will do; ``output_condition`` is the name in
    the registry of the ICC for the printing condition that such a file names, empty without a standard.
    ``max_coverage`` is the maximum of all inks in percent (four inks are 400).
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
    standard: Standard | None
    output_condition: str


@dataclass(frozen=True, slots=True)
class Barcode:
    """The area of the barcode: its size, and its distance from the foot and the spine of the back.

    ``printed_by`` tells who usually prints the barcode: the printer, who needs the area clear, or the publisher, who
    puts it into the file of the cover. A printer that prints barcodes accepts those of publishers too.
    """

    basis: Basis
    width: float
    height: float
    from_foot: float
    from_spine: float
    printed_by: Printing


@dataclass(frozen=True, slots=True)
class CoverRules:
    """The rules for the wrap-around cover. The spine is pages x caliper + ``spine_extra`` wide.

    Words on the spine need at least ``spine_text_pages`` pages and a distance of ``fold`` from either fold. All other
    content has a distance of ``inset`` from the trim. ``ask`` names the printer's tool for figures that are None.
    ``spineless`` names the bindings whose cover has no spine.
    """

    basis: Basis
    bleed: float
    spine_extra: float | None
    spine_text_pages: int | None
    fold: float | None
    inset: float | None
    barcode: Barcode | None
    ask: str
    spineless: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Booklet:
    """How a printer makes booklets: sheets of ``width`` x ``height`` with two pages a side, folded and stapled.

    ``binding`` and ``trim`` are the names of its binding and of its pages, each half a sheet.
    """

    basis: Basis
    binding: str
    trim: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer, or another way to read a book, such as a screen. ``title`` is its full name."""

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
    booklet: Booklet | None = None
