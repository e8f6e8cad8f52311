"""Reads sets of ornaments: a picture, a divider and the corner of a border, each drawn with areas and lines."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import PlainValidator

from puzzlegen.files.templates import cached_by_file, template, templates_in
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.fields import not_allowed, text
from puzzlegen.schema.validation import ConfigGroup, validate
from puzzlegen.wording import describe

FOLDER, NONE = "ornaments", "none"
Paint = Literal["black", "tint", "white", "line"]
Piece = tuple[tuple[float, float], ...]  # 2 points of a straight piece of a path, 4 of a cubic Bézier curve
PICTURE, DIVIDER, CORNER = (100.0, 60.0), (100.0, 12.0), (20.0, 20.0)  # width and height of the boxes, in their units
_POINT = r" -?\d{1,3}(?:\.\d{1,2})? -?\d{1,3}(?:\.\d{1,2})?"
_SHAPE = re.compile(rf"(black|tint|white|line)((?: M{_POINT}(?: L{_POINT}| C(?:{_POINT}){{3}})+(?: Z)?)+)")
_ALLOWED = "black, tint, white or line and a path such as M 5 10 L 20 10 C 25 10 25 20 20 20 Z"


class Shape(NamedTuple):
    """A part of a drawing: areas in black, in the second ink or in white, or lines, along paths of joined pieces."""

    paint: Paint
    paths: tuple[tuple[Piece, ...], ...]


def _within(box: tuple[float, float]) -> PlainValidator:
    """Return the part of a field that is a shape in a box of that width and height."""

    def read(value: Any) -> Shape:
        parts = _SHAPE.fullmatch(str(value))
        if parts is None:
            raise not_allowed(describe(value), _ALLOWED)
        paths = tuple(tuple(_pieces(path)) for path in parts[2].split(" M ")[1:])
        if all(0 <= x <= box[0] and 0 <= y <= box[1] for path in paths for piece in path for x, y in piece):
            return Shape(parts[1], paths)  # type: ignore[arg-type]  # the pattern has the four paints
        raise not_allowed(describe(value), f"points from 0 0 to {box[0]:g} {box[1]:g}")

    return PlainValidator(read)


def _pieces(path: str) -> list[Piece]:
    """Return the pieces of a path, given without its first letter."""
    steps = [list(map(float, step.split())) for step in re.split("[LC]", path.removesuffix(" Z"))]
    points = [tuple(zip(step[::2], step[1::2], strict=True)) for step in steps]
    if path.endswith(" Z") and points[0][0] != points[-1][-1]:
        points.append(points[0])
    return [(before[-1], *after) for before, after in pairwise(points)]


class Ornaments(ConfigGroup):
    """A set of ornaments. All its drawings have lines of one weight.

    Sections take turns with ``picture`` and ``more_pictures``. ``corner`` is the top left one of a border, whose lines
    begin in the middles of its right and its lower side.
    """

    about: Annotated[str, *text(200)]
    picture: tuple[Annotated[Shape, _within(PICTURE)], ...]
    more_pictures: tuple[tuple[Annotated[Shape, _within(PICTURE)], ...], ...] = ()
    divider: tuple[Annotated[Shape, _within(DIVIDER)], ...]
    corner: tuple[Annotated[Shape, _within(CORNER)], ...]


def ornament_names() -> list[str]:
    """Return the names of all sets, the user's own and the shipped ones."""
    return sorted({path.stem for path in templates_in(FOLDER, "*.yaml")})


def load_ornaments(name: str) -> Ornaments | None:
    """Load a set of ornaments; None for no ornaments. Raises ConfigError with one line a problem."""
    return None if name == NONE else validate(_read_nodes(template(f"{FOLDER}/{name}.yaml")), Ornaments)


_read_nodes = cached_by_file(yaml_nodes.read)
