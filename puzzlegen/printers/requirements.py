"""What printers require, read from ``templates/printers.yaml`` in groups with their source. Lengths are in points.

A key that ends with its unit, such as ``caliper_in``, is read into the field without it. A figure that could not be
found is None. It is never guessed; messages name the place to get it from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from puzzlegen.errors import Problem
from puzzlegen.files.templates import cached_by_file, template
from puzzlegen.files.writing import is_plain_name
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import Switch, decimal, one_of, text, whole_number
from puzzlegen.schema.validation import ConfigGroup, validate
from puzzlegen.units import inches
from puzzlegen.wording import describe, did_you_mean

PRINTERS = "printers.yaml"
MEGABYTE = 1_000_000

# official: the website of the printer. agreed: several independent sources. single: one other source. tested: by this
# project. unsure: general knowledge, to be verified before anything depends on it. ours: a choice of this project.
Confidence = Literal["official", "agreed", "single", "tested", "unsure", "ours"]
Ink = Literal["black", "color"]
Space = Literal["grey", "rgb", "cmyk"]
Side = Literal["top", "bottom", "inside", "outside"]
Printing = Literal["printer", "publisher"]
Standard = Literal["PDF/X-1a:2001"]

InchesField = Annotated[float, *decimal(0, 5, "inches"), AfterValidator(inches)]
SideField = Annotated[float, *decimal(3, 20, "inches"), AfterValidator(inches)]
PagesField = Annotated[int, *whole_number(1, 100_000)]
InkField = Annotated[Ink, *one_of("black", "color")]
SpaceField = Annotated[Space, *one_of("grey", "rgb", "cmyk")]
EdgeField = Annotated[Side, *one_of("top", "bottom", "inside", "outside")]
NameField = Annotated[str, *text(40)]


@dataclass(frozen=True, slots=True)
class Basis:
    """The source of a group of figures, the date it was read, and its reliability."""

    source: str
    verified_on: str
    confidence: Confidence

    def __str__(self) -> str:
        return f"{self.source} ({self.confidence}, {self.verified_on})"


class Figures(ConfigGroup):
    """Figures from one source, read on one day."""

    source: Annotated[str, *text(300)] = Field(description="Where the figures come from.")
    verified_on: NameField = Field(description="Day on which the figures were last read there.")
    confidence: Annotated[Confidence, *one_of("official", "agreed", "single", "tested", "unsure", "ours")] = Field(
        description="How sure the figures are."
    )

    @property
    def basis(self) -> Basis:
        """Source, day and reliability."""
        return Basis(self.source, self.verified_on, self.confidence)


@dataclass(frozen=True, slots=True)
class PageRange:
    """The numbers of pages that a printer binds; ``most`` is None if unknown."""

    least: int
    most: int | None

    def __contains__(self, pages: int) -> bool:
        return self.least <= pages and (self.most is None or pages <= self.most)

    def __str__(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


class Paper(ConfigGroup):
    """A paper. ``caliper`` is the thickness of a page (half a leaf), None if unknown."""

    ink: InkField = Field(description="Ink it is printed with: black or color.")
    caliper: Annotated[float, *decimal(0.0005, 0.05, "inches"), AfterValidator(inches)] | None = Field(
        alias="caliper_in", description="Thickness of a page."
    )


class Papers(Figures):
    """The papers; the first one is the default."""

    stocks: dict[str, Paper] = Field(min_length=1, description="Papers by name, the usual one first.")

    def for_ink(self, ink: str) -> list[str]:
        """Return the papers for pages in ``black``, which are all, or in ``color``."""
        return [name for name, paper in self.stocks.items() if ink in ("black", paper.ink)]


@dataclass(frozen=True, slots=True)
class Trim:
    """A trim size, with the range of pages for each paper."""

    name: str
    width: float
    height: float
    pages: dict[str, PageRange]


class _Sizes(ConfigGroup):
    trims: dict[str, tuple[SideField, SideField]] = Field(description="Width and height by name.")
    pages: dict[str, tuple[PagesField, PagesField | None]] = Field(description="Least and most pages by paper.")


class CustomTrim(Figures):
    """The range of custom trim sizes: minimum and maximum width, minimum and maximum height."""

    width: tuple[SideField, SideField] = Field(alias="width_in", description="Least and most width.")
    height: tuple[SideField, SideField] = Field(alias="height_in", description="Least and most height.")


class Trims(Figures):
    """The trim sizes, and the ``default``.

    ``closed``: other sizes are refused unless ``custom`` allows them. False means that the list of the printer could
    not be found, so any size is accepted and the user must ask the printer.
    """

    default: NameField = Field(description="The trim taken when none is named.")
    closed: Switch = Field(description="Whether other sizes than these are refused.")
    groups: list[_Sizes] = Field(alias="sizes", min_length=1, description="Trims with their page limits.")
    custom: CustomTrim | None = Field(description="Range of other sizes.")

    @cached_property
    def sizes(self) -> dict[str, Trim]:
        """The trims by name."""
        return {
            name: Trim(name, *sides, {paper: PageRange(*pages) for paper, pages in group.pages.items()})
            for group in self.groups
            for name, sides in group.trims.items()
        }


def _rising(bands: tuple[tuple[int, float], ...]) -> tuple[tuple[int, float], ...]:
    return tuple(sorted(bands))


Gutter = Annotated[tuple[tuple[PagesField, InchesField], ...], AfterValidator(_rising)]
"""Pairs ``(pages, margin)`` in rising order: the minimum inside margin up to that number of pages.

