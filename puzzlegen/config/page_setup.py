"""The page part of a config, held against what its printer offers, and the margins that look right on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from puzzlegen.config.book import MarginsConfig, PageConfig, Part
from puzzlegen.config.cross_field_rules import Problem
from puzzlegen.config.printers import load_printers
from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.error_messages import did_you_mean, found
from puzzlegen.config.reading.field_types import Trim as TrimSize
from puzzlegen.config.reading.field_types import decimal
from puzzlegen.config.reading.validation import show, validate
from puzzlegen.config.template_files import template
from puzzlegen.errors import ConfigError
from puzzlegen.printers.figures import PageRange, Printer, Trim
from puzzlegen.printers.profile import OVERHANG, Profile
from puzzlegen.units import POINTS_PER_INCH, inches, mm, to_mm

MARGINS = "margins.yaml"
HOME = "home"  # stands for home-letter or home-a4, as the book's language has it

LEAST_ROOM = inches(1.5)  # width and height of the text block; nothing worth printing fits in less
HEAD_ROOM, FOOT_ROOM = inches(0.30), inches(0.35)  # beyond the safe edge, for running head and folio
LEAST_HEAD, LEAST_FOOT = 14.0, 12.0  # points: the least of them that keeps both clear of the text block
SAME = 0.5  # points by which a size may differ from a named one: 8.27 in stands for 210 mm

InchesField = Annotated[float, *decimal(0, 5, "inches")]
SideField = Annotated[float, *decimal(3, 20, "inches")]


@dataclass(frozen=True, slots=True)
class PageMargins:
    """Margins of the text block in points; ``inside`` is at the spine, before the gutter asks for more."""

    inside: float
    outside: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class PageSetup:
    """The page of a book: what the printer says of it, and the margins it is set with."""

    profile: Profile
    margins: PageMargins


class _Margin(Part):
    trim: tuple[SideField, SideField] = Field(description="Width and height of the page, in inches.")
    inside_in: InchesField = Field(description="Margin at the spine, in inches.")
    outside_in: InchesField = Field(description="Margin at the outer edge, in inches.")
    top_in: InchesField = Field(description="Margin at the head, in inches.")
    bottom_in: InchesField = Field(description="Margin at the foot, in inches.")


class _File(Part):
    margins: list[_Margin] = Field(min_length=1, description="Margins of the text block by size of page.")


def concrete(page: PageConfig, paper: str) -> PageConfig:
    """The page with ``home`` replaced by the printer at home for that paper, ``letter`` or ``a4``."""
    return page.model_copy(update={"profile": f"{HOME}-{paper}"}) if page.profile == HOME else page


def resolve(page: PageConfig) -> PageSetup:
    """The page a config describes.

    Raises ConfigError for what the printer does not offer and for margins that do not fit the page.
    """
    page = concrete(page, "letter")
    problems = page_problems(page)
    if problems:
        raise ConfigError("\n".join(f"{show(loc)}: {words}" for loc, words in problems))
    profile = _profile(load_printers()[page.profile], page)
    return PageSetup(profile, _margins(profile, page.margins_mm))


def page_problems(page: PageConfig, loc: tuple[str | int, ...] = ("page",)) -> list[Problem]:
    """What is wrong with the page part of a config, which stands at ``loc``."""
    page = concrete(page, "letter")  # both papers are checked alike
    printers = load_printers()
    if page.profile not in printers:
        return [Problem((*loc, "profile"), _refused(page.profile, [*printers, HOME]))]
    printer = printers[page.profile]
    problems = [Problem((*loc, key), words) for key, words in _choices(printer, page)]
    return problems or _margin_problems(_profile(printer, page), page.margins_mm, loc)


def editions(page: PageConfig, profiles: Sequence[PageConfig]) -> dict[str, PageConfig]:
    """The pages a book is printed on, by name: the printer's, with the trim where it prints several.

    What an entry of ``profiles`` leaves out is taken from ``page``, as far as its printer offers that. Without entries
    there is only ``page`` itself. Raises ConfigError for what the printers do not offer.
    """
    problems = profiles_problems(page, profiles)
    if problems:
        raise ConfigError("\n".join(f"{show(loc)}: {words}" for loc, words in problems))
    if not profiles:
        return {page.profile: page}
    full = [_filled(entry, page) for entry in profiles]
    names = [entry.profile for entry in full]
    return {
        name if names.count(name) == 1 else f"{name}-{resolve(entry).profile.trim.name.replace(' ', '')}": entry
        for name, entry in zip(names, full, strict=True)
    }


def profiles_problems(page: PageConfig, profiles: Sequence[PageConfig | None]) -> list[Problem]:
    """What is wrong with the list of profiles of a config; None stands for one that could not be read."""
    problems: list[Problem] = []
    first: dict[tuple[str, str], int] = {}
    for index, entry in enumerate(profiles):
        if entry is None:
            continue
        loc = ("profiles", index)
        full = concrete(_filled(entry, page), "letter")
        found_here = page_problems(full, loc)
        problems += found_here
        if found_here:
            continue
        trim = _profile(load_printers()[full.profile], full).trim.name
        other = first.setdefault((full.profile, trim), index)
        if other != index:
            words = f"found {full.profile} in {trim}, which profiles[{other}] is too; take it out or change its trim"
            problems.append(Problem(loc, words))
    return problems


def _filled(entry: PageConfig, page: PageConfig) -> PageConfig:
    """An entry with what it leaves out taken from ``page``, as far as its printer offers that."""
    printer = load_printers().get(entry.profile)
    if printer is None:
        return entry
    full = entry
    for key in PageConfig.model_fields.keys() - entry.model_fields_set - {"profile"}:
        with_key = full.model_copy(update={key: getattr(page, key)})
        if not _choices(printer, with_key) and not page_problems(with_key):
            full = with_key
    return full


def _refused(value: object, allowed: Iterable[str]) -> str:
    names = list(allowed)
    return f"found {found(value)}, allowed {', '.join(names)}{did_you_mean(value, names)}"


def _choices(printer: Printer, page: PageConfig) -> list[tuple[str, str]]:
    """Keys whose values the printer does not offer, with the words for each."""
    problems = []
    if page.trim is not None and _trim(printer, page.trim) is None:
        problems.append(("trim", _trim_refused(printer, page.trim)))
    if page.paper is not None and page.paper not in printer.papers.stocks:
        problems.append(("paper", _refused(page.paper, printer.papers.stocks)))
    if page.binding is not None and page.binding not in printer.margins.bindings:
        problems.append(("binding", _refused(page.binding, printer.margins.bindings)))
    if page.bleed and printer.bleed is None:
        problems.append(("bleed", f"found yes, but {printer.name} has no bleed; leave it out"))
    return problems


def _profile(printer: Printer, page: PageConfig) -> Profile:
    trim = _trim(printer, page.trim or printer.trims.default)
    assert trim is not None, "page_problems comes first"
    stocks, bindings = printer.papers.stocks, printer.margins.bindings
    return Profile(
        printer,
        trim,
        stocks[page.paper or next(iter(stocks))],
        bindings[page.binding or next(iter(bindings))],
        page.bleed,
    )


def _trim(printer: Printer, wanted: TrimSize | str) -> Trim | None:
    """The printer's trim of that name or size; None when it offers none."""
    trims = printer.trims
    if isinstance(wanted, str):
        return trims.sizes.get(wanted)
    width, height = wanted.points
    for trim in trims.sizes.values():
        if abs(trim.width - width) <= SAME and abs(trim.height - height) <= SAME:
            return trim
    if trims.custom is not None:
        (narrow, wide), (low, high) = trims.custom.width, trims.custom.height
        allowed = narrow - SAME <= width <= wide + SAME and low - SAME <= height <= high + SAME
    else:
        allowed = not trims.closed
    return Trim(str(wanted), width, height, _tightest(trims.sizes.values())) if allowed else None


