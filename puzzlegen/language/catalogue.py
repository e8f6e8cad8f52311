"""Loading a language's words: the user's own file if there is one, else the shipped one; never another language's."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from puzzlegen.config.reading import yaml_nodes
from puzzlegen.config.reading.error_messages import did_you_mean, found
from puzzlegen.config.reading.text_direction import is_right_to_left, right_to_left_language
from puzzlegen.config.reading.validation import validate
from puzzlegen.config.template_files import WORDS, languages, template
from puzzlegen.errors import ConfigError
from puzzlegen.language.catalogue_schema import arguments, catalogue_file, filled
from puzzlegen.language.locales import plural_categories
from puzzlegen.language.messages import Cells, Typography, Words


def load(language: str, cells: Cells = "rc") -> Words:
    """The words of a language, by the name of its folder in ``templates``.

    Raises ConfigError: for a language there is none of, with those there are; for a file that is wrong, with one line
    a problem, ``file:line:column: key: ...``.
    """
    known = languages()
    if is_right_to_left(language):
        raise ConfigError(f"language: {right_to_left_language(language, known)}")
    if language not in known:
        nearest = did_you_mean(language, known)
        raise ConfigError(f"language: found {found(language)}, allowed {', '.join(known)}{nearest}")
    path = template(f"{language}/{WORDS}")
    state = path.stat()
    return _load(path, language, cells, (Path.cwd(), state.st_mtime_ns, state.st_size))


@lru_cache(maxsize=32)
def _load(path: Path, language: str, cells: Cells, _state: object) -> Words:
    """Kept by folder, time and size: a build asks many times, and an edit is still seen."""
    values = validate(yaml_nodes.read(path), catalogue_file(plural_categories(language))).model_dump()
    typography: Typography = filled(Typography, values["typography"], language, str)
    return Words(code=language, cells=cells, **arguments(Words, values, language, typography.spaced))