It is empty for single sheets and screens, which have no spine.
"""


class Margins(Figures):
    """Minimum distances of ink from the edges of the page: by binding at the spine, ``safe`` at the other three edges.

    ``safe_bleed`` is for books with bleed, and is measured from the edge of the page with bleed.
    """

    bindings: dict[str, Gutter] = Field(min_length=1, description="Gutter by binding.")
    safe: InchesField = Field(alias="safe_in", description="Least distance of ink from the other edges.")
    safe_bleed: InchesField | None = Field(
        alias="safe_bleed_in", description="The same for books with bleed, from the bled edge."
    )


class Bleed(Figures):
    """How far ink at an edge must extend over it, and on which edges."""

    amount: InchesField = Field(alias="amount_in", description="How far ink runs over the edge.")
    sides: list[EdgeField] = Field(min_length=1, max_length=4, description="Sides that have bleed.")


class PageRules(Figures):
    """Rules about the sequence of pages. None means that there is no such rule."""

    even: Switch = Field(description="Whether the page count must be even.")
    last_blank: Switch = Field(description="Whether the last page must be blank.")
    filled: Switch = Field(description="Whether the printer adds blank pages to a book that has too few.")
    blank_run: PagesField | None = Field(description="Most blank pages in a row.")
    blank_run_end: PagesField | None = Field(description="Most blank pages in a row at the end.")
    blank_share: Annotated[float, *decimal(0, 1, "a share")] | None = Field(
        description="Share of blank pages above which the printer objects."
    )
    auto_per_page: PagesField | None = Field(
        None, description="Most puzzles on a page where the layout chooses their number."
    )


class Minima(Figures):
    """Minimum sizes in print."""

    type_size: Annotated[float, *decimal(1, 30, "points")] = Field(alias="type_pt", description="Smallest type.")
    line: Annotated[float, *decimal(0, 10, "points")] = Field(alias="line_pt", description="Thinnest line.")
    tint: Annotated[float, *decimal(0, 1, "a share of ink")] | None = Field(description="Lightest tint.")
    image_dpi: Annotated[int, *whole_number(1, 10_000)] | None = Field(description="Coarsest picture.")


class FileRules(Figures):
    """What the PDF may contain. ``max_coverage`` is the maximum of all inks in percent (four inks are 400)."""

    spaces: dict[InkField, tuple[SpaceField, ...]] = Field(description="Colour spaces taken for each ink, ours first.")
    outline: Switch = Field(description="Whether bookmarks are allowed.")
    links: Switch = Field(description="Whether links are allowed.")
    metadata: Switch = Field(description="Whether title and author are allowed.")
    tags: Switch = Field(False, description="Whether the file is PDF/UA-1, with tags for screen readers.")
    transparency: Switch = Field(description="Whether transparency is allowed.")
    layers: Switch = Field(description="Whether layers are allowed.")
    encryption: Switch = Field(description="Whether the file may be locked.")
    marks: Switch = Field(description="Whether crop marks are allowed.")
    fonts_embedded: Switch = Field(description="Whether all fonts must be embedded.")
    max_mb: Annotated[float, *decimal(0.1, 100_000, "megabytes")] | None = Field(description="Largest file.")
    max_coverage: Annotated[float, *decimal(100, 400, "percent of ink")] | None = Field(description="Most ink.")
    standard: Annotated[Standard, *one_of("PDF/X-1a:2001")] | None = Field(
        description="PDF standard that the files keep: PDF/X-1a:2001, or null if the printer asks for none."
    )
    output_condition: Annotated[str, *text(80)] | None = Field(
        None, description="Printing condition that the files name, by its name in the registry of the ICC."
    )


class Barcode(Figures):
    """The area of the barcode: its size, and its distance from the foot and the spine of the back.

    ``printed_by`` tells who usually prints the barcode: the printer, who needs the area clear, or the publisher, who
    puts it into the file of the cover. A printer that prints barcodes accepts those of publishers too.
    """

    width: InchesField = Field(alias="width_in", description="Width of the clear area.")
    height: InchesField = Field(alias="height_in", description="Height of the clear area.")
    from_foot: InchesField = Field(alias="from_foot_in", description="Distance from the foot of the back.")
    from_spine: InchesField = Field(alias="from_spine_in", description="Distance from the spine.")
    printed_by: Annotated[Printing, *one_of("printer", "publisher")] = Field(
        description="Who usually prints the barcode: printer or publisher."
    )


class CoverRules(Figures):
    """The rules for the wrap-around cover. The spine is pages x caliper + ``spine_extra`` wide.

    Words on the spine need at least ``spine_text_pages`` pages and a distance of ``fold`` from either fold. The sheet
    of a hardcover is wrapped around its boards: its bleed is the wrap, and the trim of its panels that of the boards.
    """

    bleed: InchesField = Field(alias="bleed_in", description="Bleed on all four sides of the cover, or its wrap.")
    board: tuple[InchesField, InchesField] = Field(
        (0.0, 0.0), alias="board_in", description="How much wider and higher than the page the boards of a case are."
    )
    hinge: InchesField = Field(0.0, alias="hinge_in", description="Width of the board beside the spine that bends.")
    spine_extra: InchesField | None = Field(
        alias="spine_extra_in", description="Extra width of the spine beyond pages x caliper."
    )
    spine_text_pages: PagesField | None = Field(description="Fewest pages for words on the spine.")
    fold: InchesField | None = Field(alias="fold_in", description="Distance of the spine's words from its folds.")
    inset: InchesField | None = Field(alias="inset_in", description="Least distance of text and artwork from the trim.")
    barcode: Barcode | None = Field(description="Area for the barcode.")
    ask: Annotated[str, *text(120)] = Field(description="Where to find out what is missing here.")
    spineless: list[NameField] = Field([], description="Bindings without a spine.")


class Booklet(Figures):
    """How a printer makes booklets: sheets with two pages a side, folded and stapled."""

    binding: NameField = Field(description="Its binding, one of margins.bindings.")
    trim: NameField = Field(description="Its trim, half a sheet.")
    sheet: tuple[SideField, SideField] = Field(alias="sheet_in", description="Width and height of the upright sheet.")


ShareField = Annotated[float, *decimal(0, 0.25, "a share")]


class Covered(Figures):
    """What bars of a tablet cover at each side of its screen, as shares of the width or the height; no ink is there."""

    left: ShareField = Field(0.0, description="Share of the width that is covered at the left.")
    top: ShareField = Field(0.0, description="Share of the height that is covered at the head.")
    right: ShareField = Field(0.0, description="Share of the width that is covered at the right.")
    bottom: ShareField = Field(0.0, description="Share of the height that is covered at the foot.")


class Printer(ConfigGroup):
    """A printer, or another way to read a book, such as a screen. ``title`` is its full name."""

    title: Annotated[str, *text(80)] = Field(description="Name of the printer in words.")
    papers: Papers = Field(description="Papers.")
    trims: Trims = Field(description="Trims and page limits.")
    margins: Margins = Field(description="Least margins.")
    bleed: Bleed | None = Field(description="Bleed.")
    pages: PageRules = Field(description="Rules on pages.")
    minima: Minima = Field(description="Smallest details that print.")
    file: FileRules = Field(description="What the PDF may contain.")
    cover: CoverRules | None = Field(description="The cover.")
    booklet: Booklet | None = Field(None, description="Folded and stapled booklets.")
    covered: Covered | None = Field(None, description="What bars of a tablet cover.")


class _Screen(ConfigGroup):
    pixels: tuple[PagesField, PagesField] = Field(description="Width and height of the upright screen in pixels.")
    ppi: PagesField = Field(description="Pixels in an inch.")


class Screens(Figures):
    """The screens of a tablet, by size or model."""

    default: NameField = Field(description="The screen taken when none is named.")
    ink: InkField = Field(description="What it shows: black for grays only, or color.")
    sizes: dict[str, _Screen] = Field(min_length=1, description="Screens by name.")


class Device(ConfigGroup):
    """A tablet: it has the rules of the printer ``like``, on pages of the size of its screen."""

    title: Annotated[str, *text(80)] = Field(description="Name of the tablet in words.")
    like: NameField = Field(description="The printer whose other rules it has.")
    screens: Screens = Field(description="Screens.")
    covered: Covered = Field(description="What bars of the tablet cover.")

    def printer(self, like: Printer) -> Printer:
        """Return the printer with the pages and the covered sides of this tablet, and the other rules of ``like``."""
        screens = self.screens
        basis = screens.model_dump(include={"source", "verified_on", "confidence"})
        trims = {name: [side / screen.ppi for side in screen.pixels] for name, screen in screens.sizes.items()}
        papers = {_SCREEN: {"ink": screens.ink, "caliper_in": None}}
        sizes = [{"trims": trims, "pages": {_SCREEN: [1, None]}}]
        return like.model_copy(
            update={
                "title": self.title,
                "papers": Papers.model_validate(basis | {"stocks": papers}),
                "trims": Trims.model_validate(
                    basis | {"default": screens.default, "closed": True, "sizes": sizes, "custom": None}
                ),
                "covered": self.covered,
            }
        )


_SCREEN = "screen"  # the paper of tablets


class _Document(ConfigGroup):
    printers: dict[str, Printer] = Field(min_length=1, description="Printers by name.")
    devices: dict[str, Device] = Field({}, description="Tablets by name.")


def load_printers() -> dict[str, Printer]:
    """Return all printers and tablets by name, from the user's own ``templates/printers.yaml`` or else the shipped one.

    Raises ConfigError with one line a problem, ``file:line:column: ...``, if the file is missing or wrong.
    """
    return _read_printers(template(PRINTERS))


@cached_by_file
def _read_printers(path: Path) -> dict[str, Printer]:
    document = validate(yaml_nodes.read(path), _Document, _checks)
    tablets = {name: device.printer(document.printers[device.like]) for name, device in document.devices.items()}
    return document.printers | tablets


_Group = dict[str, Any]  # as it is in the file
_FOLDER_NAME = "allowed a plain name such as kdp or 6x9, because folders are named after it"


def _checks(data: dict[str, Any]) -> list[Problem]:
    printers, devices = ((data.get(key) or {}) for key in ("printers", "devices"))
    if not isinstance(printers, dict) or not isinstance(devices, dict):
        return []  # the fields themselves are refused
    return [
        problem.within(key, name)
        for key, group, check in (("printers", printers, _printer_problems), ("devices", devices, _device_problems))
        for name, entry in group.items()
        for problem in check(name, entry, printers)
    ]


def _device_problems(name: str, device: Any, printers: _Group) -> Iterator[Problem]:
    """Check that the name of a tablet is free, that its rules are there for its ink, and its usual size, too."""
    try:
        like, ink = device["like"], device["screens"]["ink"]
        sizes, default = dict(device["screens"]["sizes"]), device["screens"]["default"]
    except (KeyError, TypeError, ValueError):
        return  # the fields themselves are refused
    if not is_plain_name(name) or name in printers:
        yield Problem((), f"found {describe(name)}, {_FOLDER_NAME}, and not that of a printer")
    wrong = [size for size in sizes if not is_plain_name(str(size))]
    if wrong:
        yield Problem(("screens", "sizes"), f"found {describe(wrong[0])}, {_FOLDER_NAME}")
    if default not in sizes:
        yield Problem(("screens", "default"), _not_among(default, sizes))
    if like not in printers:
        yield Problem(("like",), _not_among(like, printers))
    elif ink not in _inks(printers[like]):
        yield Problem(("screens", "ink"), f"found {ink}, but {like} has no spaces for {ink} ink")


def _inks(printer: Any) -> set[str]:
    """The inks that a printer has spaces for; all inks if that cannot be read, which is refused itself."""
    try:
        return set(printer["file"]["spaces"])
    except (KeyError, TypeError):
        return {"black", "color"}


def _not_among(found: Any, allowed: Iterable[str]) -> str:
    names = sorted(allowed)
    return f"found {describe(found)}, allowed {', '.join(names)}{did_you_mean(found, names)}"


def _printer_problems(name: str, printer: Any, _: _Group) -> Iterator[Problem]:
    """Check rules between groups: papers and trims that are named exist; each paper of a trim has page limits."""
    try:
        stocks = dict(printer["papers"]["stocks"])
        trims, default, spaces = printer["trims"]["sizes"], printer["trims"]["default"], printer["file"]["spaces"]
        tables = [(dict(group["pages"]), dict(group["trims"])) for group in trims]
        missing_inks = sorted({stock["ink"] for stock in stocks.values()} - set(spaces))
        file = dict(printer["file"])
    except (KeyError, TypeError, ValueError):
        return  # the fields themselves are refused
    if not is_plain_name(name):
        yield Problem((), f"found {describe(name)}, {_FOLDER_NAME}")
    yield from _trim_problems(tables, stocks, default)
    if missing_inks:
        yield Problem(("file", "spaces"), f"missing, required: spaces for {missing_inks[0]} ink")
    if file.get("standard") is not None and not file.get("output_condition"):
        words = "missing, required with a standard: the printing condition, such as CGATS TR 001"
        yield Problem(("file", "output_condition"), words)


def _trim_problems(tables: list[tuple[_Group, _Group]], stocks: _Group, default: Any) -> Iterator[Problem]:
    """Check the papers and the trims of each table of page limits, and the default trim."""
    for index, (papers, trims) in enumerate(tables):
        if papers.keys() != stocks.keys():
            words = f"found {', '.join(sorted(papers))}, allowed each of {', '.join(stocks)} once"
            yield Problem(("trims", "sizes", index, "pages"), words)
        for trim in trims:
            if not is_plain_name(str(trim)):
                yield Problem(("trims", "sizes", index, "trims"), f"found {describe(trim)}, {_FOLDER_NAME}")
    names = [trim for _, trims in tables for trim in trims]
    if default not in names:
        yield Problem(("trims", "default"), _not_among(default, names))
