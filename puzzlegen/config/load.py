"""Loads config files and reports all their problems at once; makes their JSON Schemas for editors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzlegen.errors import ConfigError
from puzzlegen.schema import yaml_nodes
from puzzlegen.schema.validation import validate
from puzzlegen.wording import describe, did_you_mean

if TYPE_CHECKING:
    from puzzlegen.config.book import BookConfig
    from puzzlegen.config.daily import DailyConfig
    from puzzlegen.schema.validation import ConfigGroup

Warn = Callable[[str], None]  # receives a line about a config that can be used

_MOST_FOUND = 8  # configs named in a message
_LISTED = "puzzlegen schema {} lists the keys"


def _ignore(_: str) -> None:
    pass


def config_at(place: Path, name: str) -> Path:
    """Return the config at ``place``: a file, or in a folder that called ``name``.yaml, else its only YAML file.

    Raises ConfigError for a folder with no such file or with several.
    """
    usual = place / f"{name}.yaml"
    if not place.is_dir() or usual.is_file():
        return usual if place.is_dir() else place
    configs = sorted(file.name for file in place.iterdir() if file.suffix.lower() in (".yaml", ".yml"))
    if len(configs) == 1:
        return place / configs[0]
    words = (
        f"found {', '.join(configs[:_MOST_FOUND])}: name one of them"
        if configs
        else "no config is here: name a YAML file"
    )
    raise ConfigError(f"{place}: {words}")


def load_book(path: str | Path, warn: Warn = _ignore) -> BookConfig:
    """Load the config of a book from a YAML file.

    ``warn`` gets a line for each text that seems to go on in a comment, as in ``series: quiet vol #1``.
    Raises ConfigError with one line a problem, ``file:line:column: key: found ..., allowed ...``, sorted by place.
    A file that is not YAML gives a single line.
    """
    return _book(yaml_nodes.read(path, _LISTED.format("book")), warn)


def loads_book(text: str, name: str = "config", warn: Warn = _ignore) -> BookConfig:
    """Load the config of a book from a YAML text, for programs; messages call it ``name``. Raises like load_book."""
    return _book(yaml_nodes.parse(text, name, _LISTED.format("book")), warn)


def load_daily(path: str | Path, warn: Warn = _ignore) -> DailyConfig:
    """Load the config of a daily from a YAML file. ``warn`` and errors as in load_book."""
    return _daily(yaml_nodes.read(path, _LISTED.format("daily")), warn)


def loads_daily(text: str, name: str = "config", warn: Warn = _ignore) -> DailyConfig:
    """Load the config of a daily from a YAML text, for programs; messages call it ``name``. Raises like load_book."""
    return _daily(yaml_nodes.parse(text, name, _LISTED.format("daily")), warn)


def _book(file: yaml_nodes.YamlFile, warn: Warn) -> BookConfig:
    from puzzlegen.config.book import BookConfig  # noqa: PLC0415  # takes a tenth of a second; dailies do not need it
    from puzzlegen.config.book_checks import book_checks  # noqa: PLC0415  # a daily does not need it

    return validate(file, BookConfig, book_checks, warn)


def _daily(file: yaml_nodes.YamlFile, warn: Warn) -> DailyConfig:
    from puzzlegen.config.daily import DailyConfig, daily_checks  # noqa: PLC0415  # books do not need it

    return validate(file, DailyConfig, daily_checks, warn)


SCHEMAS = ("book", "daily")


def schema_json(kind: str) -> str:
    """Return the JSON Schema of a config, ``book`` or ``daily``, for editors that complete and check while typing.

    Raises ConfigError for an unknown kind.
    """
    if kind not in SCHEMAS:
        raise ConfigError(f"schema: found {describe(kind)}, allowed {', '.join(SCHEMAS)}{did_you_mean(kind, SCHEMAS)}")
    model = _model(kind)
    schema: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}
    for name, field in schema["properties"].items():
        if "$ref" in field:  # a group whose keys are all commented out is empty, and the loader takes that
            field["anyOf"] = [{"$ref": field.pop("$ref")}, {"type": "null"}]
            field["description"] = model.model_fields[name].description
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _model(kind: str) -> type[ConfigGroup]:
    from puzzlegen.config.book import BookConfig  # noqa: PLC0415  # loading a daily does not need it
    from puzzlegen.config.daily import DailyConfig  # noqa: PLC0415  # loading a book does not need it

    return BookConfig if kind == "book" else DailyConfig
