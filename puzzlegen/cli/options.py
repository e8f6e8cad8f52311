"""What options of several commands share: how a path is read, and what is said of a value that cannot be taken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from puzzlegen.board.grade import DIFFICULTIES
from puzzlegen.board.variants import VARIANTS, Variant, variant_named
from puzzlegen.errors import FormatError

LISTED_DIFFICULTIES = ", ".join([*DIFFICULTIES][:-1]) + " or " + [*DIFFICULTIES][-1]
USUAL_DENSITY = "; ".join(f"{variant} {variant.usual_density:g}" for variant in VARIANTS.values())
_NUMBERS = {"int_parsing": "a whole number", "float_parsing": "a number"}  # pydantic's names of errors
_RANGES = {"greater_than_equal", "less_than_equal"}


def path(text: str) -> Path:
    """The ``parser`` of every option and argument that is a path. Raises ValueError for an empty word, such as a shell
    makes of a variable that is not set: it would be the current folder.
    """
    if not text:
        raise ValueError("found an empty word, expected the name of a file or folder: is a shell variable not set?")
    return Path(text)


def variant(name: str) -> Variant:
    """Parse the value of ``--kind``. Raises ValueError for an unknown name."""
    try:
        return variant_named(str(name))
    except FormatError as error:
        raise ValueError(str(error).removeprefix("kind: ")) from None


KIND_VALUES = f"[{'|'.join(VARIANTS)}]"


def usage_words(fault: Any) -> str:
    """What typer's usage error says. Of a value: the option, what was found, and what is allowed, in our words."""
    param, cause = getattr(fault, "param", None), fault.__cause__
    if param is None or not hasattr(cause, "errors"):
        return str(fault.format_message())
    first = cause.errors()[0]
    name = max(param.opts, key=len) if param.param_type_name == "option" else (param.metavar or param.name).strip("[].")
    if first["type"] in _RANGES:
        return f"{name}: found {first['input']}, allowed {_range(param.min, param.max)}"
    if first["type"] in _NUMBERS:
        return f"{name}: found {first['input']!r}, expected {_NUMBERS[first['type']]}"
    return f"{name}: {str(first['msg']).removeprefix('Value error, ').removesuffix('.')}"


def _range(least: float | None, most: float | None) -> str:
    if most is None:
        return f"{least:g} or more"
    return f"{most:g} or less" if least is None else f"{least:g} to {most:g}"
