"""Reads the color palettes of covers and link previews, and the colors of pictures, from templates."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from puzzlegen.errors import ConfigError, Problem
from puzzlegen.files.templates import cached_by_file, template
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import color, text
from puzzlegen.schema.validation import ConfigGroup, field_problem, validate
from puzzlegen.wording import describe, did_you_mean

COVERS, PICTURE_COLORS = "covers.yaml", "picture-colors.yaml"


Hex = Annotated[str, *color()]


class ColorsConfig(ConfigGroup):
    """The three colors of a palette."""

    ground: Hex = Field(description="Color of the whole sheet.")
    ink: Hex = Field(description="Color of the text.")
    accent: Hex = Field(description="Color of the artwork.")


class OwnColors(ConfigGroup):
    """Colors of the user in place of those of a palette; ink and accent that are left out follow from the ground."""

    ground: Hex = Field(description="Color of the whole sheet; it is enough.")
    ink: Hex | None = Field(None, description="Color of the text; left out, black or white.")
    accent: Hex | None = Field(None, description="Color of the artwork; left out, a shade of the ground.")


def colors_from_one(value: object) -> object:
    """Read one color as a group with that ground only."""
    return {"ground": value} if isinstance(value, str) else value


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


def color_of_volume(before: str, wanted: str | None) -> tuple[str, str]:
    """Return the key of a cover and its value: ``wanted``, a palette or a color, or else the palette that follows.

    ``before`` is the palette of the volume before. Raises ConfigError for a color that is none.
    """
    palettes = list(load_palettes())
    if wanted is None:
        after = palettes.index(before) + 1 if before in palettes else 0
        return "palette", palettes[after % len(palettes)]
    if wanted in palettes:
        return "palette", wanted
    if problem := field_problem(OwnColors, "ground", wanted):
        raise ConfigError(f"--color: {problem.text}, or a palette: {', '.join(palettes)}")
    return "colors", wanted


def load_palettes() -> dict[str, ColorsConfig]:
    """Return the palettes by name. Raises ConfigError if the file is missing or wrong."""
    return _read_palettes(template(COVERS))


@cached_by_file
def _read_palettes(path: Path) -> dict[str, ColorsConfig]:
    return validate(yaml_nodes.read(path), _File).palettes


class _PictureColors(ConfigGroup):
    colors: dict[Hex, list[Annotated[str, *text(60)]]] = Field(description="Names of pictures by their color.")


def load_picture_colors() -> dict[str, str]:
    """Return the colors of pictures by their names. Raises ConfigError if the file is missing or wrong."""
    return _read_picture_colors(template(PICTURE_COLORS))


@cached_by_file
def _read_picture_colors(path: Path) -> dict[str, str]:
    colors = validate(yaml_nodes.read(path), _PictureColors).colors
    return {name: color for color, names in colors.items() for name in names}
