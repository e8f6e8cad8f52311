"""Reads files as pictures, drawings cell by cell and images reduced to cells, and lists the pictures of a folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from puzzlegen.errors import FormatError
from puzzlegen.pictures import drawings, image_files
from puzzlegen.pictures.cell_pictures import why_unrecognizable
from puzzlegen.pictures.components import Cells
from puzzlegen.pictures.drawings import has_rows, read_drawing_file
from puzzlegen.pictures.image_files import read_gray, shades_of
from puzzlegen.pictures.languages import in_language
from puzzlegen.pictures.reduction import reduce_image
from puzzlegen.pictures.reduction_options import ReductionOptions

if TYPE_CHECKING:
    from PIL.Image import Image

ENDINGS = (drawings.ENDING, *image_files.ENDINGS)
_MOST_NAMED = 5  # files of a folder in a note


@dataclass(frozen=True, slots=True)
class NamedPicture:
    """A picture with the name of its file without the ending.

    ``titles`` and ``hints`` are those of a drawing, by code of language (see languages.in_language). ``notes`` are
    sentences that the user should read.
    """

    name: str
    cells: Cells
    titles: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def title_in(self, language: str) -> str:
        """Return the title in a language, else the name as a title: ``old_house`` is "Old house"."""
        words = " ".join(self.name.replace("_", " ").replace("-", " ").split())
        return in_language(self.titles, language) or words[:1].upper() + words[1:]

    def hint_in(self, language: str) -> str:
        """Return the hint in a language, or an empty text."""
        return in_language(self.hints, language)


def read_picture(path: Path, options: ReductionOptions) -> NamedPicture:
    """Read a file as a picture; ``options`` apply to images. Raises FormatError, which names the file.

    It does not check whether the picture can be recognized, so that a preview can show one that cannot.
    """
    if path.suffix.lower() == drawings.ENDING:
        drawing = read_drawing_file(path)
        return NamedPicture(path.stem, drawing.cells, drawing.titles, drawing.hints)
    image = read_gray(path, separate=options.threshold is None)
    try:
        return NamedPicture(path.stem, reduce_image(image.shades, options), notes=image.notes)
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from None


def picture_of_image(image: Image, name: str, options: ReductionOptions) -> NamedPicture:
    """Reduce an open Pillow image to a picture, as ``read_picture`` does. Raises FormatError, which names it."""
    from PIL import ImageOps  # noqa: PLC0415  # half of the time that a command without it takes

    try:
        found = shades_of(ImageOps.exif_transpose(image), separate=options.threshold is None)
        return NamedPicture(name, reduce_image(found.shades, options), notes=found.notes)
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def check_recognizable(cells: Cells, name: object) -> None:
    """Raise FormatError for a picture that cannot be recognized; ``name`` begins the message."""
    if problem := why_unrecognizable(cells):
        raise FormatError(f"{name}: {problem}")


class PictureFolder(NamedTuple):
    """The files of a folder that are pictures, by name, and a note that names its other files, empty without any."""

    files: list[Path]
    note: str


def pictures_in(folder: Path) -> PictureFolder:
    """Return the files of a folder that are to be read as pictures.

    Hidden files, such as those that macOS puts beside each file (``._cat.png``), and texts without a drawing, such as a
    readme.txt, are no pictures. Raises FormatError for a folder that cannot be read, one without pictures, and two
    pictures of one name.
    """
    try:
        found = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise FormatError(f"{folder}: cannot be read: {error.strerror or error}") from None
    files = [path for path in found if _may_be_picture(path)]
    if not files:
        raise FormatError(f"{folder}: found no pictures, expected files that end in {', '.join(ENDINGS)}")
    check_names(files)
    others = [path.name for path in found if path not in files]
    more = f" and {len(others) - _MOST_NAMED} more" if len(others) > _MOST_NAMED else ""
    names = ", ".join(others[:_MOST_NAMED])
    return PictureFolder(files, f"{folder}: passed over {names}{more}: no pictures, or hidden" if others else "")


def _may_be_picture(path: Path) -> bool:
    if path.name.startswith(".") or path.suffix.lower() not in ENDINGS:
        return False
    return path.suffix.lower() != drawings.ENDING or has_rows(path)


def check_names(files: list[Path]) -> None:
    """Raise FormatError for two pictures of one name, which no record could tell apart."""
    seen: dict[str, Path] = {}
    for path in files:
        other = seen.setdefault(path.stem.casefold(), path)
        if other is not path:
            raise FormatError(f"{path}: has the same name as {other}; rename one of them")
