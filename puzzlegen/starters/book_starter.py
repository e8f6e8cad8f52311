"""Writes the first config of a book: chooses sections, boards and pages so that the book is built without warnings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from puzzlegen.board.grid import Grid
from puzzlegen.board.lattices import VARIANTS, Variant
from puzzlegen.book import edition_pages
from puzzlegen.book.design import Design, editions_of, load_design
from puzzlegen.book.explained_puzzles import placeholder_puzzles
from puzzlegen.config.book import BookConfig, PageConfig
from puzzlegen.config.load import loads_book
from puzzlegen.config.pages import HOME, PageSetup, resolve_page, with_home_printer
from puzzlegen.errors import ConfigError, LayoutError
from puzzlegen.layout.book.page_arrangement import cell_size
from puzzlegen.layout.core.page_builder import PageGeometry
from puzzlegen.layout.core.theme import COMFORTABLE_CELL
from puzzlegen.pictures.choices import ready_pictures
from puzzlegen.pictures.drawings import read_drawing_file
from puzzlegen.printers.profile import OVERHANG, Profile, cover_geometry
from puzzlegen.schema import isbn
from puzzlegen.starters.configs import RISING, BookWishes, Example, commented_yaml

_SHARES = {"easy": 0.4, "medium": 0.4, "hard": 0.2}  # of the puzzles of a rising book
# Sides of square boards, the best first; smaller ones are for small pages and themes with large cells.
_SIDES = {
    "easy": (9, 8, 7, 6),
    "medium": (10, 9, 8, 7, 6),
    "hard": (12, 10, 9, 8, 7, 6),
    "expert": (14, 12, 11, 10, 9, 8, 7, 6),
}
# The first estimate of cells knows no labels of rows. Where the pages do not take the boards, cells that are larger by
# the next factor are asked for.
_ALLOWANCES = (1, 1.1, 1.2, 1.4)
_COUNTS = (120, 60, 40, 30, 20, 10)  # of the puzzles of a book whose number does not matter, the best first
_PER_PAGE = (6, 4, 2, 1)
_HINT_LINE = 1.03  # hints of pictures take a line above the board, which the first estimate of cells does not know
_LETTER = 0.48  # of the size of the type, the width of a letter
_LETTERS_OF_HINTS = 1000  # on a page that takes the hints of any puzzle, also of hard ones
_MORE_NOTES, _MOST_NOTES = 2, 100
_SHORTER = 2  # pages that hints may take less than their placeholders do (12 easy puzzles on 6x9, 2026-11-28)
_TRIES = 10


def book_starter(wishes: BookWishes, file: Path) -> str:
    """Return the text of a config, to be written to ``file``. Its book is laid out without warnings where possible.

    Raises ConfigError or LayoutError when a wish cannot be fulfilled.
    """
    design = load_design(wishes.theme, wishes.language)
    page = PageConfig.model_validate({"profile": wishes.printer} | ({"trim": wishes.trim} if wishes.trim else {}))
    setup = resolve_page(with_home_printer(page, design.messages.paper))
    hints = _takes_hints(setup, design) if wishes.hints is None else wishes.hints
    wishes = replace(wishes, cover=_has_cover(wishes.cover, setup.profile), hints=hints)
    *more, fewest = (wishes.puzzles,) if wishes.puzzles is not None else _COUNTS
    for count in more:
        with suppress(ConfigError):  # too many pages for the printer
            return _text(replace(wishes, puzzles=count), setup, design, file)
    return _text(replace(wishes, puzzles=fewest), setup, design, file)


def _text(wishes: BookWishes, setup: PageSetup, design: Design, file: Path) -> str:
    return f"{_head(file)}\n{_with_fitting_boards(wishes, setup, design, file.parent)}"


def _takes_hints(setup: PageSetup, design: Design) -> bool:
    """Return whether a page takes the hints of any puzzle: those of one puzzle are never broken over pages."""
    geometry = _geometry(setup)
    block, sizes = geometry.block(1), design.theme.type_sizes(geometry.width)
    return block.width / (_LETTER * sizes.small) * block.height / sizes.leading >= _LETTERS_OF_HINTS


def _geometry(setup: PageSetup) -> PageGeometry:
    return edition_pages.page_geometry(setup, max(setup.margins.inside, setup.profile.gutter(1) + OVERHANG))


def _has_cover(wanted: bool | None, profile: Profile) -> bool:
    """Return whether the book gets a cover: as ``wanted``, or if the size of the cover is known."""
    if wanted and profile.printer.cover is None:
        raise ConfigError(f"there is no cover for {profile.name}: choose another printer, or no cover")
    if wanted is not None:
        return wanted
    try:
        cover_geometry(profile, profile.pages.least)
    except ConfigError:
        return False
    return True


def _with_fitting_boards(wishes: BookWishes, setup: PageSetup, design: Design, folder: Path) -> str:
    """Return a config with the best boards that fit."""
    geometry = _geometry(setup)

    def text(allowance: float) -> str:
        sections = [*_sections(wishes, geometry, design, allowance)]
        return _without_warnings(wishes, sections, setup, design, folder)

    *narrow, widest = _ALLOWANCES
    for allowance in narrow:
        with suppress(LayoutError):
            return text(allowance)
    return text(widest)


def _without_warnings(
    wishes: BookWishes, sections: Sequence[Mapping[str, Any]], setup: PageSetup, design: Design, folder: Path
) -> str:
    """Return a config with as many pages for notes as it needs, if possible, to be laid out without warnings."""
    profile = setup.profile
    notes, first = 0, ""
    for _ in range(_TRIES):
        text = commented_yaml(BookConfig, _values(wishes, sections, setup, notes=notes, folder=folder))
        config = loads_book(text)
        (edition,) = editions_of(config, design.messages.paper)
        book = edition_pages.paginate(config, placeholder_puzzles(config), edition.setup, design)[0]
        pages = len(book)
        lessons = sum(part.pages for part in book.parts if part.key == "techniques")  # on all that puzzles may need
        fewest = pages - lessons - (_SHORTER if wishes.hints else 0)
        if profile.is_too_short(fewest) and profile.pages.least - fewest <= _MOST_NOTES - notes:
            notes += max(_MORE_NOTES, profile.pages.least - fewest)
            continue
        profile.check_page_count(pages)
        if not edition_pages.check_layout_with_placeholders([edition], design).warnings:
            return text
        first = first or text
        notes += _MORE_NOTES  # in place of a blank page, or so that blank pages are a smaller share
    return first  # the build says what is left


def _sections(wishes: BookWishes, geometry: PageGeometry, design: Design, allowance: float) -> Iterator[dict[str, Any]]:
    """Yield the keys of each section: full pages of boards with comfortable cells.

    ``allowance`` is by how much the estimated cells have to be larger than needed.
    """
    if wishes.pictures:
        ready = _ready_pictures(wishes.picture_files, geometry, design, allowance)
        level = "easy" if wishes.level == RISING else wishes.level
        pictures = {"pictures": [*ready, *wishes.picture_files]}
        yield {
            "name": design.messages.text("section_name.pictures"),
            "kind": "mosaic",
            "difficulty": level,
            "per_page": 1,
            **pictures,
        }
        return
    shares = _SHARES if wishes.level == RISING else {wishes.level: 1.0}
    variant = VARIANTS[wishes.kind]
    total = left = wishes.puzzles or 0
    for level, share in shares.items():
        side, most = _board(_SIDES[level], variant, geometry, design, allowance)
        last = level == [*shares][-1]
        count = left if last else min(left, _rounded(total * share, most))
        left -= count
        if count:
            per_page = next(n for n in _PER_PAGE if n <= most and count % n == 0)
            size = f"{side}x{side}"
            yield {
                "name": design.messages.text(f"section_name.{level}"),
                "kind": wishes.kind,
                "count": count,
                "size": size,
                "difficulty": level,
                "effort": wishes.effort,
                "per_page": per_page,
            }


def _ready_pictures(own: Sequence[str], geometry: PageGeometry, design: Design, allowance: float) -> list[str]:
    """Return the names of the ready pictures that get cells of a good size together with the user's ``own``.

    On small pages there are none. Raises LayoutError where the own ones are too large.
    """
    boards = [_board_of(Path(name)) for name in own]  # all boards of a section have cells of one size
    least = max(edition_pages.SMALL_CELL * _HINT_LINE, design.theme.cells.least)
    for name, board in zip(own, boards, strict=True):
        if cell_size(geometry, [board], 1, design.theme) < least:
            raise LayoutError(
                f"{name}: {board.width}x{board.height} cells are too many for these pages in the theme "
                f"{design.theme.name}: choose larger pages or another theme"
            )
    # A hint takes less than a row of cells.
    ready = {name: _board_of(path, more_rows=1) for name, path in ready_pictures().items()}
    names: list[str] = []
    for name, board in sorted(ready.items(), key=lambda one: max(one[1].width, one[1].height)):
        if cell_size(geometry, [*boards, board], 1, design.theme) >= least * allowance:
            names, boards = [*names, name], [*boards, board]
    return sorted(names)


def _board_of(drawing: Path, more_rows: int = 0) -> Grid:
    height, width = read_drawing_file(drawing).cells.shape
    return Grid(width, height + more_rows)


def _rounded(count: float, per_page: int) -> int:
    """Return a count near this one that fills its pages, at least 1."""
    return round(count / per_page) * per_page or max(1, round(count))


def _board(
    sides: Sequence[int], variant: Variant, geometry: PageGeometry, design: Design, allowance: float
) -> tuple[int, int]:
    """Return the first of the sides of boards that a page takes with comfortable cells, and how many of them."""
    theme = design.theme
    least = max(COMFORTABLE_CELL, theme.cells.least) * allowance
    for side in sides:
        for per_page in _PER_PAGE:
            if theme.cells.per_page is not None and per_page > theme.cells.per_page:
                continue
            if cell_size(geometry, [Grid(side, side, variant)], per_page, theme) >= least:
                return side, per_page
    return sides[-1], 1


def _values(
    wishes: BookWishes, sections: Sequence[Mapping[str, Any]], setup: PageSetup, *, notes: int, folder: Path
) -> dict[str, Any]:
    """Return the keys of the config with their values and examples; those of files are in ``folder``."""
    author = wishes.author or "Your Name"
    copyright_text = f"{wishes.title}\nCopyright © {date.today().year} {author}"
    foreword, review, artwork = (_named(folder / name) for name in ("foreword.md", "review.md", "artwork.png"))
    layout = {} if wishes.pictures else {"layout": wishes.layout or Example("symmetric")}
    return {
        "title": wishes.title,
        "subtitle": Example("A line under the title"),
        "author": wishes.author or Example(author),
        "language": wishes.language,
        "series": wishes.series,
        "volume": Example(1),
        "page": {
            "profile": wishes.printer,
            "trim": wishes.trim or (Example if wishes.printer == HOME else str)(setup.profile.trim.name),
            "paper": Example(setup.profile.paper),
            "max_pages": Example(120),
        },
        "theme": wishes.theme,
        "ornaments": Example("garden"),
        "sections": [
            {**section, **layout, "intro": Example("Your own words on the first page.")} for section in sections
        ],
        "aids": {
            "hints": "back" if wishes.hints else "none",
            "par": Example(True),
            "time": Example(True),
            "qr": Example(True),
        },
        "front_matter": {
            "gift": Example(True),
            "copyright": copyright_text if wishes.author else Example(copyright_text),
            "contents": Example(True),
            "techniques": "auto",
            "pages": Example([{"file": foreword, "after": "contents", "begin": "right", "contents": True}]),
        },
        "back_matter": {
            "answer_key": Example({"place": "next spread"}),
            "remarks": Example(True),
            "score_card": Example(True),
            "notes_pages": notes,
            "pages": Example([{"file": review, "after": "answer_key"}]),
        },
        "cover": {
            "make": bool(wishes.cover),
            **({"spine_mm": Example(8.0)} if _asks_for_spine(setup.profile) else {}),
            "palette": "brick",
            "artwork": Example(artwork),
            "back": Example("Words for the back."),
            "isbn": Example(isbn.EXAMPLE),
        },
        "output": {"listing": False},
    }


def _asks_for_spine(profile: Profile) -> bool:
    """Tell whether only the printer's tool knows the width of the spine, so that the config must give it."""
    return profile.printer.cover is not None and profile.spine(profile.pages.least) is None


def _named(file: Path) -> str:
    """Return the name of a file as a config has it: relative to the current folder, where it is there."""
    here, path = Path.cwd(), file.absolute()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else file.name


def _head(file: Path) -> str:
    return f"""\
# A book of pen-and-paper Minesweeper. Change what you like, then build it:
#     puzzlegen book {file}
#
# puzzlegen checks this file first, and names the line of each mistake. A line that begins with # is a
# comment. A key in a comment shows an example; remove the # to use it. puzzlegen schema book lists every key.
"""
