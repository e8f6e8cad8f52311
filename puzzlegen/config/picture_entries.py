"""Reads the entries of a list of pictures: names of ready ones, files, and groups of keys with a file or a drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic_core import PydanticCustomError

from puzzlegen.board.drawn_layouts import rows_of
from puzzlegen.board.grid import Grid
from puzzlegen.errors import FormatError
from puzzlegen.files.writing import plain_path
from puzzlegen.pictures.choices import MAX_SPECKS, SPECKS, ReductionOptions, ready_pictures, with_categories
from puzzlegen.pictures.drawings import NamedPicture, check_recognizable, parse_drawing, pictures_in, read_picture
from puzzlegen.schema.fields import text
from puzzlegen.wording import describe, did_you_mean

if TYPE_CHECKING:  # pictures imports this module
    from puzzlegen.config.pictures import PictureConfig

MAX_PICTURES = 2000
_KEYS = ("file", "name", "title", "hint", "drawing", "threshold", "invert", "specks")
_FORMS = f"a folder, or a list of ready pictures, their categories, files, or groups with the keys {', '.join(_KEYS)}"


def read_pictures(
    value: Any, size: Grid, group: type[PictureConfig], note: Callable[[str], None]
) -> tuple[PictureConfig, ...]:
    """Read a folder or a list as groups of keys; images are fitted into ``size``.

    ``note`` gets a line about files that are no pictures.

    Raises FormatError.
    """
    entries = [str(path) for path in _folder(value, note)] if isinstance(value, str) else value
    if not isinstance(entries, list | tuple):
        raise FormatError(f"found {describe(value)}, allowed {_FORMS}")
    entries = with_categories(entries)
    if not 1 <= len(entries) <= MAX_PICTURES:
        raise FormatError(f"found {len(entries) or 'no'} pictures, allowed {_FORMS} of up to {MAX_PICTURES}")
    ready = ready_pictures()
    pictures = tuple(read_entry(entry, size, group, ready) for entry in entries)
    names: dict[str, str] = {}
    for picture in pictures:
        if picture.name.casefold() in names:
            raise FormatError(
                f"found two pictures with the name {describe(picture.name)}; give one of them another name"
            )
        names[picture.name.casefold()] = picture.name
    return pictures


def _folder(value: str, note: Callable[[str], None]) -> list[Path]:
    if not (folder := plain_path(value)):
        raise FormatError(f"found {describe(value)}, allowed a folder under the current folder")
    in_folder = pictures_in(Path(folder))
    if in_folder.note:
        note(in_folder.note)
    return in_folder.files


def read_entry(
    entry: Any, size: Grid, group: type[PictureConfig], ready: Mapping[str, Path] | None = None
) -> PictureConfig:
    """Read one entry: a name, a file or a group of keys, which is ``group`` or is read into it. Raises FormatError.

    ``ready`` has the files of the ready pictures, to look for them once for a list.
    """
    if isinstance(entry, group):
        return entry
    keys = {"file": entry} if isinstance(entry, str) else entry
    if not isinstance(keys, Mapping) or not set(keys) <= set(_KEYS) or ("file" in keys) == ("drawing" in keys):
        raise FormatError(f"found {describe(entry)}, allowed {_FORMS}, with either file or drawing")
    threshold, invert = _threshold(keys.get("threshold")), _switch(keys.get("invert"))
    specks = _specks(keys.get("specks"))
    if "file" in keys:
        path = _path(keys["file"], ready or ready_pictures())
        picture = read_picture(path, ReductionOptions(size.width, size.height, threshold, invert, specks))
    else:
        path = Path(str(keys.get("name") or "drawing"))
        drawing = parse_drawing(str(keys["drawing"]))
        picture = NamedPicture(path.stem, drawing.cells, drawing.titles, drawing.hints)
    check_recognizable(picture.cells, path)
    name = _text("name", keys.get("name"), picture.name)
    titles = _texts("title", keys.get("title"), picture.titles) or {"": picture.title_in("")}
    return group(
        name=name,
        title=titles,
        hint=_texts("hint", keys.get("hint"), picture.hints),
        drawing="\n".join(rows_of(picture.cells)),
    )


def _path(value: object, ready: Mapping[str, Path]) -> Path:
    """Return the path of a ready picture, or of a file under the current folder."""
    if isinstance(value, str) and re.fullmatch(r"[\w-]+", value):
        if value not in ready:
            raise FormatError(
                f"found {describe(value)}, allowed a ready picture such as cat or a category such as animals "
                f"(docs/pictures.md lists them), or the path of a file{did_you_mean(value, ready)}"
            )
        return ready[value]
    if not isinstance(value, str) or not (plain := plain_path(value)):
        raise FormatError(f"found {describe(value)}, allowed a file under the current folder, such as pictures/cat.png")
    return Path(plain)


def _text(key: str, value: object, usual: str) -> str:
    read, _ = text(60)
    try:
        clean: str = read.func(usual if value is None else value)  # type: ignore[call-arg]  # of one argument
    except PydanticCustomError as error:
        raise FormatError(f"{key}: {error.message()}") from None
    return clean


def _texts(key: str, value: object, usual: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of a title or a hint by language. A hint has no digits, which would be read as a time."""
    given = value if isinstance(value, Mapping) else usual if value is None else {"": value}
    texts = {str(code): _text(key, words, "") for code, words in given.items()}
    if key == "hint" and any(re.search(r"\d", words) for words in texts.values()):
        raise FormatError(f"{key}: found {describe(next(iter(texts.values())))}, allowed a text without digits")
    return texts


def _threshold(value: object) -> int | None:
    if value in (None, "auto"):
        return None
    if not re.fullmatch(r"[0-9]{1,3}", str(value)) or int(str(value)) > 255:
        raise FormatError(f"threshold: found {describe(value)}, allowed auto or 0 to 255")
    return int(str(value))


def _specks(value: object) -> int:
    if value is None:
        return SPECKS
    if not re.fullmatch(r"[0-9]{1,3}", str(value)) or int(str(value)) > MAX_SPECKS:
        raise FormatError(f"specks: found {describe(value)}, allowed 0 to {MAX_SPECKS}")
    return int(str(value))


def _switch(value: object) -> bool:
    if value not in (None, True, False, "yes", "no", "true", "false"):
        raise FormatError(f"invert: found {describe(value)}, allowed yes or no")
    return value in (True, "yes", "true")
