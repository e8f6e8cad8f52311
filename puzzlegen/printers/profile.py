"""What follows from a printer with trim, paper, binding and bleed chosen: margins, spine, geometry of the cover.

A wrap-around cover is one sheet with back, spine and front side by side.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from puzzlegen.errors import ConfigError, Problem
from puzzlegen.printers.requirements import Booklet, Gutter, PageRange, Paper, Printer, Space, Trim

PAGES_PER_SHEET = 4  # of a sheet that is folded once
BAR_GAP = 6.0  # points between ink and a bar that covers the page, so that they do not touch
OVERHANG = 3.0  # points by which a frame or a bullet may extend over the text block, still inside the printer's margins


@dataclass(frozen=True, slots=True)
class Edges:
    """A length at each edge of a page."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What a printer accepts for a book of a known number of pages; lengths in points.

    The manifest has these limits, and verification derives them again. ``width`` and ``height`` are the trim, without
    ``bleed_*``. ``bound`` is False for single sheets and screens, which have no spine and no left-hand pages.
    ``max_pages`` is None if unknown. The number of pages is divisible by ``multiple``.
    """

    printer: str
    trim: str
    paper: str
    width: float
    height: float
    bleed_outside: float
    bleed_inside: float
    bleed_top: float
    bleed_bottom: float
    bound: bool
    gutter: float
    safe: float
    min_pages: int
    max_pages: int | None
    multiple: int
    last_blank: bool
    blank_run: int | None
    blank_run_end: int | None
    blank_share: float | None
    least_type: float
    least_line: float
    least_tint: float | None
    spaces: tuple[Space, ...]
    outline: bool
    links: bool
    metadata: bool
    transparency: bool

    def bleed(self, number: int) -> Edges:
        """Return the bleed of page ``number``; odd pages have the spine on the left."""
        return _edges(number, self.bleed_inside, self.bleed_outside, self.bleed_top, self.bleed_bottom, self.bound)

    def page_size(self, number: int) -> tuple[float, float]:
        """Return ``(width, height)`` of page ``number`` in the file."""
        bleed = self.bleed(number)
        return self.width + bleed.left + bleed.right, self.height + bleed.top + bleed.bottom

    def min_margins(self, number: int) -> Edges:
        """Return the minimum distance of ink from each edge of page ``number`` in the file."""
        return _edges(number, self.gutter, self.safe, self.safe, self.safe, self.bound)

    def for_single_sheets(self) -> Limits:
        """Return the limits of the same printer for single sheets beside the book, such as separate answers.

        Sheets have no bleed, so their safe area begins at the trim.
        """
        safe = self.safe - max(self.bleed_outside, self.bleed_inside, self.bleed_top, self.bleed_bottom)
        return replace(
            self,
            bleed_outside=0.0,
            bleed_inside=0.0,
            bleed_top=0.0,
            bleed_bottom=0.0,
            bound=False,
            gutter=safe,
            safe=safe,
            multiple=1,
            last_blank=False,
            min_pages=1,
            max_pages=None,
        )

    def as_dict(self) -> dict[str, object]:
        """Return the limits as JSON values for manifest.json."""
        return asdict(self) | {"spaces": list(self.spaces)}


def _edges(number: int, inside: float, outside: float, top: float, bottom: float, bound: bool) -> Edges:
    if number % 2 or not bound:
        return Edges(inside, top, outside, bottom)
    return Edges(outside, top, inside, bottom)


@dataclass(frozen=True, slots=True)
class Profile:
    """The choices of one book among what a printer offers.

    ``name`` is that of the printer in configs; ``paper`` and ``binding`` are names too.
    """

    name: str
    printer: Printer
    trim: Trim
    paper: str
    binding: str
    with_bleed: bool = False

    @property
    def stock(self) -> Paper:
        """The paper with its ink and thickness."""
        return self.printer.papers.stocks[self.paper]

    @property
    def gutters(self) -> Gutter:
        """The minimum inside margins of the binding by number of pages."""
        return self.printer.margins.bindings[self.binding]

    @property
    def bound(self) -> bool:
        """Whether there is a spine; single sheets and screens have none, so they have no left-hand pages."""
        return bool(self.gutters)

    @property
    def pages(self) -> PageRange:
        """The numbers of pages that the printer binds in this trim on this paper."""
        return self.trim.pages[self.paper]

    @property
    def booklet(self) -> Booklet | None:
        """The sheets of a folded and stapled booklet; None for other bindings."""
        offered = self.printer.booklet
        return offered if offered is not None and offered.binding == self.binding else None

    @property
    def multiple(self) -> int:
        """What the number of pages must be divisible by; a folded sheet has four pages."""
        return PAGES_PER_SHEET if self.booklet else 2 if self.printer.pages.even else 1

    @property
    def safe(self) -> float:
        """Minimum distance of ink from the three outer edges of the page in the file."""
        margins = self.printer.margins
        return margins.safe_bleed or margins.safe if self.with_bleed else margins.safe

    @property
    def safe_from_trim(self) -> float:
        """Minimum distance of ink from the three outer edges of the trim; a page with bleed is larger than the trim."""
        bleed = self.printer.bleed if self.with_bleed else None
        return self.safe - (bleed.amount if bleed else 0.0)

    @property
    def covered(self) -> Edges:
        """How far bars of a tablet cover the page from each edge; 0 for paper."""
        shares, wide, high = self.printer.covered, self.trim.width, self.trim.height
        if shares is None:
            return Edges()
        return Edges(shares.left * wide, shares.top * high, shares.right * wide, shares.bottom * high)

    @property
    def clear(self) -> Edges:
        """Minimum distance of ink from each edge of the trim, without the gutter."""
        safe, covered = self.safe_from_trim, self.covered
        sides = covered.left, covered.top, covered.right, covered.bottom
        return Edges(*(max(safe, side + BAR_GAP) if side else safe for side in sides))

    @property
    def space(self) -> Space:
        """The color space of the file."""
        return self.printer.file.spaces[self.stock.ink][0]

    def gutter(self, pages: int) -> float:
        """Return the minimum inside margin for a number of pages; above the last band, that of the last band."""
        if not self.bound:
            return self.safe
        return next((margin for most, margin in self.gutters if pages <= most), self.gutters[-1][1])

    def narrower_gutter(self, gutter: float) -> tuple[float, int] | None:
        """Return the widest gutter below ``gutter``, and the most pages it is enough for; None if there is none."""
        below = [(margin, most) for most, margin in self.gutters if margin < gutter]
        return below[-1] if below else None

    def is_too_short(self, pages: int) -> bool:
        """Tell whether a book has fewer pages than the printer binds."""
        return pages < self.pages.least

    def check_page_count(self, pages: int) -> None:
        """Raise ConfigError if the printer does not bind this number of pages.

        A book that is too short is accepted if the printer adds blank pages.
        """
        least, most = self.pages.least, self.pages.most
        words = f"the book has {pages} pages, {self.page_range_text}"
        if most is not None and pages > most:
            raise ConfigError(f"{words}: use fewer puzzles, put more on a page, or split the book into volumes")
        if self.is_too_short(pages) and not self.printer.pages.filled:
            papers = self.printer.papers.stocks
            thinner = (
                f"choose paper: {name}, which takes {count}; or "
                for name, count in self.trim.pages.items()
                if count.least <= pages and papers[name].ink == self.stock.ink
            )
            text = f"{words}: {next(thinner, '')}add puzzles or put fewer on a page, or add {least - pages} to"
            raise ConfigError(Problem((), text, change=("back_matter", "notes_pages")))

    @property
    def page_range_text(self) -> str:
        """The numbers of pages that the printer binds, for messages."""
        return f"{self.name} binds {self.pages} in {self.trim.name} on {self.paper}"

    def spine(self, pages: int) -> float | None:
        """Return the width of the spine in points; None if only the printer's tool knows it (``CoverRules.ask``)."""
        cover = self.printer.cover
        if cover is not None and self.binding in cover.spineless:
            return 0.0
        if cover is None or cover.spine_extra is None or self.stock.caliper is None:
            return None
        return (pages + pages % 2) * self.stock.caliper + cover.spine_extra

    def creep(self, pages: int) -> float:
        """Return how far the innermost sheet of a folded booklet stands out of the outermost one, in points.

        Each sheet is pushed out by the thickness of those around it: one leaf, which is two pages.
        """
        return (pages // PAGES_PER_SHEET - 1) * 2 * (self.stock.caliper or 0.0)

    def limits(self, pages: int) -> Limits:
        """Return the limits for a number of pages."""
        printer, rules = self.printer, self.printer.pages
        bleed = printer.bleed if self.with_bleed else None
        amount = dict.fromkeys(bleed.sides, bleed.amount) if bleed else {}
        return Limits(
            printer=self.name,
            trim=self.trim.name,
            paper=self.paper,
            width=self.trim.width,
            height=self.trim.height,
            bleed_outside=amount.get("outside", 0.0),
            bleed_inside=amount.get("inside", 0.0),
            bleed_top=amount.get("top", 0.0),
            bleed_bottom=amount.get("bottom", 0.0),
            bound=self.bound,
            gutter=self.gutter(pages) + amount.get("inside", 0.0) * self.bound,
            safe=self.safe,
            min_pages=self.pages.least,
            max_pages=self.pages.most,
            multiple=self.multiple,
            last_blank=rules.last_blank,
            blank_run=rules.blank_run,
            blank_run_end=rules.blank_run_end,
            blank_share=rules.blank_share,
            least_type=printer.minima.type_size,
            least_line=printer.minima.line,
            least_tint=printer.minima.tint,
            spaces=printer.file.spaces[self.stock.ink],
            outline=printer.file.outline,
            links=printer.file.links,
            metadata=printer.file.metadata,
            transparency=printer.file.transparency,
        )


Area = tuple[float, float, float, float]  # left, top, right, bottom in points from the top left of the sheet


@dataclass(frozen=True, slots=True)
class CoverGeometry:
    """A cover sheet, all lengths in points; the back is on the left, and ``bleed`` is on all four sides.

    ``trim_width`` is the width of a panel; those of a hardcover are its boards, and ``bleed`` is wrapped around them.
    ``hinge`` is the width beside the spine that bends, 0 without boards.
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
    hinge: float = 0.0

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
            f"profile {profile.name}: the spine of {pages} pages on {profile.paper} is unknown: "
            f"get it from {rules.ask} and set cover.spine_mm"
        )
    bleed, width, height = rules.bleed, profile.trim.width + rules.board[0], profile.trim.height + rules.board[1]
    inset = rules.inset if rules.inset is not None else rules.bleed
    beside = inset + rules.hinge  # the spine
    left, right = bleed + width, bleed + width + spine
    spine_text = None
    if spine and rules.spine_text_pages is not None and rules.fold is not None and pages >= rules.spine_text_pages:
        spine_text = (left + rules.fold, bleed + inset, right - rules.fold, bleed + height - inset)
    if isbn and rules.barcode is None:
        raise ConfigError(
            f"no area for a barcode is known for {profile.name}: add barcode to its cover in printers.yaml",
            at=("cover", "isbn"),
        )
    barcode, printed = None, ""
    if rules.barcode is not None and isbn and (own_barcode or rules.barcode.printed_by == "publisher"):
        printed = isbn
    if rules.barcode is not None and (printed or rules.barcode.printed_by == "printer"):
        barcode_bottom = bleed + height - rules.barcode.from_foot
        barcode_right = left - rules.hinge - rules.barcode.from_spine
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
        safe_back=(bleed + inset, bleed + inset, left - beside, bleed + height - inset),
        safe_front=(right + beside, bleed + inset, right + width - inset, bleed + height - inset),
        isbn=printed,
        hinge=rules.hinge,
    )
