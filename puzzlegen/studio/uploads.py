"""Stores an uploaded picture in the project: decodes and encodes it again, so that nothing else of the file is kept.

Its function runs in the process that draws the pages of the project, in the folder of the project.
"""

from __future__ import annotations

import io
from pathlib import Path, PurePath

from puzzlegen.config.reading.message_parts import printable
from puzzlegen.daily.series_logo import MAX_HEIGHT, MAX_WIDTH, load_logo
from puzzlegen.errors import FormatError
from puzzlegen.output.atomic_files import atomic_file
from puzzlegen.pictures.image_reader import PRINT_FORMATS, read_image
from puzzlegen.studio.projects import path_inside, plain_name

FOLDER = "pictures"  # of the uploaded pictures, in the project
QUALITY = 95  # of JPEG pictures when they are encoded again
LARGEST_LOGO = MAX_WIDTH * 3, MAX_HEIGHT * 3  # pixels of that of a daily, whose pages show a smaller copy
_SHOWN = 60  # characters of a name in a message


def store_daily_logo(data: bytes, name: str) -> str:
    """Write an uploaded logo of a daily into the project, as ``store_picture`` does; a large one is reduced.

    Raises ConfigError for a picture that no page can show as a logo.
    """
    stored = store_picture(data, name, LARGEST_LOGO)
    load_logo(stored)
    return stored


def store_picture(data: bytes, name: str, largest: tuple[int, int] | None = None) -> str:
    """Write an uploaded picture into the project under a safe name made from ``name``, that of the uploaded file.

    Return its path with slashes, relative to the folder of the project. It is reduced to fit ``largest``, a width and
    a height in pixels.

    Raises FormatError for a file that is not a PNG or JPEG picture or has too many pixels, and OutputError if it
    cannot be written.
    """
    shown = printable(PurePath(name.replace("\\", "/")).name)[:_SHOWN] or "the file"
    encoded, ending = _encoded_again(data, shown, largest)
    folder, stem = path_inside(Path(), FOLDER), plain_name(PurePath(name.replace("\\", "/")).stem, "picture")
    folder.mkdir(exist_ok=True)
    path, number = folder / f"{stem}{ending}", 1
    while path.is_symlink() or (path.exists() and (not path.is_file() or path.read_bytes() != encoded)):
        number += 1
        path = folder / f"{stem}-{number}{ending}"
    if not path.exists():
        with atomic_file(path) as temporary:
            temporary.write_bytes(encoded)
    return path.as_posix()


def _encoded_again(data: bytes, shown: str, largest: tuple[int, int] | None) -> tuple[bytes, str]:
    """Return the picture in sRGB as a PNG or JPEG file, and its ending. Raises FormatError."""
    try:
        found = read_image(data, PRINT_FORMATS, colors=True)
    except FormatError as error:
        raise FormatError(f"{shown}: {error}") from None
    if largest is not None:
        found.picture.thumbnail(largest)
    out = io.BytesIO()
    if found.format == "JPEG":
        found.picture.save(out, "JPEG", quality=QUALITY, subsampling=0)
        return out.getvalue(), ".jpg"
    found.picture.save(out, "PNG")
    return out.getvalue(), ".png"
