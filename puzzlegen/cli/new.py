"""The commands of ``puzzlegen new``: write a first config, or that of a second book."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from puzzlegen.cli.console import print_error
from puzzlegen.cli.options import parse_path
from puzzlegen.errors import ConfigError, LayoutError

if TYPE_CHECKING:
    from pydantic import BaseModel

    from puzzlegen.starters.configs import BookWishes
    from puzzlegen.starters.second_books import FirstBook, SecondBook

Answer = TypeVar("Answer")

app = typer.Typer(
    no_args_is_help=True, help="Write the config of a new book or daily, or of an edition or a volume of a book."
)

MOST_PUZZLES = 2000

Place = Annotated[
    Path, typer.Argument(parser=parse_path, metavar="DIR", help="A new folder, or a new .yaml file in a folder.")
]
Title = Annotated[str | None, typer.Option(help="Title [from the name of the folder].")]
Author = Annotated[str | None, typer.Option(help="Author or publisher [none].")]
Language = Annotated[str | None, typer.Option(help="Language of all printed text [en].")]
Series = Annotated[str | None, typer.Option(help="The seed, any text [the title with random letters].")]
Printer = Annotated[str | None, typer.Option(help="The printer, such as kdp or home-letter [kdp].")]
Trim = Annotated[str | None, typer.Option(help="Size of the pages, such as 6x9 or a5 [the printer's usual one].")]
Theme = Annotated[str | None, typer.Option(help="How it looks, such as classic or large-print [classic].")]
Cover = Annotated[bool | None, typer.Option("--cover/--no-cover", help="Make a cover [if the printer takes one].")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing: take the defaults for what is not given.")]


@app.command()
def book(
    place: Place,
    title: Title = None,
    author: Author = None,
    language: Language = None,
    series: Series = None,
    printer: Printer = None,
    trim: Trim = None,
    theme: Theme = None,
    puzzles: Annotated[
        int | None,
        typer.Option(
            "--puzzles",
            "-n",
            min=1,
            max=MOST_PUZZLES,
            help="Number of puzzles [120, or fewer that the printer can bind].",
        ),
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option(help="easy, medium, hard, expert, or rising from easy to hard [rising].")
    ] = None,
    kind: Annotated[str | None, typer.Option(help="Kind of the puzzles, such as hexagonal [minesweeper].")] = None,
    layout: Annotated[
        str | None, typer.Option(help="Layout of the clues, such as symmetric [the usual one of the kind].")
    ] = None,
    effort: Annotated[
        str | None, typer.Option(help="Effort spent on each puzzle: low, normal or high [normal].")
    ] = None,
    hints: Annotated[
        bool | None, typer.Option("--hints/--no-hints", help="Print hints at the back [if a page takes them].")
    ] = None,
    cover: Cover = None,
    yes: Yes = False,
) -> None:
    """Write the config of a new book. On a terminal it asks for what the options do not give.

    Example: puzzlegen new book mybook
    """
    from puzzlegen.board.difficulty import EFFORTS, NORMAL
    from puzzlegen.board.lattices import MINESWEEPER, VARIANTS
    from puzzlegen.board.spec import RULES
    from puzzlegen.starters.configs import LEVELS
    from puzzlegen.wording import describe, did_you_mean

    def level_problem(value: str) -> str:
        return (
            ""
            if value in LEVELS
            else (f"found {describe(value)}, allowed {', '.join(LEVELS)}{did_you_mean(value, LEVELS)}")
        )

    def number_problem(value: str) -> str:
        good = value.isascii() and value.isdigit() and 1 <= int(value) <= MOST_PUZZLES
        return "" if good else f"found {describe(value)}, allowed a whole number from 1 to {MOST_PUZZLES}"

    form = _BookForm(place, ask=_asks(yes))
    form.names(title, author, language)
    form.page(printer, trim, theme)
    chosen = form.of_section("kind", "Kind of the puzzles", VARIANTS, kind, MINESWEEPER.name)
    usual = VARIANTS[chosen].usual_layout
    clues = form.of_section("layout", "Layout of the clues", RULES, layout, usual)
    count = form.text("puzzles", "Number of puzzles", None if puzzles is None else str(puzzles), "120", number_problem)
    level = form.text("difficulty", f"Difficulty ({', '.join(LEVELS)})", difficulty, LEVELS[0], level_problem)
    spent = form.of_section("effort", "Effort spent on each puzzle", EFFORTS, effort, NORMAL)
    wanted_hints = form.choice("Hints at the back", hints, default=True)
    wanted = None if puzzles is None and not form.ask else int(count)
    has_hints = None if hints is None and not form.ask else wanted_hints
    sections = {"kind": chosen, "layout": None if clues == usual else clues, "effort": spent}
    form.write(series, cover, puzzles=wanted, level=level, hints=has_hints, **sections)


@app.command()
def picture(
    place: Place,
    title: Title = None,
    author: Author = None,
    language: Language = None,
    series: Series = None,
    printer: Printer = None,
    trim: Trim = None,
    theme: Theme = None,
    cover: Cover = None,
    yes: Yes = False,
) -> None:
    """Write the config of a new book of mosaics whose solutions are pictures, with a drawing to change.

    Example: puzzlegen new picture mypictures
    """
    form = _BookForm(place, ask=_asks(yes))
    form.names(title, author, language)
    form.page(printer, trim, theme)
    form.write(series, cover, pictures=True, hints=False)


@app.command()
def daily(
    place: Place,
    title: Title = None,
    author: Author = None,
    language: Language = None,
    series: Series = None,
    address: Annotated[
        str | None, typer.Option(help="Web address of the folder to publish, https://... [an example].")
    ] = None,
    timezone: Annotated[str | None, typer.Option(help="Time zone, such as Europe/Berlin [this computer's].")] = None,
    start: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="Day of the first puzzle [today].")] = None,
    yes: Yes = False,
) -> None:
    """Write the config of a new daily. On a terminal it asks for what the options do not give.

    Example: puzzlegen new daily mydaily
    """
    from puzzlegen.config.daily import DailyConfig
    from puzzlegen.files.writing import usable_name
    from puzzlegen.schema.daily_fields import parse_day, system_time_zone, today_in
    from puzzlegen.starters.configs import DailyWishes, daily_starter

    form = _Form(place, f"{usable_name(place.resolve().name, 'daily')}.yaml", DailyConfig, ask=_asks(yes))
    form.names(title, author, language)
    where = form.field("address", "Web address of the folder", address, "https://example.com/daily/")
    system_zone = system_time_zone()
    if not (timezone or system_zone):
        print_error(
            "warning: the time zone of this computer has no known name: UTC is taken unless --timezone names one"
        )
    zone = form.field("timezone", "Time zone", timezone, system_zone or "UTC")
    first = form.field("start", "Day of the first puzzle", start, today_in(zone).isoformat())
    series = form.series(series)
    wishes = DailyWishes(form.title, form.author, series, form.language, where, zone, parse_day(first))
    form.save({form.file: daily_starter(wishes, form.file)}, "daily")


Book = Annotated[
    Path, typer.Argument(parser=parse_path, metavar="BOOK", help="The folder of the book's config, or the .yaml file.")
]
SecondPlace = Annotated[
    Path | None,
    typer.Argument(parser=parse_path, metavar="[DIR]", help="A new folder, or a new .yaml file [beside the book's]."),
]


@app.command()
def edition(
    book: Book,
    place: SecondPlace = None,
    theme: Annotated[str | None, typer.Option(help="Another look, such as large-print [as the book].")] = None,
    printer: Annotated[str | None, typer.Option(help="Another printer, such as ingram [as the book].")] = None,
    trim: Annotated[str | None, typer.Option(help="Other pages, such as a5 [as the book, or large enough].")] = None,
    puzzles: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The puzzles.jsonl of the book [that in its folder in output]."),
    ] = None,
) -> None:
    """Write the config of an edition of a book: the same puzzles in another theme or on other pages.

    Example: puzzlegen new edition mybook --theme large-print
    """
    from puzzlegen.files.build_folder import PUZZLES
    from puzzlegen.files.writing import BOOK, default_folder
    from puzzlegen.starters import second_books
    from puzzlegen.starters.configs import starter_file

    first = second_books.first_book(book)
    wishes = second_books.EditionWishes(theme, printer, trim)
    file = starter_file(place or second_books.edition_place(first.file, wishes.name), f"{BOOK}.yaml")
    source = puzzles or (default_folder(first.file) / PUZZLES).as_posix()
    made = second_books.edition_of(first, wishes, source)
    before = [] if Path(source).is_file() else [first.file]
    _save_second(first, made, file, [*before, file])


@app.command()
def volume(
    book: Book,
    place: SecondPlace = None,
    title: Annotated[str | None, typer.Option(help="Another title [that of the book].")] = None,
    series: Annotated[str | None, typer.Option(help="The seed, any text [the title with random letters].")] = None,
    color: Annotated[
        str | None, typer.Option(help="A palette of covers, or one color such as '#1f6fd1' [the next palette].")
    ] = None,
) -> None:
    """Write the config of the next volume of a book: the same design, new puzzles, and a page that lists the book.

    Example: puzzlegen new volume mybook
    """
    from puzzlegen.files.writing import BOOK
    from puzzlegen.starters import second_books
    from puzzlegen.starters.configs import new_seed, starter_file

    first = second_books.first_book(book)
    beside = second_books.volume_place(first.file, second_books.next_volume(first))
    file = starter_file(place or beside, f"{BOOK}.yaml")
    made = second_books.volume_of(first, title, series or new_seed(title or first.config.title), color)
    _save_second(first, made, file, [file])


def _save_second(first: FirstBook, made: SecondBook, file: Path, builds: Iterable[Path]) -> None:
    """Write the config of a second book, and print what differs from the first and the next commands."""
    from puzzlegen.starters.configs import write_starter

    write_starter({file: made.text.replace(f"puzzlegen book {first.file}", f"puzzlegen book {file}")})
    print_error(f"wrote {file}")
    for note in made.notes:
        print_error(note)
    for config in builds:
        print_error(f"next: puzzlegen book {shlex.quote(str(config))}")


def _asks(yes: bool) -> bool:
    return not yes and sys.stdin.isatty() and sys.stderr.isatty()


_ANSWERS = {"y": True, "yes": True, "n": False, "no": False}


def _problem(model: type[BaseModel], key: str, value: str) -> str:
    """Return what is wrong with an answer for a key, in words; empty if nothing is."""
    from puzzlegen.schema.validation import field_problem

    problem = field_problem(model, key, value)
    return problem.text if problem else ""


class _Form:
    """The questions about one config: each is answered by its option, on a terminal by the user, or by its default."""

    def __init__(self, place: Path, name: str, model: Any, *, ask: bool) -> None:
        from puzzlegen.starters.configs import starter_file

        self.file = starter_file(place, name)
        self.model, self.ask = model, ask
        self.title, self.language = "", ""
        self.author: str | None = None

    def text(self, option: str, question: str, given: str | None, default: str, problem: Callable[[str], str]) -> str:
        """Return an answer that has no ``problem``. Raises ConfigError for an option that has one."""
        if given is not None or not self.ask:
            answer = default if given is None else given
            if words := problem(answer):
                raise ConfigError(f"--{option}: {words}")
            return answer
        while True:
            answer = str(typer.prompt(question, default=default, show_default=bool(default), err=True)).strip()
            if not (words := problem(answer)):
                return answer
            print_error(words)

    def choice(self, question: str, given: bool | None, *, default: bool) -> bool:
        """Return yes or no."""
        if given is not None or not self.ask:
            return default if given is None else given
        while True:
            words = f"{question} [{'Y/n' if default else 'y/N'}]"
            answer = str(typer.prompt(words, default="", show_default=False, err=True)).strip()
            if answer.casefold() in _ANSWERS:
                return _ANSWERS[answer.casefold()]
            if not answer:
                return default
            print_error(f"found {answer!r}, allowed y or n")

    def field(self, key: str, question: str, given: str | None, default: str, *, optional: bool = False) -> str:
        """Return the value of a key, checked as in a config."""

        def problem(value: str) -> str:
            return "" if optional and not value else _problem(self.model, key, value)

        return self.text(key, question, given, default, problem)

    def names(self, title: str | None, author: str | None, language: str | None) -> None:
        """Ask for title, author and language."""
        from puzzlegen.files.templates import language_problem

        folder = self.file.resolve().parent.name.replace("-", " ").replace("_", " ").strip()
        self.title = self.field("title", "Title", title, folder[:80].title() or "Minesweeper")
        self.author = self.field("author", "Author or publisher (may be empty)", author, "", optional=True) or None

        def problem(value: str) -> str:
            return language_problem(value) or ""

        self.language = self.text("language", "Language", language, "en", problem)

    def series(self, given: str | None) -> str:
        """Return the seed. Random letters keep books with one title from having the same puzzles."""
        from puzzlegen.starters.configs import new_seed

        return self.field("series", "", given or new_seed(self.title), "")

    def save(self, files: Mapping[Path, str], command: str, written: Iterable[Path] = ()) -> None:
        """Write the files and print the next command. ``written`` lists files that were written before."""
        from puzzlegen.starters.configs import write_starter

        write_starter(files)
        print_error(f"wrote {', '.join(map(str, [*files, *written]))}")
        print_error(f"next: puzzlegen {command} {shlex.quote(str(self.file))}")


class _BookForm(_Form):
    """The questions that all books share."""

    def __init__(self, place: Path, *, ask: bool) -> None:
        from puzzlegen.config.book import BookConfig
        from puzzlegen.files.writing import BOOK

        super().__init__(place, f"{BOOK}.yaml", BookConfig, ask=ask)
        self.printer, self.theme = "", ""
        self.trim: str | None = None

    def page(self, printer: str | None, trim: str | None, theme: str | None) -> None:
        """Ask for the printer, its trim and the theme."""
        from puzzlegen.config.book import PageConfig
        from puzzlegen.config.pages import HOME, page_problems, resolve_page
        from puzzlegen.config.themes import theme_names, theme_problems
        from puzzlegen.printers.requirements import load_printers

        def page_problem(**keys: str) -> str:
            for key, given in keys.items():
                if words := _problem(PageConfig, key, given):
                    return words
            page = PageConfig.model_validate(keys)
            return "; ".join(problem.text for problem in page_problems(page))

        def theme_problem(value: str) -> str:
            return "; ".join(problem.text for problem in theme_problems(value))

        printers = ", ".join([*load_printers(), HOME])
        self.printer = self.text(
            "printer", f"Printer ({printers})", printer, "kdp", lambda value: page_problem(profile=value)
        )
        sizes = load_printers()[self.printer].trims.sizes if self.printer != HOME else {}
        if trim is not None or len(sizes) > 1:
            usual = resolve_page(PageConfig(profile=self.printer)).profile.trim.name
            self.trim = self.text(
                "trim",
                f"Size of the pages ({', '.join(sizes)})",
                trim,
                usual,
                lambda value: page_problem(profile=self.printer, trim=value),
            )
        self.theme = self.text("theme", f"Theme ({', '.join(theme_names())})", theme, "classic", theme_problem)

    def of_section(self, key: str, question: str, names: Iterable[str], given: str | None, usual: str) -> str:
        """Return the value of a key that all sections have; the question lists its usual ``names``."""
        from puzzlegen.config.section import SectionConfig

        question = f"{question} ({', '.join(names)})"
        return self.text(key, question, given, usual, lambda value: _problem(SectionConfig, key, value))

    def write(self, series: str | None, cover: bool | None, **wishes: Any) -> None:
        """Ask for the cover, then write the files."""
        from puzzlegen.starters.configs import BookWishes, sample_pictures

        if cover is None and self.ask and not self.choice("A cover, if the printer takes one", None, default=True):
            cover = False
        wanted = BookWishes(
            self.title,
            self.author,
            self.series(series),
            self.language,
            self.printer,
            self.trim,
            self.theme,
            cover=cover,
            **wishes,
        )
        *larger, smallest = sample_pictures(self.file) if wanted.pictures else [{}]
        for drawings in larger:
            with suppress(LayoutError):  # too large for the page and the theme
                return self._write_with(drawings, wanted)
        return self._write_with(smallest, wanted)

    def _write_with(self, drawings: Mapping[Path, str], wanted: BookWishes) -> None:
        """Write the files, with these drawings as the user's own pictures."""
        from puzzlegen.files.writing import is_plain_path
        from puzzlegen.starters.book_starter import book_starter
        from puzzlegen.starters.configs import removed_on_error

        names = tuple(name for name in map(Path.as_posix, drawings) if is_plain_path(name))
        with removed_on_error(drawings):
            text = book_starter(replace(wanted, picture_files=names), self.file)
            self.save({self.file: text}, "book", drawings)
