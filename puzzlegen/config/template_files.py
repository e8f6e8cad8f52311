"""Where templates and configs are found: the user's own first, then those that came with the program."""

from __future__ import annotations

from pathlib import Path

from puzzlegen.errors import ConfigError

WORDS = "words.yaml"  # the file that makes a folder of templates a language
_PACKAGE = Path(__file__).parents[1]


def shipped(kind: str) -> Path:
    """The shipped folder ``templates`` or ``configs``: inside an installed wheel, or at the top of a source tree."""
    inside = _PACKAGE / "_data" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / kind


def template(name: str) -> Path:
    """The file ``templates/<name>``: the one under the current folder if there is one, else the shipped one.

    Raises ConfigError when neither exists.
    """
    for folder in _folders():
        if (folder / name).is_file():
            return folder / name
    raise ConfigError(f"templates/{name}: no such template; the shipped ones are in {shipped('templates')}")


def languages() -> list[str]:
    """The codes of the languages there are: every folder of templates that holds the words of one."""
    return sorted({path.parent.name for folder in _folders() for path in folder.glob(f"*/{WORDS}")})


def templates_in(folder: str, pattern: str) -> list[Path]:
    """The files ``templates/<folder>/<pattern>``, each name once: the user's own if there is one, else the shipped."""
    found = {path.name: path for top in reversed(_folders()) for path in (top / folder).glob(pattern)}
    return [found[name] for name in sorted(found)]


def _folders() -> tuple[Path, Path]:
    return Path("templates"), shipped("templates")
