"""Writes the files of a new book or daily, replaces none, and makes their seeds."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from puzzlegen.config.template_lookup import shipped_folder
from puzzlegen.errors import OutputError
from puzzlegen.output.build_folder import write_problem
from puzzlegen.pictures.drawings import ENDING


def starter_file(place: Path, name: str) -> Path:
    """Return the file of the config: ``place`` if it is a YAML file, otherwise ``name`` in that folder.

    Raises OutputError if the file exists, or if a file is in the place of the folder.
    """
    file = place if place.suffix.lower() in {".yaml", ".yml"} and not place.is_dir() else place / name
    if file.exists() or file.is_symlink():
        raise OutputError(f"{file}: exists already, and new replaces no file: choose another folder")
    if file.parent.exists() and not file.parent.is_dir():
        raise OutputError(f"{file.parent}: found a file, expected a folder: choose another name")
    return file


def new_seed(words: str) -> str:
    """Return the seed of a new book or daily: words with 64 random bits.

    With 24 bits, whoever knew the title found the puzzle of the next day in hours, by trying all seeds.
    """
    return f"{words[:60]} {secrets.token_hex(8)}"


def sample_pictures(config: Path) -> list[dict[Path, str]]:
    """Return drawings of one picture beside the config, each by its path, as a model for a user's own pictures.

    The largest is the best; the others are for small pages and themes with large cells.
    """
    path = config.parent / "pictures" / "smile.txt"
    sizes = (shipped_folder("templates") / "pictures" / "sample").glob(f"smile-*{ENDING}")
    drawings = sorted((one.read_text(encoding="utf-8") for one in sizes), key=len, reverse=True)
    return [{path: drawing} for drawing in drawings]


@contextmanager
def removed_on_error(files: Mapping[Path, str]) -> Iterator[None]:
    """Write new files, and remove them and their empty folders if the block fails. Raises OutputError."""
    write_starter(files)
    try:
        yield
    except BaseException:
        for path in files:
            path.unlink(missing_ok=True)
            with suppress(OSError):  # not empty
                path.parent.rmdir()
                path.parent.parent.rmdir()
        raise


def write_starter(files: Mapping[Path, str]) -> None:
    """Write new files by path, with their folders. Raises OutputError, also for a file that exists."""
    for path, text in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            raise OutputError(f"{path}: exists already, and new replaces no file: choose another folder") from None
        except OSError as error:
            raise OutputError(f"{path}: {write_problem(error)}") from None
