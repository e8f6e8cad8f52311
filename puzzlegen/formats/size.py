"""Sizes as people type them: ``WxH``."""

from __future__ import annotations

import re

from puzzlegen.board.grid import Grid
from puzzlegen.errors import FormatError
from puzzlegen.formats.cells import shown


def parse_size(text: str) -> Grid:
    """The grid of that width and height. Raises FormatError."""
    match = re.fullmatch(r"([0-9]{1,19})[xX×]([0-9]{1,19})", text.strip())
    if match is None:
        raise FormatError(f"size: found {shown(text, 40)}, expected width x height in cells, such as 12x9")
    return Grid(int(match[1]), int(match[2]))
