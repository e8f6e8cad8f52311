"""Reads the sizes of pictures for shop listings from ``templates/listing.yaml``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from puzzlegen.config.groups import ConfigGroup
from puzzlegen.config.printers_file import MEGABYTE, FiguresGroup
from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.field_types import decimal, whole_number
from puzzlegen.config.reading.validation import validate
from puzzlegen.config.template_lookup import cached_by_file, template

LISTING_FILE = "listing.yaml"

PixelsField = Annotated[int, *whole_number(500, 10_000)]


class _Cover(FiguresGroup):
    height: PixelsField = Field(description="Height of the picture in pixels; its width follows from the trim.")
    max_mb: Annotated[float, *decimal(0.2, 100, "megabytes")] = Field(description="Largest file.")

    @property
    def max_bytes(self) -> int:
        """The largest file in bytes."""
        return round(self.max_mb * MEGABYTE)


class _Picture(_Cover):
    width: PixelsField = Field(description="Width of the picture in pixels.")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height


class ListingSizes(ConfigGroup):
    """The sizes of all pictures for shop listings."""

    cover: _Cover = Field(description="The flat front.")
    book: _Picture = Field(description="The closed book.")
    spread: _Picture = Field(description="Two facing pages.")


def load_listing_sizes() -> ListingSizes:
    """Return the sizes from the user's own ``templates/listing.yaml`` or else the shipped one.

    Raises ConfigError with one line a problem if the file is missing or wrong.
    """
    return _read_sizes(template(LISTING_FILE))


@cached_by_file
def _read_sizes(path: Path) -> ListingSizes:
    return validate(yaml_nodes.read(path), ListingSizes)
