"""Lays out the cover of a book, with the design of the config and the size that the printer requires."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from puzzlegen.board.graded_puzzle import GradedPuzzle
from puzzlegen.board.lattices import SQUARES
from puzzlegen.board.puzzle import Puzzle
from puzzlegen.book.cover_artwork import load_artwork
from puzzlegen.book.cover_back import cover_back
from puzzlegen.book.cover_badges import cover_badges
from puzzlegen.book.design import Design
from puzzlegen.config.book import BookConfig, CoverConfig
from puzzlegen.config.palettes import COVERS, load_palettes, palette_problems
from puzzlegen.config.template_lookup import template
from puzzlegen.drawing.fonts import FontSet
from puzzlegen.drawing.indexed_color import rgb
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError
from puzzlegen.layout.core.document import Page
from puzzlegen.layout.core.theme import Palette, contrast
from puzzlegen.layout.cover.guide import lay_out_cover_guide, over_cover
from puzzlegen.layout.cover.panels import CoverArt, CoverText
from puzzlegen.layout.cover.sheet import lay_out_cover
from puzzlegen.output.build_folder import COVER, GUIDE
from puzzlegen.printers.cover_geometry import CoverGeometry, cover_geometry
from puzzlegen.printers.profile import Edges, Profile
from puzzlegen.printers.requirements import Space
from puzzlegen.units import mm

READY_PICTURE = "pictures/heart.txt"  # on covers of books without pictures
BEST_SIDE = 10  # cells: artwork of this size is legible from a distance and still looks like a puzzle
MIN_INK_CONTRAST, MIN_ACCENT_CONTRAST = 4.5, 3.0  # with the ground; what WCAG requires of text and of graphics


@dataclass(frozen=True, slots=True)
class Cover:
    """A laid-out cover with its guide, which shows the folds and the safe areas. ``title`` is that of the book."""

    title: str
    page: Page
    guide: Page
    sheet: CoverGeometry
    profile: Profile
    fonts: FontSet

    def write(self, folder: Path) -> None:
        """Write both files. Raises OutputError."""
        rules = self.profile.printer.file
        bleed = Edges(*(self.sheet.bleed,) * 4)
        style = PdfStyle(space=ink_space(self.profile), bleed=(bleed, bleed))
        write_pdf([self.guide], folder / GUIDE, self.fonts, style)
        if rules.standard is not None:
            style = replace(style, title=self.title, output_condition=rules.output_condition)
        write_pdf([self.page], folder / COVER, self.fonts, style)


def with_guide(cover: Cover) -> Cover:
    """Return a cover with its guide drawn over it, to be looked at on a screen."""
    return replace(cover, page=replace(cover.page, marks=(*cover.page.marks, *over_cover(cover.guide))))


def ink_space(profile: Profile) -> Space:
    """Return the color space of covers, which are printed in color whatever the pages are."""
    spaces = profile.printer.file.spaces
    return spaces.get("colour", spaces["black"])[0]


def edition_cover(
    config: BookConfig, records: Sequence[GradedPuzzle], profile: Profile, pages: int, design: Design
) -> Cover | None:
    """Lay out the cover of a book of ``pages`` pages; None if the config wants none or the printer takes none.

    Raises ConfigError for colors too close to each other, a puzzle that is not in the book, a badge that is not true of
    the book, artwork that cannot be printed, and a spine width that only the printer's tool knows; LayoutError for text
    that does not fit.
    """
    wanted, messages = config.cover, design.messages
    if not wanted.make or profile.printer.cover is None:
        return None
    palette = _palette(wanted)
    sheet = cover_sheet(wanted, profile, pages)
    puzzle = _puzzle(wanted, records)
    back = cover_back(config, records, puzzle, messages, design.theme.puzzle)
    typeset = messages.typography.typeset
    title, subtitle, author = map(typeset, (config.title, config.subtitle or "", config.author or ""))
    lines = tuple(map(typeset, wanted.title_lines))
    badges = tuple(map(typeset, cover_badges(wanted, records, profile.trim.width, design)))
    text = CoverText(title, subtitle, author, back, lines, badges, spine_up=messages.spine == "up")
    centered = design.theme.align == "center"
    art = CoverArt(wanted.layout, puzzle, _picture(wanted, records), centered=centered)
    if wanted.artwork is not None:
        printer = ink_space(profile), profile.printer.minima.image_dpi
        art = replace(art, artwork=load_artwork(wanted.artwork, sheet, palette, printer))
    page = lay_out_cover(text, art, sheet, palette, design.metrics)
    labels = messages.cover
    guide = lay_out_cover_guide(sheet, (labels.spine, labels.barcode, labels.safe))
    return Cover(config.title, page, guide, sheet, profile, design.fonts)


def cover_sheet(wanted: CoverConfig, profile: Profile, pages: int) -> CoverGeometry:
    """Return the geometry of the cover of a book of ``pages`` pages. Raises ConfigError like ``cover_geometry``."""
    spine = None if wanted.spine_mm is None else mm(wanted.spine_mm)
    return cover_geometry(profile, pages, spine, wanted.isbn or "", wanted.own_barcode)


def _palette(wanted: CoverConfig) -> Palette:
    for problem in palette_problems(wanted.palette) if wanted.colors is None else ():
        raise ConfigError(f"cover.palette: {problem.text}")
    colors = wanted.colors or load_palettes()[wanted.palette]
    palette = Palette(rgb(colors.ground), rgb(colors.ink), rgb(colors.accent))
    place = "cover.colors" if wanted.colors is not None else f"{COVERS}: palettes.{wanted.palette}"
    for name, color, least in (("ink", palette.ink, MIN_INK_CONTRAST), ("accent", palette.accent, MIN_ACCENT_CONTRAST)):
        if (found := contrast(color, palette.ground)) < least:
            raise ConfigError(
                f"{place}: the contrast of {name} with the ground is {found:.1f}, allowed {least:g} or more; "
                f"make one of them lighter or darker"
            )
    return palette


def _puzzle(wanted: CoverConfig, records: Sequence[GradedPuzzle]) -> Puzzle:
    """Return the puzzle on the front: the one the config names, else the first whose size is closest to BEST_SIDE."""
    if wanted.puzzle is None:
        return min(records, key=lambda one: abs(max(one.puzzle.grid.width, one.puzzle.grid.height) - BEST_SIDE)).puzzle
    for record in records:
        if record.number == wanted.puzzle:
            return record.puzzle
    raise ConfigError(f"cover.puzzle: found {wanted.puzzle}, allowed 1 to {len(records)}, the puzzles of the book")


def _picture(wanted: CoverConfig, records: Sequence[GradedPuzzle]) -> tuple[str, ...]:
    """Return rows of # and a dot: the picture that the config names, else the first of the book, else READY_PICTURE."""
    if wanted.picture is not None:
        return tuple(wanted.picture.drawing.splitlines())
    for record in records:
        if record.answer_is_picture and record.puzzle.grid.variant.lattice == SQUARES:
            wide = record.puzzle.grid.width
            marks = "".join("#" if filled else "." for filled in record.solution)
            return tuple(marks[i : i + wide] for i in range(0, len(marks), wide))
    return tuple(template(READY_PICTURE).read_text(encoding="utf-8").split("\n\n")[-1].split())
