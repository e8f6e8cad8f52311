"""The JSON Schema of each kind of config, for editors."""

from __future__ import annotations

import json
from typing import Any

from puzzlegen.config.book import BookConfig, Part
from puzzlegen.config.daily import DailyConfig
from puzzlegen.config.reading.error_messages import did_you_mean, found
from puzzlegen.errors import ConfigError

SCHEMAS: dict[str, type[Part]] = {"book": BookConfig, "daily": DailyConfig}


def schema_json(kind: str) -> str:
    """JSON Schema of one kind of config, for editors that complete and check while typing.

    Raises ConfigError for an unknown kind.
    """
    if kind not in SCHEMAS:
        raise ConfigError(f"schema: found {found(kind)}, allowed {', '.join(SCHEMAS)}{did_you_mean(kind, SCHEMAS)}")
    model = SCHEMAS[kind]
    schema: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}
    for name, field in schema["properties"].items():
        if "$ref" in field:  # a group whose keys are all commented out is empty, and the loader takes that
            field["anyOf"] = [{"$ref": field.pop("$ref")}, {"type": "null"}]
            field["description"] = model.model_fields[name].description
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
