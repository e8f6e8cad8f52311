"""Page profiles: the figures of trims and printers, which live in a data file that a publisher can edit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from puzzlegen.config import source
from puzzlegen.config.checks import Problem
from puzzlegen.config.fields import decimal, text, whole_number
from puzzlegen.config.schema import MarginsConfig, PageConfig, Part
from puzzlegen.config.validate import validate
from puzzlegen.config.words import did_you_mean, found
from puzzlegen.errors import ConfigError
from puzzlegen.resources import template
from puzzlegen.units import inches, mm, to_mm

PROFILES = "profiles.yaml"

LEAST_ROOM = inches(1.5)  # width and height of the text block; nothing worth printing fits in less

Inches = Annotated[float, *decimal(0, 5, "inches")]
Side = Annotated[float, *decimal(3, 20, "inches")]
Pages = Annotated[int, *whole_number(1, 100_000)]


@dataclass(frozen=True, slots=True)
class PageProfile:
    """One page as a printer takes it; every length in points.

    ``gutter`` holds at least one ``(pages, margin)``, rising: up to that many pages the inside margin is at least that
    wide.
    ``safe`` is the least distance of any ink from the other three edges.
    """

    name: str
    width: float
    height: float
    inside: float
    outside: float
    top: float
    bottom: float
    gutter: tuple[tuple[int, float], ...]
    safe: float
    min_pages: int
    max_pages: int
    source: str
    verified_on: str


class _Profile(Part):
    trim: tuple[Side, Side] = Field(description="Width and height of the finished page, in inches.")
    inside_in: Inches = Field(description="Margin at the spine, in inches.")
    outside_in: Inches = Field(description="Margin at the outer edge, in inches.")
    top_in: Inches = Field(description="Margin at the head, in inches.")
    bottom_in: Inches = Field(description="Margin at the foot, in inches.")
    gutter: list[tuple[Pages, Inches]] = Field(description="Least inside margin: [up to this many pages, inches].")
    safe_in: Inches = Field(description="Least distance of ink from the other edges, in inches.")
    min_pages: Pages = Field(description="Fewest pages the printer binds.")
    max_pages: Pages = Field(description="Most pages the printer binds.")
    source: Annotated[str, *text(300)] = Field(description="Where the figures come from.")
    verified_on: Annotated[str, *text(40)] = Field(description="Day the figures were last read there.")

    def in_points(self, name: str) -> PageProfile:
        bands = self.gutter or [(self.max_pages, 0.0)]  # a printer at home asks for no gutter
        return PageProfile(
            name=name,
            width=inches(self.trim[0]),
            height=inches(self.trim[1]),
            inside=inches(self.inside_in),
            outside=inches(self.outside_in),
            top=inches(self.top_in),
            bottom=inches(self.bottom_in),
            gutter=tuple((pages, inches(margin)) for pages, margin in sorted(bands)),
            safe=inches(self.safe_in),
            min_pages=self.min_pages,
            max_pages=self.max_pages,
            source=self.source,
            verified_on=self.verified_on,
        )


class _File(Part):
    profiles: dict[str, _Profile] = Field(min_length=1, description="Page profiles by name.")


def load_profiles() -> dict[str, PageProfile]:
    """All page profiles, by name: the user's own ``templates/profiles.yaml`` if there is one, else the shipped one.

    Raises ConfigError with one line a problem when the file is missing or wrong.
    """
    path = template(PROFILES)
    state = path.stat()
    return _load(path, Path.cwd(), (state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=8)
def _load(path: Path, _folder: Path, _state: tuple[int, int]) -> dict[str, PageProfile]:
    """Kept by folder, time and size: many configs read the file once, and an edit is still seen."""
    file = validate(source.read(path), _File)
    return {name: profile.in_points(name) for name, profile in file.profiles.items()}


def resolve(page: PageConfig) -> PageProfile:
    """The profile a config names, with the config's own trim and margins in place.

    Raises ConfigError for an unknown name and for margins that do not fit the page.
    """
    problems = page_problems(page.profile, page)
    if problems:
        raise ConfigError("\n".join(f"{'.'.join(map(str, loc))}: {words}" for loc, words in problems))
    return _with_overrides(load_profiles()[page.profile], page)


def _with_overrides(profile: PageProfile, page: PageConfig) -> PageProfile:
    if page.trim is not None:
        width, height = page.trim.points
        profile = replace(profile, width=width, height=height)
    margins = page.margins_mm or MarginsConfig()
    return replace(
        profile,
        inside=profile.inside if margins.inside is None else mm(margins.inside),
        outside=profile.outside if margins.outside is None else mm(margins.outside),
        top=profile.top if margins.top is None else mm(margins.top),
        bottom=profile.bottom if margins.bottom is None else mm(margins.bottom),
    )


def page_problems(name: str, page: PageConfig | None) -> list[Problem]:
    """What is wrong with the page part of a config; ``page`` is None when only the profile's name could be read."""
    profiles = load_profiles()
    if name not in profiles:
        words = f"found {found(name)}, allowed {', '.join(profiles)}{did_you_mean(name, profiles)}"
        return [Problem(("page", "profile"), words)]
    if page is None:
        return []
    profile = _with_overrides(profiles[name], page)
    problems = []
    for side, value in page.margins_mm or ():
        if value is not None and mm(value) < profile.safe - 1e-9:
            words = f"found {value:g} mm, allowed {to_mm(profile.safe):.4g} mm or more, the safe area of {name}"
            problems.append(Problem(("page", "margins_mm", side), words))
    room = {
        "width": profile.width - profile.inside - profile.outside,
        "height": profile.height - profile.top - profile.bottom,
    }
    for direction, left in room.items():
        if left < LEAST_ROOM:
            words = f"the margins leave {to_mm(max(left, 0)):.0f} mm of the page's {direction}"
            loc = ("page", "margins_mm") if page.margins_mm else ("page", "trim")
            problems.append(Problem(loc, f"{words}, allowed {to_mm(LEAST_ROOM):.0f} mm or more; make margins smaller"))
    return problems
