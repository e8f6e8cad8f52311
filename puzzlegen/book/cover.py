"""Lays out the cover of a book: size required by the printer, texts of the back, badges and artwork."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from puzzlegen.board.difficulty import DIFFICULTIES
from puzzlegen.board.drawn_layouts import rows_of
from puzzlegen.board.lattices import SQUARES
from puzzlegen.board.puzzle import GradedPuzzle, Puzzle
from puzzlegen.book.content import image_notes, volume_line
from puzzlegen.book.design import Design, files_of
from puzzlegen.book.print_images import dots_per_inch, load_image
from puzzlegen.config.book import VOLUME, BookConfig, CoverConfig
from puzzlegen.config.error_places import errors_about
from puzzlegen.config.own_pages import ArtworkConfig
from puzzlegen.config.palettes import COVERS, load_palettes, load_picture_colors, palette_problems
from puzzlegen.drawing.color import hex_of, rgb
from puzzlegen.drawing.fonts import FontSet
from puzzlegen.drawing.inks import printed
from puzzlegen.drawing.pdf_writer import PdfStyle, write_pdf
from puzzlegen.errors import ConfigError
from puzzlegen.files.build_folder import COVER, GUIDE
from puzzlegen.files.reading import text_of, time_of_change
from puzzlegen.files.templates import template
from puzzlegen.language.locale_formatting import capitalized
from puzzlegen.language.markdown import blocks, template_blocks
from puzzlegen.language.markdown_blocks import Block
from puzzlegen.language.messages import Messages
from puzzlegen.layout.core.document import RGB, Page, Picture
from puzzlegen.layout.core.theme import READABLE, GridStyle, Palette, Theme, contrast, gray_level, in_color, shade
from puzzlegen.layout.cover import panels
from puzzlegen.layout.cover.sheet import bands_over_artwork, lay_out_cover, lay_out_cover_guide, over_cover, spine_area
from puzzlegen.printers.profile import CoverGeometry, Edges, Profile, cover_geometry
from puzzlegen.printers.requirements import Space
from puzzlegen.units import POINTS_PER_INCH, mm, to_mm

SAMPLE_SIDE, MAX_SAMPLE = 8, 30  # cells: the best side of the puzzle on the back, and the largest one


def cover_back(
    config: BookConfig, records: Sequence[GradedPuzzle], art: Puzzle, messages: Messages, style: GridStyle
) -> panels.BackText:
    """Return the content of the back: the text of the config, or that of the language, and facts about the book.

    ``art`` is the puzzle on the front, and ``style`` that of grids in the book. Raises ConfigError for an unknown
    variable and for Markdown that cannot be printed.
    """
    cover, variables = config.cover, _back_variables(config, records, messages)
    text = back_blocks(config, records, messages)
    about: tuple[Block, ...] = ()
    if cover.about is not None:
        with errors_about("cover", "about"):
            about = blocks(cover.about, variables, "", messages)
    typeset = messages.typography.typeset
    lines = tuple(typeset(line) for line in (cover.category, cover.price, cover.website) if line is not None)
    facts = tuple(book_facts(config, records, messages)) if cover.facts else ()
    return panels.BackText(text, facts, about, lines, _sample(records, art, messages, style))


def _back_variables(config: BookConfig, records: Sequence[GradedPuzzle], messages: Messages) -> dict[str, str]:
    return {
        "title": config.title,
        "subtitle": config.subtitle or "",
        "author": config.author or "",
        "puzzles": messages.number(len(records)),
        "rules": _rules(records, messages),
    }


def back_blocks(config: BookConfig, records: Sequence[GradedPuzzle], messages: Messages) -> tuple[Block, ...]:
    """Return the text about the book on the back: that of the config, or that of the language.

    Raises ConfigError like ``cover_back``.
    """
    variables = _back_variables(config, records, messages)
    if config.cover.back is None:
        return template_blocks("cover-back.md", variables, messages)
    with errors_about("cover", "back"):
        return blocks(config.cover.back, variables, "", messages)


def _sample(records: Sequence[GradedPuzzle], art: Puzzle, messages: Messages, style: GridStyle) -> panels.Sample | None:
    """Return the puzzle whose size is closest to SAMPLE_SIDE, of other cells than squares in a book that has some.

    It is another one than that on the front if there is one. Its caption has the sentence of its idea, or else the name
    of its kind in a book of several. None if all puzzles are too large.
    """

    def rating(record: GradedPuzzle) -> tuple[bool, bool, int]:
        grid = record.puzzle.grid
        size = abs(grid.width - SAMPLE_SIDE) + abs(grid.height - SAMPLE_SIDE)
        return record.puzzle == art, grid.variant.lattice == SQUARES, size

    small = [record for record in records if max(record.puzzle.grid.width, record.puzzle.grid.height) <= MAX_SAMPLE]
    if not small:
        return None
    best = min(small, key=rating)
    difficulty = messages.text(f"difficulty_in_text.{best.grade.difficulty}")
    caption = messages.text("cover.sample", number=messages.number(best.number or 0), difficulty=difficulty)
    variant, idea = best.puzzle.grid.variant, messages.idea(best.idea)
    several = any(record.puzzle.grid.variant != variant for record in records)
    name = messages.for_variant(variant).text("picture.game") if several else ""
    return panels.Sample(best.puzzle, caption, style, idea.sentence if idea else name)


def _rules(records: Sequence[GradedPuzzle], messages: Messages) -> str:
    """Return the rules of the only kind of puzzles, or the names of several kinds: the back has no room for more."""
    kinds = {variant.words: variant for variant in (record.puzzle.grid.variant for record in records)}
    variant_messages = [messages.for_variant(variant) for variant in kinds.values()]
    if len(variant_messages) == 1:
        return variant_messages[0].text("puzzle.rules")
    names = [own_messages.text("picture.game") for own_messages in variant_messages]
    count = capitalized(messages.spelled(len(names)))
    return messages.text("cover.kinds", count=count, kinds=messages.listed(names))


def book_facts(config: BookConfig, records: Sequence[GradedPuzzle], messages: Messages) -> Iterator[str]:
    """Yield a fact each on sizes, difficulty, pictures, hints and answers, as far as the book has them.

    Answers in a separate file are no part of the book that is sold.
    """
    key = config.back_matter.answer_key
    sizes = sorted({(grid.size, f"{grid.width}×{grid.height}") for grid in (record.puzzle.grid for record in records)})
    if len({size for _, size in sizes}) == 1:
        yield messages.text("cover.size", size=sizes[0][1])
    else:
        yield messages.text("cover.sizes", smallest=sizes[0][1], largest=sizes[-1][1])
    present = {record.grade.difficulty for record in records}
    names = [messages.text(f"difficulty.{difficulty}") for difficulty in DIFFICULTIES if difficulty in present]
    if len(names) == 1:
        yield messages.text("cover.difficulty", difficulty=names[0])
    else:
        yield messages.text("cover.difficulties", easiest=names[0], hardest=names[-1])
    pictures = sum(bool(record.picture) for record in records)
    if pictures:
        yield messages.text("cover.pictures" if pictures == len(records) else "cover.some_pictures")
    if config.aids.hints == "back":
        yield messages.text("cover.hints_back")
    elif config.aids.hints == "foot":
        yield messages.text("cover.hints_foot")
    if key is not None and key.place != "separate":
        yield messages.text(f"cover.answers_{key.place.replace(' ', '_')}")


PUZZLES, DIFFICULTY, LARGE_PRINT = "puzzles", "difficulty", "large print"
LARGE_TYPE, LARGE_CELL = 18.0, mm(12.7)  # what associations for readers with low vision call large print


def is_large_print(design: Design, page_width: float) -> bool:
    """Tell whether a book on pages of this width in points is in large print."""
    theme = design.theme
    return theme.type_sizes(page_width).body >= LARGE_TYPE and theme.cells.least >= LARGE_CELL - 0.01


def named_badges(config: BookConfig, *, several: bool, large: bool) -> list[str]:
    """Return the badges of a config as it names them, or else those that are usual with the book."""
    wanted = config.cover
    if wanted.badges is not None:
        return wanted.badges
    if wanted.artwork is not None and wanted.artwork.words == "none":  # it has its own badges too
        return []
    return [VOLUME] * bool(config.volume) + [PUZZLES] * several + [LARGE_PRINT] * large


def cover_badges(
    config: BookConfig, records: Sequence[GradedPuzzle], page_width: float, design: Design
) -> Iterator[str]:
    """Yield the words of each badge; ``page_width`` is that of the trimmed page in points.

    Raises ConfigError for a badge that is not true of the book.
    """
    large = is_large_print(design, page_width)
    for badge in named_badges(config, several=len(records) > 1, large=large):
        if badge == VOLUME:
            if config.volume is None:
                raise ConfigError("the book has no volume: set one, or leave the badge out", at=("cover", "badges"))
            yield volume_line(config, design.messages)
        elif badge == PUZZLES:
            yield design.messages.text("cover.badge_puzzles", puzzles=design.messages.number(len(records)))
        elif badge == DIFFICULTY:
            yield _difficulty(records, design)
        elif badge == LARGE_PRINT:
            if not large:
                raise ConfigError(_not_large(page_width, design), at=("cover", "badges"))
            yield design.messages.text("cover.badge_large_print")
        else:
            yield badge


def _difficulty(records: Sequence[GradedPuzzle], design: Design) -> str:
    present = {record.grade.difficulty for record in records}
    names = [design.messages.text(f"difficulty.{one}") for one in DIFFICULTIES if one in present]
    if len(names) == 1:
        return names[0]
    return design.messages.text("cover.badge_difficulties", easiest=names[0], hardest=names[-1])


def _not_large(page_width: float, design: Design) -> str:
    theme = design.theme
    return (
        f"{LARGE_PRINT} is not true of this book: its theme {theme.name} has text of "
        f"{theme.type_sizes(page_width).body:g} pt and cells from {to_mm(theme.cells.least):.1f} mm, and large print "
        f"has {LARGE_TYPE:g} pt and {to_mm(LARGE_CELL):.1f} mm or more: choose the theme large-print or leave it out"
    )


HEAD, FOOT = 0.4, 0.14  # of the front, from above and below, that words may cover
ABOVE = 0.62  # of the height of the front, for artwork above the words
SAMPLES = 160  # pixels across, by which the contrast is measured
WORST = 0.02  # share of the pixels that may have less contrast


def load_artwork(
    wanted: ArtworkConfig, sheet: CoverGeometry, palette: Palette, printer: tuple[Space, int | None]
) -> panels.Artwork:
    """Return the artwork as it will be printed; ``printer`` has its color space and the least resolution or None.

    Raises ConfigError when the file is missing, not a PNG or JPEG picture, or too coarse for its size.
    """
    bleed, whole = sheet.bleed, wanted.place == "sheet"
    left, width = (0.0, sheet.width) if whole else (sheet.spine_right, sheet.width - sheet.spine_right)
    path = Path(wanted.file)
    image = _loaded(wanted.file, time_of_change(path), printer[0])
    height = bleed + ABOVE * (sheet.height - 2 * bleed) if wanted.words == "above" else sheet.height
    part = cropped(image, width / height, wanted.focus)
    placed = replace(part, x=left - bleed, y=-bleed, width=width, height=height)
    _check_resolution(wanted, placed, image, printer[1])
    colors = _colors(placed)
    if whole:
        colors = colors[:, round(sheet.spine_right / sheet.width * colors.shape[1]) :]
    high = len(colors)
    head = _word_color(colors[: round(HEAD * high)], palette)
    low = HEAD + FOOT if wanted.words == "bottom" else FOOT
    foot = _word_color(colors[round((1 - low) * high) :], palette)
    return panels.Artwork(placed, wanted.words, head, foot, covers_back=whole)


@lru_cache(maxsize=2)  # a cover is laid out several times in a build
def _loaded(name: str, _changed: int, space: Space) -> Picture:
    return load_image(Path(name), "", space, ("cover", "artwork", "file"))


def cropped(image: Picture, ratio: float, focus: str) -> Picture:
    """Return the largest part of an image with that ratio of width to height, around ``focus``."""
    columns, rows = min(image.columns, round(image.rows * ratio)), min(image.rows, round(image.columns / ratio))
    columns, rows = max(1, columns), max(1, rows)
    across = {"left": 0.0, "right": 1.0}.get(focus, 0.5)
    down = {"top": 0.0, "bottom": 1.0}.get(focus, 0.5)
    left, top = round((image.columns - columns) * across), round((image.rows - rows) * down)
    pixels = _pixels(image)[top : top + rows, left : left + columns]
    return replace(image, columns=columns, rows=rows, pixels=np.ascontiguousarray(pixels).tobytes())


def _pixels(image: Picture) -> NDArray[np.uint8]:
    return np.frombuffer(image.pixels, np.uint8).reshape(image.rows, image.columns, image.channels)


def _check_resolution(wanted: ArtworkConfig, placed: Picture, image: Picture, least: int | None) -> None:
    dpi = dots_per_inch(placed)
    if least is None or dpi >= least * 0.995:  # a row of pixels may be missing at the edge
        return
    across, down = (math.ceil(least * side / POINTS_PER_INCH) for side in (placed.width, placed.height))
    size = f"{placed.width / POINTS_PER_INCH:.4g} x {placed.height / POINTS_PER_INCH:.4g} in"
    raise ConfigError(
        f"{wanted.file}: {image.columns}x{image.rows} pixels on {size} with bleed are {dpi:.0f} "
        f"dpi, allowed {least} or more: use a picture of {across}x{down} pixels",
        at=("cover", "artwork", "file"),
    )


def _colors(picture: Picture) -> NDArray[np.float64]:
    """Return red, green and blue, 0 to 1, of a sample of the pixels."""
    step = max(1, picture.columns // SAMPLES)
    parts = _pixels(picture)[::step, ::step].astype(np.float64) / 255
    return np.repeat(parts, 3 // picture.channels, axis=2)


def _word_color(colors: NDArray[np.float64], palette: Palette) -> RGB | None:
    """Return the color of the palette in which words can be read on a part of the artwork; None if they need a band."""
    linear = np.where(colors <= 0.03928, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
    light = linear @ np.array([0.2126, 0.7152, 0.0722])
    dark, bright = (_gray(float(np.quantile(light, share))) for share in (WORST, 1 - WORST))
    fitting = [(min(contrast(color, dark), contrast(color, bright)), color) for color in (palette.ink, palette.ground)]
    worst, color = max(fitting, key=lambda one: one[0])
    between = dark.red <= (color.red + color.green + color.blue) / 3 <= bright.red
    return color if worst >= READABLE and not between else None


def _gray(light: float) -> RGB:
    """Return the gray of a relative luminance."""
    level = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return RGB(level, level, level)


READY_PICTURE = "pictures/holidays/heart.txt"  # on covers of books without pictures
BEST_SIDE = 10  # cells: artwork of this size is legible from a distance and still looks like a puzzle
MIN_ACCENT_CONTRAST = 3.0  # with the ground; what WCAG requires of graphics
BLACK, WHITE = RGB(0.0, 0.0, 0.0), RGB(1.0, 1.0, 1.0)  # one of them has that contrast with every ground


@dataclass(frozen=True, slots=True)
class Cover:
    """A laid-out cover with its guide, which shows the folds and the safe areas. ``title`` is that of the book."""

    title: str
    page: Page
    guide: Page
    sheet: CoverGeometry
    profile: Profile
    fonts: FontSet

    def notes(self) -> Iterator[str]:
        """Yield what the publisher should know about the artwork: its file, and the bands that hide a part of it."""
        yield from (note for note, _ in image_notes([self.page]))
        front = panels.trimmed(self.sheet.front, self.sheet.bleed)
        bands = [f"{share:.0%} of the front at the {side}" for share, side in bands_over_artwork(self.page, front)]
        if bands:
            yield (
                f"cover.artwork: bands behind the words hide {' and '.join(bands)}, because neither ink nor ground has "
                f"a contrast of {READABLE:g} with it there: set fit: above, where nothing hides it, or a calmer picture"
            ).replace("%", " %")

    def spine_notes(self) -> Iterator[str]:
        """Yield how many pages words on the spine take, if it has none."""
        if self.sheet.spine and spine_area(self.sheet) is None and (rules := self.profile.printer.cover):
            known = rules.spine_text_pages is not None and self.profile.spine(self.profile.pages.least) is not None
            fitting = (n for n in range(2, self.profile.pages.most or 1000, 2) if known and self._has_words_with(n))
            least, printer = next(fitting, 0), f"{self.profile.name} on {self.profile.paper}"
            words = f"{printer} has them from {least} pages" if least else f"ask {rules.ask} how many pages they need"
            yield f"no words on the spine, which is {to_mm(self.sheet.spine):.1f} mm wide; {words}"

    def _has_words_with(self, pages: int) -> bool:
        return spine_area(cover_geometry(self.profile, pages)) is not None

    def write(self, folder: Path) -> None:
        """Write both files. Raises OutputError."""
        rules = self.profile.printer.file
        bleed = Edges(*(self.sheet.bleed,) * 4)
        style = PdfStyle(space=ink_space(self.profile), bleed=(bleed, bleed))
        write_pdf([self.guide], folder / GUIDE, self.fonts, style)
        if rules.standard is not None:
            style = replace(style, title=self.title, output_condition=rules.output_condition or "")
        write_pdf([self.page], folder / COVER, self.fonts, style)


def with_guide(cover: Cover) -> Cover:
    """Return a cover with its guide drawn over it, to be looked at on a screen."""
    return replace(cover, page=replace(cover.page, marks=(*cover.page.marks, *over_cover(cover.guide))))


def ink_space(profile: Profile) -> Space:
    """Return the color space of covers, which are printed in color whatever the pages are."""
    spaces = profile.printer.file.spaces
    return spaces.get("color", spaces["black"])[0]


def edition_cover(
    config: BookConfig, records: Sequence[GradedPuzzle], profile: Profile, pages: int, design: Design
) -> Cover | None:
    """Lay out the cover of a book of ``pages`` pages; None if the config wants none or the printer takes none.

    Raises ConfigError for colors too close to each other, a puzzle that is not in the book, a badge that is not true of
    the book, artwork that cannot be printed, and a spine width that only the printer's tool knows; LayoutError for text
    that does not fit.
    """
    wanted, messages = config.cover, design.messages
    if COVER not in files_of(config, profile):
        return None
    palette = _palette(wanted, ink_space(profile))
    sheet = cover_sheet(wanted, profile, pages)
    puzzle = _puzzle(wanted, records)
    back = cover_back(config, records, puzzle, messages, design.theme.puzzle)
    typeset = messages.typography.typeset
    title, subtitle, author = map(typeset, (config.title, config.subtitle or "", config.author or ""))
    lines = tuple(map(typeset, wanted.title_lines))
    badges = tuple(map(typeset, cover_badges(config, records, profile.trim.width, design)))
    line = typeset(volume_line(config, messages))
    volume = config.volume, "" if line in badges else line
    text = panels.CoverText(title, subtitle, author, back, lines, badges, messages.spine == "up", *volume)
    centered = design.theme.align == "center"
    art = panels.CoverArt(wanted.layout, puzzle, _picture(wanted, records), centered=centered)
    if wanted.artwork is not None:
        printer = ink_space(profile), profile.printer.minima.image_dpi
        art = replace(art, artwork=load_artwork(wanted.artwork, sheet, palette, printer))
    page = lay_out_cover(text, art, sheet, palette, design.metrics)
    guide = lay_out_cover_guide(
        sheet, (messages.text("cover.spine"), messages.text("cover.barcode"), messages.text("cover.safe"))
    )
    return Cover(config.title, page, guide, sheet, profile, design.fonts)


def cover_sheet(wanted: CoverConfig, profile: Profile, pages: int) -> CoverGeometry:
    """Return the geometry of the cover of a book of ``pages`` pages. Raises ConfigError like ``cover_geometry``."""
    spine = None if wanted.spine_mm is None else mm(wanted.spine_mm)
    return cover_geometry(profile, pages, spine, wanted.isbn or "", wanted.own_barcode)


def interior_theme(theme: Theme, config: BookConfig, space: Space) -> Theme:
    """Return the theme of the pages: in the colors of the cover if they are printed in color, in that color space.

    Raises ConfigError like ``edition_cover``.
    """
    if config.page.ink == "black":
        return theme
    pictures = {name: rgb(color) for name, color in load_picture_colors().items()}
    return in_color(theme, _palette(config.cover, space), pictures)


def _palette(wanted: CoverConfig, space: Space) -> Palette:
    """Return the colors of a cover as they are seen on it, which inks may not show as they are wanted."""
    if wanted.colors is None and (problems := palette_problems(wanted.palette, ("cover", "palette"))):
        raise ConfigError(*problems)
    colors = wanted.colors or load_palettes()[wanted.palette]
    ground = printed(rgb(colors.ground), space)
    ink = rgb(colors.ink) if colors.ink else max(BLACK, WHITE, key=lambda color: contrast(color, ground))
    accent = printed(rgb(colors.accent), space) if colors.accent else _shade_of(ground, ink, space)
    palette = Palette(ground, printed(ink, space), accent)
    place = "" if wanted.colors is not None else f"{COVERS}: palettes.{wanted.palette}: "
    for name, color, least in (("ink", palette.ink, READABLE), ("accent", palette.accent, MIN_ACCENT_CONTRAST)):
        if (found := contrast(color, palette.ground)) < least:
            raise ConfigError(
                f"{place}the contrast of {name} with the ground is {found:.1f}, allowed {least:g} or more; make one of "
                f"them lighter or darker",
                at=() if place else ("cover", "colors"),
            )
    return palette


SEEN = 0.06  # a difference of red, green and blue together that is seen


def color_notes(wanted: CoverConfig, profile: Profile) -> Iterator[str]:
    """Yield which of the publisher's own colors inks cannot show, and what they make of them."""
    own = {} if wanted.colors is None else wanted.colors.model_dump(exclude_none=True)
    for key, text in own.items():
        shown = printed(rgb(text), ink_space(profile))
        if math.dist(astuple(shown), astuple(rgb(text))) > SEEN:
            yield f"cover.colors.{key}: inks cannot show {text}: they print {hex_of(shown)}, the nearest of its hue"


