"""Writes the config of a second book from that of a first one: an edition of its puzzles, or the next volume.

All lines of the first config stay, with their comments, but for those that the second book needs otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from puzzlegen.book.cover import book_facts
from puzzlegen.book.design import editions_of, load_design
from puzzlegen.book.edition_pages import check_layout_with_placeholders
from puzzlegen.book.explained_puzzles import placeholder_puzzles
from puzzlegen.config.book import BookConfig, PageConfig
from puzzlegen.config.load import config_at, load_book, loads_book
from puzzlegen.config.pages import HOME, page_problems, resolve_page
from puzzlegen.config.palettes import color_of_volume, load_palettes
from puzzlegen.config.themes import theme_problems
from puzzlegen.errors import ConfigError, LayoutError, Loc
from puzzlegen.files.reading import read_limited
from puzzlegen.files.writing import BOOK
from puzzlegen.printers.requirements import load_printers
from puzzlegen.schema.edit import add_entry, set_value
from puzzlegen.schema.validation import field_problem
from puzzlegen.schema.yaml_nodes import MAX_BYTES
from puzzlegen.starters.configs import new_seed

# The place of a value in a config, and the value, None to remove it.
Change = tuple[Loc, str | int | bool | list[str] | None]

_MARKUP = re.compile(r"([\\`*_\[\]<>#{}|~^])")  # signs of Markdown, which a title or a name may have
_NUMBER = re.compile(r"-[0-9]{1,3}$")  # of a volume, at the end of the name of its folder
_LARGER = 1.001  # times the area of another page: the same page may have two names


@dataclass(frozen=True, slots=True)
class FirstBook:
    """The book that a second one is made from: its file, the text of that, and the config that it holds."""

    file: Path
    text: str
    config: BookConfig


@dataclass(frozen=True, slots=True)
class SecondBook:
    """The config of an edition or a volume: its text, and lines for the user on what differs from the first book."""

    text: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditionWishes:
    """In what an edition differs from its book; None is as in the book."""

    theme: str | None = None
    printer: str | None = None
    trim: str | None = None

    @property
    def name(self) -> str:
        """A name for the edition, such as ``large-print`` or ``ingram-6x9``."""
        words = "-".join(word for word in (self.theme, self.printer, self.trim) if word)
        return re.sub(r"[^a-z0-9.]+", "-", words.lower()).strip("-.")


def first_book(place: Path) -> FirstBook:
    """Read the config at ``place``, a YAML file or the folder of one.

    Raises ConfigError for a place without a book, and for a config that cannot be used.
    """
    file = config_at(place, BOOK)
    if not file.is_file():
        raise ConfigError(f"{place}: there is no book here: name the folder of a {BOOK}.yaml, or a config")
    config = load_book(file)
    return FirstBook(file, read_limited(file, MAX_BYTES).decode("utf-8-sig"), config)


def edition_place(first: Path, name: str) -> Path:
    """Return where the config of an edition stands: in a folder beside that of a ``book.yaml``, else beside it."""
    return _beside(first, lambda of_book: f"{of_book}-{name}")


def volume_place(first: Path, number: int) -> Path:
    """Return where the config of a volume stands, as ``edition_place``; its number replaces that of the last one."""
    return _beside(first, lambda of_book: f"{_NUMBER.sub('', of_book)}-{number}")


def _beside(first: Path, rename: Callable[[str], str]) -> Path:
    if first.stem != BOOK:
        return first.with_name(rename(first.stem) + first.suffix)
    folder = first.parent if first.parent.name else first.parent.absolute()
    return folder.with_name(rename(folder.name)) / first.name


def _changed(text: str, changes: Iterable[Change]) -> str:
    for loc, value in changes:
        text = set_value(text, loc, value)
    return text


def _common_notes(first: BookConfig) -> Iterator[str]:
    """Yield what each second book needs otherwise than the first."""
    if first.cover.isbn is not None:
        yield "cover.isbn: left out, because each edition and each volume has another"
    if first.cover.spine_mm is not None:
        yield "cover.spine_mm: take it from the printer's calculator again if the number of pages changes"


def _layout_warnings(config: BookConfig) -> list[str]:
    """Return the warnings of the layout. Raises ConfigError or LayoutError for a book that cannot be laid out."""
    design = load_design(config.theme, config.language, config.cells)
    warnings = check_layout_with_placeholders(editions_of(config, design.messages.paper), design).warnings
    return [f"warning: {warning}" for warning in warnings]


def edition_in_folder(theme: str | None, printer: str | None, trim: str | None, puzzles: str) -> str:
    """Return the config of an edition of the book in the current folder. Raises like ``edition_of``."""
    return edition_of(first_book(Path()), EditionWishes(theme, printer, trim), puzzles).text


def volume_in_folder(title: str, color: str | None) -> str:
    """Return the config of the next volume of the book in the current folder. Raises like ``volume_of``."""
    return volume_of(first_book(Path()), title, new_seed(title), color).text


# --- Editions ---------------------------------------------------------------------------------------------------------


def edition_of(first: FirstBook, wishes: EditionWishes, puzzles: str) -> SecondBook:
    """Return the config of an edition of a book, which prints its puzzles again from the file ``puzzles``.

    A page that is too small for the boards becomes the printer's smallest one that is not, unless ``wishes`` name one.
    Raises ConfigError or LayoutError for an edition that cannot be printed, or that would be the book again.
    """
    config = first.config
    _check_wishes(config, wishes)
    changes = [*_edition_changes(config, wishes)]
    if not changes:
        raise ConfigError("this edition would be the book again: name another --theme, --printer or --trim")
    text = _changed(first.text, [*changes, *_chosen_for_pages(config), (("puzzles",), puzzles)])
    trims = [] if wishes.trim is not None or config.profiles else _larger_trims(loads_book(text))
    try:
        return _checked(first, text)
    except LayoutError as error:
        for trim in trims:
            with suppress(ConfigError, LayoutError):
                return _checked(first, set_value(text, ("page", "trim"), trim))
        raise error from None


def _check_wishes(config: BookConfig, wishes: EditionWishes) -> None:
    """Raise ConfigError for a theme, a printer or a page that there is not."""
    problems_of = {"--theme": theme_problems(wishes.theme) if wishes.theme is not None else []}
    printer = wishes.printer or config.page.profile
    problems_of["--printer"] = page_problems(PageConfig(profile=printer))
    if wishes.trim is not None and not problems_of["--printer"]:
        if problem := field_problem(PageConfig, "trim", wishes.trim):
            raise ConfigError(f"--trim: {problem.text}")
        problems_of["--trim"] = page_problems(PageConfig.model_validate({"profile": printer, "trim": wishes.trim}))
    for option, problems in problems_of.items():
        if problems:
            raise ConfigError(f"{option}: {problems[0].text}")


def _edition_changes(config: BookConfig, wishes: EditionWishes) -> Iterator[Change]:
    """Yield what an edition is made for."""
    page = config.page
    if wishes.theme not in (None, config.theme):
        yield ("theme",), wishes.theme
    if wishes.printer is not None and (wishes.printer != page.profile or config.profiles):
        yield ("page", "profile"), wishes.printer
        yield ("profiles",), None
        yield from ((("page", key), None) for key in ("trim", "paper", "binding") if getattr(page, key) is not None)
        if wishes.printer == HOME or load_printers()[wishes.printer].cover is None:
            yield ("cover", "make"), False
    if wishes.trim not in (None, page.trim):
        yield ("page", "trim"), wishes.trim


def _chosen_for_pages(config: BookConfig) -> Iterator[Change]:
    """Yield what was chosen for the pages of the book."""
    for index, section in enumerate(config.sections):
        if section.per_page is not None:
            yield ("sections", index, "per_page"), "auto"
    if config.page.max_pages is not None:
        yield ("page", "max_pages"), None
    if config.cover.isbn is not None:
        yield ("cover", "isbn"), None


def _larger_trims(config: BookConfig) -> list[str]:
    """Return the names of the printer's pages that are wider or higher than that of the config, the smallest first."""
    page = resolve_page(config.page).profile.trim
    sizes = load_printers()[resolve_page(config.page).profile.name].trims.sizes
    by_area = sorted((size.width * size.height, name, size) for name, size in sizes.items())
    return [
        name
        for area, name, size in by_area
        if area > page.width * page.height * _LARGER and size.width >= page.width and size.height >= page.height
    ]


