"""The base of every group of keys in a config."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler
from pydantic_core import CoreSchema

from puzzlegen.config import cross_field_rules
from puzzlegen.config.reading.field_types import cross_field_error


class ConfigGroup(BaseModel):
    """Base of every group of keys: unknown keys are refused, and values are frozen.

    pydantic makes the reader of a config when the first one is read, and none for each group in it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, defer_build=True)


def raise_first_problem(problems: list[cross_field_rules.Problem]) -> None:
    """Raise the first problem of a model made in code. For files, the loader reports all problems itself."""
    if problems:
        raise cross_field_error(problems[0].text)


class AllowName:
    """Let the JSON Schema accept a name in place of the group."""

    def __get_pydantic_json_schema__(self, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(core_schema)]}


def config_hash(config: ConfigGroup) -> str:
    """Return the SHA-256 of the values of a config. Comments, the order of keys and written defaults do not change it.

    Ledgers identify books by it, so a key of a later version must not change it while it has its default value, and
    neither must the path of the ledger.
    """
    values = config.model_dump(mode="json", exclude_defaults=True, exclude={"ledger"})
    canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
