"""Reads what each printer requires from ``templates/printers.yaml`` into the records of ``printers.requirements``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from puzzlegen.errors import Problem
from puzzlegen.files.templates import cached_by_file, template
from puzzlegen.files.writing import is_plain_name
from puzzlegen.printers.requirements import (
    Barcode,
    Basis,
    Binding,
    Bleed,
    Booklet,
    Confidence,
    CoverRules,
    CustomTrim,
    FileRules,
    Ink,
    Margins,
    Minima,
    PageRange,
    PageRules,
    Paper,
    Papers,
    Printer,
    Printing,
    Side,
    Space,
    Standard,
    Trim,
    Trims,
)
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import Switch, decimal, one_of, text, whole_number
from puzzlegen.schema.validation import ConfigGroup, validate
from puzzlegen.units import inches
from puzzlegen.wording import describe, did_you_mean

PRINTERS = "printers.yaml"
MEGABYTE = 1_000_000

InchesField = Annotated[float, *decimal(0, 5, "inches")]
SideField = Annotated[float, *decimal(3, 20, "inches")]
PagesField = Annotated[int, *whole_number(1, 100_000)]
InkField = Annotated[Ink, *one_of("black", "colour")]
SpaceField = Annotated[Space, *one_of("grey", "rgb", "cmyk")]
EdgeField = Annotated[Side, *one_of("top", "bottom", "inside", "outside")]


class FiguresGroup(ConfigGroup):
    """Figures from one source, read on one day."""

    source: Annotated[str, *text(300)] = Field(description="Where the figures come from.")
    verified_on: Annotated[str, *text(40)] = Field(description="Day on which the figures were last read there.")
    confidence: Annotated[Confidence, *one_of("official", "agreed", "single", "tested", "unsure", "ours")] = Field(
        description="How sure the figures are."
    )

    def basis(self) -> Basis:
        """Return source, day and reliability."""
        return Basis(self.source, self.verified_on, self.confidence)


class _Stock(ConfigGroup):
    ink: InkField = Field(description="Ink it is printed with: black or colour.")
    caliper_in: Annotated[float, *decimal(0.0005, 0.05, "inches")] | None = Field(description="Thickness of a page.")


class _Papers(FiguresGroup):
    stocks: dict[str, _Stock] = Field(min_length=1, description="Papers by name, the usual one first.")

    def record(self) -> Papers:
        stocks = {
            name: Paper(name, stock.ink, None if stock.caliper_in is None else inches(stock.caliper_in))
            for name, stock in self.stocks.items()
        }
        return Papers(self.basis(), stocks)


class _Sizes(ConfigGroup):
    trims: dict[str, tuple[SideField, SideField]] = Field(description="Width and height by name.")
    pages: dict[str, tuple[PagesField, PagesField | None]] = Field(description="Least and most pages by paper.")

    def records(self) -> dict[str, Trim]:
        pages = {paper: PageRange(*bounds) for paper, bounds in self.pages.items()}
        return {name: Trim(name, inches(wide), inches(high), pages) for name, (wide, high) in self.trims.items()}


class _Custom(FiguresGroup):
    width_in: tuple[SideField, SideField] = Field(description="Least and most width.")
    height_in: tuple[SideField, SideField] = Field(description="Least and most height.")

    def record(self) -> CustomTrim:
        (narrow, wide), (low, high) = self.width_in, self.height_in
        return CustomTrim(self.basis(), (inches(narrow), inches(wide)), (inches(low), inches(high)))


class _Trims(FiguresGroup):
    default: Annotated[str, *text(40)] = Field(description="The trim taken when none is named.")
    closed: Switch = Field(description="Whether other sizes than these are refused.")
    sizes: list[_Sizes] = Field(min_length=1, description="Trims with their page limits.")
    custom: _Custom | None = Field(description="Range of other sizes.")

    def record(self) -> Trims:
        sizes: dict[str, Trim] = {}
        for group in self.sizes:
            sizes |= group.records()
        return Trims(self.basis(), self.default, sizes, self.closed, self.custom.record() if self.custom else None)


class _Margins(FiguresGroup):
    bindings: dict[str, list[tuple[PagesField, InchesField]]] = Field(min_length=1, description="Gutter by binding.")
    safe_in: InchesField = Field(description="Least distance of ink from the other edges.")
    safe_bleed_in: InchesField | None = Field(description="The same for books with bleed, from the bled edge.")

    def record(self) -> Margins:
        bindings = {
            name: Binding(name, tuple((pages, inches(margin)) for pages, margin in sorted(bands)))
            for name, bands in self.bindings.items()
        }
        bled = None if self.safe_bleed_in is None else inches(self.safe_bleed_in)
        return Margins(self.basis(), bindings, inches(self.safe_in), bled)


class _Bleed(FiguresGroup):
    amount_in: InchesField = Field(description="How far ink runs over the edge.")
    sides: list[EdgeField] = Field(min_length=1, max_length=4, description="Sides that have bleed.")

    def record(self) -> Bleed:
        return Bleed(self.basis(), inches(self.amount_in), frozenset(self.sides))


class _Pages(FiguresGroup):
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

    def record(self) -> PageRules:
        bounds = (self.blank_run, self.blank_run_end, self.blank_share, self.auto_per_page)
        return PageRules(self.basis(), self.even, self.last_blank, self.filled, *bounds)


class _Minima(FiguresGroup):
    type_pt: Annotated[float, *decimal(1, 30, "points")] = Field(description="Smallest type.")
    line_pt: Annotated[float, *decimal(0, 10, "points")] = Field(description="Thinnest line.")
    tint: Annotated[float, *decimal(0, 1, "a share of ink")] | None = Field(description="Lightest tint.")
    image_dpi: Annotated[int, *whole_number(1, 10_000)] | None = Field(description="Coarsest picture.")

    def record(self) -> Minima:
        return Minima(self.basis(), self.type_pt, self.line_pt, self.tint, self.image_dpi)


class _File(FiguresGroup):
    spaces: dict[InkField, list[SpaceField]] = Field(description="Colour spaces taken for each ink, ours first.")
    outline: Switch = Field(description="Whether bookmarks are allowed.")
    links: Switch = Field(description="Whether links are allowed.")
    metadata: Switch = Field(description="Whether title and author are allowed.")
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

    def record(self) -> FileRules:
        return FileRules(
            self.basis(),
            {ink: tuple(spaces) for ink, spaces in self.spaces.items()},
            outline=self.outline,
            links=self.links,
            metadata=self.metadata,
            transparency=self.transparency,
            layers=self.layers,
            encryption=self.encryption,
            marks=self.marks,
            fonts_embedded=self.fonts_embedded,
            max_bytes=None if self.max_mb is None else round(self.max_mb * MEGABYTE),
            max_coverage=self.max_coverage,
            standard=self.standard,
            output_condition=self.output_condition or "",
        )


class _Barcode(FiguresGroup):
    width_in: InchesField = Field(description="Width of the clear area.")
    height_in: InchesField = Field(description="Height of the clear area.")
    from_foot_in: InchesField = Field(description="Distance from the foot of the back.")
    from_spine_in: InchesField = Field(description="Distance from the spine.")
    printed_by: Annotated[Printing, *one_of("printer", "publisher")] = Field(
        description="Who usually prints the barcode: printer or publisher."
    )

    def record(self) -> Barcode:
        return Barcode(
            self.basis(),
            width=inches(self.width_in),
            height=inches(self.height_in),
            from_foot=inches(self.from_foot_in),
            from_spine=inches(self.from_spine_in),
            printed_by=self.printed_by,
        )


class _Cover(FiguresGroup):
    bleed_in: InchesField = Field(description="Bleed on all four sides of the cover.")
    spine_extra_in: InchesField | None = Field(description="Extra width of the spine beyond pages x caliper.")
    spine_text_pages: PagesField | None = Field(description="Fewest pages for words on the spine.")
    fold_in: InchesField | None = Field(description="Distance of the spine's words from its folds.")
    inset_in: InchesField | None = Field(description="Least distance of text and artwork from the trim.")
    barcode: _Barcode | None = Field(description="Area for the barcode.")
    ask: Annotated[str, *text(120)] = Field(description="Where to find out what is missing here.")
    spineless: list[Annotated[str, *text(40)]] = Field([], description="Bindings without a spine.")

    def record(self) -> CoverRules:
        return CoverRules(
            self.basis(),
            bleed=inches(self.bleed_in),
            spine_extra=_points(self.spine_extra_in),
            spine_text_pages=self.spine_text_pages,
            fold=_points(self.fold_in),
            inset=_points(self.inset_in),
            barcode=self.barcode.record() if self.barcode else None,
            ask=self.ask,
            spineless=frozenset(self.spineless),
        )


class _Booklet(FiguresGroup):
    binding: Annotated[str, *text(40)] = Field(description="Its binding, one of margins.bindings.")
    trim: Annotated[str, *text(40)] = Field(description="Its trim, half a sheet.")
    sheet_in: tuple[SideField, SideField] = Field(description="Width and height of the upright sheet.")

    def record(self) -> Booklet:
        width, height = self.sheet_in
        return Booklet(self.basis(), self.binding, self.trim, inches(width), inches(height))


def _points(value: float | None) -> float | None:
    return None if value is None else inches(value)


class _Printer(ConfigGroup):
    title: Annotated[str, *text(80)] = Field(description="Name of the printer in words.")
    papers: _Papers = Field(description="Papers.")
    trims: _Trims = Field(description="Trims and page limits.")
    margins: _Margins = Field(description="Least margins.")
    bleed: _Bleed | None = Field(description="Bleed.")
    pages: _Pages = Field(description="Rules on pages.")
    minima: _Minima = Field(description="Smallest details that print.")
    file: _File = Field(description="What the PDF may contain.")
    cover: _Cover | None = Field(description="The cover.")
    booklet: _Booklet | None = Field(None, description="Folded and stapled booklets.")

    def record(self, name: str) -> Printer:
        return Printer(
            name,
            self.title,
            self.papers.record(),
            self.trims.record(),
            self.margins.record(),
            self.bleed.record() if self.bleed else None,
            self.pages.record(),
            self.minima.record(),
            self.file.record(),
            self.cover.record() if self.cover else None,
            self.booklet.record() if self.booklet else None,
        )


class _Document(ConfigGroup):
    printers: dict[str, _Printer] = Field(min_length=1, description="Printers by name.")


def load_printers() -> dict[str, Printer]:
    """Return all printers by name, from the user's own ``templates/printers.yaml`` or else the shipped one.

    Raises ConfigError with one line a problem, ``file:line:column: ...``, if the file is missing or wrong.
    """
    return _read_printers(template(PRINTERS))


@cached_by_file
def _read_printers(path: Path) -> dict[str, Printer]:
    document = validate(yaml_nodes.read(path), _Document, _checks)
    return {name: printer.record(name) for name, printer in document.printers.items()}


_FOLDER_NAME = "allowed a plain name such as kdp or 6x9, because folders are named after it"


def _checks(data: dict[str, Any]) -> list[Problem]:
    """Check rules between groups: papers and trims that are named exist; each paper of a trim has page limits."""
    printers = data.get("printers")
    problems: list[Problem] = []
    for name, printer in printers.items() if isinstance(printers, dict) else ():
        try:
            stocks = dict(printer["papers"]["stocks"])
            trims, default, spaces = printer["trims"]["sizes"], printer["trims"]["default"], printer["file"]["spaces"]
            tables = [(set(group["pages"]), set(group["trims"])) for group in trims]
            inks = {stock["ink"] for stock in stocks.values()}
            missing_inks = sorted(inks - set(spaces))
            file = dict(printer["file"])
        except (KeyError, TypeError, ValueError):
            continue  # the fields themselves are refused
        loc: tuple[str | int, ...] = ("printers", name)
        if not is_plain_name(name):
            problems.append(Problem(loc, f"found {describe(name)}, {_FOLDER_NAME}"))
        for index, (papers, _) in enumerate(tables):
            if papers != set(stocks):
                words = f"found {', '.join(sorted(papers))}, allowed each of {', '.join(stocks)} once"
                problems.append(Problem((*loc, "trims", "sizes", index, "pages"), words))
        names = [trim for _, group in tables for trim in group]
        problems += [
            Problem((*loc, "trims", "sizes", index, "trims"), f"found {describe(trim)}, {_FOLDER_NAME}")
            for index, (_, group) in enumerate(tables)
            for trim in group
            if not is_plain_name(str(trim))
        ]
        if default not in names:
            words = f"found {describe(default)}, allowed {', '.join(sorted(names))}{did_you_mean(default, names)}"
            problems.append(Problem((*loc, "trims", "default"), words))
        if missing_inks:
            problems.append(Problem((*loc, "file", "spaces"), f"missing, required: spaces for {missing_inks[0]} ink"))
        if file.get("standard") is not None and not file.get("output_condition"):
            words = "missing, required with a standard: the printing condition, such as CGATS TR 001"
            problems.append(Problem((*loc, "file", "output_condition"), words))
    return problems