def _tightest(trims: Iterable[Trim]) -> dict[str, PageRange]:
    """The page range that holds in every trim: whoever prints a size nobody has figures for is safe within it."""
    ranges: dict[str, PageRange] = {}
    for trim in trims:
        for paper, pages in trim.pages.items():
            other = ranges.get(paper, pages)
            most = [bound for bound in (pages.most, other.most) if bound is not None]
            ranges[paper] = PageRange(max(pages.least, other.least), min(most, default=None))
    return ranges


def _trim_refused(printer: Printer, wanted: TrimSize | str) -> str:
    trims = printer.trims
    words = f"found {found(str(wanted))}, {printer.name} offers {', '.join(trims.sizes)}"
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
    """The margins that look right, as far as the printer and the config leave them."""
    trim, safe = profile.trim, profile.safe_from_trim
    design = min(load_margins(), key=lambda entry: abs(entry[0] - trim.width) + abs(entry[1] - trim.height))[2]
    margins = PageMargins(
        inside=design.inside if profile.bound else max(design.outside, safe + OVERHANG),
        outside=max(design.outside, safe + OVERHANG),
        top=max(design.top, safe + HEAD_ROOM),
        bottom=max(design.bottom, safe + FOOT_ROOM),
    )
    own = {side: mm(value) for side, value in wanted or () if value is not None}
    return replace(margins, **own)


def _margin_problems(profile: Profile, wanted: MarginsConfig | None, loc: tuple[str | int, ...]) -> list[Problem]:
    problems = []
    safe = profile.safe_from_trim
    least = {"inside": safe, "outside": safe, "top": safe + LEAST_HEAD, "bottom": safe + LEAST_FOOT}
    within = {"top": " and room for the running head", "bottom": " and room for the page number"}
    for side, value in wanted or ():
        if value is not None and mm(value) < least[side] - 1e-9:
            words = f"found {value:g} mm, allowed {to_mm(least[side]):.4g} mm or more, the safe area of {profile.name}"
            problems.append(Problem((*loc, "margins_mm", side), words + within.get(side, "")))
    margins = _margins(profile, wanted)
    room = {
        "width": profile.trim.width - margins.inside - margins.outside,
        "height": profile.trim.height - margins.top - margins.bottom,
    }
    for direction, left in room.items():
        if left < LEAST_ROOM:
            words = f"the margins leave {to_mm(max(left, 0)):.0f} mm of the page's {direction}"
            at = (*loc, "margins_mm") if wanted else (*loc, "trim")
            problems.append(Problem(at, f"{words}, allowed {to_mm(LEAST_ROOM):.0f} mm or more; make margins smaller"))
    return problems


def load_margins() -> tuple[tuple[float, float, PageMargins], ...]:
    """``(width, height, margins)`` in points for each size of ``templates/margins.yaml``.

    Raises ConfigError with one line a problem when the file is missing or wrong.
    """
    path = template(MARGINS)
    state = path.stat()
    return _load(path, Path.cwd(), (state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=8)
def _load(path: Path, _folder: Path, _state: tuple[int, int]) -> tuple[tuple[float, float, PageMargins], ...]:
    """Kept by folder, time and size: an edit is seen."""
    file = validate(yaml_nodes.read(path), _File)
    return tuple(
        (
            inches(entry.trim[0]),
            inches(entry.trim[1]),
            PageMargins(*(inches(v) for v in (entry.inside_in, entry.outside_in, entry.top_in, entry.bottom_in))),
        )
        for entry in file.margins
    )
