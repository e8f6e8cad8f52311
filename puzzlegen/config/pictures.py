"""Reads the pictures of a section: a folder, or a list of ready pictures, categories, files and groups of keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, WithJsonSchema

from puzzlegen.board.grid import Grid
from puzzlegen.errors import FormatError
from puzzlegen.pictures.choices import MAX_SPECKS, in_language, with_categories
from puzzlegen.schema.fields import field_error

if TYPE_CHECKING:  # numpy takes most of the time of importing this, and most configs have no pictures
    from puzzlegen.pictures.reduction import Cells

USUAL_SIZE = "24x24"  # into which images are fitted


class PictureConfig(BaseModel):
    """One picture of a section, with everything that a book needs of it.

    ``drawing`` has its cells as rows of marks. ``title`` and ``hint`` map codes of languages to texts; a text without a
    language has an empty code. The name is unique in the section.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    title: dict[str, str] = Field(default_factory=dict)
    hint: dict[str, str] = Field(default_factory=dict)
    drawing: str

    @property
    def cells(self) -> Cells:
        """The cells of the picture."""
        from puzzlegen.board.drawn_layouts import cells_of  # noqa: PLC0415  # imports numpy

        return cells_of(self.drawing.splitlines())

    @property
    def size(self) -> Grid:
        """The size in cells, as a plain grid."""
        rows = self.drawing.splitlines()
        return Grid(len(rows[0]), len(rows))

    def title_in(self, language: str) -> str:
        """Return the title in a language."""
        return in_language(self.title, language)

    def hint_in(self, language: str) -> str:
        """Return the hint in a language; empty if there is none."""
        return in_language(self.hint, language)


def picture_count(value: object) -> int:
    """Return the number of pictures that a value of the key ``pictures`` lists, at least 1; errors do not matter."""
    if isinstance(value, str):
        from puzzlegen.pictures.drawings import pictures_in  # noqa: PLC0415  # imports numpy

        try:
            return len(pictures_in(Path(value)).files)
        except FormatError:
            return 1
    return max(1, len(with_categories(value))) if isinstance(value, list | tuple) else 1


def _no_note(_: str) -> None:
    """Take a note where the config is validated without a list of them, as by programs."""


def _read_pictures(value: Any, info: ValidationInfo) -> tuple[PictureConfig, ...] | None:
    """Read the value of the key: all files are read now, so that the config holds the pictures from here on."""
    if value is None:
        return None
    size = (info.data or {}).get("size") or Grid(24, 24)
    if isinstance(size, tuple):
        size = size[0]
    from puzzlegen.config.picture_entries import read_pictures  # noqa: PLC0415  # imports numpy

    try:
        return read_pictures(
            value, size, PictureConfig, info.context.append if isinstance(info.context, list) else _no_note
        )
    except FormatError as error:
        raise field_error(str(error)) from None


def _read_picture(value: Any) -> PictureConfig:
    from puzzlegen.config.picture_entries import read_entry  # noqa: PLC0415  # imports numpy

    try:
        return read_entry(value, Grid(24, 24), PictureConfig)
    except FormatError as error:
        raise field_error(str(error)) from None


_TEXTS = {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]}
_ENTRY = {
    "type": "object",
    "properties": {
        **{key: {"type": "string"} for key in ("file", "name", "drawing")},
        "title": _TEXTS,
        "hint": _TEXTS,
        "threshold": {"type": ["integer", "string"]},
        "invert": {"type": ["boolean", "string"]},
        "specks": {"type": "integer", "minimum": 0, "maximum": MAX_SPECKS},
    },
    "additionalProperties": False,
}
OnePicture = Annotated[
    PictureConfig, BeforeValidator(_read_picture), WithJsonSchema({"anyOf": [{"type": "string"}, _ENTRY]})
]
"""One picture: the name of a ready one, a file, or a group of keys."""

PictureList = Annotated[
    tuple[PictureConfig, ...] | None,
    BeforeValidator(_read_pictures),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"anyOf": [{"type": "string"}, _ENTRY]}},
                {"type": "null"},
            ]
        }
    ),
]
"""The pictures of a section, read from their files."""