def _checked(first: FirstBook, text: str) -> SecondBook:
    config, book = loads_book(text), first.config
    notes = [*_common_notes(book)]
    if config.page.trim != book.page.trim:
        notes.append(f"page.trim: {config.page.trim or resolve_page(config.page).profile.trim.name}")
    if book.page.max_pages is not None:
        notes.append("page.max_pages: left out, because other cells take other numbers of pages")
    if book.cover.artwork is not None:
        notes.append("cover.artwork: it must have enough pixels for the size of this page")
    return SecondBook(text, (*notes, *_layout_warnings(config)))


# --- Volumes ----------------------------------------------------------------------------------------------------------


def next_volume(first: FirstBook) -> int:
    """Return the number of the volume that follows a book; one without a number is the first."""
    return (first.config.volume or 1) + 1


def volume_of(first: FirstBook, title: str | None, series: str, color: str | None = None) -> SecondBook:
    """Return the config of the next volume: the same design with new puzzles, and a page that lists earlier volumes.

    ``series`` is its seed; ``title`` None keeps that of the book. ``color`` is the palette of its cover or a color such
    as ``#1f6fd1``, None for the palette that follows. Raises ConfigError for the seed of the book and an unknown color,
    and ConfigError or LayoutError for a volume that cannot be laid out.
    """
    config = first.config
    if series == config.series:
        raise ConfigError("--series: found that of the book, which gives its puzzles again: choose another")
    changes: list[Change] = [(("series",), series), (("volume",), next_volume(first))]
    if title not in (None, config.title):
        changes += [(("title",), title), (("cover", "title_lines"), None)]
    changes += [*_cover_changes(config, color)]
    changes += [((key,), None) for key in ("puzzles", "choices") if getattr(config, key)]
    titled = _titled_sections(config)
    changes += [(("sections", index, "titles"), None) for index in titled]
    if config.cover.isbn is not None:
        changes.append((("cover", "isbn"), None))
    text = _with_this_book_listed(_changed(first.text, changes), config)
    notes = [*_common_notes(config)]
    notes += _notes_on_puzzles(config, color)
    return SecondBook(text, (*notes, *_layout_warnings(loads_book(text))))