def _shade_of(ground: RGB, ink: RGB, space: Space) -> RGB:
    """Return the shade of a ground for artwork: away from the ink if it can be, so that digits keep their contrast.

    Its contrast is that of the color as it is seen on the cover.
    """
    away = min(BLACK, WHITE, key=lambda color: contrast(color, ground))
    gray = gray_level(ground)
    levels = (gray + (gray_level(end) - gray) * share / 20 for end in (away, ink) for share in range(20))
    shades = (printed(shade(ground, level), space) for level in levels)
    return next((color for color in shades if contrast(color, ground) >= MIN_ACCENT_CONTRAST), ink)


def _puzzle(wanted: CoverConfig, records: Sequence[GradedPuzzle]) -> Puzzle:
    """Return the puzzle on the front: the one the config names, else the first whose size is closest to BEST_SIDE."""
    if wanted.puzzle is None:
        return min(records, key=lambda one: abs(max(one.puzzle.grid.width, one.puzzle.grid.height) - BEST_SIDE)).puzzle
    for record in records:
        if record.number == wanted.puzzle:
            return record.puzzle
    raise ConfigError(
        f"found {wanted.puzzle}, allowed 1 to {len(records)}, the puzzles of the book", at=("cover", "puzzle")
    )


def _picture(wanted: CoverConfig, records: Sequence[GradedPuzzle]) -> tuple[str, ...]:
    """Return rows of # and a dot: the picture that the config names, else the first of the book, else READY_PICTURE."""
    if wanted.picture is not None:
        return tuple(wanted.picture.drawing.splitlines())
    for record in records:
        if record.answer_is_picture and record.puzzle.grid.variant.lattice == SQUARES:
            return rows_of(np.reshape(record.solution, (-1, record.puzzle.grid.width)))
    return tuple(text_of(template(READY_PICTURE)).split("\n\n")[-1].split())
