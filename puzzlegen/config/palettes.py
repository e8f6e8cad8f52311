"""Reads the color palettes of covers and link previews from ``templates/covers.yaml``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from puzzlegen.errors import Problem
from puzzlegen.files.templates import cached_by_file, template
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import color, text
from puzzlegen.schema.validation import ConfigGroup, validate
from puzzlegen.wording import describe, did_you_mean

COVERS = "covers.yaml"


Hex = Annotated[str, *color()]


class ColorsConfig(ConfigGroup):
    """Three colors of a cover, which replace those of a palette."""

    ground: Hex = Field(description="Color of the whole sheet.")
    ink: Hex = Field(description="Color of the text.")
    accent: Hex = Field(description="Color of the artwork.")


class _File(ConfigGroup):
    palettes: dict[Annotated[str, *text(40)], ColorsConfig] = Field(
        min_length=1, description="Three colors by the name of the palette."
    )


def palette_problems(palette: str | None, loc: tuple[str, ...] = ("palette",)) -> list[Problem]:
    """Return what is wrong with the name of a palette at ``loc``; None stands for one that could not be read."""
    if palette is None:
        return []
    known = load_palettes()
    if palette in known:
        return []
    return [Problem.not_allowed(loc, describe(palette), f"{', '.join(known)}{did_you_mean(palette, known)}")]


def load_palettes() -> dict[str, ColorsConfig]:
    """Return the palettes by name. Raises ConfigError if the file is missing or wrong."""
    return _read_palettes(template(COVERS))


@cached_by_file
def _read_palettes(path: Path) -> dict[str, ColorsConfig]:
    return validate(yaml_nodes.read(path), _File).palettes
