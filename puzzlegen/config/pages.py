"""Checks the page of a config against its printer, and finds the margins of the text block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import Field

from puzzlegen.config.book import MarginsConfig, PageConfig
from puzzlegen.errors import ConfigError, Problem
from puzzlegen.files.templates import cached_by_file, template
from puzzlegen.printers.profile import OVERHANG, Profile
from puzzlegen.printers.requirements import InchesField, PageRange, Printer, SideField, Trim, load_printers
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import Trim as TrimSize
from puzzlegen.schema.validation import ConfigGroup, validate
from puzzlegen.units import POINTS_PER_INCH, inches, mm, to_mm
from puzzlegen.wording import describe, did_you_mean

MARGINS = "margins.yaml"
HOME = "home"  # stands for home-letter or home-a4, depending on the language of the book

MIN_TEXT_SIDE = inches(1.5)  # least width and height of the text block
HEAD_SPACE, FOOT_SPACE = inches(0.30), inches(0.35)  # beyond the safe edge, for running head and page number
MIN_HEAD, MIN_FOOT = 14.0, 12.0  # points; with less, they would touch the text block
SIZE_TOLERANCE = 0.5  # points; 8.27 in is accepted for 210 mm
PAPER_SIZES = {  # points, by the names of ISO 216 and of North American papers
    **{name: (mm(width), mm(height)) for name, width, height in (
        ("a4", 210, 297), ("a5", 148, 210), ("a6", 105, 148), ("b5", 176, 250), ("b6", 125, 176),
    )},
    "letter": (inches(8.5), inches(11)),
    "half-letter": (inches(5.5), inches(8.5)),
    "legal": (inches(8.5), inches(14)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PageMargins:
    """Margins of the text block in points; ``inside`` is at the spine; the gutter may widen it."""

    inside: float
    outside: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PageSetup:
    """The page of a book: its print profile and its margins."""

    profile: Profile
    margins: PageMargins


class DesignedMargins(ConfigGroup):
    """The margins designed for a size of page; lengths in points."""

    trim: tuple[SideField, SideField] = Field(description="Width and height of the page, in inches.")
    inside: InchesField = Field(alias="inside_in", description="Margin at the spine, in inches.")
    outside: InchesField = Field(alias="outside_in", description="Margin at the outer edge, in inches.")
    top: InchesField = Field(alias="top_in", description="Margin at the head, in inches.")
    bottom: InchesField = Field(alias="bottom_in", description="Margin at the foot, in inches.")


class _File(ConfigGroup):
    margins: list[DesignedMargins] = Field(min_length=1, description="Margins of the text block by size of page.")


def with_home_printer(page: PageConfig, paper: str) -> PageConfig:
    """Return the page with the profile ``home`` replaced by that of a paper, ``letter`` or ``a4``."""
    return page.model_copy(update={"profile": f"{HOME}-{paper}"}) if page.profile == HOME else page


def resolve_page(page: PageConfig) -> PageSetup:
    """Return profile and margins of the page of a config.

    Raises ConfigError for a choice that the printer does not offer, and for margins that do not fit the page.
    """
    page = with_home_printer(page, "letter")
    problems = page_problems(page)
    if problems:
        raise ConfigError(*problems)
    profile = _profile(load_printers()[page.profile], page)
    return PageSetup(profile, _margins(profile, page.margins_mm))


_FORMER_NAMES = {"createspace": "kdp"}


def page_problems(page: PageConfig, loc: tuple[str | int, ...] = ("page",)) -> list[Problem]:
    """Return what is wrong with the page at ``loc`` of a config."""
    page = with_home_printer(page, "letter")  # the rules are the same for both papers
    printers = load_printers()
    if page.profile not in printers:
        named = {word: name for name, printer in printers.items() for word in printer.title.lower().split()}
        meant = (named | _FORMER_NAMES).get(page.profile.lower())  # such as Amazon
        return [_not_offered("profile", page.profile, [*printers, HOME], meant).within(*loc)]
    printer = printers[page.profile]
    problems = [problem.within(*loc) for problem in _unavailable_choices(printer, page)]
    return problems or _margin_problems(_profile(printer, page), page.margins_mm, loc)


def edition_pages(page: PageConfig, profiles: Sequence[PageConfig]) -> dict[str, PageConfig]:
    """Return the page of each edition of a book, by the name of its printer, with the trim if a printer has several.

    Keys that an entry of ``profiles`` leaves out come from ``page``, as far as its printer offers them. Without entries
    the only edition is ``page``. Raises ConfigError for choices that the printers do not offer.
    """
    problems = profile_list_problems(page, profiles)
    if problems:
        raise ConfigError(*problems)
    if not profiles:
        return {page.profile: page}
    full = [_with_keys_of_page(entry, page) for entry in profiles]
    names = [entry.profile for entry in full]
    return {
        name if names.count(name) == 1 else f"{name}-{resolve_page(entry).profile.trim.name.replace(' ', '')}": entry
        for name, entry in zip(names, full, strict=True)
    }


def profile_list_problems(page: PageConfig, profiles: Sequence[PageConfig | None]) -> list[Problem]:
    """Return what is wrong with the list of profiles; None stands for an entry that could not be read."""
    problems: list[Problem] = []
    first: dict[tuple[str, str], int] = {}
    for index, entry in enumerate(profiles):
        if entry is None:
            continue
        loc = ("profiles", index)
        full = with_home_printer(_with_keys_of_page(entry, page), "letter")
        entry_problems = page_problems(full, loc)
        problems += entry_problems
        if entry_problems:
            continue
        trim = _profile(load_printers()[full.profile], full).trim.name
        other = first.setdefault((full.profile, trim), index)
        if other != index:
            words = f"found {full.profile} in {trim}, the same as profiles[{other + 1}]; remove it or change its trim"
            problems.append(Problem(loc, words))
    return problems


def _with_keys_of_page(entry: PageConfig, page: PageConfig) -> PageConfig:
    """An entry with the keys that it leaves out taken from ``page``, as far as its printer offers them.

    A limit on pages is for paper, so printers that choose few puzzles per page take none.
    """
    printer = load_printers().get(entry.profile)
    if printer is None:
        return entry
    full = entry
    own = {"profile"} if printer.pages.auto_per_page is None else {"profile", "max_pages"}
    for key in PageConfig.model_fields.keys() - entry.model_fields_set - own:
        with_key = full.model_copy(update={key: getattr(page, key)})
        if not _unavailable_choices(printer, with_key) and not page_problems(with_key):
            full = with_key
    return full


def _not_offered(key: str, value: object, allowed: Iterable[str], meant: str | None = None) -> Problem:
    names = list(allowed)
    return Problem.not_allowed((key,), describe(value), f"{', '.join(names)}{did_you_mean(meant or value, names)}")


def _unavailable_choices(printer: Printer, page: PageConfig) -> list[Problem]:
    """Return a problem for each key whose value the printer does not offer."""
    problems = []
    if page.trim is not None and _trim(printer, page.trim) is None:
        problems.append(Problem(("trim",), _trim_refused(page.profile, printer, page.trim)))
    problems += _paper_problems(printer, page)
    if page.binding is not None and page.binding not in printer.margins.bindings:
        problems.append(_not_offered("binding", page.binding, printer.margins.bindings))
    if not problems:
        problems += _booklet_problems(printer, page)
    if page.bleed and printer.bleed is None:
        problems.append(Problem(("bleed",), f"found yes, but {page.profile} has no bleed; leave it out"))
    return problems


def _paper_problems(printer: Printer, page: PageConfig) -> list[Problem]:
    """Check that the printer has the paper, and that it is for the ink of the pages."""
    if page.paper is not None and page.paper not in printer.papers.stocks:
        return [_not_offered("paper", page.paper, printer.papers.stocks)]
    papers = printer.papers.for_ink(page.ink)
    if page.paper in papers or (page.paper is None and papers):
        return []
    if papers:
        words = f"found {page.paper}, which is printed in black, and ink: color; paper for color: {', '.join(papers)}"
        return [Problem(("paper",), words)]
    where = ", ".join(name for name, other in load_printers().items() if other.papers.for_ink("color"))
    return [Problem(("ink",), f"found color, but {page.profile} prints in black only; profiles with color: {where}")]


def _booklet_problems(printer: Printer, page: PageConfig) -> list[Problem]:
    """Check that exactly the pages of a booklet are half a sheet, and that only a booklet has creep."""
    booklet, profile = printer.booklet, _profile(printer, page)
    if page.creep_mm is not None and profile.booklet is None:
        words = f"of binding: {booklet.binding}" if booklet else f"and {page.profile} makes none"
        return [Problem(("creep_mm",), f"found {page.creep_mm:g}, but only booklets have creep, {words}; leave it out")]
    if booklet is None or (profile.booklet is None) == (profile.trim.name != booklet.trim):
        return []
    words = f"binding: {booklet.binding} has pages of half a sheet, trim: {booklet.trim}, and no other binding has them"
    return [Problem(("trim",), f"found {profile.trim.name} and binding: {profile.binding}, but {words}")]


def _profile(printer: Printer, page: PageConfig) -> Profile:
    booklet = printer.booklet
    named, bound = page.trim, page.binding
    if booklet is not None and named is None and bound == booklet.binding:
        named = booklet.trim
    trim = _trim(printer, named or printer.trims.default)
    assert trim is not None, "page_problems has checked the trim"
    if booklet is not None and bound is None and trim.name == booklet.trim:
        bound = booklet.binding
    return Profile(
        page.profile,
        printer,
        trim,
        page.paper or printer.papers.for_ink(page.ink)[0],
        bound or next(iter(printer.margins.bindings)),
        page.bleed,
    )


def _trim(printer: Printer, wanted: TrimSize | str) -> Trim | None:
    """The trim of that name or size; None if the printer offers none."""
    trims = printer.trims
    if isinstance(wanted, str):
        named = trims.sizes.get(wanted) or trims.sizes.get(wanted.casefold())
        if named is not None or wanted.casefold() not in PAPER_SIZES:
            return named
        width, height = PAPER_SIZES[wanted.casefold()]
    else:
        width, height = wanted.points
    for trim in trims.sizes.values():
        if abs(trim.width - width) <= SIZE_TOLERANCE and abs(trim.height - height) <= SIZE_TOLERANCE:
            return trim
    if trims.custom is not None:
        (narrow, wide), (low, high) = trims.custom.width, trims.custom.height
        allowed = (
            narrow - SIZE_TOLERANCE <= width <= wide + SIZE_TOLERANCE
            and low - SIZE_TOLERANCE <= height <= high + SIZE_TOLERANCE
        )
    else:
        allowed = not trims.closed
    return Trim(str(wanted).casefold(), width, height, _tightest(trims.sizes.values())) if allowed else None


def _tightest(trims: Iterable[Trim]) -> dict[str, PageRange]:
    """The page range that is safe in every trim; it is used for sizes without published limits."""
    ranges: dict[str, PageRange] = {}
    for trim in trims:
        for paper, pages in trim.pages.items():
            other = ranges.get(paper, pages)
            most = [bound for bound in (pages.most, other.most) if bound is not None]
            ranges[paper] = PageRange(max(pages.least, other.least), min(most, default=None))
    return ranges


def _trim_refused(profile: str, printer: Printer, wanted: TrimSize | str) -> str:
    trims = printer.trims
    words = f"found {describe(str(wanted))}, {profile} offers {', '.join(trims.sizes)}"
    if trims.custom is not None:
        (narrow, wide), (low, high) = ((a / POINTS_PER_INCH, b / POINTS_PER_INCH) for a, b in (
            trims.custom.width, trims.custom.height))  # fmt: skip
        words += f", and with a unit any size from {narrow:g}x{low:g} in to {wide:g}x{high:g} in"
    elif not trims.closed:
        words += ", and with a unit any size, such as 7x9 in"
    if isinstance(wanted, str):
        return words + did_you_mean(wanted, trims.sizes)
    width, height = wanted.points
    near = min(trims.sizes.values(), key=lambda trim: abs(trim.width - width) + abs(trim.height - height))
    return f"{words}; the nearest is {near.name}"


def _margins(profile: Profile, wanted: MarginsConfig | None) -> PageMargins:
    """The designed margins, changed where the printer requires more or the config gives others."""
    trim, clear = profile.trim, profile.clear
    design = min(load_margins(), key=lambda one: abs(one.trim[0] - trim.width) + abs(one.trim[1] - trim.height))
    margins = PageMargins(
        inside=design.inside if profile.bound else max(design.outside, clear.left + OVERHANG),
        outside=max(design.outside, clear.right + OVERHANG),
        top=max(design.top, clear.top + HEAD_SPACE),
        bottom=max(design.bottom, clear.bottom + FOOT_SPACE),
    )
    own = {side: mm(value) for side, value in wanted or () if value is not None}
    return replace(margins, **own)


def _margin_problems(profile: Profile, wanted: MarginsConfig | None, loc: tuple[str | int, ...]) -> list[Problem]:
    problems = []
    clear = profile.clear
    least = {
        "inside": clear.left,
        "outside": clear.right,
        "top": clear.top + MIN_HEAD,
        "bottom": clear.bottom + MIN_FOOT,
    }
    within = {"top": " and room for the running head", "bottom": " and room for the page number"}
    for side, value in wanted or ():
        if value is not None and mm(value) < least[side] - 1e-9:
            words = f"{to_mm(least[side]):.4g} mm or more, the safe area of {profile.name}{within.get(side, '')}"
            problems.append(Problem.not_allowed((*loc, "margins_mm", side), f"{value:g} mm", words))
    margins = _margins(profile, wanted)
    room = {
        "width": profile.trim.width - margins.inside - margins.outside,
        "height": profile.trim.height - margins.top - margins.bottom,
    }
    for direction, left in room.items():
        if left < MIN_TEXT_SIDE:
            words = f"the margins leave {to_mm(max(left, 0)):.0f} mm of the page's {direction}"
            key = (*loc, "margins_mm") if wanted else (*loc, "trim")
            problems.append(
                Problem(key, f"{words}, allowed {to_mm(MIN_TEXT_SIDE):.0f} mm or more; make margins smaller")
            )
    return problems


def load_margins() -> list[DesignedMargins]:
    """Return the margins for each page size of ``templates/margins.yaml``.

    Raises ConfigError with one line a problem if the file is missing or wrong.
    """
    return _read_margins(template(MARGINS))


@cached_by_file
def _read_margins(path: Path) -> list[DesignedMargins]:
    return validate(yaml_nodes.read(path), _File).margins
