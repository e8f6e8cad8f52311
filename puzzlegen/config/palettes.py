"""The palettes of covers, which live in a data file that a publisher can edit."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from puzzlegen.config.book import ColoursConfig, CoverConfig, Part
from puzzlegen.config.cross_field_rules import Problem
from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.error_messages import did_you_mean, found
from puzzlegen.config.reading.field_types import text
from puzzlegen.config.reading.validation import validate
from puzzlegen.config.template_files import template
from puzzlegen.errors import ConfigError

COVERS = "covers.yaml"


class _File(Part):
    palettes: dict[Annotated[str, *text(40)], ColoursConfig] = Field(
        min_length=1, description="Three colours by the palette's name."
    )


def colours_of(cover: CoverConfig) -> ColoursConfig:
    """The three colours a config asks for.

    Raises ConfigError for a palette there is none of, and when ``templates/covers.yaml`` is missing or wrong.
    """
    if cover.colours is not None:
        return cover.colours
    for problem in palette_problems(cover.palette):
        raise ConfigError(f"cover.palette: {problem.text}")
    return load_palettes()[cover.palette]


def palette_problems(palette: str | None, loc: tuple[str, ...] = ("palette",)) -> list[Problem]:
    """What is wrong with the name of a palette that could be read, which stands at ``loc``."""
    if palette is None:
        return []
    known = load_palettes()
    if palette in known:
        return []
    words = f"found {found(palette)}, allowed {', '.join(known)}{did_you_mean(palette, known)}"
    return [Problem(loc, words)]


def load_palettes() -> dict[str, ColoursConfig]:
    """The palettes by name. Raises ConfigError when the file is missing or wrong."""
    path = template(COVERS)
    state = path.stat()
    return _load(path, Path.cwd(), (state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=8)
def _load(path: Path, _folder: Path, _state: tuple[int, int]) -> dict[str, ColoursConfig]:
    """Kept by folder, time and size: every config that is loaded asks, and an edit is still seen."""
    return validate(yaml_nodes.read(path), _File).palettes
