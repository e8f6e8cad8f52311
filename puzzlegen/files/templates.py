"""Finds templates, configs and languages: the user's own first, then those shipped with puzzlegen."""

from __future__ import annotations

import locale
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

from puzzlegen.errors import ConfigError
from puzzlegen.files.reading import text_of
from puzzlegen.files.writing import portable_name
from puzzlegen.wording import describe, did_you_mean

T = TypeVar("T")

WORDS = "words.yaml"  # a folder of templates with this file is a language
_PACKAGE = Path(__file__).parents[1]


@cache
def shipped_folder(kind: str) -> Path:
    """Return the shipped folder ``templates`` or ``configs``, of an installed wheel or of a source tree."""
    inside = _PACKAGE / "_data" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def template(name: str) -> Path:
    """Return the path of ``templates/<name>`` under the current folder if it exists, else of the shipped file.

    Raises ConfigError if neither exists.
    """
    for folder in _folders():
        if (folder / name).is_file():
            return folder / name
    raise ConfigError(f"templates/{name}: no such template; the shipped ones are in {shipped_folder('templates')}")


def languages() -> list[str]:
    """Return the codes of all languages: the names of the template folders that contain a catalogue."""
    return sorted({path.parent.name for folder in _folders() for path in folder.glob(f"*/{WORDS}")})


def language_problem(language: str) -> str | None:
    """Return why text cannot be printed in a language, and the languages that can be used; None if it can."""
    if _has_catalogue(language):
        return None
    known = languages()
    code, _, place = locale.normalize(language.strip().lower().replace("-", "_")).partition("_")  # also of "English"
    own = {portable_name(own_name(code), code): code for code in known}.get(portable_name(language, ""))
    hint = did_you_mean(own or (code if place else language), known)
    words = f"found {describe(language)}, allowed {', '.join(known)}{hint}"
    return f"{words}; to add one, make a folder of templates with a {WORDS}"


def own_name(language: str) -> str:
    """Return the name of a language in itself, such as Español; empty if its words cannot be read.

    The catalogues as a whole would take 20 MB (2026-11-23).
    """
    try:
        words = text_of(template(f"{language}/{WORDS}"))
    except (OSError, UnicodeDecodeError, ConfigError):
        return ""
    line = re.search(r"^language: *([^#\n]+)", words, re.MULTILINE)
    return line[1].strip() if line else ""


def _has_catalogue(language: str) -> bool:
    """Tell whether ``languages`` has this code, by the lists of names: a daily asks some thirty times a run."""
    for folder in _folders():
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            if any(path.name == language for path in folder.iterdir()) and (folder / language / WORDS).is_file():
                return True
    return False


def templates_in(folder: str, pattern: str) -> list[Path]:
    """Return the files ``templates/<folder>/<pattern>``, each name once; the user's own replace shipped ones."""
    paths = {path.name: path for top in reversed(_folders()) for path in (top / folder).glob(pattern)}
    return [paths[name] for name in sorted(paths)]


def are_shipped(folders: Iterable[str]) -> bool:
    """Tell whether the templates in these folders are the shipped ones, none of them replaced by the user."""
    own, shipped = _folders()
    return own.resolve() == shipped.resolve() or not any(any((own / folder).glob("*")) for folder in folders)


def cached_by_file(load: Callable[[Path], T]) -> Callable[[Path], T]:
    """Decorate a function that reads one file, so that it reads the file again only after a change.

    Results are kept by path, place, time and size of the file. Raises OSError for a missing file.
    """

    @lru_cache(maxsize=32)
    def cached(path: Path, _place: Path, _state: tuple[int, int]) -> T:
        return load(path)

    def load_if_changed(path: Path) -> T:
        state = path.stat()
        return cached(path, path.absolute(), (state.st_mtime_ns, state.st_size))

    return load_if_changed


def _folders() -> tuple[Path, Path]:
    return Path("templates"), shipped_folder("templates")
