"""A printer with everything chosen: trim, paper, binding, bleed; and what that allows a book of so many pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from puzzlegen.errors import ConfigError
from puzzlegen.printers.figures import Binding, PageRange, Paper, Printer, Space, Trim

OVERHANG = 3.0  # points a frame or a bullet may hang over the text block; the printer's margins hold for them too


@dataclass(frozen=True, slots=True)
class Edges:
    """A length at each edge of a page, as the eye sees them."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class Limits:
    """What one printer allows a book of a known number of pages; points from the edges of the page in the file.

    It stands in the manifest as it is, so that a finished book is judged by the figures it was made for. ``width`` and
    ``height`` are the trim; ``bleed_*`` is added to them. ``bound`` is False for single sheets and screens, which have
    no spine and no left-hand pages. ``max_pages`` is None where the printer's figure is not known.
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
    even: bool
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
        """What page ``number`` has beyond its trim; odd pages have the spine at the left."""
        return _edges(number, self.bleed_inside, self.bleed_outside, self.bleed_top, self.bleed_bottom, self.bound)

    def page_size(self, number: int) -> tuple[float, float]:
        """``(width, height)`` of page ``number`` in the file."""
        bleed = self.bleed(number)
        return self.width + bleed.left + bleed.right, self.height + bleed.top + bleed.bottom

    def clear(self, number: int) -> Edges:
        """The least distance of ink from each edge of page ``number``."""
        return _edges(number, self.gutter, self.safe, self.safe, self.safe, self.bound)

    def as_sheets(self) -> Limits:
        """What the same printer allows single sheets beside the book, such as answers in a file of their own."""
        return replace(
            self,
            bleed_outside=0.0,
            bleed_inside=0.0,
            bleed_top=0.0,
            bleed_bottom=0.0,
            bound=False,
            gutter=self.safe,
            even=False,
            last_blank=False,
            min_pages=1,
            max_pages=None,
        )

    def as_dict(self) -> dict[str, object]:
        """For manifest.json."""
        return asdict(self) | {"spaces": list(self.spaces)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Limits:
        """What ``as_dict`` wrote. Raises KeyError or TypeError for anything else."""
        return cls(**{field.name: values[field.name] for field in fields(cls)} | {"spaces": tuple(values["spaces"])})


def _edges(number: int, inside: float, outside: float, top: float, bottom: float, bound: bool) -> Edges:
    if number % 2 or not bound:
        return Edges(inside, top, outside, bottom)
    return Edges(outside, top, inside, bottom)


@dataclass(frozen=True, slots=True)
class Profile:
    """A printer's page as one book takes it."""

    printer: Printer
    trim: Trim
    paper: Paper
    binding: Binding
    with_bleed: bool = False

    @property
    def name(self) -> str:
        """The printer's name in configs."""
        return self.printer.name

    @property
    def bound(self) -> bool:
        """Whether there is a spine: single sheets and screens have none, so no left-hand pages either."""
        return bool(self.binding.gutter)

    @property
    def pages(self) -> PageRange:
        """How many pages the printer binds in this trim on this paper."""
        return self.trim.pages[self.paper.name]

    @property
    def safe(self) -> float:
        """Least distance of ink from the three outer edges of the page in the file."""
        margins = self.printer.margins
        return margins.safe_bleed or margins.safe if self.with_bleed else margins.safe

    @property
    def safe_of_trim(self) -> float:
        """``safe``, counted from the trim: a page with bleed is larger than that."""
        bleed = self.printer.bleed if self.with_bleed else None
        return self.safe - (bleed.amount if bleed else 0.0)

    @property
    def space(self) -> Space:
        """The colour space the file is written in."""
        return self.printer.file.spaces[self.paper.ink][0]

    def gutter(self, pages: int) -> float:
        """Least inside margin of a book of so many pages; beyond the last band, that of the last."""
        if not self.bound:
            return self.safe
        return next((margin for most, margin in self.binding.gutter if pages <= most), self.binding.gutter[-1][1])

    def thin(self, pages: int) -> bool:
        """Whether a book has fewer pages than the printer binds."""
        return pages < self.pages.least

    def check_pages(self, pages: int) -> None:
        """Raises ConfigError when the printer binds no book of so many pages. One that is thin passes where the printer
        fills it up itself.
        """
        least, most = self.pages.least, self.pages.most
        words = f"the book has {pages} pages, {self.bound_range}"
        if most is not None and pages > most:
            raise ConfigError(f"{words}: take fewer puzzles, more a page, or split it into volumes")
        if self.thin(pages) and not self.printer.pages.filled:
            raise ConfigError(
                f"{words}: add puzzles or put fewer on a page, or add {least - pages} to back_matter.notes_pages"
            )

    @property
    def bound_range(self) -> str:
        """How many pages the printer binds, in words."""
        return f"{self.name} binds {self.pages} in {self.trim.name} on {self.paper.name}"

    def spine(self, pages: int) -> float | None:
        """Thickness of the book in points; None where only the printer's own tool knows it (``CoverRules.ask``)."""
        cover = self.printer.cover
        if cover is None or cover.spine_extra is None or self.paper.caliper is None:
            return None
        return (pages + pages % 2) * self.paper.caliper + cover.spine_extra

    def limits(self, pages: int) -> Limits:
        """What the printer allows this book of so many pages."""
        printer, rules = self.printer, self.printer.pages
        bleed = printer.bleed if self.with_bleed else None
        amount = dict.fromkeys(bleed.sides, bleed.amount) if bleed else {}
        return Limits(
            printer=printer.name,
            trim=self.trim.name,
            paper=self.paper.name,
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
            even=rules.even,
            last_blank=rules.last_blank,
            blank_run=rules.blank_run,
            blank_run_end=rules.blank_run_end,
            blank_share=rules.blank_share,
            least_type=printer.minima.type_size,
            least_line=printer.minima.line,
            least_tint=printer.minima.tint,
            spaces=printer.file.spaces[self.paper.ink],
            outline=printer.file.outline,
            links=printer.file.links,
            metadata=printer.file.metadata,
            transparency=printer.file.transparency,
        )