def _cover_changes(config: BookConfig, color: str | None) -> Iterator[Change]:
    """Yield the color of the next volume, and the badge with its number in a list of badges that has none."""
    cover = config.cover
    if color is not None or (cover.make and cover.colors is None):
        key, value = color_of_volume(cover.palette, color)
        yield ("cover", "palette" if key == "colors" else "colors"), None
        yield ("cover", key), value
    if cover.badges and cover.badges != cover.volume_badges():
        yield ("cover", "badges"), cover.volume_badges()


def _titled_sections(config: BookConfig) -> list[int]:
    """Return the sections that give their puzzles titles, counted from 0."""
    return [index for index, section in enumerate(config.sections) if section.titles]


def _notes_on_puzzles(config: BookConfig, color: str | None) -> Iterator[str]:
    """Yield a note on each key of a book that is about its puzzles, which the next volume does not have."""
    if config.volume is None:
        yield "volume: the book has none: set volume: 1 in its config before you print it again"
    if config.cover.colors is not None and color is None:
        yield "cover.colors: kept unless --color names others"
    if config.choices:
        yield "choices: left out, because they are puzzles of the book"
    for index in _titled_sections(config):
        yield f"sections[{index + 1}].titles: left out, because they name puzzles of the book"
    for index, section in enumerate(config.sections, start=1):
        if section.pictures:
            yield f"sections[{index}].pictures: choose others, because the ledger holds those of the book"


def _with_this_book_listed(text: str, config: BookConfig) -> str:
    """Return the text of a config that lists this book too.

    Books made by former releases list them in a page of text, which goes on.
    """
    messages = load_design(config.theme, config.language, config.cells).messages
    title, number = _MARKUP.sub(r"\\\1", config.title), messages.number(config.volume or 1)
    item = messages.text("volume.listed", title=f"**{title}**", volume=number)
    earlier = messages.text("volume.listed", title="", volume=messages.number((config.volume or 1) - 1))
    pages: Loc = ("back_matter", "pages")
    for index, page in enumerate(config.back_matter.pages):
        if page.file is None and earlier in (page.text or ""):
            bullet = "- " if "\n- " in (page.text or "") else ""
            return set_value(text, (*pages, index, "text"), f"{(page.text or '').rstrip()}\n{bullet}{item}\n")
    return add_entry(text, ("back_matter", "volumes"), _listed(config))


def _listed(config: BookConfig) -> dict[str, Any]:
    """Return the entry of a book in the next volume: its title, number, color, and up to three facts."""
    records, messages = placeholder_puzzles(config).records, load_design(config.theme, config.language).messages
    facts = [messages.text("cover.badge_puzzles", puzzles=messages.number(len(records)))]
    facts += islice(book_facts(config, records, messages), 2)
    colors = config.cover.colors or load_palettes()[config.cover.palette]
    return {"title": config.title, "volume": config.volume or 1, "color": colors.ground, "about": " · ".join(facts)}
